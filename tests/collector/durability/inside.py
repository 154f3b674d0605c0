"""A collector without HTTP: a test can run several, each with its own clock."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg

from collector.app import Components, open_components
from collector.config import Settings
from collector.ids import make_id
from collector.model import Action, NewAction, NewRecord, Record
from collector.postgres.database import create_pool
from collector.postgres.partitions import Partitions
from collector.postgres.recount import recount
from collector.postgres.sink import PostgresSink
from collector.visits import Visit
from harness.collector.service import BROWSER, CREATE_RECORD, ORIGIN, Domain


class Clock:
    """Returns the time that it was set to."""

    def __init__(self, moment: str) -> None:
        self.set(moment)

    def set(self, moment: str) -> None:
        self._moment = datetime.fromisoformat(moment).astimezone(UTC)

    def __call__(self) -> datetime:
        return self._moment


@dataclass(frozen=True)
class Process:
    """A collector that a test calls without HTTP."""

    components: Components

    async def view(
        self, domain: Domain, reader: str, path: str = "/", key: str | None = None
    ) -> dict[str, Any]:
        input_ = {"siteLocation": f"{ORIGIN}{path}"}
        body = {
            "query": CREATE_RECORD,
            "variables": {"domainId": domain.id, "input": input_},
            "extensions": {"idempotencyKey": key},
        }
        visit = Visit("192.0.2.1", f"{BROWSER} {reader}", ORIGIN, is_own=False)
        answer = await self.components.endpoint.handle(json.dumps(body).encode(), visit)
        assert answer.status == 200, answer
        told: dict[str, Any] = json.loads(answer.body)
        return told

    async def tidy(self) -> None:
        await self.components.maintenance.run_once()


_OTHER_PROCESSES = """
    select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()
"""


@dataclass(frozen=True)
class World:
    """A database with one domain."""

    dsn: str
    domain: Domain
    connection: asyncpg.Connection

    @asynccontextmanager
    async def start(self, clock: Clock) -> AsyncIterator[Process]:
        async with open_components(Settings(database=self.dsn), now=clock) as components:
            yield Process(components)

    async def count(self) -> dict[str, tuple[int, int]]:
        """Returns views and visitors by day, from rollups and from records."""
        assert await recount(self.connection, repair=False) == []
        rows = await self.connection.fetch(
            "select day, views, readers from rollups where dimension = 'total'"
        )
        return {row["day"].isoformat(): (row["views"], row["readers"]) for row in rows}

    async def list_salts(self) -> list[str]:
        rows = await self.connection.fetch("select day from salts order by day")
        return [row["day"].isoformat() for row in rows]

    async def count_deadlocks(self) -> int:
        """Returns the number of deadlocks. A backend reports its statistics when it ends."""
        while await self.connection.fetchval(_OTHER_PROCESSES):
            await asyncio.sleep(0.05)
        found: int = await self.connection.fetchval(
            "select deadlocks from pg_stat_database where datname = current_database()"
        )
        return found

    async def has_table(self, name: str) -> bool:
        found: bool = await self.connection.fetchval("select to_regclass($1) is not null", name)
        return found


@asynccontextmanager
async def create_sink(world: World) -> AsyncIterator[PostgresSink]:
    """Creates a sink like that of another process."""
    async with await create_pool(world.dsn) as pool:
        yield PostgresSink(pool, Partitions())


def make_view(domain: Domain, moment: datetime, visitor: bytes, path: str = "/") -> NewRecord:
    id_ = make_id(moment)
    record = Record(id=id_, domain_id=UUID(domain.id), created=moment, path=path)
    return NewRecord(record, visitor)


def make_action(domain: Domain, moment: datetime, key: str) -> NewAction:
    event_id = UUID(domain.events["route"])
    return NewAction(Action(make_id(moment), event_id, moment, key, 1.0))
