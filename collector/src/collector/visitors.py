"""Readers of a day: counted once, never recognised on another day."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from hashlib import blake2b
from uuid import UUID

from collector.visits import Visit

LoadSalt = Callable[[date], Awaitable[bytes | None]]


class Visitors:
    """Makes the hash of a reader from the salt of the day, which all processes share."""

    def __init__(self, load_salt: LoadSalt) -> None:
        self._load_salt = load_salt
        self._salts: dict[date, bytearray] = {}
        self._loading: dict[date, asyncio.Task[bytearray | None]] = {}

    async def identify(self, day: date, domain_id: UUID, visit: Visit) -> bytes | None:
        """The same for the same reader, day and domain; worth nothing without the salt.

        None, when the day is over: then nobody can tell whether this reader was there before.
        """
        salt = self._salts.get(day) or await self._load(day)
        if salt is None:
            return None
        reader = f"{domain_id}\0{visit.address}\0{visit.user_agent}\0".encode(errors="replace")
        return blake2b(reader, key=salt, digest_size=16).digest()

    def forget(self, today: date) -> None:
        """What is destroyed in the database must not live on in memory."""
        for day in [day for day in self._salts if day < today]:
            salt = self._salts.pop(day)
            salt[:] = bytes(len(salt))  # what is merely freed can be read for long

    async def _load(self, day: date) -> bytearray | None:
        """Asks once for all who wait: at midnight everybody needs the new salt."""
        if day not in self._loading:
            self._loading[day] = asyncio.create_task(self._ask(day))
        # Who goes away must not take the answer from the others.
        return await asyncio.shield(self._loading[day])

    async def _ask(self, day: date) -> bytearray | None:
        try:
            loaded = await self._load_salt(day)
            if loaded is None:
                return None
            salt = self._salts[day] = bytearray(loaded)
            return salt
        finally:
            del self._loading[day]
