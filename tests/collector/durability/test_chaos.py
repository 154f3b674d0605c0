"""Failures that last for a while: each with a bound on loss and on the time to recover."""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

import pytest

from collector.visits import Visit
from harness.collector.service import (
    BROWSER,
    CREATE_RECORD,
    ORIGIN,
    create_domain,
    start_service,
    wait_for,
)
from harness.network import find_port
from tests.collector.durability.books import settle
from tests.collector.durability.inside import Clock, Process, World
from tests.collector.durability.load import Load
from tests.collector.durability.machine import Machine, run_machine

CONNECTIONS = 16
IDLE = 16_000
FILES = IDLE + 1_000
IDLE_SECONDS = 60.0
"""Idle connections are closed after 10 s. Accepting and closing so many takes a while, too."""
RECOVERY_SECONDS = 20.0
"""On a busy machine."""
DELAY_SECONDS = 0.4
ADDRESSES = 1_000

pytestmark = pytest.mark.sweep


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with run_machine() as running:
        yield running


# --- Connections ----------------------------------------------------------------------------------


async def test_16000_idle_connections_are_closed_and_disturb_no_visitor(machine: Machine) -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < FILES:
        pytest.skip(f"needs {FILES} open files")
    domain = await create_domain(machine.postgres.dsn, "idle")
    load = Load([machine.port], domain, CONNECTIONS)
    async with load.running():
        await load.wait_for_answer()
        idle = [await _open_idle(machine.port, number) for number in range(IDLE)]
        opened = time.monotonic()
        assert await load.wait_for_answer() < RECOVERY_SECONDS, "open connections continue to work"
        newcomer = Load([machine.port], domain, 1)
        async with newcomer.running():
            await newcomer.wait_for_answer()
        assert time.monotonic() - opened < IDLE_SECONDS
        for writer in idle:
            writer.close()
    assert (await settle(machine.postgres.dsn, domain, load.ledger)).problems == ()


async def _open_idle(port: int, number: int) -> asyncio.StreamWriter:
    """One address can only open 200 connections."""
    local = f"127.0.1.{number % 100 + 1}", 0
    return (await asyncio.open_connection("127.0.0.1", port, local_addr=local))[1]


# --- Databases ------------------------------------------------------------------------------------


async def test_a_hung_database_loses_nothing(machine: Machine) -> None:
    """It accepts connections, but doesn't respond."""
    domain = await create_domain(machine.postgres.dsn, "hung")
    load = Load([machine.port], domain, CONNECTIONS)
    async with load.running():
        await load.wait_for_answers(CONNECTIONS)
        machine.postgres.signal(signal.SIGSTOP)
        try:
            await _wait_for_rejections(load)
        finally:
            machine.postgres.signal(signal.SIGCONT)
        assert await load.wait_for_answer() < RECOVERY_SECONDS
        await load.wait_for_answers(CONNECTIONS)
    assert (await settle(machine.postgres.dsn, domain, load.ledger)).problems == ()


async def _wait_for_rejections(load: Load) -> None:
    """Statements time out after 10 s."""
    async with asyncio.timeout(30):
        while not load.ledger.statuses[503]:
            await asyncio.sleep(0.1)


async def test_a_database_that_responds_late_rejects_no_request(machine: Machine) -> None:
    domain = await create_domain(machine.postgres.dsn, "late")
    async with _delay(machine.postgres.port) as port:
        dsn = machine.postgres.dsn.replace(str(machine.postgres.port), str(port))
        service = start_service(dsn, find_port())
        try:
            await asyncio.to_thread(wait_for, service)
            load = Load([service.port], domain, CONNECTIONS)
            async with load.running():
                await load.wait_for_answers(3 * CONNECTIONS)
        finally:
            service.process.kill()
            await asyncio.to_thread(service.process.wait)
    assert load.ledger.statuses.keys() == {200}
    assert (await settle(machine.postgres.dsn, domain, load.ledger)).problems == ()


@asynccontextmanager
async def _delay(port: int) -> AsyncIterator[int]:
    """A TCP proxy that delays what the server sends."""

    async def forward(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await asyncio.sleep(seconds)
                writer.write(data)
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(
            forward(reader, server_writer, 0), forward(server_reader, writer, DELAY_SECONDS)
        )

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


# --- Clocks and addresses -------------------------------------------------------------------------


async def test_a_clock_that_jumps_a_day_ahead_and_back_loses_nothing(world: World) -> None:
    """Today's visitors may be counted a second time at most."""
    now = datetime.now(UTC)
    today, tomorrow = now.isoformat(), (now + timedelta(days=1)).isoformat()
    clock = Clock(today)
    async with world.start(clock) as process:
        for moment in (today, tomorrow, today):
            clock.set(moment)
            await process.view(world.domain, "one")
            await process.tidy()
    counts = await world.count()
    assert [views for views, _ in counts.values()] == [2, 1]
    assert all(readers <= 2 for _, readers in counts.values())


async def test_1000_addresses_cannot_hide_a_known_page(world: World) -> None:
    """They use up the new pages of the day. Known pages keep their names."""
    today = datetime.now(UTC)
    clock = Clock((today - timedelta(days=1)).isoformat())
    async with world.start(clock) as process:
        await process.view(world.domain, "one", "/known.html")
    clock = Clock(today.isoformat())
    async with world.start(clock) as process:
        for path in range(12):
            statuses = await asyncio.gather(
                *(_flood(process, world, number, path) for number in range(ADDRESSES))
            )
            assert {*statuses} == {200}
        await process.view(world.domain, "one", "/known.html")
    rows = await world.connection.fetch(
        "select value, views from rollups where dimension = 'page' and day = $1", today.date()
    )
    views = {row["value"]: row["views"] for row in rows}
    assert views["/known.html"] == 1
    assert len(views) == 10_000 + 2, "the new pages of a day, the known one, and all others"
    assert sum(views.values()) == 12 * ADDRESSES + 1


async def _flood(process: Process, world: World, number: int, path: int) -> int:
    visit = Visit(f"10.0.{number // 250}.{number % 250}", BROWSER, ORIGIN, is_own=False)
    input_ = {"siteLocation": f"{ORIGIN}/{number}/{path}"}
    body = {"query": CREATE_RECORD, "variables": {"domainId": world.domain.id, "input": input_}}
    answer = await process.components.endpoint.handle(json.dumps(body).encode(), visit)
    return answer.status
