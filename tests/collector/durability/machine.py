"""A machine with PostgreSQL and a collector, and an init system that restarts them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from collector.postgres.database import connect
from harness.collector.service import Service, call_command, start_service, wait_for
from harness.network import find_port
from harness.postgres import Postgres, run_postgres

LAZY = ("synchronous_commit=off", "wal_writer_delay=10s")
"""A crash loses the last seconds, unless a client sets `synchronous_commit`."""


@dataclass
class Machine:
    postgres: Postgres
    port: int
    collector: Service | None = None

    def start_collector(self) -> None:
        """Retries until PostgreSQL is ready."""
        deadline = time.monotonic() + 60
        while True:
            self.collector = start_service(self.postgres.dsn, self.port)
            try:
                return wait_for(self.collector)
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise

    def kill_collector(self) -> None:
        if self.collector:
            self.collector.process.kill()
            self.collector.process.wait()


@contextmanager
def run_machine(*settings: str, place: Path | None = None) -> Iterator[Machine]:
    with run_postgres(*(settings or LAZY), place=place) as postgres:
        call_command(postgres.dsn, "migrate")
        machine = Machine(postgres, find_port())
        try:
            machine.start_collector()
            yield machine
        finally:
            machine.kill_collector()


@dataclass(frozen=True)
class Hold:
    """A transaction that all others wait for."""

    connection: asyncpg.Connection

    async def wait_for_others(self) -> None:
        while not await self.connection.fetchval("select true from pg_locks where not granted"):
            await asyncio.sleep(0.05)


@asynccontextmanager
async def hold(dsn: str) -> AsyncIterator[Hold]:
    """Blocks all commits."""
    connection = await connect(dsn)
    try:
        async with connection.transaction():
            await connection.execute("lock table rollups in exclusive mode")
            yield Hold(connection)
    finally:
        await connection.close()


@dataclass(frozen=True)
class Fault:
    """A failure, and how the init system recovers from it."""

    strike: Callable[[Machine], None]
    restore: Callable[[Machine], None]


def _end_collector(machine: Machine) -> None:
    if machine.collector:
        machine.collector.stop()


def _kill_both(machine: Machine) -> None:
    """Simulates a power failure."""
    machine.postgres.kill()
    machine.kill_collector()


def _start_postgres_late(machine: Machine) -> None:
    """Starts PostgreSQL after the collector has detected the failure."""
    assert machine.collector
    while machine.collector.request("GET", "/health").status == 200:
        time.sleep(0.05)
    machine.postgres.start()


def _start_both(machine: Machine) -> None:
    """Starts both at the same time."""
    with ThreadPoolExecutor() as threads:
        starts = [threads.submit(machine.postgres.start), threads.submit(machine.start_collector)]
        for start in starts:
            start.result()


ONE_OF_TWO = "one of two"

FAULTS = {
    "collector": Fault(Machine.kill_collector, Machine.start_collector),
    "postgres": Fault(lambda machine: machine.postgres.kill(), _start_postgres_late),
    "both": Fault(_kill_both, _start_both),
    ONE_OF_TWO: Fault(Machine.kill_collector, Machine.start_collector),
    "ended": Fault(_end_collector, Machine.start_collector),
}
"""Failures by name. `ended` is a shutdown by SIGTERM."""
