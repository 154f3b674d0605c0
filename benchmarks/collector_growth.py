"""Measures how the collector's database grows: size, dashboard, maintenance and ingestion.

    python -m benchmarks.collector_growth                       1 million records
    python -m benchmarks.collector_growth --millions 1 10 100   100 million take 30 GB and hours
    python -m benchmarks.collector_growth --millions 100 --keep   adds a size to the results

Needs PostgreSQL (`make setup` installs it), and nothing that is built.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import uvloop

from benchmarks.collector.archive import QUICK, choose_days
from benchmarks.collector.ingestion import LOCKED, RUNNING, Ingestion, ingest, share_of
from benchmarks.collector.ingestion import ROUNDS as INGESTIONS
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
    RESULTS,
    Verdict,
    describe_machine,
    find_commit,
    render_notes,
    render_verdicts,
    write_results,
)
from harness.collector.service import Domain, add_domain, run_command, run_service
from harness.network import find_port
from harness.postgres import Postgres, run_postgres
from harness.tables import render_table

NAME = "collector-growth"
SITES = 10
MILLION = 1_000_000
MIN_RECORDS = 4 * SITES * YEARS_DAYS
"""Enough for a few records per day and site."""
RUNS = ((1, 1), (2, 1), (4, 1), (4, 4))
"""The number of collectors, and the number of sites that they receive requests for."""
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
from the request to the last byte of the response. In parentheses is the CPU time of the collector
and PostgreSQL, which depends less on how busy the machine is. *Maintenance* is one run of the task
that a collector starts every 20 s, with nothing to do; *month* is adding up the last month.
*Values* is the time to load the known values of all sites one after the other; each site loads its
own once a day, at another time. *Prune* is `collector prune` for {PRUNED_DAYS} days, and *next
maintenance* adds up their months again. *Recount* is `collector recount`: it found no differences,
including in the ingested data.

Ingestion is the mix of `collector_speed` at maximum load, the median of {INGESTIONS} rounds. With
one site, all batches change the same rollups. Collectors, PostgreSQL and senders share one machine.
*Cores* is their CPU time per second. Cores that are neither used by them nor *idle* are used by
other programs. Batches *run*, or wait for a row that another collector has changed (*lock*), or for
the disk and other resources (*other*), as seen in `pg_stat_activity`."""


Size = Mapping[str, Any]
"""The measurements of one database, as in the results."""


def measure_size(records: int) -> Size:
    commit = find_commit()
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
            questions = list(_ask_all(postgres, domains[0], token))
            load = os.getloadavg()[0]
            _say("maintenance")
            seconds |= uvloop.run(time_maintenance(postgres.dsn))
            ingestion = list(_ingest_all(postgres, domains))
            _say("recount")
            seconds["recount"] = time_recount(postgres.dsn)
            _say("pruning")
            seconds |= time_pruning(postgres.dsn, days[0])
    return {
        "commit": commit,
        **described,
        "load": round_figure(load),
        "seconds": {name: round_figure(value) for name, value in seconds.items()},
        "p95Milliseconds": [_question_json(one) for one in questions],
        "ingestion": [_ingestion_json(one) for one in ingestion],
    }


@contextmanager
def _restart(filled: Postgres) -> Iterator[Postgres]:
    """Restarts the server on the same data, with safe settings."""
    filled.stop()
    os.sync()
    postgres = Postgres(filled.folder, MEASURED)
    postgres.start()
    try:
        yield postgres
    finally:
        postgres.kill()


async def _describe(dsn: str) -> dict[str, int]:
    """Returns numbers of rows and sizes. `recordBytes` includes actions; the other bytes are mostly
    rollups, whose number is limited by pages and days."""
    connection = await asyncpg.connect(dsn)
    found = await connection.fetchrow("""
      select (select sum(views) from rollups where dimension = 'total')::bigint as records,
        (select count(*) from rollups) as rollups,
        pg_database_size(current_database()) as bytes,
        (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
         where inhparent in ('records'::regclass, 'actions'::regclass))::bigint as "recordBytes"
    """)
    await connection.close()
    return dict(found)


def _ask_all(postgres: Postgres, domain: Domain, token: str) -> Iterator[Question]:
    _say("dashboard")
    with run_service(postgres.dsn, find_port()) as service:
        machine = Machine(postgres, domain, service.port, service.process.pid)
        for name in HOURLY:
            yield ask_question(machine, token, name, 1)
        for days in PERIODS:
            for name in QUESTIONS:
                yield ask_question(machine, token, name, days)


def _ingest_all(postgres: Postgres, domains: Sequence[Domain]) -> Iterator[Ingestion]:
    for processes, sites in RUNS:
        _say(f"ingestion: collectors: {processes}, sites: {sites}")
        yield ingest(postgres, domains[:sites], processes)


def _question_json(one: Question) -> dict[str, Any]:
    return {
        "query": one.name,
        "days": one.days,
        "p95": round_figure(one.percentile),
        "median": round_figure(one.median),
        "cpu": round_figure(one.cpu),
    }


