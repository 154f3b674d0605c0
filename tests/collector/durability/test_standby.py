"""With a synchronous standby, nothing acknowledged is lost with a machine.

Each test loses the machine once; `make durability` repeats it at random moments. The servers are
set up with the commands in `collector/docs/standby.md`.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from collector.errors import CollectorError
from collector.postgres.batches import WRITING
from collector.postgres.database import connect, create_pool
from collector.postgres.primary import Primary
from collector.postgres.sink import acquire
from collector.postgres.standby import StandbyWatch
from harness.collector.service import (
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    call_command,
    run_service,
)
from harness.collector.stored import coarsen
from harness.network import Response, find_port
from harness.postgres import Postgres, bin_folder
from harness.replication import PAGE, Pair, run_pair, run_sql
from tests.collector.durability.lost import MAX_SECONDS, lose_machine

_SECONDS = 30.0
"""To wait for a line in the log, or for a waiting commit. The collector checks every 20 s."""


@dataclass(frozen=True)
class Site:
    pair: Pair
    service: Service
    log: Path
    domain: Domain

    def view(self) -> Response:
        variables = {"domainId": self.domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
        return self.service.execute(CREATE_RECORD, variables)


@contextmanager
def _run_site(folder: Path, *, is_synchronous: bool = True) -> Iterator[Site]:
    log = folder / "log"
    with run_pair(is_synchronous=is_synchronous) as pair:
        call_command(pair.dsn, "migrate")
        domain = add_domain(pair.dsn, "Docs")
        with run_service(pair.dsn, find_port(), log) as service:
            yield Site(pair, service, log, domain)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with _run_site(tmp_path_factory.mktemp("standby")) as running:
        yield running


async def _wait_for_line(log: Path, text: str) -> None:
    try:
        async with asyncio.timeout(_SECONDS):
            while text not in log.read_text(encoding="utf-8"):
                await asyncio.sleep(0.05)
    except TimeoutError:
        pytest.fail(f"{text!r} isn't in the log:\n{log.read_text(encoding='utf-8')}")


async def test_nothing_acknowledged_is_lost_with_the_primary(site: Site) -> None:
    await _wait_for_line(site.log, "are acknowledged after a standby has stored them")
    assert "collector_standby 1.0" in site.service.request("GET", "/metrics").text
    outcome = await lose_machine(site.pair, site.service.port, "lost", 200, is_late=True)
    assert outcome.problems == []
    assert outcome.seconds < MAX_SECONDS


@pytest.mark.sweep
async def test_an_old_primary_is_never_used(site: Site) -> None:
    """It is started again with its data, accepts writes, and needs no standby."""
    pair = site.pair
    await asyncio.to_thread(pair.add_standby)
    await asyncio.to_thread(pair.lose_primary, keeps_data=True)
    await asyncio.to_thread(pair.promote)
    old = pair.standby
    await asyncio.to_thread(old.start)
    await asyncio.to_thread(run_sql, old, "alter system reset synchronous_standby_names")
    await asyncio.to_thread(run_sql, old, "select pg_reload_conf()")

    id_ = site.view().json["data"]["createRecord"]["payload"]["id"]
    connection = await connect(pair.dsn)
    found = await connection.fetchval("select count(*) from records where id = $1", coarsen(id_))
    assert found == 1
    assert await connection.fetchval("select inet_server_port()") == pair.primary.port
    await connection.close()

    pair.primary.stop()
    assert site.view().status == 503
    await _wait_for_line(site.log, "It is an old primary: stop it.")
    pair.primary.start()
    assert site.view().status == 200


@pytest.mark.sweep
async def test_asynchronous_replication_loses_records(tmp_path: Path) -> None:
    """The control group of the first test."""
    with _run_site(tmp_path, is_synchronous=False) as site:
        await _wait_for_line(site.log, "so acknowledged records are on one machine only")
        outcome = await lose_machine(site.pair, site.service.port, "lost", 64, is_late=True)
    assert any(problem.endswith("is lost") for problem in outcome.problems)


@pytest.mark.sweep
async def test_a_commit_without_the_standby_is_not_acknowledged(tmp_path: Path) -> None:
    """An administrator cancels the wait, so PostgreSQL commits and only warns."""
    with _run_site(tmp_path) as site:
        site.pair.standby.kill()
        answer = asyncio.create_task(asyncio.to_thread(site.view))
        connection = await asyncpg.connect(site.pair.primary.superuser_dsn)
        cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
        async with asyncio.timeout(_SECONDS):
            while not await connection.fetchval(cancel):
                await asyncio.sleep(0.05)
        assert (await answer).status == 503
        await connection.close()
        await asyncio.to_thread(site.pair.lose_standby)
        assert (await asyncio.to_thread(site.view)).status == 200


@pytest.mark.sweep
async def test_a_backup_is_not_a_standby(tmp_path: Path) -> None:
    with _run_site(tmp_path) as site:
        primary = site.pair.primary
        watch = StandbyWatch(Primary(site.pair.dsn))
        await watch.check()
        assert watch.is_safe
        site.pair.standby.kill()
        with _run_backup(primary, tmp_path):
            connection = await asyncpg.connect(primary.superuser_dsn)
            async with asyncio.timeout(_SECONDS):
                while not await connection.fetchval("select flush_lsn from pg_stat_replication"):
                    await asyncio.sleep(0.05)
            await watch.check()
            assert not watch.is_safe
            assert (await asyncio.to_thread(site.view)).status == 503
            await connection.execute("alter system set synchronous_standby_names = '*'")
            await connection.execute("select pg_reload_conf()")
            await watch.check()
            assert not watch.is_safe
            await connection.close()


@contextmanager
def _run_backup(server: Postgres, folder: Path) -> Iterator[None]:
    target = folder / "wal"
    target.mkdir()
    options = ["-h", "127.0.0.1", "-p", str(server.port), "-U", "replicator", "-D", str(target)]
    command = [str(bin_folder() / "pg_receivewal"), *options, "--synchronous", "--no-loop"]
    with subprocess.Popen(command, env={**os.environ, "PGPASSWORD": "change-this"}) as process:
        try:
            yield
        finally:
            process.kill()


@pytest.mark.sweep
async def test_a_standby_that_was_copied_while_commits_wait_can_be_promoted(tmp_path: Path) -> None:
    """The copy contains `synchronous_standby_names`, too."""
    with _run_site(tmp_path) as site:
        watch = StandbyWatch(Primary(site.pair.dsn))
        await asyncio.to_thread(site.pair.copy_standby_again)
        async with asyncio.timeout(_SECONDS):
            while not watch.is_safe:
                await watch.check()
        await asyncio.to_thread(site.pair.lose_primary)
        await watch.check()
        assert not watch.is_safe
        await asyncio.to_thread(site.pair.promote)
        assert (await asyncio.to_thread(site.view)).status == 200


async def test_other_warnings_are_not_about_the_standby(postgres: Postgres) -> None:
    """They have the same code, for example after an update of the system's collations."""
    pool = await create_pool(postgres.dsn, size=1, settings=WRITING)
    async with acquire(pool) as connection:
        await connection.execute(
            "do $$ begin raise warning 'other' using errcode = '01000'; end $$"
        )
    await pool.close()


async def test_two_servers_on_the_same_timeline_are_refused(postgres: Postgres) -> None:
    """Here it is the same server, twice."""
    dsn = postgres.dsn.replace("127.0.0.1", f"127.0.0.1:{postgres.port},localhost")
    with pytest.raises(CollectorError, match="on the same timeline 1"):
        await connect(dsn)


def test_both_languages_have_the_same_commands() -> None:
    english, chinese = (
        re.findall(r"```\w+\n.*?```", file.read_text(encoding="utf-8"), re.DOTALL)
        for file in (PAGE, PAGE.with_suffix(".zh-CN.md"))
    )
    assert english == chinese
