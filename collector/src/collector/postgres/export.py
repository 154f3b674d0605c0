"""Exports records as JSON Lines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time

import asyncpg

from collector.invisible import escape_invisible

_SELECT = """
  select row_to_json(records)::text from records
  where created >= $1 and created <= $2 order by id"""


async def export_records(
    connection: asyncpg.Connection, first: date, last: date
) -> AsyncIterator[str]:
    """Reads with a cursor, so that memory usage doesn't grow with the number of records."""
    start = datetime.combine(first, time(), UTC)
    end = datetime.combine(last, time.max, UTC)
    async with connection.transaction(readonly=True):
        async for row in connection.cursor(_SELECT, start, end, prefetch=1000):
            yield escape_invisible(row[0])
