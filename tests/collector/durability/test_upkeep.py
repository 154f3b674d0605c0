"""Maintenance deletes nothing too early, with a wrong clock or during long queries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta

import pytest

from collector.errors import CollectorError
from collector.model import ActionUpdate
from collector.postgres import database
from collector.postgres.database import connect, create_pool
from collector.postgres.months import add_up_months
from collector.postgres.partitions import Partitions, drop_records, drop_visitors
from collector.postgres.recount import recount
from collector.postgres.salts import create_salt, load_salt
from tests.collector.durability.inside import Clock, World, create_sink, make_action, make_view

NOON = datetime(2026, 10, 24, 12, tzinfo=UTC)
NEXT = NOON + timedelta(days=1)


@asynccontextmanager
async def reading(world: World, table: str, mode: str = "access share") -> AsyncIterator[None]:
    """A dump or another long query."""
    connection = await connect(world.dsn)
    try:
        async with connection.transaction():
            await connection.execute(f"lock table {table} in {mode} mode")
            yield
    finally:
        await connection.close()


async def fill(world: World, *moments: datetime) -> None:
    async with create_sink(world) as sink:
        for moment in moments:
            view = make_view(world.domain, moment, b"a")
            await sink.store([view, make_action(world.domain, moment, f"{moment:%d}")])


async def sum_months(world: World) -> dict[str, int]:
    rows = await world.connection.fetch(
        "select month, views from month_rollups join months using (month) where dimension = 'total'"
    )
    return {f"{row['month']:%Y-%m}": row["views"] for row in rows}


async def list_keys(world: World, table: str) -> list[str]:
    rows = await world.connection.fetch(f"select key from {table} order by key")  # noqa: S608
    return [row["key"] for row in rows]


# --- Expired records ------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["records", "actions"])
async def test_a_recount_ignores_days_without_records(world: World, table: str) -> None:
    await fill(world, NOON, NEXT)
    await world.connection.execute(f"drop table {table}_20261024")
    assert await recount(world.connection, repair=True) == []
    assert len(await world.count()) == 2
    assert await list_keys(world, "action_rollups") == ["24", "25"]


async def test_a_day_is_dropped_as_a_whole_or_not_at_all(world: World) -> None:
    await fill(world, NOON, NEXT)
    async with reading(world, "actions_20261024"):
        with pytest.raises(CollectorError, match="Try again later"):
            await drop_records(world.connection, NEXT.date())
    assert await world.has_table("records_20261024")
    assert await list_keys(world, "action_rollups") == ["24", "25"]
    dropped = await drop_records(world.connection, NEXT.date())
    assert dropped == ["records_20261024", "actions_20261024"]


async def test_searches_are_deleted_with_their_day(world: World) -> None:
    await fill(world, NOON, NEXT)
    await add_up_months(world.connection, date(2026, 11, 3))
    assert await list_keys(world, "month_action_rollups") == ["24", "25"]
    await drop_records(world.connection, NEXT.date())
    assert await list_keys(world, "action_rollups") == ["25"]
    assert await list_keys(world, "month_action_rollups") == []
    await add_up_months(world.connection, date(2026, 11, 3))
    assert await list_keys(world, "month_action_rollups") == ["25"]
    assert await sum_months(world) == {"2026-10": 2}
    assert len(await world.count()) == 2


async def test_many_days_are_only_dropped_by_a_command(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """All of them seem expired if the clock is far ahead."""
    days = [date(2020, 1, 1) + timedelta(days=number) for number in range(8)]
    await Partitions().ensure(world.connection, days)
    async with world.start(Clock(NOON.isoformat())) as process:
        await process.tidy()
    assert await world.has_table("records_20200101")
    assert "run `collector prune 2024-10-24`" in caplog.text
    await world.connection.execute("drop table records_20200101, actions_20200101")
    async with world.start(Clock(NOON.isoformat())) as process:
        await process.tidy()
    assert not await world.has_table("records_20200108")


# --- Wrong clocks ---------------------------------------------------------------------------------


async def test_a_clock_that_is_far_ahead_ends_nothing(world: World) -> None:
    now = datetime.now(UTC)
    async with world.start(Clock(now.isoformat())) as process:
        await process.view(world.domain, "one")
    async with world.start(Clock((now + timedelta(days=800)).isoformat())) as process:
        await process.view(world.domain, "one")
        await process.tidy()
    async with world.start(Clock(now.isoformat())) as process:
        await process.view(world.domain, "one")
        await process.view(world.domain, "two")
    assert (await world.count())[f"{now.date()}"] == (3, 2)
    assert await sum_months(world) == {}


async def test_a_salt_of_a_day_far_ahead_is_neither_created_nor_respected(world: World) -> None:
    today = datetime.now(UTC).date()
    future = today + timedelta(days=300)
    async with await create_pool(world.dsn) as pool:
        assert await load_salt(pool, future) is None
        await world.connection.execute("insert into salts values ($1, '')", future)
        assert await load_salt(pool, today) is not None
    await drop_visitors(world.connection, today)
    assert await world.list_salts() == [today.isoformat()]


async def test_a_view_in_a_past_month_is_added_to_it(world: World) -> None:
    await fill(world, NOON)
    await add_up_months(world.connection, date(2026, 11, 3))
    await fill(world, NOON)
    await add_up_months(world.connection, date(2026, 11, 3))
    assert await sum_months(world) == {"2026-10": 2}
    assert await recount(world.connection, repair=False) == []


async def test_a_month_that_was_added_up_too_early_is_reopened(world: World) -> None:
    await fill(world, NOON)
    await add_up_months(world.connection, date(2026, 11, 3))
    await add_up_months(world.connection, NOON.date())
    assert await sum_months(world) == {}


async def test_a_month_may_take_longer_than_a_request(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(world, NOON)
    await world.connection.execute("""
      create function wait() returns trigger language plpgsql as
        'begin perform pg_sleep(1.2); return null; end';
      create trigger slow after insert on months execute function wait()""")
    monkeypatch.setattr(database, "COMMAND_SECONDS", 1)
    async with world.start(Clock("2026-11-03T12:00Z")) as process:
        await process.tidy()
    assert await sum_months(world) == {"2026-10": 1}


async def test_changes_of_other_months_do_not_wait_for_a_month(world: World) -> None:
    await fill(world, NOON)
    today = datetime(2026, 11, 3, tzinfo=UTC)
    action = make_action(world.domain, today, "old")
    change = ActionUpdate(action.action.id, today, "new", 1.0)
    async with create_sink(world) as sink, reading(world, "month_rollups", "share"):
        await sink.store([action])
        other = await connect(world.dsn)
        adding = asyncio.create_task(add_up_months(other, today.date()))
        while not await world.connection.fetchval("select true from pg_locks where not granted"):
            await asyncio.sleep(0.01)
        assert await sink.store([change]) == [True]
    assert await adding == [date(2026, 10, 1)]
    await other.close()


# --- Long queries ---------------------------------------------------------------------------------


async def test_a_partition_that_cannot_be_dropped_is_retried_and_blocks_nothing(
    world: World,
) -> None:
    clock = Clock("2024-09-24T12:00Z")
    async with world.start(clock) as process:
        await process.view(world.domain, "one")
        clock.set("2026-10-24T12:00Z")
        async with reading(world, "visitors_20240924"):
            await process.tidy()
        assert not await world.has_table("records_20240924")
        assert await sum_months(world) == {"2024-09": 1}
        await process.tidy()
        assert await world.has_table("visitors_20240924")
    async with world.start(clock) as process:
        await process.tidy()
    assert not await world.has_table("visitors_20240924")


async def test_a_salt_that_could_only_be_deleted_is_overwritten_later(world: World) -> None:
    async def find_file() -> int:
        number: int = await world.connection.fetchval("select pg_relation_filenode('salts')")
        return number

    await create_salt(world.connection, NOON.date())
    before = await find_file()
    for _ in range(2):
        async with reading(world, "salts"):
            with pytest.raises(CollectorError, match="Try again later"):
                await drop_visitors(world.connection, NEXT.date())
    assert NOON.date().isoformat() not in await world.list_salts()
    assert await find_file() == before
    await drop_visitors(world.connection, NEXT.date())
    assert await find_file() != before
    assert await world.list_salts() == ["2026-10-25"]
