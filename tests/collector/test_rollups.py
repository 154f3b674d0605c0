"""Rollups match the records, whatever is stored, in whatever batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collector.ids import make_id, moment_of
from collector.model import (
    DIMENSIONS,
    Action,
    ActionUpdate,
    Item,
    NewAction,
    NewRecord,
    Record,
    RecordUpdate,
)
from collector.postgres.batches import WRITING, write_statement
from collector.postgres.database import connect, create_pool
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.sink import PostgresSink
from harness.collector.loops import Loop
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

EXAMPLES = 25
FIRST_DAY, LAST_DAY = date(2026, 3, 28), date(2026, 3, 29)
MIDNIGHT = datetime(2026, 3, 29, tzinfo=UTC)


@dataclass(frozen=True)
class World:
    connection: asyncpg.Connection
    pool: asyncpg.Pool

    async def load_rollups(self, domain_id: UUID) -> dict[tuple[Any, ...], tuple[int, int, int]]:
        rows = await self.connection.fetch(
            "select dimension, day, value, views, readers, milliseconds from rollups "
            "where domain_id = $1",
            domain_id,
        )
        return {tuple(row)[:3]: tuple(row)[3:] for row in rows}

    async def load_action_rollups(self, event_id: UUID) -> dict[tuple[date, str], tuple[int, Any]]:
        rows = await self.connection.fetch(
            "select day, key, count, total from action_rollups where event_id = $1 and count > 0",
            event_id,
        )
        return {(row["day"], row["key"]): (row["count"], row["total"]) for row in rows}


@pytest.fixture(scope="module")
def world(postgres: Postgres, loop: Loop) -> Iterator[World]:
    dsn = create_database(postgres, "rollups")
    fetch(dsn, "insert into salts values ($1, '1'), ($2, '2')", FIRST_DAY, LAST_DAY)
    connection = loop.run(connect(dsn))
    pool = loop.run(create_pool(dsn, size=1, settings=WRITING))
    yield World(connection, pool)
    loop.run(pool.close())
    loop.run(connection.close())


@dataclass
class Site:
    """A model of a site: counts what was stored."""

    domain_id: UUID = field(default_factory=uuid4)
    event_id: UUID = field(default_factory=uuid4)
    records: list[Record] = field(default_factory=list)
    first: set[UUID] = field(default_factory=set)
    durations: dict[UUID, int] = field(default_factory=dict)
    actions: dict[UUID, Action] = field(default_factory=dict)
    readers: set[tuple[date, bytes]] = field(default_factory=set)

    def note(self, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, NewRecord):
                self._note_view(item)
            elif isinstance(item, RecordUpdate) and item.id in self.durations:
                self.durations[item.id] = max(self.durations[item.id], item.duration)
            elif isinstance(item, NewAction):
                self.actions[item.action.id] = item.action
            elif isinstance(item, ActionUpdate) and item.id in self.actions:
                old = self.actions[item.id]
                value = item.value or 0.0
                new = Action(old.id, old.event_id, old.created, item.key, value)
                self.actions[item.id] = new

    def _note_view(self, item: NewRecord) -> None:
        record = item.record
        self.records.append(record)
        self.durations[record.id] = 0
        reader = None if item.visitor is None else (record.day, item.visitor)
        if reader and reader not in self.readers:
            self.readers.add(reader)
            self.first.add(record.id)

    def count(self) -> dict[tuple[Any, ...], tuple[int, int, int]]:
        views: Counter[tuple[Any, ...]] = Counter()
        readers: Counter[tuple[Any, ...]] = Counter()
        times: Counter[tuple[Any, ...]] = Counter()
        for record in self.records:
            passed = self.durations[record.id]
            for dimension, value in describe(record).items():
                key = dimension, record.day, value
                views[key] += 1
                readers[key] += record.id in self.first
                times[key] += passed if dimension in ("total", "page") else 0
        return {key: (views[key], readers[key], times[key]) for key in views}

    def count_actions(self) -> dict[tuple[date, str], tuple[int, Any]]:
        counts = Counter((action.day, action.key) for action in self.actions.values())
        totals: Counter[tuple[date, str]] = Counter()
        for action in self.actions.values():
            totals[action.day, action.key] += action.value  # type: ignore[assignment]
        # Adding and subtracting floats leaves a rounding error, which a recount would report.
        return {key: (counts[key], pytest.approx(totals[key], abs=0.01)) for key in counts}


def describe(record: Record) -> dict[str, str]:
    found = {name: getattr(record, field) for name, field in DIMENSIONS.items()}
    return {"total": "", **{name: value for name, value in found.items() if value}}


# --- Strategies -----------------------------------------------------------------------------------

words = st.sampled_from(["a", "b", "zh", "长"])
maybe = st.none() | words
values = st.floats(0.001, 1e9)
moments = st.integers(-90_000, 90_000).map(lambda n: MIDNIGHT + timedelta(milliseconds=n))


@st.composite
def views(draw: st.DrawFn, site: Site) -> NewRecord:
    id_ = make_id(draw(moments))
    given: dict[str, Any] = {field: draw(maybe) for field in DIMENSIONS.values()}
    given |= {"path": f"/{draw(words)}", "domain_id": site.domain_id}
    record = Record(id=id_, created=_moment(id_), **given)
    return NewRecord(record, draw(st.sampled_from([None, b"1", b"2", b"3"])))


def updates(site: Site) -> st.SearchStrategy[RecordUpdate]:
    """Updates of records that a client can know, or of unknown ones."""
    ids = st.sampled_from([record.id for record in site.records] or [make_id(MIDNIGHT)])
    return st.builds(
        lambda id_, passed: RecordUpdate(id_, _moment(id_), passed),
        ids | st.just(make_id(MIDNIGHT)),
        st.integers(-1000, 1_800_000),
    )


def actions(site: Site) -> st.SearchStrategy[NewAction]:
    return st.builds(
        lambda id_, key, value: NewAction(Action(id_, site.event_id, _moment(id_), key, value)),
        moments.map(make_id),
        words,
        values,
    )


def changes(site: Site) -> st.SearchStrategy[ActionUpdate]:
    ids = st.sampled_from(list(site.actions) or [make_id(MIDNIGHT)])
    return st.builds(
        lambda id_, key, value: ActionUpdate(id_, _moment(id_), key, value),
        ids,
        words,
        st.none() | values,
    )


def _moment(id_: UUID) -> datetime:
    moment = moment_of(id_)
    assert moment
    return moment


@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_rollups_match_the_stored_items_and_a_recount_agrees(
    world: World, loop: Loop, data: st.DataObject
) -> None:
    site = Site()
    sink = PostgresSink(world.pool, Partitions())
    for _ in range(data.draw(st.integers(1, 4))):
        kinds = views(site) | updates(site) | actions(site) | changes(site)
        items = data.draw(st.lists(kinds, min_size=1, max_size=12))
        site.note(items)
        found = loop.run(sink.store(items))
        assert list(found) == [_is_there(site, item) for item in items]
    assert loop.run(world.load_rollups(site.domain_id)) == site.count()
    assert loop.run(world.load_action_rollups(site.event_id)) == site.count_actions()
    assert loop.run(recount(world.connection, repair=False)) == []


def _is_there(site: Site, item: Item) -> bool:
    if isinstance(item, RecordUpdate):
        return item.id in site.durations
    return not isinstance(item, ActionUpdate) or item.id in site.actions


async def test_a_recount_finds_and_repairs_differences(world: World) -> None:
    sink = PostgresSink(world.pool, Partitions())
    site = Site()
    id_ = make_id(MIDNIGHT)
    record = Record(id=id_, domain_id=site.domain_id, created=MIDNIGHT, path="/lost/")
    action = Action(id_, site.event_id, MIDNIGHT, "a", 2.0)
    await sink.store([NewRecord(record, b"1"), NewAction(action)])
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
    await PostgresSink(world.pool, Partitions()).store(views)
    async with world.pool.acquire() as connection:
        await connection.execute("analyze records_20260330")
        statement = write_statement(moment.date(), True, True, True)
        await connection.execute(f"prepare batch as {statement}")
        values = ", ".join(["'{}'"] * statement.count("[]"))
        rows = await connection.fetch(f"explain execute batch ({values})")
        await connection.execute("deallocate batch")
    plan = "\n".join(row[0] for row in rows)
    assert plan.count("Index Scan using records_20260330_pkey") == 2, plan
