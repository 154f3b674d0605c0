"""Nothing that is kept leads back to a reader, and nothing at all leads from one day to another."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_RECORD,
    Domain,
    Service,
    add_domain,
    run_command,
    wait_for,
)
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import Postgres
from harness.processes import find_in_memory
from tests.collector.serve_tomorrow import CLOCK

DAY = datetime.now(UTC).date() - timedelta(days=10)
KEEP_DAYS = 3
READERS = 40
OWN = "88888888-8888-8888-8888-888888888888"
RECEIVED = b"D\0\0\0*\0\1\0\0\0 "
"""What stands before a salt as PostgreSQL sends it: a row of 42 bytes with one value of 32."""
MARK = "Zwieback"
"""In every name of a browser here, and nowhere else."""


@dataclass(frozen=True)
class Reader:
    address: str
    user_agent: str

    @property
    def headers(self) -> dict[str, str]:
        return {"x_forwarded_for": self.address, "user_agent": self.user_agent}


def reader(number: int) -> Reader:
    address = f"203.0.113.{number}" if number % 2 else f"2001:db8:beef:{number:x}::{number:x}"
    return Reader(address, f"{BROWSER} {MARK}/{number}.7")


@dataclass(frozen=True)
class World:
    """A collector on a database of its own, with a clock of its own."""

    dsn: str
    service: Service
    domain: Domain
    clock: Path
    log: Path

    def set_clock(self, day: date, time_: str) -> None:
        self.clock.write_text(f"{day.isoformat()}T{time_}+00:00", encoding="ascii")

    def pass_midnight(self, day: date) -> None:
        """It is the morning of the day, and what is done at midnight is done."""
        self.set_clock(day, "00:02:00")
        self.wait_until_none("select from salts where day < $1", day)
        self.wait_until_none("select from visitors where day < $1", day)

    def wait_until_none(self, query: str, *values: object) -> None:
        deadline = time.monotonic() + 20
        while self.fetch(query, *values):
            assert time.monotonic() < deadline, query
            time.sleep(0.1)

    def fetch(self, query: str, *values: object) -> list[dict[str, Any]]:
        return fetch(self.dsn, query, *values)

    def view(self, who: Reader, **more: str) -> str:
        input_ = {"siteLocation": f"{ORIGIN}/guide/", "browserName": "Firefox", "screenWidth": 1440}
        variables = {"domainId": self.domain.id, "input": input_}
        answer = self.service.ask(CREATE_RECORD, variables, **who.headers, **more)
        id_: str = answer.json["data"]["createRecord"]["payload"]["id"]
        return id_

    def salts(self) -> dict[date, bytes]:
        return {row["day"]: row["salt"] for row in self.fetch("select day, salt from salts")}

    def hashes(self) -> dict[date, set[bytes]]:
        found: dict[date, set[bytes]] = {}
        for row in self.fetch("select day, hash from visitors"):
            found.setdefault(row["day"], set()).add(row["hash"])
        return found

    def dump(self) -> str:
        """Everything that the database would give away."""
        done = subprocess.run(
            ["pg_dump", "--dbname", self.dsn], check=True, capture_output=True, text=True
        )
        return done.stdout


@pytest.fixture(scope="module")
def world(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    fetch(postgres.dsn, "create database privacy")
    dsn = postgres.dsn.rpartition("/")[0] + "/privacy"
    run_command(dsn, "migrate")
    domain = add_domain(dsn, "Privacy")
    folder = tmp_path_factory.mktemp("privacy")
    clock, log = folder / "clock", folder / "log"
    clock.write_text(f"{DAY.isoformat()}T10:00:00+00:00", encoding="ascii")
    with _run(dsn, clock, log) as service:
        yield World(dsn, service, domain, clock, log)


@contextmanager
def _run(dsn: str, clock: Path, log: Path) -> Iterator[Service]:
    port = find_port()
    variables = {
        "COLLECTOR_DATABASE": dsn,
        "COLLECTOR_PORT": str(port),
        "COLLECTOR_TRUSTED_PROXIES": "127.0.0.1",
        "COLLECTOR_KEEP_DAYS": str(KEEP_DAYS),
        "COLLECTOR_RATE": "1",
        "COLLECTOR_BURST": "20",
        CLOCK: str(clock),
    }
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.collector.serve_tomorrow", "serve"],
            env={**os.environ, **variables},
            stderr=errors,
        )
    try:
        service = Service(port, process)
        wait_for(service)
        yield service
    finally:
        process.kill()
        process.wait()


@dataclass(frozen=True)
class Secrets:
    """What was there during a day and must be gone after it."""

    day: date
    salt: bytes
    hashes: frozenset[bytes]


@pytest.fixture(scope="module")
def yesterday(world: World) -> Secrets:
    """A day with all that happens, until two minutes after midnight."""
    for number in range(1, READERS + 1):
        who = reader(number)
        id_ = world.view(who)
        if number % 3 == 0:
            world.service.ask(UPDATE_RECORD, {"recordId": id_}, **who.headers)
            action = {"eventId": world.domain.events["search"], "input": {"key": f"q{number % 5}"}}
            world.service.ask(CREATE_ACTION, action, **who.headers)
    _send_what_is_not_counted(world)
    _send_what_fails(world)
    (salt,) = world.salts().values()
    secrets = Secrets(DAY, salt, frozenset(world.hashes()[DAY]))
    world.pass_midnight(DAY + timedelta(days=1))
    return secrets


def _send_what_is_not_counted(world: World) -> None:
    assert world.view(reader(101), cookie="ackee_ignore=1") == OWN
    assert world.view(Reader("203.0.113.102", f"{MARK}bot/1.0")) == OWN
    action = {"eventId": world.domain.events["search"], "input": {"key": "own"}}
    world.service.ask(CREATE_ACTION, action, cookie="ackee_ignore=1", **reader(101).headers)


def _send_what_fails(world: World) -> None:
    who = reader(103).headers
    world.service.post(b"{", **who)
    world.service.post(b" " * 9000, **who)
    world.service.request("GET", "/nothing", None, **who)
    world.service.ask(CREATE_RECORD, {"domainId": "x", "input": {}}, **who)
    assert [world.service.post(b"{", **who).status for _ in range(30)][-1] == 429
    head = f"NONSENSE {MARK} 203.0.113.103\r\nUser-Agent: {MARK}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", world.service.port)) as connection:
        connection.sendall(head.encode())
        connection.recv(1000)


def hash_of(world: World, salt: bytes, who: Reader) -> bytes:
    """As the collector does it, with what it knows at the time of a request."""
    made = blake2b(key=salt, digest_size=16)
    for part in (world.domain.id, who.address, who.user_agent):
        made.update(part.encode() + b"\0")
    return made.digest()


# --- A day later ----------------------------------------------------------------------------------


def test_the_test_data_contains_personal_data(world: World, yesterday: Secrets) -> None:
    """During the day every reader could be found by address and browser; this is how."""
    assert yesterday.hashes == {
        hash_of(world, yesterday.salt, reader(number)) for number in range(1, READERS + 1)
    }
    assert len(world.fetch("select from records")) == READERS


def test_no_dump_contains_personal_data(world: World, yesterday: Secrets) -> None:
    dump = world.dump()
    assert "/guide/" in dump
    assert [text for text in _find_traces(yesterday) if text in dump] == []


def test_no_log_and_no_metric_contains_personal_data(world: World, yesterday: Secrets) -> None:
    metrics = world.service.request("GET", "/metrics").text
    log = world.log.read_text(encoding="utf-8")
    assert "collector_answers_total" in metrics
    assert "dropped visitors" in log
    for text in (metrics, log):
        assert [trace for trace in _find_traces(yesterday) if trace in text] == []


def _find_traces(secrets: Secrets) -> list[str]:
    readers = [reader(number) for number in (*range(1, READERS + 1), 101, 103)]
    addresses = [who.address for who in readers]
    bytes_ = [secrets.salt, *secrets.hashes]
    return [*addresses, "203.0.113.", "2001:db8", MARK, "ackee_ignore", *(b.hex() for b in bytes_)]


def test_the_salt_is_in_no_file_of_a_table(
    postgres: Postgres, world: World, yesterday: Secrets
) -> None:
    """A deleted row would be: PostgreSQL leaves it where it was. The log of writes ahead, which it
    overwrites in time, and backups are the owner's to keep short."""
    fetch(postgres.superuser_dsn, "checkpoint")
    # A cache of PostgreSQL's own comes and goes, and holds no row.
    found = (path for path in (postgres.folder / "data/base").rglob("*") if path.is_file())
    files = [path for path in found if path.name != "pg_internal.init"]
    assert len(files) > 100
    (today,) = world.salts().values()
    assert [path.name for path in files if yesterday.salt in path.read_bytes()] == []
    assert [path.name for path in files if today in path.read_bytes()]  # so we look rightly


