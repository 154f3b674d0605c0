"""Stores a batch of items in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from datetime import date
from typing import Any
from uuid import UUID

import asyncpg

from collector.errors import RefusedError, UnavailableError
from collector.model import ActionUpdate, Item, NewAction, NewRecord, RecordUpdate
from collector.postgres.batches import Batch, bind_day, store_batch
from collector.postgres.connection import Connection
from collector.postgres.failures import refused_on_bad_item, unavailable_on_failure
from collector.postgres.months import reopen_months
from collector.postgres.partitions import Partitions

# Batches lock the rollups of actions before those of views, and changes come after both. A
# transaction that waits for this lock has locked no row yet, so it can't deadlock.
_LOCK_ROLLUPS = "lock table action_rollups in share row exclusive mode"

# Constant bounds, so that PostgreSQL doesn't lock the partitions of all other days.
_FIND_ACTIONS = "select id from actions where id = any($1::uuid[]) and {bounds}"

_LOCK_ACTIONS = """
  select id, event_id, key, value from actions
  where id = any($1::uuid[]) and {bounds} order by id for update"""

_UPDATE_ACTIONS = """
  update actions set key = given.key, value = given.value
  from unnest($1::uuid[], $2::text[], $3::float8[]) as given (id, key, value)
  where actions.id = given.id and {bounds}"""

_ADD_ACTION_COUNTS = """
  insert into action_rollups (event_id, day, key, count, total)
  select * from unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[], $5::float8[])
  on conflict (event_id, day, key) do update set
    count = action_rollups.count + excluded.count,
    total = action_rollups.total + excluded.total"""


ActionCounts = defaultdict[tuple[UUID, date, str], list[float]]
"""Count and total value, by event, day and key."""

Changes = dict[date, dict[UUID, ActionUpdate]]
"""The latest change of each action, by day."""


class PostgresSink:
    """Stores items in PostgreSQL."""

    def __init__(self, pool: asyncpg.Pool, partitions: Partitions) -> None:
        self._pool = pool
        self._partitions = partitions

    async def store(self, items: Sequence[Item]) -> Sequence[bool]:
        try:
            with unavailable_on_failure(), refused_on_bad_item():
                try:
                    return await self._store(items)
                except asyncpg.TransactionRollbackError:
                    # A conflict with another process. One of both has to retry.
                    return await self._store(items)
        except (UnavailableError, RefusedError):
            self._partitions.forget()
            raise

    async def _store(self, items: Sequence[Item]) -> Sequence[bool]:
        batches, changes = _group(items)
        days = {day for day, batch in batches.items() if batch.views or batch.actions}
        async with self._pool.acquire() as connection:
            await self._partitions.ensure(connection, days)
            changes = await _filter_known(connection, changes)
            known = await _store_grouped(connection, batches, changes)
        return [
            item.id in known if isinstance(item, RecordUpdate | ActionUpdate) else True
            for item in items
        ]


def _group(items: Sequence[Item]) -> tuple[dict[date, Batch], Changes]:
    """By day."""
    batches: dict[date, Batch] = defaultdict(Batch)
    changes: Changes = defaultdict(dict)
    for item in items:
        if isinstance(item, NewRecord):
            batches[item.record.day].views.append(item)
        elif isinstance(item, RecordUpdate):
            batches[item.created.date()].add_update(item)
        elif isinstance(item, NewAction):
            batches[item.action.day].actions.append(item.action)
        else:
            changes[item.created.date()][item.id] = item
    return batches, changes


async def _filter_known(connection: Connection, changes: Changes) -> Changes:
    """Changes of actions that exist. Ids can be forged, and changing an action blocks others."""
    known: Changes = {}
    for day, given in changes.items():
        rows = await connection.fetch(bind_day(_FIND_ACTIONS, day), list(given))
        if rows:
            known[day] = {row["id"]: given[row["id"]] for row in rows}
    return known


async def _store_grouped(
    connection: Connection, batches: dict[date, Batch], changes: Changes
) -> set[UUID]:
    """Stores everything, or nothing. Returns the ids of changed records and actions that exist."""
    known: set[UUID] = set()
    # A single statement needs no explicit transaction.
    is_single = len(batches) <= 1 and not changes
    async with nullcontext() if is_single else connection.transaction():
        if changes:
            await connection.execute(_LOCK_ROLLUPS)
        for day in sorted(batches):
            known |= await store_batch(connection, day, batches[day])
        for day in sorted(changes):
            known |= await _change_actions(connection, day, changes[day])
    return known


async def _change_actions(
    connection: Connection, day: date, changes: Mapping[UUID, ActionUpdate]
) -> set[UUID]:
    """Subtracts old keys and values from the rollup, and adds the new ones. Returns the ids of
    actions that exist."""
    totals: ActionCounts = defaultdict(lambda: [0, 0.0])
    rows = await connection.fetch(bind_day(_LOCK_ACTIONS, day), list(changes))
    changed = []
    for row in rows:
        change = changes[row["id"]]
        value = 0.0 if change.value is None else change.value
        changed.append((change.id, change.key, value))
        _count_action(totals, (row["event_id"], day, row["key"]), -1, -row["value"])
        _count_action(totals, (row["event_id"], day, change.key), 1, value)
    await reopen_months(connection, [day])
    await connection.execute(bind_day(_UPDATE_ACTIONS, day), *_columns(changed, 3))
    await _add_action_counts(connection, totals)
    return {row["id"] for row in rows}


def _count_action(
    totals: ActionCounts, key: tuple[UUID, date, str], count: int, value: float
) -> None:
    total = totals[key]
    total[0] += count
    total[1] += value


async def _add_action_counts(connection: Connection, totals: ActionCounts) -> None:
    counted = [
        (*key, int(count), value)
        for key, (count, value) in sorted(
            totals.items(), key=lambda item: (str(item[0][0]), *item[0][1:])
        )
    ]
    await connection.execute(_ADD_ACTION_COUNTS, *_columns(counted, 5))


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Transposes rows for `unnest`."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * width
