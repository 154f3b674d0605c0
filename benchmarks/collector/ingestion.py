"""Sends a mix of requests to several collectors that share a database."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import cycle

import asyncpg
import uvloop

from benchmarks.collector.load import Outcome, Plan, send
from benchmarks.collector.machine import find_server
from benchmarks.collector.processor import load_cpu_seconds
from harness.collector.service import Domain, Service, run_service
from harness.collector.stored import coarsen
from harness.network import find_port
from harness.postgres import Postgres

ROUNDS = 3
REQUESTS = 12_000
"""The total of all collectors in a round."""
CONNECTIONS = 256
"""The total of all collectors."""

_PAUSE_S = 0.02
"""The interval between two samples of `pg_stat_activity`."""
RUNNING, LOCKED = "running", "Lock"
"""A session that doesn't wait, and the start of the names of waits for other sessions."""

_WAITS = f"""
  select coalesce(wait_event_type || ': ' || wait_event, '{RUNNING}') as wait
  from pg_stat_activity where application_name = 'collector' and state = 'active'"""  # noqa: S608 - no user input


@dataclass(frozen=True)
class Ingestion:
    """A run at maximum load."""

    processes: int
    sites: int
    requests: int
    seconds: float
    p99: float
    """Milliseconds, of the slowest sender."""
    collector_seconds: float
    """CPU time of all collectors."""
    database_seconds: float
    sender_seconds: float
    idle_seconds: float
    """Idle time of the machine, summed over its cores."""
    waits: Counter[str]
    """Samples of active sessions, by what they were waiting for."""
    errors: int
    lost: int
    """Acknowledged but not stored."""

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds

    @property
    def cores(self) -> tuple[float, float, float]:
        """Used by the collectors, by PostgreSQL and by the senders."""
        times = self.collector_seconds, self.database_seconds, self.sender_seconds
        return times[0] / self.seconds, times[1] / self.seconds, times[2] / self.seconds

    @property
    def idle(self) -> float:
        """Cores. The rest, up to those of the machine, is used by other programs."""
        return self.idle_seconds / self.seconds


def share_of(waits: Mapping[str, int], kind: str) -> float:
    """The share of samples whose wait event starts with `kind`."""
    found = sum(count for wait, count in waits.items() if wait.startswith(kind))
    return found / max(1, sum(waits.values()))


def ingest(postgres: Postgres, domains: Sequence[Domain], processes: int) -> Ingestion:
    """Returns the round with the median rate, with the failures of all rounds. Each collector
    receives the requests of one site. A single site is the worst case: all batches change the same
    rows."""
    with _run_services(postgres.dsn, processes) as services:
        # Each round has a different seed, so that all visitors are new.
        seeds = [10_000 * len(domains) + 1_000 * processes + 100 * one for one in range(ROUNDS + 1)]
        _send_all(postgres.dsn, domains, services, 500, seeds[0])  # warms up
        rounds = [_ingest_once(postgres, domains, services, seed) for seed in seeds[1:]]
    rounds.sort(key=lambda one: one.per_second)
    return replace(
        rounds[ROUNDS // 2],
        errors=sum(one.errors for one in rounds),
        lost=sum(one.lost for one in rounds),
    )


def _ingest_once(
    postgres: Postgres, domains: Sequence[Domain], services: Sequence[Service], seed: int
) -> Ingestion:
    before = _load_cpu(services), load_cpu_seconds(find_server(postgres))
    requests = REQUESTS // len(services)
    outcomes, waits = _send_all(postgres.dsn, domains, services, requests, seed)
    after = _load_cpu(services), load_cpu_seconds(find_server(postgres))
    longest = max(outcomes, key=lambda one: one.seconds)
    return Ingestion(
        len(services),
        len(domains),
        sum(sum(one.answers.values()) for one in outcomes),
        longest.seconds,
        max(one.latency.p99 for one in outcomes),
        after[0] - before[0],
        after[1] - before[1],
        sum(one.cpu_seconds for one in outcomes),
        longest.idle_seconds,
        waits,
        sum(one.errors for one in outcomes),
        uvloop.run(_count_lost(postgres.dsn, outcomes)),
    )


@contextmanager
def _run_services(dsn: str, count: int) -> Iterator[list[Service]]:
    """Starts collectors as in production: behind a proxy, with the default limits per address."""
    settings = {"trusted_proxies": "127.0.0.1", "burst": "200", "rate": "20"}
    with ExitStack() as stack:
        yield [stack.enter_context(run_service(dsn, find_port(), **settings)) for _ in range(count)]


def _load_cpu(services: Sequence[Service]) -> float:
    return sum(load_cpu_seconds(service.process.pid) for service in services)


def _send_all(
    dsn: str, domains: Sequence[Domain], services: Sequence[Service], requests: int, seed: int
) -> tuple[list[Outcome], Counter[str]]:
    """Sends requests to all collectors at the same time."""
    plans = [
        Plan(
            port=service.port,
            domain_id=domain.id,
            event_id=domain.events["route"],
            connections=CONNECTIONS // len(services),
            requests=requests,
            is_mixed=True,
            seed=seed + number,
        )
        for number, (service, domain) in enumerate(zip(services, cycle(domains), strict=False))
    ]

    async def run() -> tuple[list[Outcome], Counter[str]]:
        is_done = asyncio.Event()
        watching = asyncio.create_task(_watch(dsn, is_done))
        outcomes = await asyncio.gather(*(asyncio.to_thread(send, plan) for plan in plans))
        is_done.set()
        return outcomes, await watching

    return uvloop.run(run())


async def _watch(dsn: str, is_done: asyncio.Event) -> Counter[str]:
    waits: Counter[str] = Counter()
    connection = await asyncpg.connect(dsn)
    while not is_done.is_set():
        waits.update(row["wait"] for row in await connection.fetch(_WAITS))
        await asyncio.sleep(_PAUSE_S)
    await connection.close()
    return waits


async def _count_lost(dsn: str, outcomes: Sequence[Outcome]) -> int:
    connection = await asyncpg.connect(dsn)
    lost = 0
    for table, ids in (
        ("records", [id_ for one in outcomes for id_ in one.records]),
        ("actions", [id_ for one in outcomes for id_ in one.actions]),
    ):
        stored = {coarsen(id_) for id_ in ids}
        # The bounds select the partitions: without them, the ids are looked up in every day.
        query = f"""
          select count(*) from {table}
          where id = any($1::uuid[]) and created > now() - interval '1 hour'"""  # noqa: S608
        lost += len(stored) - await connection.fetchval(query, list(stored))
    await connection.close()
    return lost
