"""Days are in UTC, and a visitor is counted once in each, whatever clocks show, and however many
processes there are."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from collector import maintenance
from collector.postgres.database import create_pool
from collector.postgres.partitions import Partitions, drop_visitors
from collector.postgres.recount import recount
from collector.postgres.salts import create_salt
from collector.postgres.sink import PostgresSink
from collector.writer import Stored
from tests.collector.durability.inside import Clock, World, create_sink, make_view

EVENING = datetime(2026, 10, 24, 23, 59, 59, 999000, tzinfo=UTC)
MORNING = datetime(2026, 10, 25, tzinfo=UTC)


async def test_two_processes_and_a_restart_count_a_visitor_once(world: World) -> None:
    clock = Clock("2026-10-24T10:00Z")
    async with world.start(clock) as first:
        async with world.start(clock) as second:
            views = [one.view(world.domain, "one") for one in (first, second) * 5]
            await asyncio.gather(*views)
            await second.view(world.domain, "two")
        async with world.start(clock) as again:
            await again.view(world.domain, "one")
    assert await world.count() == {"2026-10-24": (12, 2)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Local clocks are set back by an hour within a day of UTC …
        ("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00"),
        ("2026-11-01T01:30-07:00", "2026-11-01T01:30-08:00"),
        # … or have another date.
        ("2026-10-24T01:00Z", "2026-10-25T13:59+14:00"),
    ],
)
async def test_daylight_saving_time_does_not_start_a_new_day(
    world: World, before: str, after: str
) -> None:
    clock = Clock(before)
    async with world.start(clock) as process:
        await process.view(world.domain, "one")
        clock.set(after)
        await process.tidy()
        await process.view(world.domain, "one")
    (counted,) = (await world.count()).values()
    assert counted == (2, 1)


async def test_a_new_day_counts_a_visitor_again_and_only_once(world: World) -> None:
    clock = Clock("2026-10-24T23:59:59.9Z")
    async with world.start(clock) as first, world.start(clock) as second:
        processes = (first, second)
        await asyncio.gather(*(process.view(world.domain, "one") for process in processes))
        clock.set("2026-10-25T00:00:00.1Z")
        views = [process.view(world.domain, "one") for process in processes * 10]
        await asyncio.gather(*views, *(process.tidy() for process in processes))
    assert await world.count() == {"2026-10-24": (2, 1), "2026-10-25": (20, 1)}


async def test_data_that_identifies_visitors_is_deleted_soon_after_midnight(world: World) -> None:
    """The first process deletes it, as long as records arrive."""
    clock = Clock("2026-10-24T23:59Z")
    async with world.start(clock) as first, world.start(clock) as second:
        processes = (first, second)
        await first.view(world.domain, "one")
        clock.set("2026-10-25T00:00:59Z")
        await asyncio.gather(*(process.tidy() for process in processes))
        assert await world.has_table("visitors_20261024")
        clock.set("2026-10-25T00:01:00Z")
        views = [process.view(world.domain, "one") for process in processes * 10]
        await asyncio.gather(*views, *(process.tidy() for process in processes))
    assert await world.list_salts() == ["2026-10-25"]
    assert not await world.has_table("visitors_20261024")
    assert await world.count() == {"2026-10-24": (1, 1), "2026-10-25": (20, 1)}


async def test_a_late_clock_neither_fails_nor_counts_twice_nor_revives_a_salt(world: World) -> None:
    """One machine has ended the day, but the clocks of two others are still before midnight."""
    late, right = Clock("2026-10-24T23:58Z"), Clock("2026-10-24T23:59Z")
    async with world.start(late) as process, world.start(right) as other:
        await process.view(world.domain, "one")
        right.set("2026-10-25T00:05Z")
        await other.tidy()
        await asyncio.gather(*(process.view(world.domain, "one") for _ in range(5)))
        async with world.start(late) as newcomer:
            await newcomer.view(world.domain, "one")
        await other.view(world.domain, "one")
    assert await world.list_salts() == ["2026-10-25"]
    assert await world.count() == {"2026-10-24": (7, 1), "2026-10-25": (1, 1)}


async def test_a_clock_that_is_set_back_over_midnight_loses_nothing(world: World) -> None:
    clock = Clock("2026-10-24T23:59:58Z")
    async with world.start(clock) as process:
        for moment in ("2026-10-25T00:00:02Z", "2026-10-24T23:59:57Z", "2026-10-25T00:00:03Z"):
            await process.view(world.domain, "one")
            clock.set(moment)
        await process.view(world.domain, "one")
    assert await world.count() == {"2026-10-24": (2, 1), "2026-10-25": (2, 1)}


async def test_a_view_that_is_repeated_after_midnight_is_counted_once(world: World) -> None:
    key = "0123456789abcdef"
    clock = Clock("2026-10-24T23:59:59Z")
    async with world.start(clock) as first, world.start(clock) as second:
        answer = await first.view(world.domain, "one", key=key)
        clock.set("2026-10-25T00:00:01Z")
        repeated = [process.view(world.domain, "one", key=key) for process in (first, second)]
        assert await asyncio.gather(*repeated) == [answer, answer]
    assert await world.count() == {"2026-10-24": (1, 1)}


async def test_idempotency_keys_are_deleted_a_day_after_their_last_use(world: World) -> None:
    clock = Clock("2026-10-23T12:00Z")
    async with world.start(clock) as process:
        for number in range(3):
            await process.view(world.domain, "one", key=f"0123456789abcdef {number}")
        kept = {}
        for moment in ("2026-10-24T23:59Z", "2026-10-25T00:02Z"):
            clock.set(moment)
            await process.view(world.domain, "one", key="0123456789abcdef 0")
            await process.tidy()
            kept[moment] = await world.connection.fetchval("select count(*) from request_keys")
    assert kept == {"2026-10-24T23:59Z": 3, "2026-10-25T00:02Z": 1}


async def test_late_views_and_the_end_of_their_day_do_not_conflict(world: World) -> None:
    await create_salt(world.connection, EVENING.date())
    stored: list[Stored] = []
    is_over = False

    async def keep_storing(sink: PostgresSink) -> None:
        while not is_over:
            view = make_view(world.domain, EVENING, len(stored).to_bytes(16))
            stored.extend(await sink.store([view]))

    async def wait_for_stored(count: int) -> None:
        while len(stored) < count:
            await asyncio.sleep(0.01)

    async with create_sink(world) as one, create_sink(world) as two:
        tasks = [asyncio.create_task(keep_storing(sink)) for sink in (one, two)]
        await wait_for_stored(20)
        await drop_visitors(world.connection, MORNING.date())
        await wait_for_stored(len(stored) + 20)
        is_over = True
        await asyncio.gather(*tasks)
    views, readers = (await world.count())["2026-10-24"]
    assert views == len(stored) > readers > 0
    assert all(stored)
    assert await world.list_salts() == ["2026-10-25"]


async def test_many_processes_can_create_the_same_partitions(world: World) -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(3)]
    async with await create_pool(world.dsn, size=8) as pool:

        async def ensure() -> None:
            async with pool.acquire() as connection:
                await Partitions().ensure(connection, days)

        await asyncio.gather(*(ensure() for _ in range(8)))
    assert all([await world.has_table(f"actions_2026010{day.day}") for day in days])


async def test_a_partition_of_the_owner_is_neither_dropped_nor_counted(world: World) -> None:
    await world.connection.execute(
        "create table records_before partition of records "
        "for values from (minvalue) to ('2020-01-01 00:00+00')"
    )
    async with world.start(Clock("2026-10-25T12:00Z")) as process:
        await process.tidy()
    assert await world.has_table("records_before")
    assert await recount(world.connection, repair=False) == []


async def test_an_export_blocks_nothing_while_days_begin_and_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "RETRY_SECONDS", 0)
    clock = Clock("2024-10-24T12:00Z")
    async with world.start(clock) as process:
        await process.view(world.domain, "one")
        clock.set("2026-10-25T12:00Z")
        async with world.connection.transaction():
            await world.connection.fetch("select count(*) from records")
            tidying = asyncio.create_task(process.tidy())
            await process.view(world.domain, "one")
            await tidying
            assert await world.has_table("records_20241024")
        await process.tidy()
    assert not await world.has_table("records_20241024")
