"""Months tell what their days tell, and are added up again when a day changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from collector.ids import make_id, moment_of
from collector.model import DIMENSIONS, Action, ActionUpdate, Item, NewAction, NewRecord, Record
from collector.postgres.batches import WRITING
from collector.postgres.database import connect, create_pool
from collector.postgres.migrate import migrate
from collector.postgres.months import add_up_months
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.registry import add_domain
from collector.postgres.reports import Reports
from collector.postgres.sink import PostgresSink
from collector.statistics import Period
from harness.collector.loops import Loop
from harness.postgres import Postgres

TODAY = date(2026, 5, 2)
FIRST = date(2026, 1, 20)
KINDS = ("route", "search")

Work = Callable[["Archive"], Awaitable[None]]


class Archive:
    """A domain with some views and actions on each of a hundred days."""

    def __init__(self, connection: asyncpg.Connection, pool: asyncpg.Pool) -> None:
        self.connection = connection
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
        id_ = make_id(moment)
        created = moment_of(id_)
        assert created
        path = f"/{random.randrange(5)}"
        record = Record(id=id_, domain_id=self.domain_id, created=created, path=path)
        return NewRecord(record, None)

    def _action(self, random: Random, moment: datetime) -> NewAction:
        event_id = self.events[random.choice(KINDS)]
        action = Action(make_id(moment), event_id, moment, f"{random.randrange(4)}", 1.0)
        self.actions.append(action)
        return NewAction(action)

    async def ask(self, period: Period) -> Any:
        id_: UUID = self.domain_id
        tables = await self.reports.tables(id_, period, list(DIMENSIONS), 100)
        return tables, await self.reports.events(id_, period, KINDS, 100)


@pytest.fixture(scope="module")
def run(postgres: Postgres) -> Iterator[Callable[[Work], None]]:
    dsn = postgres.dsn.replace("/postgres", "/months")

    async def start() -> Archive:
        admin = await connect(postgres.dsn)
        await admin.execute("create database months")
        await admin.close()
        connection = await connect(dsn)
        await migrate(connection)
        archive = Archive(connection, await create_pool(dsn, settings=WRITING))
        await archive.fill()
        return archive

    with Loop() as loop:
        archive = loop.run(start())
        yield lambda work: loop.run(_await(work(archive)))
        loop.run(archive.sink._pool.close())
        loop.run(archive.connection.close())


async def _await(work: Awaitable[None]) -> None:
    await work


def test_any_period_has_the_same_figures_with_and_without_months(
    run: Callable[[Work], None],
) -> None:
    random = Random(2)  # noqa: S311
    periods = [Period(FIRST, TODAY), Period(date(2026, 2, 1), date(2026, 2, 28))]
    for _ in range(15):
        first = FIRST + timedelta(days=random.randrange(100))
        last = first + timedelta(days=random.randrange((TODAY - first).days))
        periods.append(Period(first, last))

    async def work(archive: Archive) -> None:
        await archive.connection.execute("delete from months")
        before = [await archive.ask(period) for period in periods]
        added = await add_up_months(archive.connection, TODAY)
        assert added == [date(2026, number, 1) for number in range(1, 5)]
        assert await add_up_months(archive.connection, TODAY) == []
        assert [await archive.ask(period) for period in periods] == before
        assert await recount(archive.connection, repair=False) == []

    run(work)


def test_a_month_is_added_up_after_its_last_visits(run: Callable[[Work], None]) -> None:
    async def work(archive: Archive) -> None:
        await archive.connection.execute("delete from months")
        added = await add_up_months(archive.connection, date(2026, 5, 1))
        assert added[-1] == date(2026, 3, 1)

    run(work)


def test_a_changed_action_counts_immediately_in_a_past_month(
    run: Callable[[Work], None],
) -> None:
    async def work(archive: Archive) -> None:
        await add_up_months(archive.connection, TODAY)
        action = archive.actions[0]
        change = ActionUpdate(action.id, action.created, "changed", 1.0)
        assert await archive.sink.store([change]) == [True]
        for _ in range(2):
            _, events = await archive.ask(Period(date(2026, 1, 1), TODAY))
            keys = [row.value for rows in events.values() for row in rows]
            assert "changed" in keys
            await add_up_months(archive.connection, TODAY)
        assert await recount(archive.connection, repair=False) == []

    run(work)


def test_a_recount_finds_a_wrong_month_and_repairs_it(run: Callable[[Work], None]) -> None:
    async def work(archive: Archive) -> None:
        await add_up_months(archive.connection, TODAY)
        await archive.connection.execute(
            "update month_rollups set views = views + 1 where month = '2026-02-01'"
        )
        assert await recount(archive.connection, repair=True) == [
            "month 2026-02: it is not the sum of its days"
        ]
        assert await recount(archive.connection, repair=False) == []

    run(work)
