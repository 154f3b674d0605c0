"""Monthly rollups match the daily ones, and are added up again when a day changes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from collector.feedback import FEEDBACK
from collector.ids import make_id
from collector.model import DIMENSIONS, Action, ActionUpdate, Item, NewAction, NewRecord, Record
from collector.postgres.batches import WRITING
from collector.postgres.database import connect, create_pool
from collector.postgres.months import add_up_months
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.registry import add_domain
from collector.postgres.reports import Reports
from collector.postgres.sink import PostgresSink
from collector.statistics import Period
from harness.collector.loops import Loop
from harness.collector.stored import create_database
from harness.postgres import Postgres

TODAY = date(2026, 5, 2)
FIRST = date(2026, 1, 20)
KINDS = ("route", "search", FEEDBACK)


class Archive:
    """A domain with some views and actions on each of a hundred days."""

    def __init__(self, connection: asyncpg.Connection, pool: asyncpg.Pool) -> None:
        self.connection = connection
        self.pool = pool
        self.reports = Reports(pool)
        self.sink = PostgresSink(pool, Partitions())
        self.actions: list[Action] = []

    async def fill(self) -> None:
        domain = await add_domain(self.connection, "Docs", ["https://a"], [])
        self.domain_id, self.events = domain.id, domain.events
        random = Random(1)  # noqa: S311 - the same every time
        items: list[Item] = []
        for ago in range((TODAY - FIRST).days):
            moment = datetime(2026, 1, 20, tzinfo=UTC) + timedelta(days=ago)
            for _ in range(random.randrange(1, 4)):
                items += [self._view(random, moment), self._action(random, moment)]
        await self.sink.store(items)

    def _view(self, random: Random, moment: datetime) -> NewRecord:
        path = f"/{random.randrange(5)}"
        record = Record(id=make_id(moment), domain_id=self.domain_id, created=moment, path=path)
        return NewRecord(record, None)

    def _action(self, random: Random, moment: datetime) -> NewAction:
        kind = random.choice(KINDS)
        answer = f"{random.choice(('yes', 'no'))} /" if kind == FEEDBACK else ""
        key = f"{answer}{random.randrange(4)}"
        action = Action(make_id(moment), self.events[kind], moment, key, 1.0)
        self.actions.append(action)
        return NewAction(action)

    async def load_reports(self, period: Period) -> Any:
        id_: UUID = self.domain_id
        tables = await self.reports.tables(id_, period, list(DIMENSIONS), 100)
        events = await self.reports.events(id_, period, KINDS, 100)
        return tables, events, await self.reports.pages(id_, period, [], 100)


@pytest.fixture(scope="module")
def archive(postgres: Postgres, loop: Loop) -> Iterator[Archive]:
    dsn = create_database(postgres, "months")

    async def create() -> Archive:
        archive = Archive(await connect(dsn), await create_pool(dsn, settings=WRITING))
        await archive.fill()
        return archive

    archive = loop.run(create())
    yield archive
    loop.run(archive.pool.close())
    loop.run(archive.connection.close())


async def test_any_period_has_the_same_figures_with_and_without_months(archive: Archive) -> None:
    random = Random(2)  # noqa: S311
    periods = [Period(FIRST, TODAY), Period(date(2026, 2, 1), date(2026, 2, 28))]
    for _ in range(15):
        first = FIRST + timedelta(days=random.randrange(100))
        last = first + timedelta(days=random.randrange((TODAY - first).days))
        periods.append(Period(first, last))
    before = [await archive.load_reports(period) for period in periods]
    added = await add_up_months(archive.connection, TODAY)
    assert added == [date(2026, number, 1) for number in range(1, 5)]
    assert await add_up_months(archive.connection, TODAY) == []
    assert [await archive.load_reports(period) for period in periods] == before
    assert await recount(archive.connection, repair=False) == []


async def test_a_month_is_added_up_after_its_last_visits(archive: Archive) -> None:
    await archive.connection.execute("delete from months")
    added = await add_up_months(archive.connection, date(2026, 5, 1))
    assert added[-1] == date(2026, 3, 1)


async def test_a_changed_action_counts_immediately_in_a_past_month(archive: Archive) -> None:
    await add_up_months(archive.connection, TODAY)
    action = archive.actions[0]
    change = ActionUpdate(action.id, action.created, "changed", 1.0)
    assert await archive.sink.store([change]) == [True]
    for _ in range(2):
        _, events, _ = await archive.load_reports(Period(date(2026, 1, 1), TODAY))
        assert "changed" in [row.value for rows in events.values() for row in rows]
        await add_up_months(archive.connection, TODAY)
    assert await recount(archive.connection, repair=False) == []


async def test_a_recount_finds_a_wrong_month_and_repairs_it(archive: Archive) -> None:
    await add_up_months(archive.connection, TODAY)
    await archive.connection.execute(
        "update month_rollups set views = views + 1 where month = '2026-02-01'"
    )
    problem = "month 2026-02: it is not the sum of its days"
    assert await recount(archive.connection, repair=True) == [problem]
    assert await recount(archive.connection, repair=False) == []
