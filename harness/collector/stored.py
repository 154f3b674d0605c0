"""What PostgreSQL holds."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg

from collector.ids import coarsen_id
from harness.collector.loops import run_apart


def coarsen(id_: str) -> str:
    """The stored form of an id that a client received."""
    return str(coarsen_id(UUID(id_)))


def fetch(dsn: str, query: str, *values: object) -> list[dict[str, Any]]:
    """The rows of a query."""

    async def run() -> list[dict[str, Any]]:
        connection = await asyncpg.connect(dsn)
        try:
            return [dict(row) for row in await connection.fetch(query, *values)]
        finally:
            await connection.close()

    return run_apart(run())
