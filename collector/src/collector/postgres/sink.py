"""Stores a batch of items in one transaction."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from datetime import date
from uuid import UUID

import asyncpg

from collector.errors import RefusedError, UnavailableError
from collector.model import ActionUpdate, Item, NewAction, NewRecord, RecordUpdate
from collector.postgres.batches import Batch, Found, bind_day, store_batch
from collector.postgres.connection import Connection
from collector.postgres.failures import refused_on_bad_item, unavailable_on_failure
from collector.postgres.months import reopen_months
from collector.postgres.partitions import Partitions
from collector.writer import Stored

# Batches lock the rollups of actions before those of views, and changes follow both. A transaction
# that waits for this lock hasn't locked any row yet, so it can't deadlock.
_LOCK_ROLLUPS = "lock table action_rollups in share row exclusive mode"

# Constant bounds, so that PostgreSQL doesn't lock the partitions of all other days.
_FIND_ACTIONS = "select id from actions where id = any($1::uuid[]) and {bounds}"

_LOCK_ACTIONS = """
  select id, event_id, key, value from actions
  where id = any($1::uuid[]) and {bounds} order by id for update"""

_UPDATE_ACTION = "update actions set key = $2, value = $3 where id = $1 and {bounds}"

_ADD_ACTION_COUNT = """
  insert into action_rollups (event_id, day, key, count, total) values ($1, $2, $3, $4, $5)
  on conflict (event_id, day, key) do update set
    count = action_rollups.count + excluded.count,
    total = action_rollups.total + excluded.total"""

# The PostgreSQL function that sends the warning.
_WAIT_FOR_STANDBY = "SyncRepWaitForLSN"

RELEASE_SECONDS = 1.0
"""The timeout to cancel a statement. A lost server never confirms the cancellation."""

Changes = dict[date, dict[UUID, ActionUpdate]]
"""The latest change of each action, by day."""


class PostgresSink:
    """Stores items in PostgreSQL."""

    def __init__(self, pool: asyncpg.Pool, partitions: Partitions) -> None:
        self._pool = pool
        self._partitions = partitions

    async def store(self, items: Sequence[Item]) -> Sequence[Stored]:
        try:
            with unavailable_on_failure(), refused_on_bad_item():
                try:
                    return await self._store(items)
                except asyncpg.TransactionRollbackError:
                    # A conflict with another process: one of the two has to retry.
                    return await self._store(items)
        except RefusedError:
            self._partitions.forget()
            raise
        except UnavailableError:
            self._partitions.forget()
            # Another server may accept writes now, although this one still responds.
            await self._pool.expire_connections()
            raise

    async def _store(self, items: Sequence[Item]) -> Sequence[Stored]:
        batches, changes = _group(items)
        days = {day for day, batch in batches.items() if batch.views or batch.actions}
        async with acquire(self._pool) as connection:
            await self._partitions.ensure(connection, days)
            changes = await _filter_known(connection, changes)
            updated, keys = await _store_grouped(connection, batches, changes)
        return [
            item.id in updated
            if isinstance(item, RecordUpdate | ActionUpdate)
            else item.key is None or keys[item.key.hash]
            for item in items
        ]


@asynccontextmanager
async def acquire(pool: asyncpg.Pool) -> AsyncIterator[Connection]:
    """Acquires a connection. On exit, raises `UnavailableError` if the standby doesn't have the
    committed data."""
    connection = await pool.acquire()
    messages: list[asyncpg.PostgresLogMessage] = []

    def note(_: object, message: asyncpg.PostgresLogMessage) -> None:
        messages.append(message)

    try:
        connection.add_log_listener(note)
        yield connection
    finally:
        with suppress(asyncpg.InterfaceError):  # the connection was lost
            connection.remove_log_listener(note)
        await pool.release(connection, timeout=RELEASE_SECONDS)
    # If an administrator cancels a commit that waits for the standby, PostgreSQL reports success
    # and only sends this warning. Its text depends on `lc_messages`, and other warnings have the
    # same code.
    for message in messages:
        if message.server_source_function == _WAIT_FOR_STANDBY:
            raise UnavailableError(f"PostgreSQL: {message.message}")


def _group(items: Sequence[Item]) -> tuple[dict[date, Batch], Changes]:
    """Groups items by day. If several have the same key, only includes the first one."""
    batches: dict[date, Batch] = defaultdict(Batch)
    changes: Changes = defaultdict(dict)
    keys: set[bytes] = set()
    for item in items:
        if isinstance(item, NewRecord | NewAction) and item.key:
            if item.key.hash in keys:
                continue
            keys.add(item.key.hash)
        if isinstance(item, NewRecord):
            batches[item.record.day].views.append(item)
        elif isinstance(item, RecordUpdate):
            batches[item.created.date()].add_update(item)
        elif isinstance(item, NewAction):
            batches[item.action.day].actions.append(item)
        else:
            changes[item.created.date()][item.id] = item
    return batches, changes


async def _filter_known(connection: Connection, changes: Changes) -> Changes:
    """Returns the changes of actions that exist. Ids can be forged, and changing an action blocks
    other transactions."""
    known: Changes = {}
    for day, given in changes.items():
        rows = await connection.fetch(bind_day(_FIND_ACTIONS, day), list(given))
        if rows:
            known[day] = {row["id"]: given[row["id"]] for row in rows}
    return known


async def _store_grouped(
    connection: Connection, batches: dict[date, Batch], changes: Changes
) -> Found:
    """Stores either everything or nothing. The result has the ids of changed actions, too."""
    updated: set[UUID] = set()
    keys: dict[bytes, UUID] = {}
    # A single statement needs no explicit transaction.
    is_single = len(batches) <= 1 and not changes
    async with nullcontext() if is_single else connection.transaction():
        if changes:
            await connection.execute(_LOCK_ROLLUPS)
        for day in sorted(batches):
            found = await store_batch(connection, day, batches[day])
            updated |= found.updated
            keys |= found.keys
        for day in sorted(changes):
            updated |= await _change_actions(connection, day, changes[day])
    return Found(updated, keys)


async def _change_actions(
    connection: Connection, day: date, changes: Mapping[UUID, ActionUpdate]
) -> set[UUID]:
    """Subtracts the old keys and values from the rollup, and adds the new ones. Returns the ids of
    actions that exist."""
    counts: Counter[tuple[UUID, str]] = Counter()
    totals: defaultdict[tuple[UUID, str], float] = defaultdict(float)
    updates = []
    for row in await connection.fetch(bind_day(_LOCK_ACTIONS, day), list(changes)):
        change = changes[row["id"]]
        value = change.value or 0.0
        updates.append((change.id, change.key, value))
        for key, sign, amount in ((row["key"], -1, row["value"]), (change.key, 1, value)):
            counts[row["event_id"], key] += sign
            totals[row["event_id"], key] += sign * amount
    await reopen_months(connection, [day])
    await connection.executemany(bind_day(_UPDATE_ACTION, day), updates)
    added = [(event, day, key, counts[event, key], totals[event, key]) for event, key in totals]
    # Sorted, so that two processes lock the rows in the same order.
    await connection.executemany(_ADD_ACTION_COUNT, sorted(added))
    return {id_ for id_, _, _ in updates}
