"""Measures how the collector's database grows: size, dashboard, maintenance and ingestion.

    python -m benchmarks.collector_growth                       1 million records
    python -m benchmarks.collector_growth --millions 1 10 100   100 million take 30 GB and an hour

Needs PostgreSQL (`make setup` installs it), and nothing that is built.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import asyncpg
import uvloop

from benchmarks.collector.archive import QUICK, choose_days
from benchmarks.collector.ingestion import RUNNING, Ingestion, ingest
from benchmarks.collector.machine import Machine
from benchmarks.collector.upkeep import (
    PRUNED_DAYS,
    settle,
    time_maintenance,
    time_pruning,
    time_recount,
)
from benchmarks.collector.years import fill_years
from benchmarks.collector_dashboard import (
    PERIODS,
    QUESTIONS,
    ROUNDS,
    YEARS_DAYS,
    Question,
    ask_question,
)
from benchmarks.numbers import render_number, round_figure
from benchmarks.site.outcome import (
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from harness.collector.service import Domain, add_domain, run_command, run_service
from harness.network import find_port
from harness.postgres import Postgres, run_postgres
from harness.tables import render_table

SITES = 10
MILLION = 1_000_000
LEAST = 4 * SITES * YEARS_DAYS
"""Records: on each day, each site has a few."""
PROCESSES = (1, 2, 4)
P95_MS = 150.0
HOURLY = ("overview", "hours", "page?path=/guide/page-1.html")
"""Queries about one day, which are counted from records."""

MEASURED = ("autovacuum=off",)
"""Settings of PostgreSQL besides its defaults. Autovacuum would vacuum two years at the same time,
instead of one day per day."""

NOTES = f"""\
Each database has {SITES} sites with {YEARS_DAYS} days of records, and one action for every four
records. A week is generated and repeated, with other timestamps. Each site has 800 pages, and the
tenth page of a language is viewed a tenth as often as the first. More records mean more views of
the same pages, not more pages.

PostgreSQL is restarted with its default settings before anything is measured, except that
`max_connections` is 50, autovacuum is off and the records haven't been vacuumed. Each query of the
dashboard is sent {ROUNDS} times over HTTP for one of the sites. Times are the 95th percentile,
from the request to the last byte of the response. *Maintenance* is one run of the task that a
collector starts every 20 s, with nothing to do; *month* is adding up the last month. *Values* is
the time to load the known values, which delays the first page view of a day. *Prune* is `collector
prune` for {PRUNED_DAYS} days, and *next maintenance* adds up their months again. *Recount* is
`collector recount`: it found no differences, including in the ingested data.

