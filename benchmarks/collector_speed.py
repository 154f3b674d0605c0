"""Measures the cost of page views for the collector: CPU, time, memory and disk.

    python -m benchmarks.collector_speed          some minutes
    python -m benchmarks.collector_speed --full   1,000 requests a second for 60 s, more rounds

Needs PostgreSQL (`make setup` installs it), and nothing that is built.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg
import uvloop

from benchmarks.collector.cost import LEVELS, LIMIT, Cost, Level, measure_cost
from benchmarks.collector.load import Latency, Outcome
from benchmarks.collector.machine import Cpu, Machine, run_hello, run_machine
from benchmarks.collector.traffic import ACTIONS_PER_VIEW, UPDATES_PER_VIEW
from benchmarks.numbers import render_number, round_figure
from benchmarks.site.outcome import (
    Spread,
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from collector.postgres.database import connect
from collector.postgres.recount import recount
from harness.collector.stored import coarsen
from harness.tables import render_table

RATE = 1000.0
"""Requests per second that the collector must sustain."""
P99_MS = 50.0
VIEWS_PER_MONTH = 10_000_000
SATURATING = 24_000
"""The number of requests that are sent as fast as possible."""

NOTES = f"""\
The collector runs as in production: one process behind a proxy, and PostgreSQL 15 with its default
settings (commits wait for the disk). Everything runs on one machine, including the load generator
in a separate process. CPU time is that of the collector and all PostgreSQL processes, as reported
by the kernel. On a busy machine, times are much longer and CPU time somewhat, so the load is
listed.

A *durable view* is a `createRecord` with all details, answered after its commit. It is compared
with two baselines: the bare response of uvicorn to the same requests, from a function that only
reads the body, and a bare COPY of the same rows. The COPY uses asyncpg, batches of the same size,
and a table with the same columns and primary key. If a rate is listed, all three run at that rate;
otherwise each runs as fast as it can. The baselines are measured right after the collector, in the
same round. Values are medians of the rounds, with the minimum and the maximum.

