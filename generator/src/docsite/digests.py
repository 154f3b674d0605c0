"""Short names for contents."""

from __future__ import annotations

import base64
import hashlib

HASH_LENGTH = 8
"""How much of a digest stands in a file name: enough to tell versions of one file apart."""


def short_hash(content: str | bytes) -> str:
    """The hash that file names carry."""
    return hashlib.sha256(_to_bytes(content)).hexdigest()[:HASH_LENGTH]


def integrity_of(content: bytes) -> str:
    """What the browser compares a script or style with."""
    return "sha256-" + _base64_digest(content)


def policy_hash(script: str) -> str:
    """How a policy names an inline script."""
    return "sha256-" + _base64_digest(script.encode())


def _base64_digest(content: bytes) -> str:
    # Longer digests are no safer against anybody, and each one stands in every document.
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def _to_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
