"""Deletes idempotency keys that no client uses anymore."""

from __future__ import annotations

from datetime import date, timedelta

from collector.postgres.connection import Connection

KEEP = timedelta(days=1)
"""The minimum time that keys are stored. Clients stop retrying earlier."""
_AT_ONCE = 10_000

_DELETE = f"""
  delete from request_keys
  where hash = any(array(select hash from request_keys where day < $1 limit {_AT_ONCE}))"""  # noqa: S608


async def drop_keys(connection: Connection, today: date) -> None:
    """Deletes them in short transactions, because requests may wait for a row."""
    while await connection.execute(_DELETE, today - KEEP) == f"DELETE {_AT_ONCE}":
        pass
