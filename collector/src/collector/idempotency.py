"""Idempotency keys: a client that got no response repeats its request with the same key."""

from __future__ import annotations

from hashlib import blake2b
from uuid import UUID

from collector.ids import shift_id
from collector.model import Key


class IdempotencyKey:
    """The key of a request about a domain or an event.

    The id for the client contains the exact moment, which must not be stored: the end of one view
    could be matched with the start of the next one. So it is stored with a shift that depends on
    the key, which only the client knows.
    """

    def __init__(self, text: str, owner: UUID) -> None:
        data = text.encode(errors="replace")
        digest = blake2b(data, key=owner.bytes, digest_size=24).digest()
        self._hash, self._shift = digest[:16], int.from_bytes(digest[16:])

    def hide(self, id_: UUID) -> Key:
        return Key(self._hash, shift_id(id_, self._shift))

    def reveal(self, id_: UUID) -> UUID:
        return shift_id(id_, -self._shift)
