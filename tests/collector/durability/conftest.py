from __future__ import annotations

import asyncpg
import pytest

from collector.postgres.database import connect
from collector.postgres.migrate import migrate
from harness.collector.loops import run_apart
from harness.postgres import Postgres

_NAME = "days"


@pytest.fixture(scope="session")
def _server(postgres: Postgres) -> str:
    run_apart(_create(postgres.dsn))
    return f"{postgres.dsn.rpartition('/')[0]}/{_NAME}"


@pytest.fixture
def database(_server: str) -> str:
    """An empty database, so that a test may choose the day."""
    run_apart(_empty(_server))
    return _server


async def _create(dsn: str) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute(f"create database {_NAME}")
    # Farther from UTC than any other zone, and its days are not ours.
    await connection.execute(f"alter database {_NAME} set timezone = 'Pacific/Kiritimati'")
    await connection.close()


async def _empty(dsn: str) -> None:
    connection = await connect(dsn)
    await connection.execute("drop schema public cascade; create schema public")
    await migrate(connection)
    await connection.close()
