"""Keyed hashes of senders, so that no address stays in memory."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from collector.visits import group_address


class Senders:
    """Hashes addresses. The key is never stored, so hashes are only comparable within one
    instance."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(16)

    def name(self, address: str) -> bytes:
        text = group_address(address).encode(errors="replace")
        return blake2b(text, key=self._key, digest_size=16).digest()
