"""Hashes of contents and signatures of files."""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path

HASH_LENGTH = 8
"""The length of hashes in file names: enough to distinguish versions of one file."""

FileSignature = tuple[int, int, int]
"""Modification time, size and inode: changes if a file is written or replaced."""


def short_hash(content: str | bytes) -> str:
    """The hash for file names."""
    return hashlib.sha256(_to_bytes(content)).hexdigest()[:HASH_LENGTH]


def integrity_of(content: bytes) -> str:
    """The value of an `integrity` attribute."""
    return "sha256-" + _base64_digest(content)


def policy_hash(text: str) -> str:
    """The hash of an inline script or style in a content security policy."""
    return "sha256-" + _base64_digest(text.encode())


def file_signature(path: Path) -> FileSignature | None:
    """`None` if there is no such file."""
    try:
        return signature_of(path.stat())
    except OSError:
        return None


def signature_of(state: os.stat_result) -> FileSignature:
    return state.st_mtime_ns, state.st_size, state.st_ino


def _base64_digest(content: bytes) -> str:
    # Longer digests would add bytes to every document without making it safer.
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def _to_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
