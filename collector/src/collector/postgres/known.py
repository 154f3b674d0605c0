"""Loads the values of a site that were counted recently."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import date, timedelta
from uuid import UUID

import asyncpg

from collector.cardinality import KNOWN_DAYS, LIMITED, MAX_KNOWN, Known
from collector.postgres.failures import unavailable_on_failure

_CHUNK = 500
"""Rows per chunk. Reading them takes about a millisecond, during which no request is
handled."""

# The most frequent values first, so that fake values can't displace real pages.
_VALUES = """
  select kind, value from (
    select dimension as kind, value, row_number() over (
      partition by dimension order by sum(views) desc, value
    ) as rank
    from rollups
    where domain_id = $1 and dimension = any($2) and day >= $3 and day <= $4
    group by dimension, value
  ) as ranked
  where rank <= $5"""

_KEYS = """
  select kind, value from (
    select event_id as kind, key as value, row_number() over (
      partition by event_id order by sum(count) desc, key
    ) as rank
    from action_rollups
    where event_id = any(array(select id from events where domain_id = $1))
      and day >= $2 and day <= $3
    group by event_id, key having sum(count) > 0
  ) as ranked
  where rank <= $4"""


async def load_known(pool: asyncpg.Pool, site: UUID, day: date) -> AsyncIterator[Sequence[Known]]:
    """Yields the values that were counted on a day or in the 30 days before it."""
    first = day - timedelta(days=KNOWN_DAYS)
    queries = (
        (_VALUES, site, list(LIMITED), first, day, MAX_KNOWN),
        (_KEYS, site, first, day, MAX_KNOWN),
    )
    with unavailable_on_failure():
        async with pool.acquire() as connection, connection.transaction(readonly=True):
            for query, *values in queries:
                cursor = await connection.cursor(query, *values)
                while rows := await cursor.fetch(_CHUNK):
                    yield [(row["kind"], row["value"]) for row in rows]
