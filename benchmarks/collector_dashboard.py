"""Measures the response times of the dashboard API with two years of records.

    python -m benchmarks.collector_dashboard          1 million records
    python -m benchmarks.collector_dashboard --full   10 million, which takes 4 GB and minutes

Needs PostgreSQL (`make setup` installs it), and nothing that is built.
"""

from __future__ import annotations

import argparse
import http.client
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Any

import asyncpg
import uvloop

from benchmarks.collector.archive import QUICK, choose_days, fill, tidy
from benchmarks.collector.machine import Machine
from benchmarks.numbers import render_number, round_figure
from benchmarks.site.outcome import (
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from collector.model import DIMENSIONS
from harness.collector.service import ORIGIN, Domain, add_domain, run_command, run_service
from harness.network import find_port
from harness.postgres import run_postgres
from harness.tables import render_table

YEARS_DAYS = 730
FEW, MANY = 1_000_000, 10_000_000
PERIODS = (7, 30, 60, YEARS_DAYS)
ROUNDS = 20
LIMIT_MS = 100.0
LISTS = "improvements"
LISTS_PERIODS = (7, 30)
LISTS_LIMIT_MS = 150.0
"""Limit of the 95th percentile. The lists are the first page that an owner sees."""

QUESTIONS = (
    "overview",
    LISTS,
    "active",
    "days",
    "days?page=/guide/page-1.html",
    "page?path=/guide/page-1.html",
    "pages",
    "pages?limit=5000&format=csv",
    "pages?sort=helpful",
    *DIMENSIONS,
    "events/route",
    "events/search",
)
"""All queries of the dashboard for a domain."""

NOTES = f"""\
Records are spread evenly over {YEARS_DAYS} days and unevenly over 800 pages: the tenth page of a
language is viewed a tenth as often as the first. There is one action for every four records. The
database generates the records, a page list with every third translation outdated, and `collector
recount --repair` the rollups. Then each query of the dashboard is sent {ROUNDS} times over HTTP,
for the last days of a period. Times are medians, from the request to the last byte of the response.
In parentheses is the CPU time of the collector and PostgreSQL, which depends less on how busy the
machine is. *Overview* is the whole page of traffic: it queries days, tables, events, pages and open
pages. *Improvements* is the page with all lists of what to improve."""


@dataclass(frozen=True)
class Archive:
    """A database with records, and the cost of creating it."""

    records: int
    rows: int
    """Rows in the rollup tables."""
    seconds: dict[str, float]
    gigabytes: float
    differences: int


@dataclass(frozen=True)
class Question:
    """Response times of a query, in milliseconds."""

    name: str
    days: int
    times: tuple[float, ...]
    cpu: float
    """CPU time of the collector and PostgreSQL. It hardly depends on other processes."""

    @property
    def median(self) -> float:
        return median(self.times)

    @property
    def percentile(self) -> float:
        """The 95th percentile."""
        return sorted(self.times)[math.ceil(0.95 * len(self.times)) - 1]


def make_archive(dsn: str, domain: Domain, records: int) -> Archive:
    seconds: dict[str, float] = {}
    days = choose_days(YEARS_DAYS, datetime.now(UTC).date())
    works: dict[str, Callable[[], str | None]] = {
        "generating records": lambda: uvloop.run(fill(dsn, domain, records, days)),
        "recount --repair": lambda: run_command(dsn, "recount", "--repair"),
        "recount": lambda: run_command(dsn, "recount"),
    }
    for name, work in works.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        start = time.monotonic()
        told = work()
        seconds[name] = time.monotonic() - start
    uvloop.run(tidy(dsn))
    stored, rows, size = uvloop.run(_describe(dsn))
    differences = 0 if told == "Rollups and records agree.\n" else len(str(told).splitlines())
    return Archive(stored, rows, seconds, size / 1e9, differences)


async def _describe(dsn: str) -> tuple[int, int, int]:
    connection = await asyncpg.connect(dsn)
    found = await connection.fetchrow("""
      select (select count(*) from records), (select count(*) from rollups),
        pg_database_size(current_database())""")
    await connection.close()
    return tuple(found)


def ask_all(machine: Machine, token: str) -> Iterator[Question]:
    for days in PERIODS:
        for name in QUESTIONS:
            yield ask_question(machine, token, name, days)


def ask_question(machine: Machine, token: str, name: str, days: int) -> Question:
    path = f"/dashboard/api/domains/{machine.domain.id}/{name}"
    path += f"{'&' if '?' in name else '?'}days={days}"
    _ask(machine.port, path, token)  # warms up
    before = machine.load_cpu()
    times = tuple(_ask(machine.port, path, token) for _ in range(ROUNDS))
    cpu = (machine.load_cpu() - before).total / ROUNDS * 1000
    return Question(name, days, times, cpu)


def _ask(port: int, path: str, token: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    start = time.perf_counter()
    connection.request("GET", path, headers={"authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    body = answer.read()
    passed = (time.perf_counter() - start) * 1000
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {body[:200]!r}")
    return passed


def check_targets(archive: Archive, questions: Sequence[Question]) -> Iterator[Verdict]:
    for days in PERIODS:
        slowest = max((one for one in questions if one.days == days), key=lambda one: one.median)
        promise = f"The slowest query over {days} days, ms: {slowest.name}"
        yield Verdict(promise, LIMIT_MS, slowest.median)
    for one in questions:
        if one.name == LISTS and one.days in LISTS_PERIODS:
            promise = f"95 % of {LISTS} over {one.days} days, ms"
            yield Verdict(promise, LISTS_LIMIT_MS, one.percentile)
    yield Verdict("Rollups that differ from a recount", 0, archive.differences)


def render_archive(archive: Archive) -> str:
    rows = [
        ["records", f"{archive.records:,}"],
        ["rollup rows", f"{archive.rows:,}"],
        ["GB on disk", render_number(archive.gigabytes)],
        ["bytes on disk per record", render_number(archive.gigabytes * 1e9 / archive.records)],
        *([f"{name}, s", f"{seconds:,.0f}"] for name, seconds in archive.seconds.items()),
    ]
    return render_table(["", ""], rows)


def render_questions(questions: Sequence[Question]) -> str:
    known = {(one.name, one.days): one for one in questions}
    rows = [[name, *(_render(known[name, days]) for days in PERIODS)] for name in QUESTIONS]
    return render_table(["query, ms", *(f"{days} days" for days in PERIODS)], rows)


def _render(one: Question) -> str:
    return f"{one.median:,.0f} (CPU {one.cpu:,.0f})"


def assemble_json(
    archive: Archive, questions: Sequence[Question], verdicts: Sequence[Verdict]
) -> dict[str, Any]:
    return {
        "records": archive.records,
        "rollups": archive.rows,
        "gigabytes": round_figure(archive.gigabytes),
        "seconds": {name: round_figure(number) for name, number in archive.seconds.items()},
        "load": round_figure(os.getloadavg()[0]),
        "milliseconds": {
            str(days): {one.name: round_figure(one.median) for one in questions if one.days == days}
            for days in PERIODS
        },
        "targets": [verdict.to_json() for verdict in verdicts],
    }


def write_report(archive: Archive, questions: Sequence[Question]) -> str:
    verdicts = list(check_targets(archive, questions))
    sections = [
        "# Response times of the dashboard",
        f"Generated by `python -m benchmarks.collector_dashboard`. {describe_machine()}, load "
        f"{os.getloadavg()[0]:.1f}.",
        render_notes(NOTES),
        render_archive(archive),
        render_questions(questions),
        "## Targets",
        render_verdicts(verdicts),
    ]
    return write_results(
        "collector-dashboard", assemble_json(archive, questions, verdicts), sections
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.collector_dashboard")
    parser.add_argument("--full", action="store_true", help=f"{MANY:,} records")
    records = MANY if parser.parse_args().full else FEW
    with run_postgres(*QUICK) as postgres:
        run_command(postgres.dsn, "migrate")
        domain = add_domain(postgres.dsn, "Docs", ORIGIN, languages=["zh"])
        token = run_command(postgres.dsn, "token", "add", "bench").strip()
        archive = make_archive(postgres.dsn, domain, records)
        with run_service(postgres.dsn, find_port()) as service:
            machine = Machine(postgres, domain, service.port, service.process.pid)
            questions = list(ask_all(machine, token))
    print(write_report(archive, questions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
