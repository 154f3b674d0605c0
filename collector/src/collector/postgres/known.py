"""Loads the values that were counted recently."""

from __future__ import annotations

from datetime import date, timedelta

import asyncpg

from collector.cardinality import KEY, KNOWN_DAYS, LIMITED, MAX_KNOWN, Known
from collector.postgres.failures import unavailable_on_failure

# The most frequent values first, so that fake values can't displace real pages.
_VALUES = """
  select domain_id as owner, dimension as kind, value from (
    select domain_id, dimension, value, row_number() over (
      partition by domain_id, dimension order by sum(views) desc, value
    ) as rank
    from domains cross join lateral (
      select domain_id, dimension, value, views from rollups
      where domain_id = domains.id and dimension = any($1) and day >= $2 and day <= $3 offset 0
    ) as counted
    group by domain_id, dimension, value
  ) as ranked
  where rank <= $4"""

_KEYS = """
  select event_id as owner, key as value from (
    select event_id, key, row_number() over (
      partition by event_id order by sum(count) desc, key
    ) as rank
    from events cross join lateral (
      select event_id, key, count from action_rollups
      where event_id = events.id and day >= $1 and day <= $2 offset 0
    ) as counted
    group by event_id, key having sum(count) > 0
  ) as ranked
  where rank <= $3"""


async def load_known(pool: asyncpg.Pool, day: date) -> list[Known]:
    """Returns the values that were counted on a day or in the 30 days before it."""
    first = day - timedelta(days=KNOWN_DAYS)
    with unavailable_on_failure():
        values = await pool.fetch(_VALUES, list(LIMITED), first, day, MAX_KNOWN)
        keys = await pool.fetch(_KEYS, first, day, MAX_KNOWN)
    return [
        *(Known(row["owner"], row["kind"], row["value"]) for row in values),
        *(Known(row["owner"], KEY, row["value"]) for row in keys),
    ]
