"""An item that can't be stored doesn't affect the other items of its batch, or other batches."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from datetime import UTC, datetime, timedelta

import pytest

from collector.errors import RefusedError
from collector.ids import make_id
from collector.model import ActionUpdate, Item, RecordUpdate
from collector.postgres.recount import recount
from collector.postgres.salts import create_salt
from collector.postgres.sink import PostgresSink
from collector.writer import Writer
from tests.collector.durability.inside import (
    Clock,
    World,
    create_sink,
    make_action,
    make_view,
)

MOMENT = datetime(2026, 10, 24, 12, tzinfo=UTC)


async def test_one_view_that_postgresql_rejects_fails_alone(world: World) -> None:
    await world.connection.execute(
        "alter table records add constraint antidote check (path <> '/poison/')"
    )
    async with world.start(Clock("2026-10-24T12:00Z")) as process:
        await process.view(world.domain, "one")  # so that the others are stored in batches
        paths = ["/poison/" if number in (7, 31) else "/" for number in range(60)]
        answers = await asyncio.gather(*(process.view(world.domain, "one", path) for path in paths))
    refused = [path for path, answer in zip(paths, answers, strict=True) if "errors" in answer]
    assert refused == ["/poison/", "/poison/"]
    assert {error["message"] for answer in answers for error in answer.get("errors", ())} == {
        "This cannot be stored"
    }
    assert await world.count() == {"2026-10-24": (59, 1)}


@pytest.mark.parametrize(
    "path", ["/\ud800/", "/\0/", secrets.token_hex(9000)], ids=["surrogate", "NUL", "long"]
)
async def test_an_item_that_cannot_be_encoded_fails_alone(world: World, path: str) -> None:
    """The service validates items before. This is a second line of defense."""
    await create_salt(world.connection, MOMENT.date())
    async with create_sink(world) as sink:
        writer = Writer(sink)
        writer.start()
        views = [make_view(world.domain, MOMENT, bytes([n])) for n in range(9)]
        bad = make_view(world.domain, MOMENT, b"bad", path)
        results = await asyncio.gather(
            *(writer.write(view) for view in [*views[:4], bad, *views[4:]]),
            return_exceptions=True,
        )
        await writer.stop()
    assert isinstance(results.pop(4), RefusedError)
    assert results == [True] * 9
    assert await world.count() == {"2026-10-24": (9, 9)}


async def test_two_processes_never_deadlock(world: World) -> None:
    """The same visitors, pages, records and actions, in any order, from two processes."""
    await create_salt(world.connection, MOMENT.date())
    async with create_sink(world) as one, create_sink(world) as two:
        views = [make_view(world.domain, MOMENT, bytes([n]), f"/{n}/") for n in range(12)]
        actions = [make_action(world.domain, MOMENT, f"key {n}") for n in range(12)]
        await one.store([*views, *actions])
        numbers = itertools.count(1)

        def mix() -> list[Item]:
            """One to four kinds of items, in any order."""
            number = next(numbers)
            keys = random.sample([f"key {n}" for n in range(12)], 12)
            kinds: list[list[Item]] = [
                [make_view(world.domain, MOMENT, bytes([n]), f"/{n}/") for n in range(12)],
                [RecordUpdate(one.record.id, MOMENT, number) for one in views],
                [
                    ActionUpdate(one.action.id, MOMENT, key, 2)
                    for one, key in zip(actions, keys, strict=True)
                ],
                [make_action(world.domain, MOMENT, key) for key in keys],
            ]
            random.shuffle(kinds)
            items = [item for kind in kinds[: number % 4 + 1] for item in kind]
            random.shuffle(items)
            return items

        async def keep_storing(sink: PostgresSink) -> None:
            for _ in range(40):
                assert all(await sink.store(mix()))

        await asyncio.gather(keep_storing(one), keep_storing(two))
    ((_, readers),) = (await world.count()).values()
    assert readers == 12
    assert await world.count_deadlocks() == 0


async def test_a_change_of_an_unknown_action_blocks_nothing(world: World) -> None:
    """Clients can send forged ids."""
    invented = ActionUpdate(make_id(MOMENT), MOMENT, "key", 1.0)
    async with create_sink(world) as sink, world.connection.transaction():
        await world.connection.execute("lock table action_rollups in row exclusive mode")
        stored = await asyncio.wait_for(sink.store([invented]), 5)
        assert list(stored) == [False]


async def test_a_change_of_an_action_touches_no_other_day(world: World) -> None:
    """Locking the partitions of two years takes longer than the change."""
    async with create_sink(world) as sink:
        actions = [make_action(world.domain, MOMENT - timedelta(days=n), "a") for n in range(3)]
        await sink.store(actions)
        changes = [ActionUpdate(one.action.id, one.action.created, "b", 2.0) for one in actions]
        async with world.connection.transaction():
            await world.connection.execute("lock table actions_20261022")
            stored = await asyncio.wait_for(sink.store(changes[:2]), 5)
            assert list(stored) == [True, True]
        assert list(await sink.store(changes)) == [True, True, True]
    rows = await world.connection.fetch("select key, sum(count) from action_rollups group by 1")
    assert {tuple(row) for row in rows} == {("a", 0), ("b", 3)}
    assert await recount(world.connection, repair=False) == []
