"""Daily partitions: created before they are needed, dropped when they expire."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, timedelta

import asyncpg

from collector.errors import CollectorError
from collector.postgres.connection import Connection, Lock, take_lock
from collector.postgres.months import reopen_months
from collector.postgres.salts import delete_salts

_DAILY = ("records", "actions")
_LOCK_TIMEOUT_MS = 500

_CHILDREN = """
  select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
  where inhparent = $1::regclass order by 1"""

# Keys contain user input, such as searches, so they are deleted with the actions of their day. The
# month is then aggregated again without them. `array` makes PostgreSQL use the index.
_DELETE_KEYS = (
    """
      delete from action_rollups
      where event_id = any(array(select id from events)) and day = $1::date""",
    """
      delete from month_action_rollups
      where event_id = any(array(select id from events))
        and month = date_trunc('month', $1::date)""",
    """
      delete from unrecorded_actions
      where event_id = any(array(select id from events)) and day = $1::date""",
    """
      delete from unrecorded_views
      where domain_id = any(array(select id from domains)) and day = $1::date""",
)


class Partitions:
    """Creates partitions, and caches which ones exist."""

    def __init__(self) -> None:
        self._known: set[date] = set()

    async def ensure(self, connection: Connection, days: Iterable[date]) -> None:
        """Creates missing partitions, outside the transaction that needs them."""
        for day in set(days) - self._known:
            async with connection.transaction():
                await take_lock(connection, Lock.PARTITIONS)
                await _create(connection, day)
            self._known.add(day)

    def forget(self) -> None:
        """Clears the cache after a failure, because a partition may not exist."""
        self._known.clear()


async def _create(connection: Connection, day: date) -> None:
    # The bounds are in UTC, regardless of the time zone of the server or the session.
    start, end = f"{day.isoformat()} 00:00+00", f"{(day + timedelta(days=1)).isoformat()} 00:00+00"
    for table in _DAILY:
        await _attach(connection, table, day, f"from ('{start}') to ('{end}')")
    await _attach(connection, "visitors", day, f"in ('{day.isoformat()}')")


async def _attach(connection: Connection, table: str, day: date, values: str) -> None:
    """Creates a table and then attaches it: `create table … partition of` would lock the whole
    parent, and wait for all transactions that read it."""
    name = name_partition(table, day)
    if not await connection.fetchval("select to_regclass($1) is not null", name):
        await connection.execute(f"create table {name} (like {table} including all)")
        await connection.execute(f"alter table {table} attach partition {name} for values {values}")


def name_partition(table: str, day: date) -> str:
    return f"{table}_{day:%Y%m%d}"


async def drop_visitors(connection: Connection, today: date) -> list[str]:
    """Deletes the data that could identify visitors of earlier days: salts and hashes."""
    # Salts are deleted first, because batches don't use these partitions after that.
    is_overwritten = await delete_salts(connection, today)
    dropped: list[str] = []
    for day in await find_days(connection, "visitors"):
        if day < today:
            dropped += await _drop(connection, [name_partition("visitors", day)])
    if not is_overwritten:
        raise _busy("the table `salts` was not overwritten")
    return dropped


async def drop_records(connection: Connection, first_kept: date) -> list[str]:
    """Drops each day in its own transaction, so that records and rollups stay consistent."""
    dropped: list[str] = []
    for day in await find_ended(connection, first_kept):
        names = [name_partition(table, day) for table in _DAILY]
        dropped += await _drop(connection, names, delete_keys_of=day)
    return dropped


async def find_ended(connection: Connection, first_kept: date) -> list[date]:
    """Returns the days before `first_kept` that still have records or actions."""
    found = {day for table in _DAILY for day in await find_days(connection, table)}
    return sorted(day for day in found if day < first_kept)


async def find_days(connection: Connection, table: str) -> list[date]:
    """Returns the days of partitions that the collector created. The owner of the database may have
    added others."""
    found = []
    for row in await connection.fetch(_CHILDREN, table):
        if ours := re.fullmatch(rf"{table}_(\d{{8}})", row["relname"]):
            with suppress(ValueError):
                found.append(date.fromisoformat(ours[1]))
    return found


async def _drop(
    connection: Connection, names: Sequence[str], *, delete_keys_of: date | None = None
) -> Sequence[str]:
    """Drops tables with a short lock timeout: while this waits for a long query, all batches wait
    for it."""
    try:
        async with connection.transaction():
            await connection.execute(f"set local lock_timeout = {_LOCK_TIMEOUT_MS}")
            if delete_keys_of:
                await _delete_keys(connection, delete_keys_of)
            await connection.execute(f"drop table if exists {', '.join(names)}")
    except asyncpg.LockNotAvailableError as error:
        raise _busy(f"{names[0]} was not dropped") from error
    return names


async def _delete_keys(connection: Connection, day: date) -> None:
    await reopen_months(connection, [day])
    for statement in _DELETE_KEYS:
        await connection.execute(statement, day)


def _busy(problem: str) -> CollectorError:
    reason = "another transaction reads it, such as an export or a dump"
    return CollectorError(f"{problem}: {reason}. Try again later.")
