"""Migrates the database: numbered SQL files, each run once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

import asyncpg

from collector.errors import CollectorError
from collector.postgres.connection import Lock, take_lock

_NAME = re.compile(r"(\d{4})_\w+\.sql")

# An empty table marks statistics that still have to be rewritten, because an upgrade can be
# interrupted after its commit. Without the mark, every run would rewrite them and block queries.
_MARK_STATISTICS = "create table if not exists outdated_statistics ()"
_HAS_MARK = "select to_regclass('outdated_statistics') is not null"
_REMOVE_MARK = "drop table if exists outdated_statistics"
_STATISTICS_FILE = "select pg_relation_filenode('pg_statistic')"


@dataclass(frozen=True)
class Migration:
    number: int
    name: str
    sql: str


def load_migrations() -> list[Migration]:
    """Returns the migrations in order. Their numbers are consecutive."""
    folder = files(__package__).joinpath("migrations")
    found = [
        Migration(int(match[1]), file.name, file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    found.sort(key=lambda migration: migration.number)
    if [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise CollectorError(
            "Migrations are not numbered 1, 2, 3 … This is a mistake in a release."
        )
    return found


async def migrate(connection: asyncpg.Connection) -> list[str]:
    """Runs pending migrations in one transaction. Returns their names."""
    migrations = load_migrations()
    async with connection.transaction():
        await take_lock(connection, Lock.MIGRATIONS)
        await connection.execute(
            "create table if not exists migrations "
            "(number integer primary key, name text not null, run timestamptz default now())"
        )
        newest = await connection.fetchval("select coalesce(max(number), 0) from migrations")
        _refuse_newer(newest, len(migrations))
        pending = migrations[newest:]
        if newest and pending:
            await connection.execute(_MARK_STATISTICS)
        for migration in pending:
            await connection.execute(migration.sql)
            await connection.execute(
                "insert into migrations (number, name) values ($1, $2)",
                migration.number,
                migration.name,
            )
    if await connection.fetchval(_HAS_MARK):
        await _rewrite_statistics(connection)
    return [migration.name for migration in pending]


async def _rewrite_statistics(connection: asyncpg.Connection) -> None:
    """Removes samples of columns that no longer exist from the file."""
    before = await connection.fetchval(_STATISTICS_FILE)
    await connection.execute("vacuum full pg_statistic")
    # A role that doesn't own the database only gets a warning. Then the mark stays.
    if await connection.fetchval(_STATISTICS_FILE) != before:
        await connection.execute(_REMOVE_MARK)


async def check_migrated(connection: asyncpg.Connection) -> None:
    """Raises `CollectorError` unless the database has the schema of this release."""
    exists = await connection.fetchval("select to_regclass('migrations') is not null")
    newest = exists and await connection.fetchval("select max(number) from migrations")
    known = len(load_migrations())
    _refuse_newer(newest or 0, known)
    if newest != known:
        raise CollectorError("The database is not up to date. Run `collector migrate`.")


def _refuse_newer(newest: int, known: int) -> None:
    if newest > known:
        raise CollectorError(
            f"The database is at migration {newest}, but the last one in this release is {known}. "
            "Run the newer release."
        )