def test_no_object_of_the_service_contains_the_salt(world: World, yesterday: Secrets) -> None:
    """What the driver once received may lie in freed memory until its place is needed."""
    world.view(reader(1))
    (today,) = world.salts().values()
    assert find_in_memory(world.service.process.pid, today) != []  # so we look rightly
    left = find_in_memory(world.service.process.pid, yesterday.salt)
    assert [before for before in left if not before.endswith(RECEIVED)] == []


def test_a_returning_visitor_has_another_hash_today(world: World, yesterday: Secrets) -> None:
    day = DAY + timedelta(days=1)
    for number in range(1, 6):
        world.view(reader(number))
    today = world.hashes()[day]
    assert len(today) == 5
    assert not today & yesterday.hashes
    (salt,) = world.salts().values()
    assert salt != yesterday.salt
    # Halves do not meet either: nothing of a hash is made of the reader alone.
    assert not {hash_[:4] for hash_ in today} & {hash_[:4] for hash_ in yesterday.hashes}


def test_views_of_one_visitor_and_of_many_look_the_same(world: World, yesterday: Secrets) -> None:
    """Apart from their moments, and from random ids: nothing tells who opened which."""
    assert yesterday
    rows = world.fetch("select * from records where path = '/guide/'")
    differing = {"id", "created", "duration", "is_first"}
    kinds = {tuple(v for k, v in row.items() if k not in differing) for row in rows}
    assert len(rows) > READERS
    assert len(kinds) == 1


