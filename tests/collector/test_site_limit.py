"""Above the daily limit of a site, views and actions are counted without records."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from collector.app import Components, open_components
from collector.config import Settings
from collector.postgres.database import connect
from collector.postgres.partitions import drop_records
from collector.postgres.recount import recount
from collector.visits import Visit
from harness.collector.loops import Loop
from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_ACTION,
    UPDATE_RECORD,
    Domain,
    create_domain,
)
from harness.collector.stored import create_database
from harness.postgres import Postgres

VIEWS = 400
PAGES = 7
NOW = datetime.now(UTC) - timedelta(days=1)


@pytest.fixture(scope="module")
def dsn(postgres: Postgres, loop: Loop) -> str:
    dsn = create_database(postgres, "over_limit")
    loop.run(_flood(dsn))
    return dsn


async def _flood(dsn: str) -> None:
    """Sends views and actions from many addresses to a site with a limit of 20 kB."""
    domain = await create_domain(dsn, "Docs")
    settings = Settings(database=dsn, site_megabytes=0.02)
    async with open_components(settings, now=lambda: NOW) as components:
        for first in range(0, VIEWS, 20):
            numbers = range(first, first + 20)
            await asyncio.gather(*(_visit(components, domain, number) for number in numbers))


async def _visit(components: Components, domain: Domain, number: int) -> None:
    async def send(query: str, variables: dict[str, Any]) -> Any:
        visit = Visit(f"10.0.{number // 250}.{number % 250}", BROWSER, ORIGIN, is_own=False)
        body = {
            "query": query,
            "variables": variables,
            "extensions": {"idempotencyKey": f"{number:016}"},
        }
        answer = await components.endpoint.handle(json.dumps(body).encode(), visit)
        assert answer.status == 200, answer.body
        (result,) = json.loads(answer.body)["data"].values()
        return result

    page = {"siteLocation": f"{ORIGIN}/{number % PAGES}/", "siteLanguage": "en"}
    record = await send(CREATE_RECORD, {"domainId": domain.id, "input": page})
    assert await send(UPDATE_RECORD, {"recordId": record["payload"]["id"]}) == {"success": True}
    event, key = domain.events["route"], {"key": f"{number % PAGES}", "value": 2}
    action = await send(CREATE_ACTION, {"eventId": event, "input": key})
    changed = {"actionId": action["payload"]["id"], "input": {"key": "0", "value": 2}}
    assert await send(UPDATE_ACTION, changed) == {"success": True}


async def _count(connection: asyncpg.Connection, query: str) -> int:
    total = f"select coalesce(sum(count), 0)::bigint from ({query}) as counted"  # noqa: S608
    return int(await connection.fetchval(total))


async def test_everything_is_counted_although_only_a_part_is_recorded(dsn: str) -> None:
    connection = await connect(dsn)
    for dimension, parts in (("total", 1), ("page", PAGES), ("language", 1)):
        rows = await connection.fetch("select views from rollups where dimension = $1", dimension)
        assert len(rows) == parts
        assert sum(row["views"] for row in rows) == VIEWS
    assert await _count(connection, "select count from action_rollups") == VIEWS
    for table in ("records", "actions", "visitors", "request_keys"):
        assert 0 < await _count(connection, f"select count(*) from {table}") < VIEWS / 2, table  # noqa: S608
    assert await recount(connection, repair=True) == []
    assert await recount(connection, repair=False) == []
    await connection.close()


async def test_counts_without_records_expire_with_the_records_of_their_day(dsn: str) -> None:
    connection = await connect(dsn)
    for table in ("unrecorded_views", "unrecorded_actions"):
        assert await _count(connection, f"select count(*) from {table}") == PAGES  # noqa: S608
    await drop_records(connection, NOW.date() + timedelta(days=1))
    for table in ("unrecorded_views", "unrecorded_actions"):
        assert await _count(connection, f"select count(*) from {table}") == 0  # noqa: S608
    assert await _count(connection, "select views as count from rollups where dimension = 'page'")
    assert await recount(connection, repair=False) == []
    await connection.close()
