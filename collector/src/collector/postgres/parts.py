"""The rollups of a period: aggregated months, and the days before and after them.

All queries have the same parameters: $1 is the domain, $2 the dimensions or the kind of event, $3
and $4 are the first and last day, $5 is the number of rows, and $6 and $7 are the bounds of the
months.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Protocol

import asyncpg

from collector.postgres.months import split_period
from collector.statistics import Period


class Queries(Protocol):
    """A pool or a single connection."""

    async def fetch(self, query: str, /, *values: Any) -> list[asyncpg.Record]: ...

    async def fetchval(self, query: str, /, *values: Any) -> Any: ...


VIEW_PARTS = """
  select dimension, value, views, readers, milliseconds from month_rollups
  where domain_id = $1 and dimension = any($2) and month >= $6 and month < $7
  union all
  select dimension, value, views, readers, milliseconds from rollups
  where domain_id = $1 and dimension = any($2) and day >= $3 and day < $6
  union all
  select dimension, value, views, readers, milliseconds from rollups
  where domain_id = $1 and dimension = any($2) and day >= $7 and day <= $4"""

_MONTHS = "select month from months where month between $1 and $2"


def write_action_parts(event_id: str) -> str:
    """Returns the equivalent of `VIEW_PARTS` for the actions of an event. `event_id` is SQL."""
    return f"""
  select key, count from month_action_rollups
  where event_id = {event_id} and month >= $6 and month < $7
  union all
  select key, count from action_rollups
  where event_id = {event_id} and day >= $3 and day < $6
  union all
  select key, count from action_rollups
  where event_id = {event_id} and day >= $7 and day <= $4"""  # noqa: S608 - no user input


async def find_months(queries: Queries, period: Period) -> tuple[date, date]:
    """Returns the bounds of the aggregated months in a period."""
    found = await queries.fetch(_MONTHS, period.first, period.last)
    return split_period(period.first, period.last, [row["month"] for row in found])
