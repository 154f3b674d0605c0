"""What is asked, and what is wrong with it, does not keep records waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

import pytest

from collector.app import Components, open_components
from collector.config import Settings
from collector.errors import UnavailableError
from collector.postgres.access import StoredAccess
from harness.collector.loops import run_apart
from harness.collector.service import (
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    run_command,
    run_service,
)
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import Postgres
from tests.collector.durability.inside import Process


@asynccontextmanager
async def open_busy_components(dsn: str) -> AsyncIterator[Components]:
    """All that may be asked at once is being asked."""
    async with open_components(Settings(database=dsn)) as components, AsyncExitStack() as stack:
        pool = components.pools.dashboard
        for _ in range(pool.get_max_size()):
            await stack.enter_async_context(pool.acquire())
        yield components


def test_dashboard_queries_do_not_delay_records(postgres: Postgres, domain: Domain) -> None:
    """Not even the first of a process, which needs the salt of the day."""

    async def work() -> None:
        async with open_busy_components(postgres.dsn) as components, asyncio.timeout(5):
            await components.catalog.refresh()
            answer = await Process(components).view(domain, "one")
            assert answer["data"]["createRecord"]["payload"]["id"]

    run_apart(work())


def test_a_query_times_out_without_a_connection(postgres: Postgres) -> None:
    async def work() -> None:
        async with open_busy_components(postgres.dsn) as components, asyncio.timeout(5):
            with pytest.raises(UnavailableError):
                await StoredAccess(components.queries).is_token("any")
            with pytest.raises(UnavailableError):
                await components.reports.active(
                    components.catalog.domains.popitem()[0], datetime.now(UTC)
                )

    run_apart(work())


# --- Health ---------------------------------------------------------------------------------------


@pytest.fixture
def frail(postgres: Postgres) -> Iterator[tuple[Service, str]]:
    """A service on a database of its own, which can be spoilt."""
    fetch(postgres.dsn, "create database frail")
    dsn = postgres.dsn.replace("/postgres", "/frail")
    run_command(dsn, "migrate")
    with run_service(dsn, find_port()) as service:
        yield service, dsn


def test_health_reports_that_nothing_can_be_stored(frail: tuple[Service, str]) -> None:
    """PostgreSQL answers, and does not store: as with a full disk."""
    service, dsn = frail
    domain = add_domain(dsn, "Frail")
    variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
    assert service.ask(CREATE_RECORD, variables).status == 200
    fetch(dsn, "alter table rollups rename to gone")
    assert service.ask(CREATE_RECORD, variables).status == 503
    answer = service.request("GET", "/health")
    assert (answer.status, answer.text) == (
        503,
        "Nothing can be stored. See the log for the reason",
    )
    fetch(dsn, "alter table gone rename to rollups")
    assert service.ask(CREATE_RECORD, variables).status == 200
    assert service.request("GET", "/health").status == 200
