"""Compares what clients were told with what is stored, and rollups with a recount."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import asyncpg

from collector.ids import moment_of
from collector.postgres.database import connect
from collector.postgres.recount import recount
from harness.collector.service import Domain
from harness.collector.stored import coarsen
from tests.collector.durability.load import READERS, Ledger

DIFFERENT_ACTIONS = """
  with counted as (
    select event_id, (created at time zone 'UTC')::date as day, key, count(*) as count,
      sum(value) as total
    from actions group by 1, 2, 3)
  select key from counted full join action_rollups kept using (event_id, day, key)
  where coalesce(counted.count, 0) <> coalesce(kept.count, 0)
    or coalesce(counted.total, 0) <> coalesce(kept.total, 0)"""


@dataclass(frozen=True)
class Balance:
    """What a run leaves behind."""

    acked: int
    updates: int
    stored: int
    lost: int
    """Acknowledged and not stored, updates included."""
    extra: int
    """Stored and not acknowledged: twice there, if a client tries again."""
    problems: tuple[str, ...]
    """Everything that must not be."""


async def settle(dsn: str, domain: Domain, ledger: Ledger) -> Balance:
    connection = await connect(dsn)
    try:
        return await _settle(connection, domain, ledger)
    finally:
        await connection.close()


async def _settle(connection: asyncpg.Connection, domain: Domain, ledger: Ledger) -> Balance:
    rows = await connection.fetch(
        "select id::text, duration from records where domain_id = $1", domain.id
    )
    records: dict[str, int] = {row["id"]: row["duration"] for row in rows}
    rows = await connection.fetch(
        "select id::text from actions where event_id = any($1)", list(domain.events.values())
    )
    actions = {row["id"] for row in rows}
    acked_records, acked_actions = map(_coarsen, (ledger.records, ledger.actions))
    lost = acked_records - records.keys() | acked_actions - actions
    late = {
        id_
        for id_, sent in ledger.updates.items()
        if not _is_later(id_, records.get(coarsen(id_)), sent)
    } - lost
    extra = (records.keys() - acked_records) | (actions - acked_actions)
    problems = [
        *ledger.complaints,
        *(f"{id_} is lost" for id_ in lost),
        *(f"an update of {id_} is lost" for id_ in late),
        *await recount(connection, repair=False),
        *(f"actions {row['key']} differ" for row in await connection.fetch(DIFFERENT_ACTIONS)),
        *await _check_readers(connection, domain, ledger),
    ]
    return Balance(
        acked=ledger.acked,
        updates=len(ledger.updates),
        stored=len(records) + len(actions),
        lost=len(lost) + len(late),
        extra=len(extra),
        problems=tuple(problems),
    )


def _coarsen(ids: set[str]) -> set[str]:
    return {coarsen(id_) for id_ in ids}


def _is_later(id_: str, duration: int | None, sent: datetime) -> bool:
    """Durations are stored in milliseconds."""
    created = moment_of(UUID(id_))
    assert created
    return duration is not None and duration >= (sent - created) // timedelta(milliseconds=1)


async def _check_readers(
    connection: asyncpg.Connection, domain: Domain, ledger: Ledger
) -> list[str]:
    """Each reader is counted once, however often anything was started again."""
    rows = await connection.fetch(
        "select readers from rollups where domain_id = $1 and dimension = 'total'", domain.id
    )
    counted = [row["readers"] for row in rows]  # by day
    if len(ledger.readers) <= sum(counted) and max(counted, default=0) <= READERS:
        return []
    return [f"{counted} readers are counted, and {len(ledger.readers)} came"]
