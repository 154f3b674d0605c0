"""A cache of rows that are looked up by key."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Generic, TypeVar

from collector.errors import UnavailableError

KEEP_SECONDS = 20.0
"""The time after which a found value is looked up again."""
MISSING_SECONDS = 1.0
"""The time after which a key that wasn't found is looked up again."""
MAX_KEYS = 20_000
"""The maximum number of found values, and of keys that weren't found. Beyond it, the least recently
used one is dropped."""

K = TypeVar("K")
V = TypeVar("V")

Load = Callable[[Collection[K]], Awaitable[Mapping[K, V]]]
"""Returns the values of the keys that exist."""


class CachedLookup(Generic[K, V]):
    """Runs one query at a time. Keys that are requested during a query share the next one, so many
    requests with random keys cause few queries. While the database is down, found values stay."""

    def __init__(
        self,
        load: Load[K, V],
        *,
        size: int = MAX_KEYS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._load = load
        self._size = size
        self._now = now
        self._found: OrderedDict[K, tuple[V, float]] = OrderedDict()
        """Values, and the times when they expire."""
        self._missing: OrderedDict[K, float] = OrderedDict()
        self._turn = asyncio.Lock()
        self._next: tuple[set[K], asyncio.Task[Mapping[K, V]]] | None = None
        """The keys of the next query, which hasn't started."""

    def __len__(self) -> int:
        return len(self._found) + len(self._missing)

    def peek(self, key: K) -> V | None:
        """Returns a cached value, even if it has expired."""
        found = self._found.get(key)
        return found and found[0]

    async def get(self, key: K) -> V | None:
        """Returns `None` if the key doesn't exist."""
        now = self._now()
        found = self._found.get(key)
        if found is not None and now < found[1]:
            self._found.move_to_end(key)
            return found[0]
        if key in self._missing and now < self._missing[key]:
            return None
        try:
            return (await self._look_up(key)).get(key)
        except UnavailableError:
            if found is None:
                raise
            # Otherwise each request would wait for the database.
            self._found[key] = found[0], self._now() + KEEP_SECONDS
            return found[0]

    async def _look_up(self, key: K) -> Mapping[K, V]:
        if self._next is None:
            self._next = set(), asyncio.create_task(self._run())
        keys, task = self._next
        keys.add(key)
        # Canceling one caller must not cancel the query for the others.
        return await asyncio.shield(task)

    async def _run(self) -> Mapping[K, V]:
        async with self._turn:
            assert self._next  # noqa: S101 - set before this starts
            keys, self._next = self._next[0], None
            found = await self._load(keys)
        now = self._now()
        for key in keys:
            self._found.pop(key, None)
            self._missing.pop(key, None)
            if key in found:
                self._found[key] = found[key], now + KEEP_SECONDS
            else:
                self._missing[key] = now + MISSING_SECONDS
        for cached in (self._found, self._missing):
            while len(cached) > self._size:
                cached.popitem(last=False)
        return found
