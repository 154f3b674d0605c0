"""With a full disk nothing is acknowledged. Storing resumes when there is space."""

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

from harness.collector.service import create_domain
from tests.collector.durability.books import settle
from tests.collector.durability.load import Load
from tests.collector.durability.machine import Machine, run_machine

CONNECTIONS = 16
SIZE = "120m"
SMALL = ("min_wal_size=32MB", "max_wal_size=48MB", "shared_buffers=8MB")


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small file system. Mounting one needs root."""
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
    file = disk / "filler"
    with suppress(OSError), file.open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(2**16))
    with suppress(OSError), file.open("ab", buffering=0) as filler:
        while True:
            filler.write(bytes(512))
    return file


@pytest.fixture
def machine(disk: Path) -> Iterator[Machine]:
    with run_machine(*SMALL, place=disk) as machine:
        yield machine


async def test_a_full_disk_is_not_acknowledged_and_storing_resumes_with_free_space(
    machine: Machine, disk: Path
) -> None:
    """First there is no space for tables, then none for the WAL, and PostgreSQL stops."""
    domain = await create_domain(machine.postgres.dsn, "full disk")
    load = Load([machine.port], domain, CONNECTIONS)
    async with load.running():
        await load.wait_for_answer()
        filler = fill(disk)
        await _wait_for_rejections(load)
        filler.unlink()
        await load.wait_for_answer()
        assert machine.postgres.is_alive

        filler = fill(disk)
        await _use_up_log(machine)
        await _wait_for_rejections(load)
        assert not machine.postgres.is_alive
        filler.unlink()
        await asyncio.to_thread(machine.postgres.start)
        await load.wait_for_answer()
        await load.wait_for_answers(CONNECTIONS)
    balance = await settle(machine.postgres.dsn, domain, load.ledger)
    assert balance.problems == ()


async def _wait_for_rejections(load: Load) -> None:
    """Waits until all clients got a retry time. PostgreSQL first uses its reserved space."""
    refused = load.ledger.statuses[503]
    async with asyncio.timeout(60):
        while load.ledger.statuses[503] < refused + 2 * CONNECTIONS:
            await asyncio.sleep(0.1)


async def _use_up_log(machine: Machine) -> None:
    """Switches WAL files until there is no space for another."""
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
