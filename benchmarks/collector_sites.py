"""Start, memory and delays of the event loop with 10,000 sites in one process, and with one.

    python -m benchmarks.collector_sites

Each site has 150 known values. Every site gets a view shortly before midnight and one after it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import uvloop

from collector.api.endpoint import Endpoint
from collector.app import Components, open_components, tune_garbage_collection
from collector.config import Settings
from collector.postgres.database import connect
from collector.visits import Visit
from harness.collector.loops import run_in_thread
from harness.collector.service import BROWSER, CREATE_RECORD
from harness.collector.stored import create_database
from harness.postgres import run_postgres
from harness.processes import resident_bytes

SITES = (1, 10_000)
VALUES = 150
CONCURRENT = 32
TICK_SECONDS = 0.002

_FILL = """
  create function to_id(number integer) returns uuid language sql
    as $$ select md5(number::text)::uuid $$;
  insert into domains (id, title, origins)
    select to_id(number), number::text, array['https://docs' || number || '.example']
    from generate_series(1, {sites}) as number;
  insert into events (id, domain_id, kind)
    select gen_random_uuid(), id, kind from domains,
      unnest(array['route', 'language', 'search', 'result', 'not-found', 'feedback']) as kind;
  insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds)
    select id, current_date - 1, 'page', '/' || page || '/', 1, 1, 0
    from domains, generate_series(1, {values}) as page;
  analyze;"""


@dataclass(frozen=True)
class Result:
    sites: int
    start_seconds: float
    started_mb: float
    """Resident memory after the start."""
    used_mb: float
    """Resident memory after a view of each site."""
    filling_ms: float
    """The longest delay of the event loop during the first view of each site."""
    midnight_ms: float
    """The same after midnight."""


class Clock:
    def __init__(self) -> None:
        self.now = datetime.now(UTC).replace(hour=23, minute=59)

    def __call__(self) -> datetime:
        return self.now


class Ticker:
    """Measures how late a timer of the event loop runs."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def run(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(TICK_SECONDS)
            self.longest = max(self.longest, time.perf_counter() - start - TICK_SECONDS)


def _memory_mb() -> float:
    return resident_bytes(os.getpid()) / 1e6


async def _measure(dsn: str, sites: int) -> Result:
    tune_garbage_collection()
    clock = Clock()
    start = time.perf_counter()
    async with open_components(Settings(database=dsn), now=clock) as components:
        seconds, started = time.perf_counter() - start, _memory_mb()
        ids = await _list_ids(dsn)
        filling = await _view_all(components, ids)
        used = _memory_mb()
        clock.now += timedelta(minutes=2)
        midnight = await _view_all(components, ids)
    return Result(sites, seconds, started, used, filling * 1e3, midnight * 1e3)


async def _list_ids(dsn: str) -> list[UUID]:
    connection = await connect(dsn)
    rows = await connection.fetch("select id from domains")
    await connection.close()
    return [row["id"] for row in rows]


async def _view_all(components: Components, ids: list[UUID]) -> float:
    """Returns the longest delay of the event loop."""
    ticker = Ticker()
    ticking = asyncio.create_task(ticker.run())
    waiting = iter(ids)

    async def view() -> None:
        for number, id_ in enumerate(waiting):
            await _view(components.endpoint, id_, number)

    await asyncio.gather(*(view() for _ in range(CONCURRENT)))
    ticking.cancel()
    return ticker.longest


async def _view(endpoint: Endpoint, id_: UUID, number: int) -> None:
    input_ = {"siteLocation": f"https://docs.example/{number % VALUES + 1}/"}
    body = {"query": CREATE_RECORD, "variables": {"domainId": str(id_), "input": input_}}
    address = f"10.0.{number // 250 % 250}.{number % 250}"
    answer = await endpoint.handle(json.dumps(body).encode(), Visit(address, BROWSER, None, False))
    if b'"errors"' in answer.body or answer.status != 200:
        raise RuntimeError(answer.body.decode())


def measure(dsn: str, sites: int) -> Result:
    return uvloop.run(_measure(dsn, sites))


async def _fill(dsn: str, sites: int) -> None:
    connection = await connect(dsn)
    await connection.execute(_FILL.format(sites=sites, values=VALUES), timeout=300)
    await connection.close()


def main() -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    # A new process for each, because memory is rarely returned to the system.
    context = multiprocessing.get_context("spawn")
    with run_postgres() as postgres:
        for sites in SITES:
            dsn = create_database(postgres, f"sites{sites}")
            run_in_thread(_fill(dsn, sites))
            with ProcessPoolExecutor(1, mp_context=context) as process:
                result = process.submit(measure, dsn, sites).result()
            sys.stdout.write(
                f"{result.sites} sites: start {result.start_seconds:.2f} s, "
                f"{result.started_mb:.0f} MB, {result.used_mb:.0f} MB after a view of each site; "
                f"longest delay of the event loop {result.filling_ms:.0f} ms, "
                f"after midnight {result.midnight_ms:.0f} ms\n"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
