"""Keyed hashes of senders, so that no address stays in memory."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from collector.visits import list_networks


class Senders:
    """Hashes addresses. The key is never stored, so hashes are only comparable within one
    instance."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(16)

    def list_names(self, address: str) -> list[tuple[bytes, int]]:
        """Returns a hash for each network of an address, from the smallest to the largest, each
        with the number of addresses that it may act for."""
        return [
            (
                blake2b(network.encode(errors="replace"), key=self._key, digest_size=16).digest(),
                share,
            )
            for network, share in list_networks(address)
        ]
