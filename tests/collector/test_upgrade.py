"""A database of the first release keeps its figures, and loses data that is no longer stored."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from collector.ids import coarsen_id, make_id, moment_of
from collector.model import Action, ActionUpdate, Item, NewAction, NewRecord, Record, RecordUpdate
from collector.postgres.database import connect, create_pool
from collector.postgres.migrate import load_migrations, migrate
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.registry import list_domains
from collector.postgres.sink import PostgresSink
from harness.collector.loops import Loop
from harness.postgres import ROLE, SUPERUSER, Postgres

START = datetime(2026, 9, 27, 23, 30, tzinfo=UTC)
DEVICE = "Zwieback Phone 7"
"""A fingerprint that must not survive."""
SEARCHED = "a secret that was typed"
VIEWS = 200

_RECORD = """
  insert into records (id, created, updated, domain_id, is_first, path, browser_name, device_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8)"""
_ACTION = """
  insert into actions (id, created, event_id, key, value, details)
  values ($1, $2, $3, $4, $5, $6)"""

# As the first release counted.
_COUNT = """
  insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds)
  select domain_id, (created at time zone 'UTC')::date, dimension, value, count(*),
    count(*) filter (where is_first),
    sum(case when dimension = 'browser' then 0
      else round(date_part('epoch', updated - created) * 1000)::integer end)
  from records cross join lateral (
    values ('total', ''), ('page', path), ('browser', browser_name)
  ) as counted (dimension, value)
  group by 1, 2, 3, 4"""
_COUNT_ACTIONS = """
  insert into action_rollups (event_id, day, key, count, total)
  select event_id, (created at time zone 'UTC')::date, key, count(*), sum(value)
  from actions group by 1, 2, 3"""
_END_REWRITING = """
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = 'interrupted' and query like 'vacuum full %' and wait_event_type = 'Lock'"""
_STATISTICS_FILE = "select pg_relation_filenode('pg_statistic')"
_FIGURES = (
    "select * from rollups order by domain_id, dimension, day, value",
    "select * from action_rollups order by event_id, day, key",
)


class Old:
    """A database of the first release, migrated to the latest schema."""

    def __init__(self, dsn: str, connection: asyncpg.Connection) -> None:
        self.dsn = dsn
        self.connection = connection
        self.domain_id, self.event_id = uuid4(), uuid4()
        self.site_id = uuid4()
        self.views = [make_id(START + timedelta(seconds=17.123 * n)) for n in range(VIEWS)]
        self.actions = [make_id(START + timedelta(seconds=18.5 * n)) for n in range(VIEWS)]
        self.before: list[Any] = []

    async def fill(self) -> None:
        first = load_migrations()[0]
        await self.connection.execute(first.sql)
        await self.connection.execute(
            "create table migrations "
            "(number integer primary key, name text not null, run timestamptz default now())"
        )
        await self.connection.execute("insert into migrations values (1, $1)", first.name)
        await self.connection.execute(
            "insert into domains (id, title, origins) values ($1, 'Docs', '{}')", self.site_id
        )
        days = [START.date(), START.date() + timedelta(days=1)]
        await Partitions().ensure(self.connection, days)
        random = Random(1)  # noqa: S311 - the same every time
        for number, id_ in enumerate(self.views):
            created = _moment(id_)
            updated = created + timedelta(milliseconds=random.randrange(1_800_000))
            await self.connection.execute(
                _RECORD, id_, created, updated, self.domain_id, number % 3 == 0,
                f"/{number % 7}/", f"Browser {number % 2}", DEVICE,
            )  # fmt: skip
        for number, id_ in enumerate(self.actions):
            key, value = f"key {number % 3}", 1.5
            await self.connection.execute(
                _ACTION, id_, _moment(id_), self.event_id, key, value, SEARCHED
            )
        await self.connection.execute(_COUNT)
        await self.connection.execute(_COUNT_ACTIONS)
        self.before = await self.load_figures()

    async def load_figures(self) -> list[Any]:
        return [[tuple(row) for row in await self.connection.fetch(text)] for text in _FIGURES]


def _moment(id_: UUID) -> datetime:
    moment = moment_of(id_)
    assert moment
    return moment


def _minute(id_: UUID) -> datetime:
    return _moment(id_).replace(second=0, microsecond=0)


def find_in_files(postgres: Postgres, text: str) -> list[Path]:
    files = [path for path in (postgres.folder / "data/base").rglob("*") if path.is_file()]
    return [path for path in files if text.encode() in read_if_present(path)]


def read_if_present(path: Path) -> bytes:
    """PostgreSQL removes files at any time, such as temporary ones."""
    with suppress(FileNotFoundError):
        return path.read_bytes()
    return b""


async def create_old(postgres: Postgres, admin: asyncpg.Connection, name: str) -> Old:
    await admin.execute(f"create database {name} owner {ROLE}")
    dsn = postgres.dsn.rpartition("/")[0] + f"/{name}"
    old = Old(dsn, await connect(dsn))
    await old.fill()
    await old.connection.execute("analyze")  # copies common values to statistics
    await admin.execute("checkpoint")
    assert find_in_files(postgres, DEVICE), "the search works"
    return old


@pytest.fixture(scope="module")
def old(postgres: Postgres, loop: Loop) -> Iterator[Old]:
    async def start() -> Old:
        admin = await asyncpg.connect(postgres.superuser_dsn)  # checkpoints need one
        old = await create_old(postgres, admin, "upgrade")
        await migrate(old.connection)
        await admin.execute("checkpoint")
        await admin.close()
        return old

    old = loop.run(start())
    yield old
    loop.run(old.connection.close())


async def test_all_rollups_stay_and_a_recount_agrees(old: Old) -> None:
    assert await old.load_figures() == old.before
    assert len(old.before[0]) == 20
    assert await recount(old.connection, repair=False) == []


async def test_a_site_of_the_first_release_can_count_results_and_feedback(old: Old) -> None:
    (domain,) = await list_domains(old.connection)
    assert (domain.id, [*domain.events]) == (old.site_id, ["result", "feedback"])


async def test_records_have_the_columns_of_a_new_database(old: Old) -> None:
    for table, ids, columns in (
        ("records", old.views, {"id", "created", "duration", "domain_id", "is_first", "path"}),
        ("actions", old.actions, {"id", "created", "event_id", "key", "value"}),
    ):
        rows = await old.connection.fetch(f"select * from {table}")  # noqa: S608
        assert {*rows[0].keys()} == columns
        expected = {(coarsen_id(id_), _minute(id_)) for id_ in ids}
        assert {(row["id"], row["created"]) for row in rows} == expected


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("text", [DEVICE, SEARCHED])
def test_no_file_of_a_table_contains_dropped_values(postgres: Postgres, text: str) -> None:
    assert find_in_files(postgres, text) == []


async def test_new_items_are_added_to_migrated_data(old: Old) -> None:
    """Also in a partition that the first release created."""
    id_ = make_id(START)
    record = Record(id=id_, domain_id=old.domain_id, created=START, path="/new/")
    known = old.views[0], old.actions[0]
    items: list[Item] = [
        NewRecord(record, None),
        RecordUpdate(coarsen_id(known[0]), _minute(known[0]), 1_800_000),
        NewAction(Action(make_id(START), old.event_id, START, "new", 1.0)),
        ActionUpdate(coarsen_id(known[1]), _minute(known[1]), "changed", 2.0),
    ]
    async with await create_pool(old.dsn) as pool:
        assert list(await PostgresSink(pool, Partitions()).store(items)) == [True] * 4
    assert await recount(old.connection, repair=False) == []


async def test_an_interrupted_upgrade_is_completed_by_the_next_one(postgres: Postgres) -> None:
    """The server ends the connection after the commit, before statistics are rewritten."""
    admin = await asyncpg.connect(postgres.superuser_dsn)
    old = await create_old(postgres, admin, "interrupted")
    observer = await asyncpg.connect(postgres.superuser_dsn, database="interrupted")
    async with observer.transaction():
        await observer.execute("select from pg_statistic")  # blocks rewriting until the end
        migration = asyncio.create_task(migrate(old.connection))
        async with asyncio.timeout(30):
            while not await admin.fetchval(_END_REWRITING):
                await asyncio.sleep(0.05)
        with pytest.raises((asyncpg.AdminShutdownError, asyncpg.ConnectionDoesNotExistError)):
            await migration
    await observer.close()
    connection = await connect(old.dsn)
    assert await migrate(connection) == []
    rewritten = await connection.fetchval(_STATISTICS_FILE)
    assert await migrate(connection) == []
    assert await connection.fetchval(_STATISTICS_FILE) == rewritten, "only once: it blocks queries"
    await connection.close()
    await admin.execute("checkpoint")
    await admin.close()
    assert find_in_files(postgres, DEVICE) == []


async def test_a_role_that_does_not_own_the_database_leaves_statistics_to_the_owner(
    postgres: Postgres,
) -> None:
    admin = await asyncpg.connect(postgres.superuser_dsn)
    old = await create_old(postgres, admin, "borrowed")
    owner = await asyncpg.connect(postgres.superuser_dsn, database="borrowed")
    await owner.execute(f"grant create on schema public to {ROLE}")
    await owner.execute(f"alter database borrowed owner to {SUPERUSER}")
    assert await migrate(old.connection) != []
    await owner.execute(f"alter database borrowed owner to {ROLE}")
    before = await owner.fetchval(_STATISTICS_FILE)
    assert await migrate(old.connection) == []
    assert await owner.fetchval(_STATISTICS_FILE) != before
    for connection in (old.connection, owner, admin):
        await connection.close()
