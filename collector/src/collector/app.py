"""The service as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple, TypedDict, Unpack

import asyncpg
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from collector.api.documents import Documents
from collector.api.endpoint import Endpoint
from collector.api.http import ApiApp
from collector.cardinality import CardinalityLimit
from collector.catalog import Catalog
from collector.config import Settings
from collector.dashboard.routes import Dashboard
from collector.dashboard.sessions import Sessions
from collector.dashboard.static import StaticFiles, load_files
from collector.limits import Limiter
from collector.maintenance import Maintenance
from collector.metrics import Metrics
from collector.postgres.access import StoredAccess
from collector.postgres.batches import WRITING
from collector.postgres.database import QueryPool, create_pool
from collector.postgres.failures import FAILURES
from collector.postgres.improvements import ImprovementReports
from collector.postgres.known import load_known
from collector.postgres.partitions import Partitions
from collector.postgres.primary import Primary
from collector.postgres.reports import Reports
from collector.postgres.salts import load_salt
from collector.postgres.sink import PostgresSink
from collector.postgres.sites import create_loads, list_sites
from collector.postgres.standby import StandbyWatch
from collector.service import Service
from collector.visitors import Visitors
from collector.volume import Volume
from collector.writer import MAX_WAITING, Writer

_CLOSE_SECONDS = 5.0
_MEGABYTE = 1_000_000

Now = Callable[[], datetime]
Ticks = Callable[[], float]
"""Returns the seconds of a monotonic clock, for the rate limits."""


class Pools(NamedTuple):
    """One pool per purpose, so that queries never delay records."""

    writing: asyncpg.Pool
    """One connection, because batches are stored one by one."""
    upkeep: asyncpg.Pool
    """For data that records need (domains, salts, partitions, known values), and for
    maintenance."""
    dashboard: asyncpg.Pool
    health: asyncpg.Pool


class Overrides(TypedDict, total=False):
    """Defaults that tests override."""

    now: Now
    ticks: Ticks
    max_waiting: int


class Components:
    """Creates and connects the objects of a process."""

    def __init__(
        self,
        settings: Settings,
        pools: Pools,
        standby: StandbyWatch,
        *,
        now: Now = lambda: datetime.now(UTC),
        ticks: Ticks = time.monotonic,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        self.settings = settings
        self.pools = pools
        self.catalog = Catalog(create_loads(pools.upkeep))
        self.writer = Writer(PostgresSink(pools.writing, Partitions()), max_waiting=max_waiting)
        self.metrics = Metrics(lambda: self.writer.waiting, lambda: standby.is_safe)
        visitors = Visitors(partial(load_salt, pools.upkeep))
        cardinality = CardinalityLimit(partial(load_known, pools.upkeep), settings.new_values)
        volume = Volume(settings.address_megabytes * _MEGABYTE, settings.site_megabytes * _MEGABYTE)
        service = Service(
            self.catalog, visitors, self.writer.write, cardinality, volume,
            now=now, count_excluded=self.metrics.count_excluded,
        )  # fmt: skip
        self.limiter = Limiter(settings.rate, settings.burst, now=ticks)
        self.endpoint = Endpoint(service, Documents(settings.documents))
        self.maintenance = Maintenance(pools.upkeep, visitors, standby, settings.keep_days, now=now)
        self.queries = QueryPool(pools.dashboard)
        self.reports = Reports(self.queries)
        self.improvements = ImprovementReports(self.queries)


@asynccontextmanager
async def open_components(
    settings: Settings, **overrides: Unpack[Overrides]
) -> AsyncIterator[Components]:
    """Starts all components. On exit, stores the accepted items before closing the pools."""
    primary = Primary(settings.database)
    create = partial(create_pool, settings.database, primary)
    pools = Pools(
        writing=await create(size=1, settings=WRITING),
        upkeep=await create(),
        dashboard=await create(),
        health=await create(size=1),
    )
    primary.on_change = partial(_expire, pools)
    components = Components(settings, pools, StandbyWatch(primary), **overrides)
    components.writer.start()
    upkeep = asyncio.create_task(components.maintenance.run())
    try:
        yield components
    finally:
        await components.writer.stop()
        upkeep.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await upkeep
        await asyncio.gather(*map(_close, pools))


async def _expire(pools: Pools) -> None:
    """Expires all connections, so that each pool reconnects to the new primary."""
    for pool in pools:
        await pool.expire_connections()


async def _close(pool: asyncpg.Pool) -> None:
    """Closes a pool with a timeout, so that an unresponsive server doesn't block the exit."""
    try:
        await asyncio.wait_for(pool.close(), _CLOSE_SECONDS)
    except FAILURES:
        pool.terminate()


class Collector:
    """Handles `/api` as plain ASGI, because it is the hot path. Starlette handles everything
    else."""

    def __init__(self, settings: Settings, **overrides: Unpack[Overrides]) -> None:
        self._settings = settings
        self._open = partial(open_components, settings, **overrides)
        self._api: ApiApp | None = None
        self._starlette = Starlette(
            lifespan=self._run,
            routes=[Route("/health", _health), Route("/metrics", _metrics)],
            exception_handlers={404: _not_found},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/api" and self._api:
            await self._api(scope, receive, send)
        else:
            await self._starlette(scope, receive, send)

    @asynccontextmanager
    async def _run(self, app: Starlette) -> AsyncIterator[None]:
        async with self._open() as components:
            app.state.components = components
            networks = self._settings.networks
            self._api = ApiApp(
                components.endpoint,
                components.catalog,
                components.limiter,
                networks,
                components.metrics,
            )
            sessions = Sessions(StoredAccess(components.queries), components.limiter, networks)
            dashboard = Dashboard(
                components.catalog,
                partial(list_sites, components.queries),
                components.reports,
                components.improvements,
                sessions,
            )
            files = StaticFiles(load_files())
            app.router.routes.extend([*dashboard.routes, *files.routes])
            tune_garbage_collection()
            yield


def tune_garbage_collection() -> None:
    """Runs the cyclic GC less often, and excludes objects that live as long as the process:
    requests create hardly any reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


async def _health(request: Request) -> Response:
    """Returns status 200 while records can be stored."""
    components: Components = request.app.state.components
    if components.writer.is_failing:
        return PlainTextResponse("Nothing can be stored. See the log for the reason", 503)
    try:
        await asyncio.wait_for(components.pools.health.fetchval("select 1"), 2)
    except FAILURES:
        return PlainTextResponse("PostgreSQL cannot be reached", 503)
    return PlainTextResponse("ok")


async def _metrics(request: Request) -> Response:
    components: Components = request.app.state.components
    return Response(components.metrics.render(), media_type=components.metrics.media_type)


async def _not_found(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("Not found", 404)