The mixture has {UPDATES_PER_VIEW} updates and {ACTIONS_PER_VIEW:g} actions per view. Requests are
scheduled at random times, whether or not earlier ones have been answered, and latency is measured
from the scheduled time. Afterwards every acknowledged id is looked up, and rollups are compared
with a recount. Disk space includes records, actions, their indexes and the rollups, after the
updates and before any vacuum."""


@dataclass(frozen=True)
class Hold:
    """A mix of requests, and its outcome."""

    name: str
    outcome: Outcome
    cpu: Cpu
    memory_mb: tuple[float, float]
    """Near the start, and at the end."""
    lost: int
    """Acknowledged but not stored."""
    differences: int
    """Differences between rollups and records."""
    load: float
    bytes_per_view: float

    @property
    def requests(self) -> int:
        return sum(self.outcome.answers.values())

    @property
    def per_second(self) -> float:
        return self.requests / self.outcome.seconds

    @property
    def cpu_us(self) -> float:
        return self.cpu.total / self.requests * 1e6


def measure_costs(machine: Machine, rounds: int, levels: Sequence[Level]) -> Iterator[Cost]:
    with run_hello() as hello:
        measure_cost(machine, hello, Level(None, 500), 1)  # warms up
        for number in range(rounds):
            for place, level in enumerate(levels):
                _say(f"round {number + 1} of {rounds}: views, {level.name}")
                yield measure_cost(machine, hello, level, 10 + number * 10 + place)


def hold(machine: Machine, name: str, **plan: Any) -> Hold:
    """Sends a mix of requests, then checks that all of them are stored."""
    _say(f"mixture, {name}")
    machine.send(connections=64, requests=2000, is_mixed=True, seed=5, rate=RATE)
    before = machine.load_memory_mb()
    load = os.getloadavg()[0]
    outcome, cpu = machine.send(connections=256, is_mixed=True, seed=6, **plan)
    memory = before, machine.load_memory_mb()
    lost, differences, size = uvloop.run(_check(machine.postgres.dsn, outcome))
    return Hold(name, outcome, cpu, memory, lost, differences, max(load, os.getloadavg()[0]), size)


async def _check(dsn: str, outcome: Outcome) -> tuple[int, int, float]:
    connection = await connect(dsn)
    lost = 0
    for query, ids in (
        ("select count(*) from records where id = any($1::uuid[])", outcome.records),
        ("select count(*) from actions where id = any($1::uuid[])", outcome.actions),
        (
            "select count(*) from records where id = any($1::uuid[]) and duration > 0",
            outcome.updated,
        ),
    ):
        stored = {coarsen(id_) for id_ in ids}
        lost += len(stored) - await connection.fetchval(query, list(stored))
    differences = await recount(connection, repair=False)
    size = await _measure_disk(connection)
    await connection.close()
    return lost, len(differences), size


async def _measure_disk(connection: asyncpg.Connection) -> float:
    bytes_: int = await connection.fetchval("""
      select sum(pg_total_relation_size(oid))::bigint from pg_class
      where relkind = 'r' and relname ~ '^(records_|actions_|rollups|action_rollups)'""")
    records: int = await connection.fetchval("select count(*) from records")
    return bytes_ / records


def check_targets(costs: Sequence[Cost], held: Hold, full: Hold) -> Iterator[Verdict]:
    for level, known in _by_level(costs).items():
        promise = f"Durable views, {level.name}: CPU, relative to a bare response and a bare COPY"
        yield Verdict(promise, LIMIT, Spread.of(cost.ratio for cost in known).median)
    yield Verdict(f"{held.name}: p99 latency, ms", P99_MS, held.outcome.latency.p99)
    for one in (held, full):
        yield Verdict(f"{one.name}: rejected or failed", 0, one.outcome.errors)
        yield Verdict(f"{one.name}: acknowledged but not stored", 0, one.lost)
        yield Verdict(f"{one.name}: rollups that differ from a recount", 0, one.differences)


def _by_level(costs: Sequence[Cost]) -> dict[Level, list[Cost]]:
    levels: dict[Level, list[Cost]] = {}
    for cost in costs:
        levels.setdefault(cost.level, []).append(cost)
    return levels


def render_costs(costs: Sequence[Cost]) -> str:
    header = [
        "views",
        "batch",
        "collector, µs",
        "PostgreSQL, µs",
        "bare response",
        "bare COPY",
        "ratio",
    ]
    rows = [
        [
            level.name,
            Spread.of(cost.batch for cost in known).render(1),
            Spread.of(cost.app for cost in known).render(),
            Spread.of(cost.database for cost in known).render(),
            Spread.of(cost.hello for cost in known).render(),
            Spread.of(cost.copy for cost in known).render(),
            f"**{Spread.of(cost.ratio for cost in known).render(2)} x**",
        ]
        for level, known in _by_level(costs).items()
    ]
    return render_table(header, rows)


def render_holds(holds: Sequence[Hold]) -> str:
    header = ["mixture", "requests/s", "p50, ms", "p99, ms", "p99.9, ms", "worst, ms",
              "CPU, µs", "memory, MB", "load"]  # fmt: skip
    rows = []
    for one in holds:
        latency = one.outcome.latency
        rows.append(
            [
                one.name,
                render_number(one.per_second),
                *(f"{ms:,.1f}" for ms in (latency.p50, latency.p99, latency.p999, latency.worst)),
                f"{one.cpu_us:,.0f}",
                f"{one.memory_mb[0]:.0f} to {one.memory_mb[1]:.0f}",
                f"{one.load:.1f}",
            ]
        )
    return render_table(header, rows)


def render_headroom(costs: Sequence[Cost], held: Hold, full: Hold) -> str:
    """Compares the capacity with the load of a site with ten million views per month."""
    fastest = _by_level(costs)[LEVELS[-1]]
    view_us = Spread.of(cost.total for cost in fastest).median
    gigabytes = full.bytes_per_view * VIEWS_PER_MONTH / 1e9
    rows = [
        ["durable views per CPU second", render_number(1e6 / view_us)],
        ["requests of the mixture per CPU second", render_number(1e6 / full.cpu_us)],
        ["maximum requests/s of the mixture", render_number(full.per_second)],
        ["load generator, share of a core", render_number(_part(full))],
        [
            "share of two cores at 1,000 requests/s",
            f"{held.cpu.total / held.outcome.seconds / 2:.0%}",
        ],
        [
            "bytes on disk per view, including updates and actions",
            render_number(full.bytes_per_view),
        ],
        ["GB on disk for a month of 10 million views", render_number(gigabytes)],
    ]
    return render_table(["", ""], rows)


def _part(one: Hold) -> float:
    return one.outcome.cpu_seconds / one.outcome.seconds


def assemble_json(
    costs: Sequence[Cost], holds: Sequence[Hold], verdicts: Sequence[Verdict]
) -> dict[str, Any]:
    return {
        "load": [round_figure(number) for number in os.getloadavg()],
        "views": [
            {
                "level": level.name,
                "batch": Spread.of(cost.batch for cost in known).to_json(),
                "appMicroseconds": Spread.of(cost.app for cost in known).to_json(),
                "databaseMicroseconds": Spread.of(cost.database for cost in known).to_json(),
                "helloMicroseconds": Spread.of(cost.hello for cost in known).to_json(),
                "copyMicroseconds": Spread.of(cost.copy for cost in known).to_json(),
                "ratio": Spread.of(cost.ratio for cost in known).to_json(),
            }
            for level, known in _by_level(costs).items()
        ],
        "mixtures": [
            {
                "name": one.name,
                "requestsPerSecond": round_figure(one.per_second),
                "latencyMilliseconds": _latency_json(one.outcome.latency),
                "cpuMicroseconds": round_figure(one.cpu_us),
                "memoryMegabytes": [round_figure(mb) for mb in one.memory_mb],
                "bytesPerView": round_figure(one.bytes_per_view),
                "load": round_figure(one.load),
                "answers": one.outcome.answers,
                "lost": one.lost,
            }
            for one in holds
        ],
        "targets": [verdict.to_json() for verdict in verdicts],
    }


def _latency_json(latency: Latency) -> dict[str, float]:
    return {
        "p50": round_figure(latency.p50),
        "p99": round_figure(latency.p99),
        "p999": round_figure(latency.p999),
        "max": round_figure(latency.worst),
    }


def write_report(costs: Sequence[Cost], held: Hold, full: Hold) -> str:
    verdicts = list(check_targets(costs, held, full))
    made = (
        f"Generated by `python -m benchmarks.collector_speed`. {describe_machine()}, load "
        f"{held.load:.1f}, {len(costs) // len(LEVELS)} rounds."
    )
    sections = [
        "# Cost of a page view in the collector",
        made,
        render_notes(NOTES),
        "## Durable views",
        render_costs(costs),
        "## Views, updates and actions",
        render_holds([held, full]),
        "## Headroom",
        render_headroom(costs, held, full),
        "## Targets",
        render_verdicts(verdicts),
    ]
    return write_results("collector-speed", assemble_json(costs, [held, full], verdicts), sections)


def _say(what: str) -> None:
    print(f"{what} …", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.collector_speed")
    parser.add_argument("--full", action="store_true", help="fixed rate for 60 s, 4 rounds")
    options = parser.parse_args()
    rounds, seconds = (4, 60) if options.full else (3, 15)
    with run_machine() as machine:
        costs = list(measure_costs(machine, rounds, LEVELS))
    with run_machine() as machine:
        name = f"{RATE:,.0f}/s for {seconds} s"
        held = hold(machine, name, rate=RATE, requests=int(RATE * seconds))
        full = hold(machine, "maximum load", requests=SATURATING)
    print(write_report(costs, held, full))
    return 0


if __name__ == "__main__":
    sys.exit(main())
