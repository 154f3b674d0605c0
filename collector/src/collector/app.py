"""The service as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

import asyncpg
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from collector.catalog import Catalog
from collector.config import Settings
from collector.dashboard import Dashboard
from collector.limits import Limiter
from collector.maintenance import Maintenance
from collector.metrics import Metrics
from collector.postgres.access import StoredAccess
from collector.postgres.batches import WRITING
from collector.postgres.database import Asking, create_pool, load_content
from collector.postgres.failures import FAILURES
from collector.postgres.known import load_known
from collector.postgres.partitions import Partitions
from collector.postgres.reports import Reports
from collector.postgres.salts import load_salt
from collector.postgres.sink import PostgresSink
from collector.service import Service
from collector.sessions import Sessions
from collector.static import StaticFiles, load_files
from collector.variety import Variety
from collector.visitors import Visitors
from collector.volume import Volume
from collector.wire.endpoint import Endpoint
from collector.wire.http import WireApp
from collector.writer import MAX_WAITING, Writer

_CLOSING_SECONDS = 5.0
_MEGABYTE = 1_000_000

Now = Callable[[], datetime]
Ticks = Callable[[], float]
"""Seconds of a monotonic clock, for the limits by second."""


def read_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Pools:
    """Connections for each purpose, so that nothing that is asked keeps records waiting."""

    writing: asyncpg.Pool
    """Batches, one after the other."""
    upkeep: asyncpg.Pool
    """What records need first: domains, salts, partitions."""
    asking: asyncpg.Pool
    """The dashboard and its tokens."""
    health: asyncpg.Pool


class Parts:
    """What a process is made of."""

    def __init__(
        self, settings: Settings, pools: Pools, *, now: Now, ticks: Ticks, max_waiting: int
    ) -> None:
        self.settings = settings
        self.pools = pools
        self.catalog = Catalog(partial(load_content, pools.upkeep))
        self.metrics = Metrics()
        self.writer = Writer(PostgresSink(pools.writing, Partitions()), max_waiting=max_waiting)
        visitors = Visitors(partial(load_salt, pools.upkeep))
        variety = Variety(partial(load_known, pools.upkeep), settings.new_values)
        volume = Volume(settings.address_megabytes * _MEGABYTE, settings.site_megabytes * _MEGABYTE)
        service = Service(self.catalog, visitors, self.writer.write, variety, volume, now=now)
        self.limiter = Limiter(settings.rate, settings.burst, now=ticks)
        self.endpoint = Endpoint(service, self.limiter)
        self.maintenance = Maintenance(
            pools.upkeep, self.catalog, visitors, settings.keep_days, now=now
        )
        self.asking = Asking(pools.asking)
        self.reports = Reports(self.asking)


@asynccontextmanager
async def open_parts(
    settings: Settings,
    *,
    now: Now = read_clock,
    ticks: Ticks = time.monotonic,
    max_waiting: int = MAX_WAITING,
) -> AsyncIterator[Parts]:
    """Everything started; at the end, what was accepted is stored first."""
    pools = Pools(
        writing=await create_pool(settings.database, size=1, settings=WRITING),
        upkeep=await create_pool(settings.database),
        asking=await create_pool(settings.database),
        health=await create_pool(settings.database, size=1),
    )
    parts = Parts(settings, pools, now=now, ticks=ticks, max_waiting=max_waiting)
    await parts.catalog.refresh()
    parts.writer.start()
    upkeep = asyncio.create_task(parts.maintenance.run())
    try:
        yield parts
    finally:
        await parts.writer.stop()
        upkeep.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await upkeep
        everything = (pools.writing, pools.upkeep, pools.asking, pools.health)
        await asyncio.gather(*map(_close, everything))


async def _close(pool: asyncpg.Pool) -> None:
    """Does not wait for ever: a server that hangs would keep us from ending."""
    try:
        await asyncio.wait_for(pool.close(), _CLOSING_SECONDS)
    except FAILURES:
        pool.terminate()


class Collector:
    """The wire by the shortest way, everything else through Starlette."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Now = read_clock,
        ticks: Ticks = time.monotonic,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        self._settings = settings
        self._open = partial(open_parts, settings, now=now, ticks=ticks, max_waiting=max_waiting)
        self._wire: WireApp | None = None
        self._rest = Starlette(
            lifespan=self._live,
            routes=[Route("/health", _health), Route("/metrics", _metrics)],
            exception_handlers={404: _not_found},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/api" and self._wire:
            await self._wire(scope, receive, send)
        else:
            await self._rest(scope, receive, send)

    @asynccontextmanager
    async def _live(self, app: Starlette) -> AsyncIterator[None]:
        async with self._open() as parts:
            app.state.parts = parts
            networks = self._settings.networks
            self._wire = WireApp(
                parts.endpoint, parts.catalog, parts.limiter, networks, parts.metrics
            )
            sessions = Sessions(StoredAccess(parts.asking), parts.limiter, networks)
            dashboard = Dashboard(parts.catalog, parts.reports, sessions)
            files = StaticFiles(load_files())
            app.router.routes.extend([*dashboard.routes, *files.routes])
            _settle()
            yield


def _settle() -> None:
    """Has Python look for circles of garbage less often, and not among what lives as long as the
    process: a request leaves hardly any behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


async def _health(request: Request) -> Response:
    """200 while records can be stored."""
    parts: Parts = request.app.state.parts
    if parts.writer.is_failing:
        return PlainTextResponse("Nothing can be stored. See the log for the reason", 503)
    try:
        await asyncio.wait_for(parts.pools.health.fetchval("select 1"), 2)
    except FAILURES:
        return PlainTextResponse("PostgreSQL cannot be reached", 503)
    return PlainTextResponse("ok")


async def _metrics(request: Request) -> Response:
    parts: Parts = request.app.state.parts
    text = parts.metrics.render(waiting=parts.writer.waiting)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def _not_found(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("Not found", 404)