def _ingestion_json(one: Ingestion) -> dict[str, Any]:
    return {
        "processes": one.processes,
        "sites": one.sites,
        "requestsPerSecond": round_figure(one.per_second),
        "p99Milliseconds": round_figure(one.p99),
        "collectorMicroseconds": round_figure(one.collector_seconds / one.requests * 1e6),
        "databaseMicroseconds": round_figure(one.database_seconds / one.requests * 1e6),
        "cores": [round_figure(cores) for cores in one.cores],
        "idleCores": round_figure(one.idle),
        "waits": dict(one.waits.most_common()),
        "errors": one.errors,
        "lost": one.lost,
    }


def check_targets(sizes: Sequence[Size]) -> Iterator[Verdict]:
    for size in sizes:
        slowest = find_slowest(size)
        records = f"{size['records']:,} records"
        name = f"{slowest['query']}, {slowest['days']} d"
        yield Verdict(f"{records}: slowest query, ms: {name}", P95_MS, slowest["p95"])
        lost = sum(one["lost"] + one["errors"] for one in size["ingestion"])
        yield Verdict(f"{records}: requests that failed or were lost", 0, lost)


def find_slowest(size: Size) -> Mapping[str, Any]:
    queries: Sequence[Mapping[str, Any]] = size["p95Milliseconds"]
    return max(queries, key=lambda query: query["p95"])


def render_sizes(sizes: Sequence[Size]) -> str:
    header = ["records", "rollup rows", "GB", "of which records", "maintenance, s", "month, s",
              "values, s", "prune, s", "next maintenance, s", "recount, s", "commit"]  # fmt: skip
    keys = ("maintenance", "month", "known", "prune", "afterPruning", "recount")
    rows = [
        [
            f"{size['records']:,}",
            f"{size['rollups']:,}",
            render_number(size["bytes"] / 1e9),
            render_number(size["recordBytes"] / 1e9),
            *(render_number(size["seconds"][key]) for key in keys),
            size["commit"],
        ]
        for size in sizes
    ]
    return render_table(header, rows)


def render_questions(sizes: Sequence[Size]) -> str:
    header = ["query, p95 in ms", *(f"{size['records']:,}" for size in sizes)]
    rows = [["load of the machine", *(f"{size['load']:.1f}" for size in sizes)]]
    for first in sizes[0]["p95Milliseconds"]:
        name, days = first["query"], first["days"]
        known = [find_question(size, name, days) for size in sizes]
        unit = "day" if days == 1 else "days"
        cells = (f"{one['p95']:,.0f} (CPU {one['cpu']:,.0f})" for one in known)
        rows.append([f"{name}, {days} {unit}", *cells])
    return render_table(header, rows)


def find_question(size: Size, name: str, days: int) -> Mapping[str, float]:
    found: Iterator[Mapping[str, float]] = (
        one for one in size["p95Milliseconds"] if (one["query"], one["days"]) == (name, days)
    )
    return next(found)


def render_ingestion(sizes: Sequence[Size]) -> str:
    header = ["records", "collectors", "sites", "requests/s", "p99, ms", "collector, µs",
              "PostgreSQL, µs", "cores: collectors", "PostgreSQL", "senders", "idle",
              "run", "lock", "other"]  # fmt: skip
    rows = []
    for size in sizes:
        for one in size["ingestion"]:
            run, lock = share_of(one["waits"], RUNNING), share_of(one["waits"], LOCKED)
            rows.append(
                [
                    f"{size['records']:,}",
                    str(one["processes"]),
                    str(one["sites"]),
                    render_number(one["requestsPerSecond"]),
                    render_number(one["p99Milliseconds"]),
                    f"{one['collectorMicroseconds']:,.0f}",
                    f"{one['databaseMicroseconds']:,.0f}",
                    *(f"{cores:.2f}" for cores in (*one["cores"], one["idleCores"])),
                    *(f"{share:.0%}" for share in (run, lock, 1 - run - lock)),
                ]
            )
    return render_table(header, rows)


def write_report(sizes: Sequence[Size]) -> str:
    verdicts = list(check_targets(sizes))
    figures = {
        "sites": SITES,
        "days": YEARS_DAYS,
        "cores": os.cpu_count(),
        "sizes": sizes,
        "targets": [verdict.to_json() for verdict in verdicts],
    }
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
    return write_results(NAME, figures, sections)


def load_sizes(file: Path = RESULTS / f"{NAME}.json") -> list[Size]:
    """Returns the results of earlier runs, which must be those of a machine like this one."""
    if not file.exists():
        return []
    figures = json.loads(file.read_text(encoding="utf-8"))
    if figures["cores"] != (cores := os.cpu_count()):
        raise SystemExit(
            f"{file.name} was measured with {figures['cores']} cores, and this machine has {cores}."
            " Measure all sizes again, without --keep."
        )
    sizes: list[Size] = figures["sizes"]
    return sizes


def _say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what} …", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.collector_growth")
    parser.add_argument(
        "--millions", type=float, nargs="+", default=[1.0], help="records of each database"
    )
    parser.add_argument("--keep", action="store_true", help="keep the results of other sizes")
    options = parser.parse_args()
    counts = [round(millions * MILLION) for millions in options.millions]
    if min(counts) < MIN_RECORDS:
        parser.error(f"--millions must be at least {MIN_RECORDS / MILLION}.")
    sizes = {size["records"]: size for size in (load_sizes() if options.keep else [])}
    for count in counts:
        size = measure_size(count)
        sizes[size["records"]] = size
        # After each, because the next may take much longer.
        print(write_report([sizes[records] for records in sorted(sizes)]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
