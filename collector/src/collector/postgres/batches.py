"""Stores the items of one day: records, actions and their rollups, with a single statement. Under
load, a round trip costs more than the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from collector.model import COLUMNS, NewAction, NewRecord, RecordUpdate
from collector.postgres.connection import Connection
from collector.postgres.counting import RECORDED, VIEWED

WRITING = {
    # Statements are long, and the same few run all day, so each is planned once.
    "plan_cache_mode": "force_generic_plan",
    # The plan is made early in the day, when a sequential scan of the few rows looks cheaper. An
    # hour later, only the index is fast.
    "random_page_cost": "0.01",
    # PostgreSQL reports a commit that the standby doesn't have only as a warning.
    "client_min_messages": "warning",
}
"""The settings of the connection that stores batches."""

_VIEW_ARRAYS = ", ".join(
    f"${number}::{column.type}[]" for number, column in enumerate(COLUMNS.values(), 1)
)
_STORED = ", ".join(name for name, column in COLUMNS.items() if column.is_stored)


def _claim(given: str, claimed: str, fresh: str) -> str:
    """Returns SQL that selects the items without a key, or with a new one. Keys come first, so that
    a transaction that waits for another one with the same key hasn't locked any rollup yet."""
    return f"""
  {claimed} as (
    insert into request_keys (hash, day, id)
    select key_hash, '{{day}}'::date, key_id from {given} where key_hash is not null
    order by key_hash
    on conflict (hash) do update set day = excluded.day returning hash, id
  ),
  {fresh} as (
    select {given}.* from {given} left join {claimed} on {claimed}.hash = key_hash
    where key_hash is null or {claimed}.id = key_id
  )"""  # noqa: S608 - nothing in it comes from outside


# After the salt of a day is deleted, its visitors aren't counted anymore. The lock protects the
# salt, and with it the partition, until this transaction ends.
_VIEWS = f"""
  given as (
    select * from unnest({_VIEW_ARRAYS},
      ${len(COLUMNS) + 1}::bytea[], ${len(COLUMNS) + 2}::bytea[], ${len(COLUMNS) + 3}::uuid[],
      ${len(COLUMNS) + 4}::boolean[])
      as given ({", ".join(COLUMNS)}, hash, key_hash, key_id, is_recorded)
  ),
  {_claim("given", "claimed", "fresh")},
  open as (select day from salts where day = '{{day}}' for key share),
  new_visitors as (
    insert into visitors (day, domain_id, hash)
    select day, domain_id, hash from fresh, open where hash is not null order by domain_id, hash
    on conflict do nothing returning domain_id, hash
  ),
  views as (
    select fresh.*, new_visitors.hash is not null as is_first
    from fresh left join new_visitors using (domain_id, hash)
  ),
  stored as (
    insert into records ({_STORED}, duration, is_first)
    select {_STORED}, 0, is_first from views where is_recorded
  ),
  unrecorded as (
    insert into unrecorded_views (domain_id, day, path, views)
    select domain_id, '{{day}}'::date, path, count(*) from views where not is_recorded
    group by domain_id, path order by domain_id, path
    on conflict (domain_id, day, path) do update set
      views = unrecorded_views.views + excluded.views
  )"""  # noqa: S608 - nothing in it comes from outside
_VIEWS_COUNTED = f"""
  select domain_id, dimension, value, 1 as views, is_first::integer as readers, 0 as milliseconds
  from views cross join lateral {VIEWED} where value is not null"""  # noqa: S608 - nothing in it comes from outside

# Constant bounds, so that PostgreSQL doesn't lock the partitions of all other days.
_UPDATES = """
  updates as (
    select given.stayed, record.* from (
      select * from unnest($1::uuid[], $2::timestamptz[], $3::integer[])
        as given (id, created, stayed) order by id
    ) as given cross join lateral (
      select id, created, duration, domain_id, path from records
      where id = given.id and created = given.created and {bounds} for update
    ) as record
  ),
  moved as (
    update records set duration = updates.stayed from updates
    where records.id = updates.id and records.created = updates.created
      and {own_bounds} and updates.stayed > updates.duration
  ),
  stays as (
    select domain_id, path, stayed - duration as passed from updates where stayed > duration
  )"""
_UPDATES_COUNTED = f"""
  select domain_id, dimension, value, 0 as views, 0 as readers, passed as milliseconds
  from stays cross join lateral {RECORDED}"""  # noqa: S608

_ROLLUPS = """
  counts as (
    insert into rollups (domain_id, dimension, day, value, views, readers, milliseconds)
    select domain_id, dimension, '{day}'::date, value, sum(views), sum(readers), sum(milliseconds)
    from ({counted}) as counted group by domain_id, dimension, value
    order by domain_id, dimension, value
    on conflict (domain_id, dimension, day, value) do update set
      views = rollups.views + excluded.views,
      readers = rollups.readers + excluded.readers,
      milliseconds = rollups.milliseconds + excluded.milliseconds
  )"""

