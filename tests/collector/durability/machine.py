"""A machine with PostgreSQL and a collector, and an init system that starts again what died."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import asyncpg

from collector.postgres.database import connect
from collector.postgres.registry import add_domain
from harness.collector.service import ORIGIN, Domain, Service, run_command, start_service, wait_for
from harness.network import find_port
from harness.postgres import Postgres, run_postgres

LAZY = ("synchronous_commit=off", "wal_writer_delay=10s")
"""A server whose own settings forget the last seconds when it dies: we must ask for better."""


@dataclass
class Machine:
    """What can die, and comes back."""

    postgres: Postgres
    port: int
    collector: Service | None = None

    def start_collector(self) -> None:
        """Starts it again as long as PostgreSQL is not ready for it."""
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
def run_machine() -> Iterator[Machine]:
    with run_postgres(*LAZY) as postgres:
        run_command(postgres.dsn, "migrate")
        machine = Machine(postgres, find_port())
        try:
            machine.start_collector()
            yield machine
        finally:
            machine.kill_collector()


async def create_domain(dsn: str, title: str) -> Domain:
    """Without a command, which would cost a second."""
    connection = await connect(dsn)
    try:
        added = await add_domain(connection, title, [ORIGIN], [])
    finally:
        await connection.close()
    return Domain(str(added.id), {kind: str(event) for kind, event in added.events.items()})


@dataclass(frozen=True)
class Hold:
    """A transaction for which all others have to wait."""

    connection: asyncpg.Connection

    async def wait_for_others(self) -> None:
        while not await self.connection.fetchval("select true from pg_locks where not granted"):
            await asyncio.sleep(0.05)


@asynccontextmanager
async def hold(dsn: str) -> AsyncIterator[Hold]:
    """Nothing can be committed meanwhile."""
    connection = await connect(dsn)
    try:
        async with connection.transaction():
            await connection.execute("lock table rollups in exclusive mode")  # reads go on
            yield Hold(connection)
    finally:
        await connection.close()


@dataclass(frozen=True)
class Fault:
    """What happens, and what an init system does about it."""

    strike: Callable[[Machine], None]
    mend: Callable[[Machine], None]


def _end_collector(machine: Machine) -> None:
    """As an owner does it."""
    if machine.collector:
        machine.collector.stop()


def _kill_both(machine: Machine) -> None:
    """The power goes."""
    machine.postgres.kill()
    machine.kill_collector()


def _start_postgres_late(machine: Machine) -> None:
    """It stays away for a while, and the collector goes on alone."""
    time.sleep(random.uniform(0.3, 1.0))  # noqa: S311 - no secret
    machine.postgres.start()


def _start_both(machine: Machine) -> None:
    """At the same time: neither waits for the other."""
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
"""By name of what dies: `one of two` collectors, `ended` by SIGTERM after its work."""
