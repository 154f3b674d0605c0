"""Every stored column is read by a report or a command. A column that isn't must not be stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import uuid4

import asyncpg

from collector.errors import UnavailableError
from collector.ids import make_id
from collector.improvements import Selection
from collector.model import DIMENSIONS, NewRecord, Record
from collector.postgres.access import StoredAccess
from collector.postgres.database import QueryPool, connect, create_pool
from collector.postgres.imports import list_imports
from collector.postgres.improvements import ImprovementReports
from collector.postgres.known import load_known
from collector.postgres.migrate import check_migrated
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.registry import list_domains, list_tokens
from collector.postgres.reports import Reports
from collector.postgres.salts import load_salt
from collector.postgres.sink import PostgresSink
from collector.postgres.sites import list_sites
from collector.postgres.text_requests import load_logs
from collector.statistics import Period
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

TODAY = datetime.now(UTC).date()
PERIOD = Period(date(2025, 1, 1), TODAY)

EXPLAINED = {
    ("actions", "id"): "identifies the action that a client changes",
    ("migrations", "name"): "is about releases, not visitors",
    ("migrations", "run"): "is about releases, not visitors",
    ("request_keys", "day"): "is read by the maintenance, which deletes old keys",
    ("request_keys", "hash"): "finds a repeated request",
    ("request_keys", "id"): "is the response to a repeated request",
}
"""Columns that no report reads, and why they are stored."""

_COLUMNS = """
  select relname as table, attname as column from pg_attribute
  join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped order by relname, attnum"""


@dataclass(frozen=True)
class Database:
    connection: asyncpg.Connection
    pool: asyncpg.Pool

    @property
    def reports(self) -> Reports:
        return Reports(QueryPool(self.pool))

    @property
    def access(self) -> StoredAccess:
        return StoredAccess(QueryPool(self.pool))


Read = Callable[[Database], Awaitable[object]]

REPORTS: tuple[Read, ...] = (
    lambda db: db.reports.days(uuid4(), PERIOD),
    lambda db: db.reports.path_days(uuid4(), PERIOD, ["/"]),
    lambda db: db.reports.tables(uuid4(), PERIOD, list(DIMENSIONS), 10),
    lambda db: db.reports.pages(uuid4(), PERIOD, ["zh"], 10),
    lambda db: db.reports.events(uuid4(), PERIOD, ["search"], 10),
    lambda db: db.reports.hours(uuid4(), datetime.now(UTC), datetime.now(UTC), ["/"]),
    lambda db: db.reports.first_days(),
    lambda db: ImprovementReports(db.connection).load(Selection(uuid4(), PERIOD)),
    lambda db: db.reports.active(uuid4()),
    lambda db: db.reports.agents(uuid4(), PERIOD),
    lambda db: db.reports.text_requests(uuid4(), PERIOD, 10),
    lambda db: load_logs(db.connection, uuid4()),
    lambda db: recount(db.connection, repair=False),
    lambda db: list_domains(db.connection),
    lambda db: list_tokens(db.connection),
    lambda db: list_imports(db.connection),
    lambda db: db.access.check_token("token"),
    lambda db: db.access.check_session("secret"),
    lambda db: db.access.open_session("token"),
    lambda db: check_migrated(db.connection),
    lambda db: list_sites(QueryPool(db.pool), None),
    lambda db: anext(load_known(db.pool, uuid4(), TODAY), None),
)


async def count_reader(db: Database) -> object:
    """Counts a visitor once a day, which is the only use of salts and hashes."""
    moment = datetime.now(UTC)
    await load_salt(db.pool, moment.date())
    record = Record(id=make_id(moment), domain_id=uuid4(), created=moment, path="/")
    return await PostgresSink(db.pool, Partitions()).store([NewRecord(record, b"hash")])


def choose(table: str) -> tuple[Read, ...]:
    return (count_reader,) if table in ("visitors", "salts") else REPORTS


async def is_read(db: Database, table: str, column: str) -> bool:
    """Whether a report fails while the column has another name."""
    rename = f'alter table "{table}" rename column'
    await db.connection.execute(f'{rename} "{column}" to hidden')
    try:
        for read in choose(table):
            try:
                await read(db)
            except (asyncpg.UndefinedColumnError, UnavailableError) as error:
                cause = error.__cause__ or error
                assert isinstance(cause, asyncpg.UndefinedColumnError), cause
                return True
        return False
    finally:
        await db.connection.execute(f'{rename} hidden to "{column}"')


async def test_every_column_is_read_by_a_report(postgres: Postgres) -> None:
    dsn = create_database(postgres, "columns")
    # The control: a column that no report reads is found.
    fetch(dsn, "alter table records add column screen_width integer")
    connection = await connect(dsn)
    async with await create_pool(dsn) as pool:
        db = Database(connection, pool)
        for read in (*REPORTS, count_reader):
            await read(db)
        columns = [tuple(row) for row in await connection.fetch(_COLUMNS)]
        unread = {one for one in columns if not await is_read(db, *one)}
    await connection.close()
    assert ("records", "path") in columns
    assert unread == {*EXPLAINED, ("records", "screen_width")}