_ACTIONS = f"""
  given_acts as (
    select * from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::float8[],
      $6::bytea[], $7::uuid[], $8::boolean[])
      as given (id, created, event_id, key, value, key_hash, key_id, is_recorded)
  ),
  {_claim("given_acts", "claimed_acts", "acts")},
  acted as (
    insert into actions (id, created, event_id, key, value)
    select id, created, event_id, key, value from acts where is_recorded
  ),
  unrecorded_acts as (
    insert into unrecorded_actions (event_id, day, key, count, total)
    select event_id, '{{day}}'::date, key, count(*), sum(value) from acts where not is_recorded
    group by event_id, key order by event_id, key
    on conflict (event_id, day, key) do update set
      count = unrecorded_actions.count + excluded.count,
      total = unrecorded_actions.total + excluded.total
  ),
  action_counts as (
    insert into action_rollups (event_id, day, key, count, total)
    select event_id, '{{day}}'::date, key, count(*), sum(value) from acts
    group by event_id, key order by event_id, key
    on conflict (event_id, day, key) do update set
      count = action_rollups.count + excluded.count,
      total = action_rollups.total + excluded.total
  )"""  # noqa: S608

# If the clock was wrong, the month may already be aggregated. Then it has to be aggregated again.
_REOPENED = " reopened as (delete from months where month = '{month}')"


@dataclass(slots=True)
class Batch:
    """The items of one day."""

    views: list[NewRecord] = field(default_factory=list)
    updates: dict[UUID, RecordUpdate] = field(default_factory=dict)
    """The longest reported duration of each record."""
    actions: list[NewAction] = field(default_factory=list)

    def add_update(self, update: RecordUpdate) -> None:
        known = self.updates.get(update.id)
        if known is None or known.duration < update.duration:
            self.updates[update.id] = update


class Found(NamedTuple):
    """The parts of the result that the caller doesn't know."""

    updated: set[UUID]
    """The ids of the updated records that exist."""
    keys: dict[bytes, UUID]
    """The id that is stored with each key."""


async def store_batch(connection: Connection, day: date, batch: Batch) -> Found:
    """Stores either everything or nothing."""
    statement = write_statement(day, bool(batch.views), bool(batch.updates), bool(batch.actions))
    values: list[Sequence[Any]] = []
    if batch.views:
        records = [view.record for view in batch.views]
        values += [[getattr(record, name) for record in records] for name in COLUMNS]
        values.append(_find_visitors(batch.views))
        values += _split_keys(batch.views)
        values.append([view.is_recorded for view in batch.views])
    if batch.updates:
        given = batch.updates.values()
        values.append([update.id for update in given])
        values.append([update.created for update in given])
        values.append([update.duration for update in given])
    if batch.actions:
        actions = [item.action for item in batch.actions]
        names = ("id", "created", "event_id", "key", "value")
        values += [[getattr(action, name) for action in actions] for name in names]
        values += _split_keys(batch.actions)
        values.append([item.is_recorded for item in batch.actions])
    rows = await connection.fetch(statement, *values)
    return Found(
        {row["id"] for row in rows if row["hash"] is None},
        {row["hash"]: row["id"] for row in rows if row["hash"] is not None},
    )


def _split_keys(items: Sequence[NewRecord | NewAction]) -> list[Sequence[Any]]:
    """Returns the hashes and the ids of the keys."""
    keys = [item.key for item in items]
    return [[key and key.hash for key in keys], [key and key.id for key in keys]]


@lru_cache(maxsize=32)
def write_statement(day: date, has_views: bool, has_updates: bool, has_actions: bool) -> str:
    """Returns a statement that locks tables in a fixed order and rows in sorted order, to prevent
    deadlocks."""
    parts, counted, found, first = [], [], [], 1
    if has_views:
        parts.append(_VIEWS)
        counted.append(_VIEWS_COUNTED)
        found.append("select id, hash from claimed")
        first += len(COLUMNS) + 4
    if has_updates:
        parts.append(_number(_UPDATES, first))
        counted.append(_UPDATES_COUNTED)
        found.append("select id, null::bytea as hash from updates")
        first += 3
    if counted:
        parts.append(_ROLLUPS)
    if has_actions:
        parts.append(_number(_ACTIONS, first))
        found.append("select id, hash from claimed_acts")
    parts.append(_REOPENED)
    text = bind_day(",".join(parts), day, counted=" union all ".join(counted))
    return f"with {text} {' union all '.join(found)}"


def bind_day(text: str, day: date, **more: str) -> str:
    """Returns a statement about one day. Its bounds are constants, not parameters, so that
    PostgreSQL knows the partition at planning time."""
    start, end = f"'{day} 00:00+00'", f"'{day + timedelta(days=1)} 00:00+00'"
    return text.format(
        day=day.isoformat(),
        month=day.replace(day=1).isoformat(),
        bounds=f"created >= {start} and created < {end}",
        own_bounds=f"records.created >= {start} and records.created < {end}",
        **more,
    )


def _number(text: str, first: int) -> str:
    """Renumbers the parameters of a part, so that they follow those of the previous parts."""
    return re.sub(r"\$(\d+)", lambda found: f"${int(found[1]) + first - 1}", text)


def _find_visitors(views: Sequence[NewRecord]) -> list[bytes | None]:
    """Returns the visitor of each view, or `None` if an earlier view has the same visitor."""
    seen: set[tuple[UUID, bytes | None]] = set()
    visitors = []
    for view in views:
        visitor = view.record.domain_id, view.visitor
        visitors.append(None if visitor in seen else view.visitor)
        seen.add(visitor)
    return visitors
