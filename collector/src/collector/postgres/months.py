"""Monthly rollups: a month is aggregated after it ends, so that reports about years are fast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from collector.postgres.connection import Connection, Lock
from collector.postgres.counting import ROLLUP_DIMENSIONS

GRACE = timedelta(days=1)
"""The delay after the end of a month, for visits that started in it."""
STATEMENT_SECONDS = 600.0
"""With the timeout of requests, every attempt to aggregate a large month would fail."""

# This runs often. "offset 0" makes PostgreSQL use the index for each domain.
_MISSING = """
  select distinct date_trunc('month', day)::date as month from domains cross join lateral (
    select day from rollups
    where domain_id = domains.id and dimension = 'total' and day < date_trunc('month', $1::date)
    offset 0
  ) as days
  except select month from months order by month"""

# Corrects months that were aggregated while the clock was ahead.
_REOPEN_EARLY = "delete from months where month >= date_trunc('month', $1::date)"

_LOCK = "select pg_advisory_xact_lock($1::integer, $2::date - date '2000-01-01')"
_LOCK_SHARED = """
  select pg_advisory_xact_lock_shared($1::integer, month - date '2000-01-01')
  from unnest($2::date[]) as month"""

_ADD_UP = (
    "delete from month_rollups where month = $1",
    "delete from month_action_rollups where month = $1",
    f"""
      insert into month_rollups
      select domain_id, dimension, $1::date, value, sum(views), sum(readers), sum(milliseconds)
      from rollups
      where domain_id in (select id from domains) and dimension in {ROLLUP_DIMENSIONS}
        and day >= $1::date and day < $1::date + interval '1 month'
      group by domain_id, dimension, value""",  # noqa: S608 - nothing in it comes from outside
    """
      insert into month_action_rollups
      select event_id, $1::date, key, sum(count) from action_rollups
      where event_id in (select id from events)
        and day >= $1::date and day < $1::date + interval '1 month'
      group by event_id, key having sum(count) > 0""",
    "insert into months (month) values ($1)",
)


async def add_up_months(connection: Connection, today: date) -> list[date]:
    """Aggregates months that have ended. Returns the new ones."""
    await connection.execute(_REOPEN_EARLY, today - GRACE)
    done = []
    for row in await connection.fetch(_MISSING, today - GRACE):
        async with connection.transaction():
            month = row["month"]
            await connection.execute(_LOCK, Lock.MONTHS, month, timeout=STATEMENT_SECONDS)
            if not await connection.fetchval("select true from months where month = $1", month):
                for statement in _ADD_UP:
                    await connection.execute(statement, month, timeout=STATEMENT_SECONDS)
                done.append(month)
    return done


async def reopen_months(connection: Connection, days: Iterable[date]) -> None:
    """Marks the months of changed days to be aggregated again. Until then, reports read their days.
    Must be called in the transaction that changes the days."""
    months = sorted({day.replace(day=1) for day in days})
    await connection.execute(_LOCK_SHARED, Lock.MONTHS, months)
    await connection.execute("delete from months where month = any($1::date[])", months)


def split_period(first: date, last: date, months: Sequence[date]) -> tuple[date, date]:
    """Returns the first day of the aggregated months in a period, and the day after their last one.
    Both are the same if there are none. All other days are read from daily rollups."""
    start = end = first
    for month in sorted(months):
        following = (month + timedelta(days=31)).replace(day=1)
        if month < first or following > last + timedelta(days=1):
            continue
        if start == end:
            start = month
        elif month != end:
            break  # months after the gap are read from daily rollups
        end = following
    return start, end
