"""Daily visitors: counted once per day, and never recognized on another day."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from hashlib import blake2b
from uuid import UUID

from collector.shared import SharedCall
from collector.visits import Visit

LoadSalt = Callable[[date], Awaitable[bytes | None]]


class Visitors:
    """Hashes visitors with the salt of the day, which all processes share."""

    def __init__(self, load_salt: LoadSalt) -> None:
        self._load_salt = load_salt
        self._salts: dict[date, bytearray] = {}
        self._loading: dict[date, SharedCall[bytearray | None]] = {}

    async def identify(self, day: date, domain_id: UUID, visit: Visit) -> bytes | None:
        """Returns the same hash for the same visitor, day and domain. Without the salt, it reveals
        nothing.

        Returns `None` if the day is over, because its salt has been deleted.
        """
        salt = self._salts.get(day) or await self._load(day)
        if salt is None:
            return None
        visitor = f"{domain_id}\0{visit.address}\0{visit.user_agent}\0".encode(errors="replace")
        return blake2b(visitor, key=salt, digest_size=16).digest()

    def forget(self, today: date) -> None:
        """Deletes the salts of earlier days from memory, where they must not outlive those in the
        database."""
        for day in [day for day in self._salts if day < today]:
            salt = self._salts.pop(day)
            salt[:] = bytes(len(salt))  # freed memory stays readable

    async def _load(self, day: date) -> bytearray | None:
        """Shares one query between requests: at midnight, many of them need the new salt at the
        same time."""
        loading = self._loading.setdefault(day, SharedCall())
        return await loading.run(partial(self._load_once, day))

    async def _load_once(self, day: date) -> bytearray | None:
        try:
            loaded = await self._load_salt(day)
            if loaded is None:
                return None
            salt = self._salts[day] = bytearray(loaded)
            return salt
        finally:
            del self._loading[day]
