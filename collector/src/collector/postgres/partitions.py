"""Partitions of days: made before they are needed, dropped when their time is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, timedelta

import asyncpg

from collector.errors import CollectorError
from collector.postgres.connection import Connection, Lock, take_lock
from collector.postgres.months import reopen_months
from collector.postgres.salts import destroy_salts

_DAILY = ("records", "actions")
_PATIENCE_MS = 500

_CHILDREN = """
  select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
  where inhparent = $1::regclass order by 1"""

# What was typed into a search field may be anything: it is kept no longer than the rest of its day.
# Its month is added up again without it. "Array" has rows found by their key.
_FORGET_KEYS = (
    """
      delete from action_rollups
      where event_id = any(array(select id from events)) and day = $1::date""",
    """
      delete from month_action_rollups
      where event_id = any(array(select id from events))
        and month = date_trunc('month', $1::date)""",
)


class Partitions:
    """Knows which partitions there are."""

    def __init__(self) -> None:
        self._known: set[date] = set()

    async def ensure(self, connection: Connection, days: Iterable[date]) -> None:
        """Makes what is missing, outside of the transaction that needs it."""
        for day in set(days) - self._known:
            async with connection.transaction():
                await take_lock(connection, Lock.PARTITIONS)
                await _create(connection, day)
            self._known.add(day)

    def forget(self) -> None:
        """After a failure nothing is certain."""
        self._known.clear()


async def _create(connection: Connection, day: date) -> None:
    # The bounds are moments of UTC, whatever time zone the server or the session has.
    start, end = f"{day.isoformat()} 00:00+00", f"{(day + timedelta(days=1)).isoformat()} 00:00+00"
    for table in _DAILY:
        await _attach(connection, table, day, f"from ('{start}') to ('{end}')")
    await _attach(connection, "visitors", day, f"in ('{day.isoformat()}')")


async def _attach(connection: Connection, table: str, day: date, values: str) -> None:
    """Nobody waits for it: to make it as a partition at once would lock the whole table, behind
    every reader of it."""
    name = name_partition(table, day)
    if not await connection.fetchval("select to_regclass($1) is not null", name):
        await connection.execute(f"create table {name} (like {table} including all)")
        await connection.execute(f"alter table {table} attach partition {name} for values {values}")


def name_partition(table: str, day: date) -> str:
    return f"{table}_{day:%Y%m%d}"


async def drop_visitors(connection: Connection, today: date) -> list[str]:
    """Destroys what could lead back to readers of earlier days: the salts, and the hashes."""
    # The salts first, and for good: from then on no batch wants these partitions.
    is_overwritten = await destroy_salts(connection, today)
    dropped: list[str] = []
    for day in await find_days(connection, "visitors"):
        if day < today:
            dropped += await _drop(connection, [name_partition("visitors", day)])
    if not is_overwritten:
        raise _busy("salts was not overwritten")
    return dropped


async def drop_records(connection: Connection, first_kept: date) -> list[str]:
    """Ends the keeping of earlier days, each of them at once: what is left agrees."""
    dropped: list[str] = []
    for day in await find_ended(connection, first_kept):
        names = [name_partition(table, day) for table in _DAILY]
        dropped += await _drop(connection, names, forget=day)
    return dropped


async def find_ended(connection: Connection, first_kept: date) -> list[date]:
    """The days before one that still have records or actions."""
    found = {day for table in _DAILY for day in await find_days(connection, table)}
    return sorted(day for day in found if day < first_kept)


async def find_days(connection: Connection, table: str) -> list[date]:
    """The days that have a partition of ours. Other partitions belong to the owner."""
    found = []
    for row in await connection.fetch(_CHILDREN, table):
        if ours := re.fullmatch(rf"{table}_(\d{{8}})", row["relname"]):
            with suppress(ValueError):
                found.append(date.fromisoformat(ours[1]))
    return found


async def _drop(
    connection: Connection, names: Sequence[str], *, forget: date | None = None
) -> Sequence[str]:
    """Gives up soon when somebody reads a table for long: all batches wait behind us."""
    try:
        async with connection.transaction():
            await connection.execute(f"set local lock_timeout = {_PATIENCE_MS}")
            if forget:
                await _forget_keys(connection, forget)
            await connection.execute(f"drop table if exists {', '.join(names)}")
    except asyncpg.LockNotAvailableError as error:
        raise _busy(f"{names[0]} was not dropped") from error
    return names


async def _forget_keys(connection: Connection, day: date) -> None:
    await reopen_months(connection, [day])
    for statement in _FORGET_KEYS:
        await connection.execute(statement, day)


def _busy(problem: str) -> CollectorError:
    return CollectorError(f"{problem}: something reads it, an export or a dump. Try again later.")
