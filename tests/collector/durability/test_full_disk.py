"""A disk without room: nothing is acknowledged, and it goes on by itself when there is room."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from harness.collector.loops import run_apart
from harness.collector.service import run_command
from harness.network import find_port
from harness.postgres import run_postgres
from tests.collector.durability.books import settle
from tests.collector.durability.load import Load
from tests.collector.durability.machine import Machine, create_domain

CONNECTIONS = 16
SIZE = "120m"
SMALL = ("min_wal_size=32MB", "max_wal_size=48MB", "shared_buffers=8MB")


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small file system of its own. Only the administrator can make one."""
    folder = Path(tempfile.mkdtemp(prefix="collector-disk-"))
    become = [] if os.geteuid() == 0 else ["sudo", "-n"]
    mount = [*become, "mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0777", "tmpfs", str(folder)]
    made = subprocess.run(mount, capture_output=True, text=True, check=False)
    try:
        if made.returncode:
            pytest.skip(f"a small file system cannot be mounted: {made.stderr.strip()}")
        yield folder
        subprocess.run([*become, "umount", "--lazy", str(folder)], check=True)
    finally:
        folder.rmdir()


def fill(disk: Path) -> Path:
    """Takes all the room there is."""
    file = disk / "filler"
    with suppress(OSError), file.open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(2**16))
    with suppress(OSError), file.open("ab", buffering=0) as filler:
        while True:
            filler.write(bytes(512))
    return file


def test_a_full_disk_is_not_acknowledged_and_storing_resumes_with_free_space(disk: Path) -> None:
    with run_postgres(*SMALL, place=disk) as postgres:
        run_command(postgres.dsn, "migrate")
        machine = Machine(postgres, find_port())
        machine.start_collector()
        try:
            run_apart(_run(machine, disk))
        finally:
            machine.kill_collector()


async def _run(machine: Machine, disk: Path) -> None:
    """First there is no room for tables; then none for the log, without which PostgreSQL ends."""
    domain = await create_domain(machine.postgres.dsn, "full disk")
    load = Load([machine.port], domain, CONNECTIONS)
    readers = asyncio.create_task(load.run())
    try:
        await load.wait_for_answer()
        filler = fill(disk)
        await _wait_for_refusals(load)
        filler.unlink()
        await load.wait_for_answer()
        assert machine.postgres.is_alive

        filler = fill(disk)
        await _use_up_log(machine)
        await _wait_for_refusals(load)
        assert not machine.postgres.is_alive
        filler.unlink()
        await asyncio.to_thread(machine.postgres.start)
        await load.wait_for_answer()
        await asyncio.sleep(0.3)
    finally:
        load.is_over = True
        await readers
    balance = await settle(machine.postgres.dsn, domain, load.ledger)
    assert balance.problems == ()


async def _wait_for_refusals(load: Load) -> None:
    """Until all have been told to come again: room that was there before is used up first."""
    refused = load.ledger.statuses[503]
    for _ in range(600):
        await asyncio.sleep(0.1)
        if load.ledger.statuses[503] >= refused + 2 * CONNECTIONS:
            return
    raise TimeoutError("the disk does not become full")


async def _use_up_log(machine: Machine) -> None:
    """Goes from file to file of the log until there is none to go to."""
    connection = await asyncpg.connect(machine.postgres.superuser_dsn)
    try:
        while True:
            await connection.execute(
                "select pg_switch_wal(), pg_logical_emit_message(true, '', '')"
            )
    except (asyncpg.PostgresError, OSError):
        connection.terminate()
    while machine.postgres.is_alive:
        await asyncio.sleep(0.05)
