"""Compares the responses that clients received with the database, and rollups with a recount."""

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


@dataclass(frozen=True)
class Balance:
    acked: int
    """Records, actions and updates."""
    stored: int
    extra: int
    """Items that are stored but weren't acknowledged. A retry stores them twice."""
    problems: tuple[str, ...]


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
    stored = {*records, *(row["id"] for row in rows)}
    acked = {coarsen(id_) for id_ in ledger.records | ledger.actions}
    problems = [
        *ledger.problems,
        *(f"{id_} is lost" for id_ in acked - stored),
        *(
            f"an update of {id_} is lost"
            for id_, sent in ledger.updates.items()
            if records.get(coarsen(id_), 0) < _measure_stay(id_, sent)
        ),
        *await recount(connection, repair=False),
        *await _check_readers(connection, domain, ledger),
    ]
    count = ledger.acked + len(ledger.updates)
    return Balance(count, len(stored), len(stored - acked), tuple(problems))


def _measure_stay(id_: str, sent: datetime) -> int:
    """In milliseconds, like the stored durations."""
    created = moment_of(UUID(id_))
    assert created
    return (sent - created) // timedelta(milliseconds=1)


async def _check_readers(
    connection: asyncpg.Connection, domain: Domain, ledger: Ledger
) -> list[str]:
    """Each visitor is counted once per day, whatever was restarted."""
    rows = await connection.fetch(
        "select readers from rollups where domain_id = $1 and dimension = 'total'", domain.id
    )
    counted = [row["readers"] for row in rows]
    if len(ledger.readers) <= sum(counted) and max(counted, default=0) <= READERS:
        return []
    return [f"{counted} visitors are counted, and {len(ledger.readers)} came"]