Ingestion is the mixture of `collector_speed` at maximum load, for one site: all batches change the
same rollups. Collectors, PostgreSQL and senders share one machine. *Cores* is their CPU time per
second. Batches *run*, or wait for a row that another collector has changed (*lock*), or for the
disk and other resources (*other*), as seen in `pg_stat_activity`."""


@dataclass(frozen=True)
class Size:
    """The measurements of one database."""

    records: int
    rollups: int
    bytes: int
    seconds: dict[str, float]
    questions: tuple[Question, ...]
    ingestion: tuple[Ingestion, ...]
    load: float

    @property
    def slowest(self) -> Question:
        return max(self.questions, key=lambda one: one.percentile)


def measure_size(records: int) -> Size:
    days = choose_days(YEARS_DAYS, datetime.now(UTC).date())
    with run_postgres(*QUICK) as filling:
        run_command(filling.dsn, "migrate")
        domains = [
            add_domain(filling.dsn, f"Docs {number}", languages=["zh"]) for number in range(SITES)
        ]
        token = run_command(filling.dsn, "token", "add", "bench").strip()
        _say(f"generating {records:,} records")
        start = time.monotonic()
        uvloop.run(fill_years(filling.dsn, domains, records, days))
        seconds = {"fill": time.monotonic() - start}
        uvloop.run(settle(filling.dsn))
        described = uvloop.run(_describe(filling.dsn))
        with _restart(filling) as postgres:
            questions = tuple(_ask_all(postgres, domains[0], token))
            seconds |= uvloop.run(time_maintenance(postgres.dsn))
            ingestion = tuple(_ingest_all(postgres, domains[0]))
            _say("recount")
            seconds["recount"] = time_recount(postgres.dsn)
            seconds |= time_pruning(postgres.dsn, days[0])
    return Size(*described, seconds, questions, ingestion, os.getloadavg()[0])


@contextmanager
def _restart(filled: Postgres) -> Iterator[Postgres]:
    """The same data with settings that are safe."""
    filled.stop()
    os.sync()
    postgres = Postgres(filled.folder, MEASURED)
    postgres.start()
    try:
        yield postgres
    finally:
        postgres.kill()


async def _describe(dsn: str) -> tuple[int, int, int]:
    connection = await asyncpg.connect(dsn)
    found = await connection.fetchrow("""
      select (select sum(views) from rollups where dimension = 'total')::bigint,
        (select count(*) from rollups), pg_database_size(current_database())""")
    await connection.close()
    return tuple(found)


def _ask_all(postgres: Postgres, domain: Domain, token: str) -> Iterator[Question]:
    _say("dashboard")
    with run_service(postgres.dsn, find_port()) as service:
        machine = Machine(postgres, domain, service.port, service.process.pid)
        for name in HOURLY:
            yield ask_question(machine, token, name, 1)
        for days in PERIODS:
            for name in QUESTIONS:
                yield ask_question(machine, token, name, days)


def _ingest_all(postgres: Postgres, domain: Domain) -> Iterator[Ingestion]:
    for processes in PROCESSES:
        _say(f"ingestion with {processes} {'process' if processes == 1 else 'processes'}")
        yield ingest(postgres, domain, processes)


def check_targets(sizes: Sequence[Size]) -> Iterator[Verdict]:
    for size in sizes:
        slowest = size.slowest
        promise = f"{size.records:,} records: slowest query, ms: {slowest.name}, {slowest.days} d"
        yield Verdict(promise, P95_MS, slowest.percentile)
        lost = sum(one.lost + one.errors for one in size.ingestion)
        yield Verdict(f"{size.records:,} records: requests that failed or were lost", 0, lost)


def render_sizes(sizes: Sequence[Size]) -> str:
    header = ["records", "rollup rows", "GB", "bytes per record", "maintenance, s", "month, s",
              "values, s", "prune, s", "next maintenance, s", "recount, s", "load"]  # fmt: skip
    keys = ("maintenance", "month", "known", "prune", "afterPruning", "recount")
    rows = [
        [
            f"{size.records:,}",
            f"{size.rollups:,}",
            render_number(size.bytes / 1e9),
            render_number(size.bytes / size.records),
            *(render_number(size.seconds[key]) for key in keys),
            f"{size.load:.1f}",
        ]
        for size in sizes
    ]
    return render_table(header, rows)


def render_questions(sizes: Sequence[Size]) -> str:
    header = ["query, p95 in ms", *(f"{size.records:,}" for size in sizes)]
    asked = [(one.name, one.days) for one in sizes[0].questions]
    rows = []
    for name, days in asked:
        known = [_find(size, name, days) for size in sizes]
        unit = "day" if days == 1 else "days"
        rows.append([f"{name}, {days} {unit}", *(f"{one.percentile:,.0f}" for one in known)])
    return render_table(header, rows)


def _find(size: Size, name: str, days: int) -> Question:
    return next(one for one in size.questions if (one.name, one.days) == (name, days))


def render_ingestion(sizes: Sequence[Size]) -> str:
    header = ["records", "collectors", "requests/s", "p99, ms", "collector, µs", "PostgreSQL, µs",
              "cores: collectors", "PostgreSQL", "senders", "run", "lock", "other"]  # fmt: skip
    rows = []
    for size in sizes:
        for one in size.ingestion:
            run, lock = one.share_of(RUNNING), one.share_of("Lock")
            rows.append(
                [
                    f"{size.records:,}",
                    str(one.processes),
                    render_number(one.per_second),
                    render_number(one.p99),
                    f"{one.collector_seconds / one.requests * 1e6:,.0f}",
                    f"{one.database_seconds / one.requests * 1e6:,.0f}",
                    *(f"{cores:.2f}" for cores in one.cores),
                    *(f"{share:.0%}" for share in (run, lock, 1 - run - lock)),
                ]
            )
    return render_table(header, rows)


def assemble_json(sizes: Sequence[Size], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {
        "sites": SITES,
        "days": YEARS_DAYS,
        "cores": os.cpu_count(),
        "sizes": [_size_json(size) for size in sizes],
        "targets": [verdict.to_json() for verdict in verdicts],
    }


def _size_json(size: Size) -> dict[str, Any]:
    return {
        "records": size.records,
        "rollups": size.rollups,
        "bytes": size.bytes,
        "load": round_figure(size.load),
        "seconds": {name: round_figure(value) for name, value in size.seconds.items()},
        "p95Milliseconds": [
            {"query": one.name, "days": one.days, "p95": round_figure(one.percentile),
             "median": round_figure(one.median), "cpu": round_figure(one.cpu)}
            for one in size.questions
        ],
        "ingestion": [_ingestion_json(one) for one in size.ingestion],
    }  # fmt: skip


def _ingestion_json(one: Ingestion) -> dict[str, Any]:
    return {
        "processes": one.processes,
        "requestsPerSecond": round_figure(one.per_second),
        "p99Milliseconds": round_figure(one.p99),
        "collectorMicroseconds": round_figure(one.collector_seconds / one.requests * 1e6),
        "databaseMicroseconds": round_figure(one.database_seconds / one.requests * 1e6),
        "cores": [round_figure(cores) for cores in one.cores],
        "waits": dict(one.waits.most_common()),
        "errors": one.errors,
        "lost": one.lost,
    }


def write_report(sizes: Sequence[Size]) -> str:
    verdicts = list(check_targets(sizes))
    sections = [
        "# Growth of the collector",
        f"Generated by `python -m benchmarks.collector_growth`. {describe_machine()}.",
        render_notes(NOTES),
        "## Size and maintenance",
        render_sizes(sizes),
        "## Dashboard",
        render_questions(sizes),
        "## Ingestion",
        render_ingestion(sizes),
        "## Targets",
        render_verdicts(verdicts),
    ]
    return write_results("collector-growth", assemble_json(sizes, verdicts), sections)


def _say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what} …", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.collector_growth")
    parser.add_argument(
        "--millions", type=float, nargs="+", default=[1.0], help="records of each database"
    )
    counts = [round(millions * MILLION) for millions in parser.parse_args().millions]
    if min(counts) < LEAST:
        parser.error(f"--millions must be at least {LEAST / MILLION}.")
    sizes: list[Size] = []
    for count in counts:
        sizes.append(measure_size(count))
        # After each, because the next may take much longer.
        print(write_report(sorted(sizes, key=lambda size: size.records)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
