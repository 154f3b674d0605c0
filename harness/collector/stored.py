"""Creates and queries databases of the collector."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg

from collector.ids import coarsen_id
from collector.postgres.database import connect
from collector.postgres.migrate import migrate
from harness.collector.loops import run_in_thread
from harness.postgres import Postgres


def create_database(postgres: Postgres, name: str) -> str:
    """Creates a database with the tables of the collector and returns its address."""
    fetch(postgres.dsn, f"create database {name}")
    dsn = f"{postgres.dsn.rpartition('/')[0]}/{name}"

    async def run() -> None:
        connection = await connect(dsn)
        await migrate(connection)
        await connection.close()

    run_in_thread(run())
    return dsn


def coarsen(id_: str) -> str:
    """Returns the stored form of an id that a client received."""
    return str(coarsen_id(UUID(id_)))


def fetch(dsn: str, query: str, *values: object) -> list[dict[str, Any]]:
    """Runs a query and returns its rows."""

    async def run() -> list[dict[str, Any]]:
        connection = await asyncpg.connect(dsn)
        try:
            return [dict(row) for row in await connection.fetch(query, *values)]
        finally:
            await connection.close()

    return run_in_thread(run())
