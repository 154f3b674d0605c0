"""Periodic work: creates partitions, deletes expired data."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from typing import TypeAlias

import asyncpg

from collector.errors import CollectorError
from collector.postgres.connection import Connection
from collector.postgres.keys import drop_keys
from collector.postgres.months import add_up_months
from collector.postgres.partitions import Partitions, drop_records, drop_visitors, find_ended
from collector.postgres.standby import StandbyWatch
from collector.visitors import Visitors

PERIOD = 20.0
"""The interval in seconds."""
GRACE = timedelta(minutes=1)
"""The delay after midnight (UTC), for requests that arrived shortly before, and for clock skew."""

RETRY_SECONDS = 300.0
"""The delay after a `CollectorError` of a step, because batches wait for a moment during each
attempt."""
MAX_DROPPED_DAYS = 7
"""If more days expire at the same time, the clock is probably wrong."""

Step: TypeAlias = Callable[[Connection, date], Awaitable[None]]

log = logging.getLogger(__name__)


class Maintenance:
    """Runs in every process. The first process to run a step does its work."""

    def __init__(
        self,
        pool: asyncpg.Pool,
        visitors: Visitors,
        standby: StandbyWatch,
        keep_days: int,
        *,
        now: Callable[[], datetime],
    ) -> None:
        self._pool = pool
        self._visitors = visitors
        self._standby = standby
        self._keep_days = keep_days
        self._now = now
        self._partitions = Partitions()
        self._retry_times: dict[Step, float] = defaultdict(float)

    async def run(self) -> None:
        while True:
            try:
                await self.run_once()
            except Exception as error:  # any error, because salts must still be deleted tomorrow
                log.warning("maintenance failed, will try again: %r", error)
            await asyncio.sleep(PERIOD)

    async def run_once(self) -> None:
        await self._standby.check()
        async with self._pool.acquire() as connection:
            # A clock that is ahead must not end the current day.
            now = min(self._now(), await connection.fetchval("select now()"))
            today = (now - GRACE).date()
            self._visitors.forget(today)
            await self._partitions.ensure(connection, [today, today + timedelta(days=1)])
            for step in (self._drop_visitors, self._drop_records, self._add_up_months, drop_keys):
                await self._try(step, connection, today)

    async def _try(self, step: Step, connection: Connection, today: date) -> None:
        """Runs a step. After a `CollectorError`, the other steps still run, and this one pauses for
        `RETRY_SECONDS`."""
        if time.monotonic() < self._retry_times[step]:
            return
        try:
            await step(connection, today)
        except CollectorError as error:
            log.warning("%s", error)
            self._retry_times[step] = time.monotonic() + RETRY_SECONDS

    async def _drop_visitors(self, connection: Connection, today: date) -> None:
        _log("dropped", await drop_visitors(connection, today))

    async def _drop_records(self, connection: Connection, today: date) -> None:
        first_kept = today - timedelta(days=self._keep_days)
        days = await find_ended(connection, first_kept)
        if len(days) > MAX_DROPPED_DAYS:
            raise CollectorError(
                f"Records of {len(days)} days are older than `keep_days`, and were not dropped: "
                f"the clock may be wrong. If it is right, run `collector prune {first_kept}`."
            )
        _log("dropped", await drop_records(connection, first_kept))

    async def _add_up_months(self, connection: Connection, today: date) -> None:
        months = await add_up_months(connection, today)
        _log("added up", [f"{month:%Y-%m}" for month in months])


def _log(done: str, names: list[str]) -> None:
    if names:
        log.info("%s %s", done, ", ".join(names))
