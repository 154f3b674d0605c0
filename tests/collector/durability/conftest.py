from __future__ import annotations

from collections.abc import Iterator

import pytest

from collector.postgres.database import connect
from collector.postgres.migrate import migrate
from harness.collector.loops import Loop
from harness.collector.service import create_domain
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres
from tests.collector.durability.inside import World


@pytest.fixture(scope="session")
def _database(postgres: Postgres) -> str:
    dsn = create_database(postgres, "days")
    # The time zone with the largest offset from UTC, so that its days differ from ours.
    fetch(dsn, "alter database days set timezone = 'Pacific/Kiritimati'")
    return dsn


@pytest.fixture
def world(_database: str, loop: Loop) -> Iterator[World]:
    """An empty database, so that a test can choose the day."""
    world = loop.run(_open(_database))
    yield world
    loop.run(world.connection.close())


async def _open(dsn: str) -> World:
    connection = await connect(dsn)
    await connection.execute("drop schema public cascade; create schema public")
    await migrate(connection)
    return World(dsn, await create_domain(dsn, "Docs"), connection)
