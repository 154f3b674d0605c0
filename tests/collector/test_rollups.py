"""PostgreSQL as a sink: rollups match the records for any items and batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

import asyncpg
import pytest

from collector.ids import coarsen_id, make_id
from collector.model import Action, NewAction, NewRecord, Record, RecordUpdate
from collector.postgres.batches import WRITING, write_statement
from collector.postgres.database import QueryPool, connect, create_pool
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.reports import Reports
from collector.postgres.sink import PostgresSink
from harness.collector.loops import Loop
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres
from tests.collector.sinks.contract import SinkContract
from tests.collector.sinks.model import FIRST_DAY, LAST_DAY, MIDNIGHT, Keys, Rollups, Site


@dataclass(frozen=True)
class World:
    connection: asyncpg.Connection
    pool: asyncpg.Pool

    @property
    def sink(self) -> PostgresSink:
        return PostgresSink(self.pool, Partitions())

    async def load_rollups(self, domain_id: UUID) -> Rollups:
        rows = await self.connection.fetch(
            "select dimension, day, value, views, readers, milliseconds from rollups "
            "where domain_id = $1",
            domain_id,
        )
        return {tuple(row)[:3]: tuple(row)[3:] for row in rows}

    async def load_keys(self, event_id: UUID) -> Keys:
        rows = await self.connection.fetch(
            "select day, key, count, total from action_rollups where event_id = $1 and count > 0",
            event_id,
        )
        return {(row["day"], row["key"]): (row["count"], row["total"]) for row in rows}

    async def find_differences(self) -> list[str]:
        return await recount(self.connection, repair=False)


@pytest.fixture(scope="module")
def world(postgres: Postgres, loop: Loop) -> Iterator[World]:
    dsn = create_database(postgres, "rollups")
    fetch(dsn, "insert into salts values ($1, '1'), ($2, '2')", FIRST_DAY, LAST_DAY)
    connection = loop.run(connect(dsn))
    pool = loop.run(create_pool(dsn, size=1, settings=WRITING))
    yield World(connection, pool)
    loop.run(pool.close())
    loop.run(connection.close())


@pytest.fixture(scope="module")
def storage(world: World) -> World:
    return world


class TestPostgresSink(SinkContract):
    pass


async def test_a_recount_finds_and_repairs_differences(world: World) -> None:
    site = Site()
    id_ = make_id(MIDNIGHT)
    record = Record(id=id_, domain_id=site.domain_id, created=MIDNIGHT, path="/lost/")
    action = Action(id_, site.event_id, MIDNIGHT, "a", 2.0)
    await world.sink.store([NewRecord(record, b"1"), NewAction(action)])
    for statement in (
        "update rollups set views = 7 where domain_id = $1 and dimension = 'page'",
        "delete from rollups where domain_id = $1 and dimension = 'total'",
        "insert into rollups values ($1, '2026-03-29', 'page', '/x/', 1, 1, 1)",
    ):
        await world.connection.execute(statement, site.domain_id)
    statement = "update action_rollups set total = 3 where event_id = $1"
    await world.connection.execute(statement, site.event_id)
    for repair in (False, True):
        found = await recount(world.connection, repair=repair)
        assert len(found) == 4
        assert any("'/lost/': counted 1 views, 1 readers" in line for line in found)
    assert await recount(world.connection, repair=False) == []


async def test_a_batch_uses_the_index_even_on_a_new_day(world: World) -> None:
    """The plan is cached: a sequential scan of the few first rows would stay in it all day."""
    moment = datetime(2026, 3, 30, tzinfo=UTC)
    views = [
        NewRecord(Record(id=make_id(moment), domain_id=uuid4(), created=moment, path="/"), None)
        for _ in range(5)
    ]
    await world.sink.store(views)
    async with world.pool.acquire() as connection:
        await connection.execute("analyze records_20260330")
        statement = write_statement(moment.date(), True, True, True)
        await connection.execute(f"prepare batch as {statement}")
        values = ", ".join(["'{}'"] * statement.count("[]"))
        rows = await connection.fetch(f"explain execute batch ({values})")
        await connection.execute("deallocate batch")
    plan = "\n".join(row[0] for row in rows)
    assert plan.count("Index Scan using records_20260330_pkey") == 2, plan


async def test_a_flood_of_views_is_not_active(world: World) -> None:
    """A page is active after its first update, which clients send after 15 s."""
    now = datetime.now(UTC)
    site, minute = uuid4(), now.replace(second=0, microsecond=0)
    await Partitions().ensure(world.connection, [now.date()])
    ids = [coarsen_id(make_id(now)) for _ in range(100)]
    views = [Record(id=id_, domain_id=site, created=minute, path="/") for id_ in ids]
    await world.sink.store([NewRecord(view, None) for view in views])
    reports = Reports(QueryPool(world.pool))
    assert await reports.active(site, now) == 0
    await world.sink.store([RecordUpdate(ids[0], minute, 15_000)])
    assert await reports.active(site, now) == 1
