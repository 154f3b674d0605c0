"""Databases of the collector, and what is stored in them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg

from collector.ids import coarsen_id
from collector.postgres.database import connect
from collector.postgres.migrate import migrate
from harness.collector.loops import run_apart
from harness.postgres import Postgres


def create_database(postgres: Postgres, name: str) -> str:
    """The address of a new database with the tables of the collector."""
    fetch(postgres.dsn, f"create database {name}")
    dsn = f"{postgres.dsn.rpartition('/')[0]}/{name}"

    async def run() -> None:
        connection = await connect(dsn)
        await migrate(connection)
        await connection.close()

    run_apart(run())
    return dsn


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
