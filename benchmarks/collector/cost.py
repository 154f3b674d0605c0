"""CPU time of a durable page view, compared with a minimal response and a plain COPY."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg
import uvloop

from benchmarks.collector.load import Plan, send
from benchmarks.collector.machine import Cpu, Machine, find_server
from benchmarks.collector.processor import load_cpu_seconds

LIMIT = 3.0
"""Relative to the total time of a minimal response and a plain COPY."""


@dataclass(frozen=True)
class Level:
    """The load of a measurement."""

    rate: float | None
    """Requests per second. If None, each connection sends its next request after a response."""
    requests: int
    connections: int = 64

    @property
    def name(self) -> str:
        return f"{self.rate:,.0f}/s" if self.rate else f"{self.connections} concurrent"


LEVELS = (
    Level(100, 500),
    Level(1000, 4000),
    Level(None, 8000),
    Level(None, 8000, connections=256),
)


@dataclass(frozen=True)
class Cost:
    """CPU time of one page view, in microseconds."""

    level: Level
    batch: float
    """Average page views per transaction."""
    app: float
    database: float
    hello: float
    copy: float
    per_second: float

    @property
    def total(self) -> float:
        return self.app + self.database

    @property
    def ratio(self) -> float:
        return self.total / (self.hello + self.copy)


def measure_cost(machine: Machine, hello: tuple[int, int], level: Level, seed: int) -> Cost:
    """Measures all three in a row, so that the machine is in the same state."""
    count = level.requests
    before = uvloop.run(_find_newest(machine.postgres.dsn))
    plan = {"connections": level.connections, "requests": count, "seed": seed}
    outcome, cpu = machine.send(**plan, **({"rate": level.rate} if level.rate else {}))
    if outcome.errors:
        raise RuntimeError(f"Not all requests were answered well: {outcome.answers}")
    rows, batches = uvloop.run(_load_rows(machine.postgres.dsn, before))
    batch = len(rows) / batches
    return Cost(
        level,
        batch,
        cpu.app / count * 1e6,
        cpu.database / count * 1e6,
        _measure_hello(hello, level, seed) / count * 1e6,
        _measure_copy(machine, level, rows, round(batch)).total / len(rows) * 1e6,
        count / outcome.seconds,
    )


def _measure_hello(hello: tuple[int, int], level: Level, seed: int) -> float:
    port, process_id = hello
    before = load_cpu_seconds(process_id)
    send(
        Plan(
            port=port,
            domain_id="8" * 36,
            event_id="8" * 36,
            connections=level.connections,
            requests=level.requests,
            rate=level.rate,
            seed=seed,
        )
    )
    return load_cpu_seconds(process_id) - before


async def _find_newest(dsn: str) -> int:
    """Returns the next transaction id, because stored timestamps are truncated to minutes."""
    connection = await asyncpg.connect(dsn)
    newest: int = await connection.fetchval("select txid_snapshot_xmax(txid_current_snapshot())")
    await connection.close()
    return newest


async def _load_rows(dsn: str, since: int) -> tuple[list[tuple[Any, ...]], int]:
    """Returns the rows that were stored since, and the number of transactions."""
    connection = await asyncpg.connect(dsn)
    stored = "from records where xmin::text::bigint >= $1"
    rows = await connection.fetch(f"select * {stored} order by id", since)
    batches = await connection.fetchval(f"select count(distinct xmin::text) {stored}", since)
    await connection.close()
    return [tuple(row) for row in rows], batches


def _measure_copy(
    machine: Machine, level: Level, rows: Sequence[tuple[Any, ...]], batch: int
) -> Cpu:
    """Copies the same rows into a table that only has the same columns and key."""
    server = find_server(machine.postgres)
    pause = batch / level.rate if level.rate else 0.0

    async def copy() -> Cpu:
        connection = await asyncpg.connect(machine.postgres.dsn)
        await connection.execute("drop table if exists bare")
        await connection.execute("create table bare (like records, primary key (id, created))")
        before = Cpu(time.process_time(), load_cpu_seconds(server))
        start = time.perf_counter()
        for number, first in enumerate(range(0, len(rows), batch)):
            await asyncio.sleep(max(0, start + number * pause - time.perf_counter()))
            await connection.copy_records_to_table("bare", records=rows[first : first + batch])
        used = Cpu(time.process_time(), load_cpu_seconds(server)) - before
        await connection.close()
        return used

    return uvloop.run(copy())
