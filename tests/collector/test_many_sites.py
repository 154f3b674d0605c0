"""A database with 10,000 sites: a request only reads the rows of its site."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from collector.api.endpoint import Endpoint
from collector.app import open_components
from collector.config import Settings
from collector.postgres.database import connect
from collector.visits import Visit
from harness.collector.loops import Loop
from harness.collector.service import BROWSER, CREATE_ACTION, CREATE_RECORD
from harness.collector.stored import create_database
from harness.postgres import Postgres

SITES = 10_000
SITE, EVENT = UUID(int=7), UUID(int=SITES + 7)
ORIGIN = "https://docs7.example"

_FILL = f"""
  create function to_id(number integer) returns uuid language sql
    as $$ select lpad(to_hex(number), 32, '0')::uuid $$;
  insert into domains (id, title, origins)
    select to_id(number), number::text, array['https://docs' || number || '.example']
    from generate_series(1, {SITES}) as number;
  insert into events (id, domain_id, kind)
    select to_id({SITES} + number), to_id(number), 'route'
    from generate_series(1, {SITES}) as number;
  insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds)
    select id, current_date, 'page', '/' || page || '/', 1, 1, 0
    from domains, generate_series(1, 10) as page;
  insert into action_rollups (event_id, day, key, count, total)
    select id, current_date, 'key ' || key, 1, 1 from events, generate_series(1, 10) as key;
  analyze;"""  # noqa: S608 - numbers only

_READ = """
  select sum(seq_tup_read)::bigint as scanned, sum(idx_tup_fetch)::bigint as fetched
  from pg_stat_user_tables where relname in ('domains', 'events', 'rollups', 'action_rollups')"""


@pytest.fixture(scope="module")
def dsn(postgres: Postgres, loop: Loop) -> str:
    dsn = create_database(postgres, "many")
    loop.run(_execute(dsn, _FILL))
    return dsn


async def _execute(dsn: str, statements: str) -> None:
    connection = await connect(dsn)
    await connection.execute(statements)
    await connection.close()


async def _count_read(dsn: str) -> asyncpg.Record:
    """Returns the rows that were read by ended connections and by this one."""
    connection = await connect(dsn)
    found = await connection.fetchrow(_READ)
    await connection.close()
    assert found
    return found


async def _send(endpoint: Endpoint, query: str, variables: dict[str, Any]) -> None:
    visit = Visit("192.0.2.1", BROWSER, ORIGIN, is_own=False)
    body = json.dumps({"query": query, "variables": variables}).encode()
    answer = await endpoint.handle(body, visit)
    assert b'"data"' in answer.body, answer.body
    assert b'"errors"' not in answer.body, answer.body


async def test_start_and_first_requests_read_no_rows_of_other_sites(dsn: str) -> None:
    before = await _count_read(dsn)
    now = datetime.now(UTC)
    async with open_components(Settings(database=dsn), now=lambda: now) as components:
        assert await components.catalog.allows(ORIGIN)
        assert not await components.catalog.allows("https://unknown.example")
        page = {"siteLocation": f"{ORIGIN}/1/"}
        await _send(components.endpoint, CREATE_RECORD, {"domainId": str(SITE), "input": page})
        action = {"key": "key 1"}
        await _send(components.endpoint, CREATE_ACTION, {"eventId": str(EVENT), "input": action})
    after = await _count_read(dsn)
    # The first maintenance reads the ids of all domains, in PostgreSQL only.
    assert after["scanned"] - before["scanned"] <= SITES
    assert 0 < after["fetched"] - before["fetched"] < 100
