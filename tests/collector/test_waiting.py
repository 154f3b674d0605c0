"""Queries of the dashboard don't delay records, and `/health` reports that nothing is stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import uuid4

import pytest

from collector.app import Components, open_components
from collector.config import Settings
from collector.errors import UnavailableError
from collector.postgres import database
from collector.postgres.access import StoredAccess
from harness.collector.service import CREATE_RECORD, ORIGIN, Domain, add_domain, run_service
from harness.collector.stored import create_database, fetch
from harness.network import find_port
from harness.postgres import Postgres
from tests.collector.durability.inside import Process


@asynccontextmanager
async def open_busy_components(dsn: str) -> AsyncIterator[Components]:
    """The dashboard uses all its connections."""
    async with open_components(Settings(database=dsn)) as components, AsyncExitStack() as stack:
        pool = components.pools.dashboard
        for _ in range(pool.get_max_size()):
            await stack.enter_async_context(pool.acquire())
        yield components


async def test_dashboard_queries_do_not_delay_records(postgres: Postgres, domain: Domain) -> None:
    """Not even the first one of a process, which needs the salt of the day."""
    async with open_busy_components(postgres.dsn) as components:
        answer = await Process(components).view(domain, "one")
        assert answer["data"]["createRecord"]["payload"]["id"]


async def test_a_query_times_out_without_a_connection(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "ACQUIRE_SECONDS", 0.01)
    async with open_busy_components(postgres.dsn) as components:
        with pytest.raises(UnavailableError):
            await StoredAccess(components.queries).check_token("any")
        with pytest.raises(UnavailableError):
            await components.reports.active(uuid4())


def test_health_reports_that_nothing_can_be_stored(postgres: Postgres) -> None:
    """PostgreSQL responds but doesn't store anything, as with a full disk."""
    dsn = create_database(postgres, "frail")
    domain = add_domain(dsn, "Frail")
    variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
    with run_service(dsn, find_port()) as service:
        assert service.execute(CREATE_RECORD, variables).status == 200
        fetch(dsn, "alter table rollups rename to gone")
        assert service.execute(CREATE_RECORD, variables).status == 503
        answer = service.request("GET", "/health")
        assert (answer.status, answer.text.partition(".")[0]) == (503, "Nothing can be stored")
        fetch(dsn, "alter table gone rename to rollups")
        assert service.execute(CREATE_RECORD, variables).status == 200
        assert service.request("GET", "/health").status == 200
