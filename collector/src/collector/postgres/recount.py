"""Recounts records and actions, and compares the result with the rollups: totals, pages and keys.
Other dimensions (referrers, browsers …) and imported days are only in the rollups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import asyncpg

from collector.postgres.batches import bind_day
from collector.postgres.counting import (
    RECORDED,
    RECORDED_DIMENSIONS,
    RECORDED_FIELDS,
    ROLLUP_DIMENSIONS,
)
from collector.postgres.months import add_up_months, reopen_months
from collector.postgres.partitions import find_days, name_partition

# Records are grouped before they are expanded into dimensions, so that far fewer rows are expanded.
# "offset 0" makes PostgreSQL use the index for a day, instead of reading all rollups for each day.

_VIEWS = f"""
  with grouped as (
    select domain_id, {RECORDED_FIELDS}, count(*) as views,
      count(*) filter (where is_first) as readers, sum(duration) as milliseconds
    from records where {{bounds}} group by domain_id, {RECORDED_FIELDS}
    union all
    select domain_id, {RECORDED_FIELDS}, views, 0, 0 from unrecorded_views where day = '{{day}}'
  ),
  counted as (
    select domain_id, dimension, value, sum(views)::bigint as views,
      sum(readers)::bigint as readers, sum(milliseconds)::bigint as milliseconds
    from grouped cross join lateral {RECORDED} group by 1, 2, 3
  ),
  kept as (
    select rollup.* from (select id from domains union select domain_id from counted) as owner
    cross join unnest(array{list(RECORDED_DIMENSIONS)}) as counted_by cross join lateral (
      select * from rollups
      where domain_id = owner.id and dimension = counted_by and day = '{{day}}' offset 0
    ) as rollup
    where not exists (select from imports where domain_id = owner.id and day = '{{day}}')
  )
  select domain_id, dimension, day, value,
    counted.views, counted.readers, counted.milliseconds,
    kept.views as kept_views, kept.readers as kept_readers, kept.milliseconds as kept_milliseconds
  from (select *, '{{day}}'::date as day from counted) as counted
    full join kept using (domain_id, dimension, day, value)
  where (counted.views, counted.readers, counted.milliseconds)
    is distinct from (kept.views, kept.readers, kept.milliseconds)
  order by domain_id, dimension, value"""  # noqa: S608 - nothing in it comes from outside

# Totals are added up in a different order, so the last digits can differ. A key without actions
# remains, with a count of 0.
_ACTIONS = """
  with counted as (
    select event_id, key, sum(count)::bigint as count, sum(total) as total from (
      select event_id, key, count(*) as count, sum(value) as total
      from actions where {bounds} group by 1, 2
      union all
      select event_id, key, count, total from unrecorded_actions where day = '{day}'
    ) as found group by 1, 2
  ),
  kept as (
    select rollup.* from (select id from events union select event_id from counted) as owner
    cross join lateral (
      select * from action_rollups where event_id = owner.id and day = '{day}' offset 0
    ) as rollup
  )
  select event_id, day, key, counted.count, counted.total,
    kept.count as kept_count, kept.total as kept_total
  from (select *, '{day}'::date as day from counted) as counted
    full join kept using (event_id, day, key)
  where coalesce(counted.count, 0) <> coalesce(kept.count, 0)
    or abs(coalesce(counted.total, 0) - coalesce(kept.total, 0))
      > greatest(0.01, 1e-6 * greatest(1, abs(counted.total)))
  order by event_id, key"""


_MONTHS = f"""
  with counted as (
    select domain_id, dimension, date_trunc('month', day)::date as month, value,
      sum(views) as views, sum(readers) as readers, sum(milliseconds) as milliseconds
    from rollups where domain_id in (select id from domains) and dimension in {ROLLUP_DIMENSIONS}
    group by 1, 2, 3, 4
  ),
  counted_actions as (
    select event_id, date_trunc('month', day)::date as month, key, sum(count) as count
    from action_rollups where event_id in (select id from events)
    group by 1, 2, 3 having sum(count) > 0
  )
  select month from months join (
    select month from counted full join (
      select * from month_rollups where domain_id in (select id from domains)
    ) as kept using (domain_id, dimension, month, value)
    where (counted.views, counted.readers, counted.milliseconds)
      is distinct from (kept.views, kept.readers, kept.milliseconds)
    union
    select month from counted_actions full join (
      select * from month_action_rollups where event_id in (select id from events)
    ) as kept using (event_id, month, key)
    where counted_actions.count is distinct from kept.count
  ) as wrong using (month) order by month"""  # noqa: S608

_PUT_VIEWS = """
  insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (domain_id, dimension, day, value) do update set
    views = excluded.views, readers = excluded.readers, milliseconds = excluded.milliseconds"""
_DROP_VIEWS = """
  delete from rollups where domain_id = $1 and day = $2 and dimension = $3 and value = $4"""

_PUT_ACTIONS = """
  insert into action_rollups (event_id, day, key, count, total) values ($1, $2, $3, $4, $5)
  on conflict (event_id, day, key) do update set count = excluded.count, total = excluded.total"""
_DROP_ACTIONS = "delete from action_rollups where event_id = $1 and day = $2 and key = $3"


@dataclass(frozen=True)
class _Rollup:
    """A table of rollups, with the statements to verify and to repair it."""

    table: str
    source: str
    keys: tuple[str, ...]
    figures: tuple[str, ...]
    compare: str
    put: str
    drop: str

    async def find_differences(
        self, connection: asyncpg.Connection, day: date
    ) -> list[asyncpg.Record]:
        rows: list[asyncpg.Record] = await connection.fetch(bind_day(self.compare, day))
        # Rollups outlive their records, which may have been dropped in the meantime. If the
        # partition exists after the query, it existed during it.
        name = name_partition(self.source, day)
        exists = await connection.fetchval("select to_regclass($1) is not null", name)
        return rows if exists else []

    async def repair(self, connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> None:
        for statement, names, is_put in (
            (self.put, (*self.keys, *self.figures), True),
            (self.drop, self.keys, False),
        ):
            chosen = [row for row in rows if (row[self.figures[0]] is not None) == is_put]
            values = [[row[name] for name in names] for row in chosen]
            await connection.executemany(statement, values)

    def describe(self, row: asyncpg.Record) -> str:
        keys = " ".join(_show(row[name]) for name in self.keys[1:])
        counted = ", ".join(f"{row[name] or 0} {name}" for name in self.figures)
        kept = ", ".join(f"{row[f'kept_{name}'] or 0}" for name in self.figures)
        return f"{self.table} {keys}: counted {counted}; stored {kept}"


_ROLLUPS = (
    _Rollup(
        "rollups",
        "records",
        ("domain_id", "day", "dimension", "value"),
        ("views", "readers", "milliseconds"),
        _VIEWS, _PUT_VIEWS, _DROP_VIEWS,
    ),
    _Rollup(
        "action_rollups",
        "actions",
        ("event_id", "day", "key"),
        ("count", "total"),
        _ACTIONS, _PUT_ACTIONS, _DROP_ACTIONS,
    ),
)  # fmt: skip


async def recount(connection: asyncpg.Connection, *, repair: bool) -> list[str]:
    """Returns one line per difference. With `repair`, the rollups are corrected to match the
    records."""
    differences = await _recount_days(connection, repair=repair)
    wrong = [row["month"] for row in await connection.fetch(_MONTHS)]
    differences += [f"month {month:%Y-%m}: it is not the sum of its days" for month in wrong]
    if repair:
        async with connection.transaction():
            await reopen_months(connection, wrong)
        await add_up_months(connection, datetime.now(UTC).date())
    return differences


async def _recount_days(connection: asyncpg.Connection, *, repair: bool) -> list[str]:
    differences = []
    for rollup in _ROLLUPS:
        for day in await find_days(connection, rollup.source):
            rows = await _recount_day(connection, rollup, day, repair=repair)
            differences += [rollup.describe(row) for row in rows]
    return differences


async def _recount_day(
    connection: asyncpg.Connection, rollup: _Rollup, day: date, *, repair: bool
) -> list[asyncpg.Record]:
    """Compares with a single statement, so that records and rollups are from the same snapshot."""
    if not repair:
        return await rollup.find_differences(connection, day)
    async with connection.transaction():
        # Batches wait while a day is repaired. Otherwise their counts would be overwritten.
        await connection.execute(f"lock table {rollup.table} in share row exclusive mode")
        rows = await rollup.find_differences(connection, day)
        await rollup.repair(connection, rows)
        if rows:
            await reopen_months(connection, [day])
        return rows


def _show(value: Any) -> str:
    return repr(value) if isinstance(value, str) else str(value)