def test_own_visits_and_bots_are_not_stored(world: World, yesterday: Secrets) -> None:
    assert yesterday
    assert world.fetch("select from actions where key = 'own'") == []
    (row,) = world.fetch("select views from rollups where dimension = 'total' and day = $1", DAY)
    assert row["views"] == READERS


# --- Years later ----------------------------------------------------------------------------------


def test_prune_leaves_no_row_of_earlier_days(world: World, yesterday: Secrets) -> None:
    day = DAY + timedelta(days=1)
    assert yesterday
    world.view(reader(1))
    run_command(world.dsn, "prune", day.isoformat())
    assert (
        world.fetch("select from records where (created at time zone 'UTC')::date < $1", day) == []
    )
    assert (
        world.fetch("select from actions where (created at time zone 'UTC')::date < $1", day) == []
    )
    assert world.fetch("select from records") != []


def test_expired_records_are_deleted(world: World, yesterday: Secrets) -> None:
    assert yesterday
    world.pass_midnight(DAY + timedelta(days=2 + KEEP_DAYS))
    world.wait_until_none("select from records")
    assert world.fetch("select from actions") == []
    assert world.hashes() == {}
    dump = world.dump()
    for number in range(2):
        assert f"_{DAY + timedelta(days=number):%Y%m%d}" not in dump
    assert world.fetch("select from rollups") != []
