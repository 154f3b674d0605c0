"""Measures the maintenance of a database: automatic tasks and the commands of administrators."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from statistics import median

import asyncpg
import uvloop

from collector.app import open_components
from collector.config import Settings
from collector.postgres.database import connect
from collector.postgres.known import load_known
from collector.postgres.months import add_up_months
from collector.postgres.partitions import drop_visitors
from harness.collector.service import run_command

ROUNDS = 5
PRUNED_DAYS = 30

_COUNTERS = "rollups, action_rollups, month_rollups, month_action_rollups, pages"


async def settle(dsn: str) -> None:
    """Does the daily work that a running collector and autovacuum would have done: adds up months,
    drops visitors, and vacuums rollups."""
    today = datetime.now(UTC).date()
    connection = await asyncpg.connect(dsn)
    await drop_visitors(connection, today)
    await add_up_months(connection, today)
    await connection.execute(f"vacuum (analyze) {_COUNTERS}")
    await connection.close()


async def time_maintenance(dsn: str) -> dict[str, float]:
    """The seconds that automatic tasks take: every 20 s, once a month and once a day."""
    today = datetime.now(UTC).date()
    month = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    async with open_components(Settings(database=dsn)) as components:
        run_once = components.maintenance.run_once
        await run_once()
        pool = components.pools.upkeep
        idle = [await _time(run_once) for _ in range(ROUNDS)]
        daily = [await _time(lambda: _load_all_known(pool, today)) for _ in range(ROUNDS)]
    connection = await connect(dsn)
    await connection.execute("delete from months where month = $1", month)
    monthly = await _time(lambda: add_up_months(connection, today))
    await connection.close()
    return {"maintenance": median(idle), "month": monthly, "known": median(daily)}


async def _load_all_known(pool: asyncpg.Pool, today: date) -> None:
    """A running collector loads them one by one, spread over the day."""
    for row in await pool.fetch("select id from domains"):
        async for _ in load_known(pool, row["id"], today):
            pass


def time_recount(dsn: str) -> float:
    """Raises `AssertionError` if rollups and records differ."""
    start = time.monotonic()
    run_command(dsn, "recount")
    return time.monotonic() - start


def time_pruning(dsn: str, first_day: date) -> dict[str, float]:
    """Drops a month of records, and adds up its rollups of actions again, as maintenance does. The
    collector must not be running: both would wait for each other's locks until one times out."""
    start = time.monotonic()
    run_command(dsn, "prune", (first_day + timedelta(days=PRUNED_DAYS)).isoformat())
    seconds = time.monotonic() - start

    async def add_up() -> float:
        connection = await connect(dsn)
        passed = await _time(lambda: add_up_months(connection, datetime.now(UTC).date()))
        await connection.close()
        return passed

    return {"prune": seconds, "afterPruning": uvloop.run(add_up())}


async def _time(work: Callable[[], Awaitable[object]]) -> float:
    start = time.monotonic()
    await work()
    return time.monotonic() - start
