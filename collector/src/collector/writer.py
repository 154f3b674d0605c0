"""Group commit: items that arrive while a transaction runs are stored by the next one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from collector.errors import RefusedError, UnavailableError
from collector.model import Item

MAX_WAITING = 5000
"""The maximum number of waiting items. Beyond it, clients get an error that asks them to retry,
instead of waiting longer and longer."""
MAX_BATCH = 1000
BATCH_INTERVAL = 0.01
"""The minimum time between the starts of two transactions, in seconds, so that many items share one
under load. After a pause, the first item is stored immediately."""

FAILURE_SECONDS = 30.0
"""The time after which a failure no longer counts, in seconds, unless another attempt succeeds
earlier."""

Stored = bool | UUID
"""Whether an item was stored: an update of an unknown item isn't. For an item with a key, the id in
the key of the first such item; the others aren't stored."""

log = logging.getLogger(__name__)

_Batch = Sequence[tuple[Item, asyncio.Future[Stored]]]


class Sink(Protocol):
    """Stores items. The collector uses `PostgresSink`; another database could replace it."""

    async def store(self, items: Sequence[Item]) -> Sequence[Stored]:
        """Stores either all items durably or none. A batch never contains both an item and its
        update, because clients receive the id after the commit. Raises `RefusedError` if one of the
        items can never be stored; then none was. After any other error, they may have been
        stored."""


class Writer:
    """Stores items batch by batch. Each caller waits for the commit of its item."""

    def __init__(self, sink: Sink, *, max_waiting: int = MAX_WAITING) -> None:
        self._sink = sink
        self._max_waiting = max_waiting
        self._waiting: list[tuple[Item, asyncio.Future[Stored]]] = []
        self._has_work = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False
        self._is_failing = False
        self._failed = 0.0
        self._next_start = 0.0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def is_failing(self) -> bool:
        """Whether the last batch failed. This is reset after a while, because a load balancer that
        sends no requests to a failing instance would never detect its recovery."""
        return self._is_failing and time.monotonic() - self._failed < FAILURE_SECONDS

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stores the waiting items before it stops."""
        self._is_closing = True
        self._has_work.set()
        if self._task:
            await self._task

    async def write(self, item: Item) -> Stored:
        """Returns after the commit. After an `UnavailableError`, the item may or may not have been
        stored."""
        if self._is_closing or len(self._waiting) >= self._max_waiting:
            raise UnavailableError
        done: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, done))
        self._has_work.set()
        return await done

    async def _run(self) -> None:
        while True:
            await self._has_work.wait()
            await self._wait_for_more()
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if batch:
                await self._store(batch)
            if not self._waiting:
                self._has_work.clear()
                if self._is_closing:
                    return

    async def _wait_for_more(self) -> None:
        now = asyncio.get_running_loop().time
        is_urgent = self._is_closing or len(self._waiting) >= MAX_BATCH
        if not is_urgent and (pause := self._next_start - now()) > 0:
            await asyncio.sleep(pause)
        self._next_start = now() + BATCH_INTERVAL

    async def _store(self, batch: _Batch) -> None:
        try:
            results = await self._sink.store([item for item, _ in batch])
        except RefusedError as error:
            await self._bisect(batch, error)
        except Exception as error:
            self._note_failure(error)
            _fail(batch, UnavailableError(str(error)))
        else:
            self._note_failure(None)
            for (_, done), result in zip(batch, results, strict=True):
                if not done.done():
                    done.set_result(result)

    async def _bisect(self, batch: _Batch, error: RefusedError) -> None:
        """Splits the batch in half until the bad item is alone, so that the others are stored."""
        if len(batch) == 1:
            log.error("one item was refused, the others are stored: %s", error.__cause__)
            _fail(batch, error)
            return
        middle = len(batch) // 2
        await self._store(batch[:middle])
        await self._store(batch[middle:])

    def _note_failure(self, error: Exception | None) -> None:
        """Logs one line when failures start and one when they end, instead of one per batch."""
        if error and not self._is_failing:
            log.warning("nothing can be stored, clients are asked to retry: %r", error)
        if self._is_failing and not error:
            log.info("items are stored again")
        self._is_failing = error is not None
        self._failed = time.monotonic()


def _fail(batch: _Batch, error: Exception) -> None:
    for _, done in batch:
        if not done.done():
            done.set_exception(error)
