"""What happens by itself: new domains are noticed, and what is over is destroyed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

import asyncpg

from collector.catalog import Catalog
from collector.errors import CollectorError
from collector.postgres.months import add_up_months
from collector.postgres.partitions import Partitions, drop_records, drop_visitors, find_ended
from collector.visitors import Visitors

PERIOD = 20.0
"""Seconds until a changed domain is noticed; a new one is at once."""
GRACE = timedelta(minutes=1)
"""After midnight (UTC), for what arrived just before it, and for clocks that differ."""

REST = 300.0
"""Seconds until what failed is tried again: with every try, batches wait for a moment."""
MOST_DAYS = 7
"""More than these are never over at once, unless a clock is wrong."""

Connection: TypeAlias = asyncpg.pool.PoolConnectionProxy
Step: TypeAlias = Callable[[Connection, date], Awaitable[None]]

log = logging.getLogger(__name__)


class Maintenance:
    """Runs beside the requests, in every process; whoever comes first does the work."""

    def __init__(
        self,
        pool: asyncpg.Pool,
        catalog: Catalog,
        visitors: Visitors,
        keep_days: int,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._pool = pool
        self._catalog = catalog
        self._visitors = visitors
        self._keep_days = keep_days
        self._now = now
        self._partitions = Partitions()
        self._resting: dict[Step, float] = defaultdict(float)

    async def run(self) -> None:
        while True:
            try:
                await self.run_once()
            except Exception as error:  # whatever it is: salts must be destroyed tomorrow too
                log.warning("maintenance failed, will try again: %r", error)
            await asyncio.sleep(PERIOD)

    async def run_once(self) -> None:
        await self._catalog.refresh()
        async with self._pool.acquire() as connection:
            # A clock that is ahead must not end what goes on.
            now = min(self._now(), await connection.fetchval("select now()"))
            today = (now - GRACE).date()
            self._visitors.forget(today)
            await self._partitions.ensure(connection, [today, today + timedelta(days=1)])
            for step in (self._end_days, self._end_records, self._end_months):
                await self._try(step, connection, today)

    async def _try(self, step: Step, connection: Connection, today: date) -> None:
        """One that fails keeps the others from nothing."""
        if time.monotonic() < self._resting[step]:
            return
        try:
            await step(connection, today)
        except CollectorError as error:
            log.warning("%s", error)
            self._resting[step] = time.monotonic() + REST

    async def _end_days(self, connection: Connection, today: date) -> None:
        _tell("dropped", await drop_visitors(connection, today))

    async def _end_records(self, connection: Connection, today: date) -> None:
        first_kept = today - timedelta(days=self._keep_days)
        days = await find_ended(connection, first_kept)
        if len(days) > MOST_DAYS:
            raise CollectorError(
                f"Records of {len(days)} days are older than `keep_days`, and were not dropped: "
                f"the clock may be wrong. If it is right, run `collector prune {first_kept}`."
            )
        _tell("dropped", await drop_records(connection, first_kept))

    async def _end_months(self, connection: Connection, today: date) -> None:
        months = await add_up_months(connection, today)
        _tell("added up", [f"{month:%Y-%m}" for month in months])


def _tell(done: str, names: list[str]) -> None:
    if names:
        log.info("%s %s", done, ", ".join(names))
