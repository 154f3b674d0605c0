"""Short versions of the benchmarks: CPU time of page views, and query plans of the dashboard."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from benchmarks.collector.cost import Level, measure_cost
from benchmarks.collector.machine import Machine, run_hello
from collector.model import DIMENSIONS
from collector.postgres.database import QueryPool, connect
from collector.postgres.partitions import Partitions
from collector.postgres.reports import Reports
from collector.statistics import Period
from harness.collector.loops import call_in_thread, run_in_thread
from harness.collector.service import add_domain, run_service
from harness.network import find_port
from harness.postgres import Postgres

BUDGET = 4.5
"""Times a bare answer and a bare COPY. The benchmark finds 3.4; machines that do other things at
the same time, more."""
LEVEL = Level(None, 4000, connections=256)
ATTEMPTS = 3
"""Other processes may slow down one measurement, but slow code fails all of them."""

ROLLUPS = {
    "rollups",
    "action_rollups",
    "month_rollups",
    "month_action_rollups",
    "months",
    "text_requests",
}
PERIOD = Period(date(2025, 1, 1), date(2026, 12, 31))


@pytest.fixture(scope="module")
def machine(postgres: Postgres) -> Iterator[Machine]:
    domain = add_domain(postgres.dsn, "Speed")
    with run_service(postgres.dsn, find_port(), trusted_proxies="127.0.0.1") as service:
        yield Machine(postgres, domain, service.port, service.process.pid)


def test_a_durable_view_is_within_the_budget(machine: Machine) -> None:
    ratios = call_in_thread(lambda: measure_ratios(machine))
    assert min(ratios) < BUDGET, ratios


def measure_ratios(machine: Machine) -> list[float]:
    ratios: list[float] = []
    with run_hello() as hello:
        measure_cost(machine, hello, Level(None, 300), 1)  # warms up
        while len(ratios) < ATTEMPTS and min(ratios, default=BUDGET) >= BUDGET:
            ratios.append(measure_cost(machine, hello, LEVEL, len(ratios)).ratio)
    return ratios


class Explainer(QueryPool):
    """A connection that records query plans instead of returning rows."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self.tables: set[str] = set()

    async def fetch(self, query: str, *values: object) -> list[Any]:
        plan = await self._connection.fetchval(f"explain (format json) {query}", *values)
        self.tables |= set(re.findall(r'"Relation Name": "(\w+)"', plan))
        return []

    async def fetchval(self, query: str, *values: object) -> int:
        await self.fetch(query, *values)
        return 0


QUESTIONS: dict[str, Callable[[Reports], Awaitable[Any]]] = {
    "days": lambda reports: reports.days(uuid4(), PERIOD),
    "feedback_days": lambda reports: reports.feedback_days(uuid4(), PERIOD, ["/a"]),
    "path_days": lambda reports: reports.path_days(uuid4(), PERIOD, ["/", "/zh/"]),
    "tables": lambda reports: reports.tables(uuid4(), PERIOD, list(DIMENSIONS), 100),
    "pages": lambda reports: reports.pages(uuid4(), PERIOD, ["zh"], 100),
    "events": lambda reports: reports.events(uuid4(), PERIOD, ["search"], 100),
    "agents": lambda reports: reports.agents(uuid4(), PERIOD),
    "text_requests": lambda reports: reports.text_requests(uuid4(), PERIOD, 100),
    "first_days": lambda reports: reports.first_days(),
    "hours": lambda reports: reports.hours(
        uuid4(), datetime.now(UTC) - timedelta(hours=1), datetime.now(UTC)
    ),
    "active": lambda reports: reports.active(uuid4()),
}
RECENT = {"hours", "active"}
"""Queries that rollups can't answer: the hours of one day, and the visitors online now."""


def explain(dsn: str, name: str) -> set[str]:
    """Returns the tables that a query reads."""

    async def work() -> set[str]:
        connection = await connect(dsn)
        try:
            days = [datetime.now(UTC).date() - timedelta(days=ago) for ago in range(5)]
            await Partitions().ensure(connection, days)
            explainer = Explainer(connection)
            await QUESTIONS[name](Reports(explainer))
            return explainer.tables
        finally:
            await connection.close()

    return run_in_thread(work())


def test_every_dashboard_query_is_covered() -> None:
    methods = inspect.getmembers(Reports, inspect.iscoroutinefunction)
    assert {name for name, _ in methods if not name.startswith("_")} == set(QUESTIONS)


@pytest.mark.parametrize("name", sorted(set(QUESTIONS) - RECENT))
def test_dashboard_queries_only_read_rollups(postgres: Postgres, name: str) -> None:
    tables = explain(postgres.dsn, name)
    assert tables & ROLLUPS
    assert tables <= ROLLUPS | {"domains" if name == "first_days" else "events"}


@pytest.mark.parametrize("name", sorted(RECENT))
def test_the_other_queries_only_read_recent_records(postgres: Postgres, name: str) -> None:
    tables = explain(postgres.dsn, name)
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    assert tables
    assert all(table >= f"records_{yesterday:%Y%m%d}" for table in tables), tables
