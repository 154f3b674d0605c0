"""Stored data identifies no visitor, and doesn't link visitors of two days."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
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
    call_command,
)
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres
from harness.processes import find_in_memory
from tests.collector.serve_with_clock import Clock, run_with_clock

DAY = datetime.now(UTC).date() - timedelta(days=10)
KEEP_DAYS = 3
VISITORS = 40
OWN = "88888888-8888-8888-8888-888888888888"
RECEIVED = b"D\0\0\0*\0\1\0\0\0 "
"""The bytes before a salt as PostgreSQL sends it: a row of 42 bytes with one value of 32."""
MARK = "Zwieback"
"""In every name of a browser here, and nowhere else."""


@dataclass(frozen=True)
class Visitor:
    address: str
    user_agent: str

    @property
    def headers(self) -> dict[str, str]:
        return {"x_forwarded_for": self.address, "user_agent": self.user_agent}


def make_visitor(number: int) -> Visitor:
    address = f"203.0.113.{number}" if number % 2 else f"2001:db8:beef:{number:x}::{number:x}"
    return Visitor(address, f"{BROWSER} {MARK}/{number}.7")


@dataclass(frozen=True)
class World:
    """A collector with its own database and clock."""

    dsn: str
    service: Service
    domain: Domain
    clock: Clock
    log: Path

    def pass_midnight(self, day: date) -> None:
        """Waits until the data of earlier days is deleted."""
        self.clock.set(f"{day}T00:02:00Z")
        self.wait_until_none("select from salts where day < $1", day)
        self.wait_until_none("select from visitors where day < $1", day)

    def wait_until_none(self, query: str, *values: object) -> None:
        deadline = time.monotonic() + 20
        while self.fetch(query, *values):
            assert time.monotonic() < deadline, query
            time.sleep(0.1)

    def fetch(self, query: str, *values: object) -> list[dict[str, Any]]:
        return fetch(self.dsn, query, *values)

    def view(self, visitor: Visitor, **more: str) -> str:
        input_ = {"siteLocation": f"{ORIGIN}/guide/", "browserName": "Firefox", "screenWidth": 1440}
        variables = {"domainId": self.domain.id, "input": input_}
        answer = self.service.execute(CREATE_RECORD, variables, **visitor.headers, **more)
        id_: str = answer.json["data"]["createRecord"]["payload"]["id"]
        return id_

    def act(self, visitor: Visitor, key: str, **more: str) -> None:
        action = {"eventId": self.domain.events["search"], "input": {"key": key}}
        self.service.execute(CREATE_ACTION, action, **visitor.headers, **more)

    def salts(self) -> dict[date, bytes]:
        return {row["day"]: row["salt"] for row in self.fetch("select day, salt from salts")}

    def hashes(self) -> dict[date, set[bytes]]:
        found: dict[date, set[bytes]] = {}
        for row in self.fetch("select day, hash from visitors"):
            found.setdefault(row["day"], set()).add(row["hash"])
        return found

    def dump(self) -> str:
        command = ["pg_dump", "--dbname", self.dsn]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def world(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    dsn = create_database(postgres, "privacy")
    domain = add_domain(dsn, "Privacy")
    folder = tmp_path_factory.mktemp("privacy")
    clock, log = Clock(folder / "clock"), folder / "log"
    clock.set(f"{DAY}T10:00:00Z")
    settings = {
        "trusted_proxies": "127.0.0.1", "keep_days": str(KEEP_DAYS), "rate": "1", "burst": "20",
    }  # fmt: skip
    with run_with_clock(dsn, clock, settings, log=log) as service:
        yield World(dsn, service, domain, clock, log)


@dataclass(frozen=True)
class Secrets:
    """Data that exists during a day and must be deleted after it."""

    salt: bytes
    hashes: frozenset[bytes]

    def find_traces(self, *texts: str) -> list[str]:
        """Returns everything in the strings that could identify a visitor."""
        visitors = [make_visitor(number) for number in (*range(1, VISITORS + 1), 101, 103)]
        secrets = [secret.hex() for secret in (self.salt, *self.hashes)]
        traces = [visitor.address for visitor in visitors] + secrets
        traces += ["203.0.113.", "2001:db8", MARK, "ackee_ignore"]
        return [trace for trace in traces for text in texts if trace in text]


@pytest.fixture(scope="module", autouse=True)
def yesterday(world: World) -> Secrets:
    """A day with requests of all kinds, until two minutes after midnight."""
    for number in range(1, VISITORS + 1):
        visitor = make_visitor(number)
        id_ = world.view(visitor)
        if number % 3 == 0:
            world.service.execute(UPDATE_RECORD, {"recordId": id_}, **visitor.headers)
            world.act(visitor, f"q{number % 5}")
    _send_uncounted_requests(world)
    _send_invalid_requests(world)
    (salt,) = world.salts().values()
    secrets = Secrets(salt, frozenset(world.hashes()[DAY]))
    world.pass_midnight(DAY + timedelta(days=1))
    return secrets


def _send_uncounted_requests(world: World) -> None:
    assert world.view(make_visitor(101), cookie="ackee_ignore=1") == OWN
    assert world.view(Visitor("203.0.113.102", f"{MARK}bot/1.0")) == OWN
    world.act(make_visitor(101), "own", cookie="ackee_ignore=1")


def _send_invalid_requests(world: World) -> None:
    headers = make_visitor(103).headers
    world.service.post(b"{", **headers)
    world.service.post(b" " * 9000, **headers)
    world.service.request("GET", "/nothing", None, **headers)
    world.service.execute(CREATE_RECORD, {"domainId": "x", "input": {}}, **headers)
    assert [world.service.post(b"{", **headers).status for _ in range(30)][-1] == 429
    head = f"NONSENSE {MARK} 203.0.113.103\r\nUser-Agent: {MARK}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", world.service.port)) as connection:
        connection.sendall(head.encode())
        connection.recv(1000)


# --- A day later ----------------------------------------------------------------------------------


def test_the_test_data_contains_personal_data(world: World, yesterday: Secrets) -> None:
    """The control: during the day, the salt identified visitors by address and browser."""

    def hash_visitor(visitor: Visitor) -> bytes:
        text = "".join(
            f"{part}\0" for part in (world.domain.id, visitor.address, visitor.user_agent)
        )
        return blake2b(text.encode(), key=yesterday.salt, digest_size=16).digest()

    assert yesterday.hashes == {
        hash_visitor(make_visitor(number)) for number in range(1, VISITORS + 1)
    }


def test_no_dump_log_or_metric_contains_personal_data(world: World, yesterday: Secrets) -> None:
    dump, log = world.dump(), world.log.read_text(encoding="utf-8")
    metrics = world.service.request("GET", "/metrics").text
    assert "/guide/" in dump
    assert "dropped visitors" in log
    assert "collector_answers_total" in metrics
    assert 'collector_excluded_total{reason="bot"}' in metrics
    assert 'collector_excluded_total{reason="owner"}' in metrics
    assert yesterday.find_traces(dump, log, metrics) == []


def test_the_salt_is_in_no_file_of_a_table(
    postgres: Postgres, world: World, yesterday: Secrets
) -> None:
    """PostgreSQL would leave a deleted row there. The WAL, which it overwrites in time, and backups
    are up to the owner."""
    fetch(postgres.superuser_dsn, "checkpoint")
    # A cache of PostgreSQL without rows, which is created and deleted at any time.
    found = (path for path in (postgres.folder / "data/base").rglob("*") if path.is_file())
    files = [path for path in found if path.name != "pg_internal.init"]
    (today,) = world.salts().values()
    assert [path.name for path in files if yesterday.salt in path.read_bytes()] == []
    assert [path.name for path in files if today in path.read_bytes()], "the search works"


def test_no_object_of_the_service_contains_the_salt(world: World, yesterday: Secrets) -> None:
    """Bytes that the driver received may be in freed memory until it is reused."""
    world.view(make_visitor(1))
    (today,) = world.salts().values()
    assert find_in_memory(world.service.process.pid, today), "the search works"
    left = find_in_memory(world.service.process.pid, yesterday.salt)
    assert [before for before in left if not before.endswith(RECEIVED)] == []


def test_a_returning_visitor_has_another_hash_today(world: World, yesterday: Secrets) -> None:
    for number in range(1, 6):
        world.view(make_visitor(number))
    today = world.hashes()[DAY + timedelta(days=1)]
    assert len(today) == 5
    (salt,) = world.salts().values()
    assert salt != yesterday.salt
    # No part of a hash depends on the visitor alone.
    assert not {hash_[:4] for hash_ in today} & {hash_[:4] for hash_ in yesterday.hashes}


def test_records_of_different_visitors_look_the_same(world: World) -> None:
    """Except for their times and random ids."""
    rows = world.fetch("select * from records where path = '/guide/'")
    differing = {"id", "created", "duration", "is_first"}
    assert len(rows) >= VISITORS
    assert len({tuple(v for k, v in row.items() if k not in differing) for row in rows}) == 1


def test_own_visits_and_bots_are_not_stored(world: World) -> None:
    assert world.fetch("select from actions where key = 'own'") == []
    (row,) = world.fetch("select views from rollups where dimension = 'total' and day = $1", DAY)
    assert row["views"] == VISITORS


# --- Years later ----------------------------------------------------------------------------------


def test_prune_leaves_no_row_of_earlier_days(world: World) -> None:
    day = DAY + timedelta(days=1)
    world.view(make_visitor(1))
    call_command(world.dsn, "prune", day.isoformat())
    for table in ("records", "actions"):
        query = f"select from {table} where (created at time zone 'UTC')::date < $1"
        assert world.fetch(query, day) == []
    assert world.fetch("select from records") != []


def test_expired_records_are_deleted(world: World) -> None:
    world.pass_midnight(DAY + timedelta(days=2 + KEEP_DAYS))
    world.wait_until_none("select from records")
    assert world.fetch("select from actions") == []
    assert world.hashes() == {}
    dump = world.dump()
    for number in range(2):
        assert f"_{DAY + timedelta(days=number):%Y%m%d}" not in dump
    assert world.fetch("select from rollups") != []
