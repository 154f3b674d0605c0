"""Hashes of contents and signatures of files."""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path

HASH_LENGTH = 8
"""The length of hashes in file names: enough to distinguish versions of one file."""

FileSignature = tuple[int, int, int]
"""Modification time, size and inode. Changes if a file is written or replaced."""


def short_hash(content: str | bytes) -> str:
    """Returns the hash for file names."""
    return hashlib.sha256(_to_bytes(content)).hexdigest()[:HASH_LENGTH]


def integrity_of(content: bytes) -> str:
    """Returns the value of an `integrity` attribute."""
    return "sha256-" + _base64_digest(content)


def policy_hash(text: str) -> str:
    """Returns the hash of an inline script or style in a content security policy."""
    return "sha256-" + _base64_digest(text.encode())


def file_signature(path: Path) -> FileSignature | None:
    """Returns `None` if the file doesn't exist."""
    try:
        return signature_of(path.stat())
    except OSError:
        return None


def signature_of(state: os.stat_result) -> FileSignature:
    return state.st_mtime_ns, state.st_size, state.st_ino


def _base64_digest(content: bytes) -> str:
    # Longer digests would enlarge every document without improving security.
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def _to_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
