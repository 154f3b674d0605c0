"""One address at the default limits for ten minutes can't ruin statistics or fill the disk."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from collector.config import Settings
from harness.collector.service import (
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    call_command,
    wait_for,
)
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import Postgres
from tests.collector.serve_tomorrow import CLOCK

DEFAULTS = Settings()
SECONDS = 600
STEP = int(DEFAULTS.burst / DEFAULTS.rate)
"""Simulated seconds after which a bucket is full again."""
MAX_BYTES = 50_000_000
DAY = datetime.now(UTC).date() - timedelta(days=5)
PAGES = [f"/guide/page-{number}.html" for number in range(40)]
CHANGES = 4
STRANGER = "198.51.100.66"


@dataclass
class Outcome:
    """The responses."""

    stranger: dict[int, int] = field(default_factory=dict)
    changes: int = 0
    """Acknowledged requests of the attacker."""
    reader: list[int] = field(default_factory=list)
    grown: int = 0
    """Bytes."""


@dataclass(frozen=True)
class World:
    dsn: str
    service: Service
    domain: Domain
    clock: Path

    def set_clock(self, moment: datetime) -> None:
        """Read by the service with every request, so it is replaced as a whole."""
        draft = self.clock.with_suffix(".draft")
        draft.write_text(moment.isoformat(), encoding="ascii")
        draft.replace(self.clock)

    def size(self) -> int:
        (row,) = fetch(self.dsn, "select pg_database_size(current_database()) as size")
        size: int = row["size"]
        return size

    def views(self, day: int) -> dict[str, int]:
        """Returns the page views by page."""
        query = "select value, views from rollups where dimension = 'page' and day = $1"
        rows = fetch(self.dsn, query, DAY + timedelta(days=day))
        return {row["value"]: row["views"] for row in rows}

    def send(self, request: object, address: str) -> int:
        """Returns the status, or 500 for a response with errors."""
        headers = {"x_forwarded_for": address}
        answer = self.service.post(request, **headers)
        return 500 if '"errors"' in answer.text else answer.status

    def view(self, path: str, address: str) -> int:
        input_ = {"siteLocation": f"{ORIGIN}{path}"}
        variables = {"domainId": self.domain.id, "input": input_}
        return self.send({"query": CREATE_RECORD, "variables": variables}, address)


DOCUMENT = """
  mutation (
    $domain: ID!, $event: ID!, $known: ID!, $one: CreateRecordInput!, $two: CreateRecordInput!,
    $action: CreateActionInput!
  ) {
    a: createRecord(domainId: $domain, input: $one) { success }
    b: createRecord(domainId: $domain, input: $two) { success }
    c: createAction(eventId: $event, input: $action) { success }
    d: updateRecord(id: $known) { success }
  }"""


def invent(domain: Domain, known: str) -> object:
    """Returns a request of maximum size in which all values are new and long."""

    def text(length: int) -> str:
        return secrets.token_hex(length // 2)

    one, two = (
        {
            "siteLocation": f"{ORIGIN}/{text(498)}",
            "siteReferrer": f"https://a.example/{text(480)}",
            "source": text(200),
            "browserName": text(200),
            "osName": text(200),
            "deviceName": text(200),
        }
        for _ in range(2)
    )
    action = {"key": text(200), "details": text(2000)}
    return {
        "query": DOCUMENT,
        "variables": {
            "domain": domain.id,
            "event": domain.events["search"],
            "known": known,
            "one": one,
            "two": two,
            "action": action,
        },
    }


@pytest.fixture(scope="module")
def world(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The service with its default limits, and with a clock that the test moves."""
    fetch(postgres.dsn, "create database abuse")
    dsn = postgres.dsn.rpartition("/")[0] + "/abuse"
    call_command(dsn, "migrate")
    domain = add_domain(dsn, "Abuse")
    clock = tmp_path_factory.mktemp("abuse") / "clock"
    port = find_port()
    variables = {
        "COLLECTOR_DATABASE": dsn,
        "COLLECTOR_PORT": str(port),
        "COLLECTOR_TRUSTED_PROXIES": "127.0.0.1",
        CLOCK: str(clock),
    }
    clock.write_text(_moment(0, 36_000).isoformat(), encoding="ascii")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.collector.serve_tomorrow", "serve"],
        env={**os.environ, **variables},
        stderr=subprocess.DEVNULL,
    )
    try:
        service = Service(port, process)
        wait_for(service)
        yield World(dsn, service, domain, clock)
    finally:
        process.kill()
        process.wait()


def _moment(day: int, second: float) -> datetime:
    return datetime.combine(DAY, datetime.min.time(), UTC) + timedelta(days=day, seconds=second)


@pytest.fixture(scope="module")
def outcome(world: World) -> Outcome:
    """A normal day, then an attacker from the first second of the next one."""
    for number, page in enumerate(PAGES):
        assert world.view(page, f"203.0.113.{number}") == 200
    outcome = Outcome()
    before = world.size()
    world.set_clock(_moment(1, 0))
    known = world.service.view(world.domain.id, PAGES[0], x_forwarded_for=STRANGER)
    with ThreadPoolExecutor(8) as pool:
        for step in range(SECONDS // STEP):
            world.set_clock(_moment(1, step * STEP))
            requests = [invent(world.domain, known) for _ in range(DEFAULTS.burst // CHANGES + 1)]
            _note(outcome, list(pool.map(lambda one: world.send(one, STRANGER), requests)))
            outcome.reader.append(world.view(PAGES[step % len(PAGES)], "203.0.113.99"))
    outcome.grown = world.size() - before
    return outcome


def _note(outcome: Outcome, statuses: Sequence[int]) -> None:
    for status in statuses:
        outcome.stranger[status] = outcome.stranger.get(status, 0) + 1
        outcome.changes += CHANGES * (status == 200)


def test_changes_are_limited_not_requests(outcome: Outcome) -> None:
    allowed = DEFAULTS.burst + DEFAULTS.rate * (SECONDS - STEP)
    assert 0.9 * allowed < outcome.changes <= allowed
    assert {*outcome.stranger} == {200, 429}


def test_known_pages_are_counted_under_their_names(world: World, outcome: Outcome) -> None:
    assert outcome.changes
    before = world.views(1)
    for number, page in enumerate(PAGES):
        assert world.view(page, f"203.0.113.{100 + number}") == 200
    after = world.views(1)
    assert {page: after[page] - before.get(page, 0) for page in PAGES} == dict.fromkeys(PAGES, 1)


def test_a_new_page_of_another_visitor_is_counted_under_its_name(
    world: World, outcome: Outcome
) -> None:
    assert outcome.changes
    assert world.view("/guide/new.html", "203.0.113.98") == 200
    assert world.views(1)["/guide/new.html"] == 1


def test_another_visitor_lost_nothing(world: World, outcome: Outcome) -> None:
    assert outcome.reader == [200] * (SECONDS // STEP)
    assert sum(world.views(1).get(page, 0) for page in PAGES) >= SECONDS // STEP


def test_less_than_50_megabytes_were_added(outcome: Outcome) -> None:
    assert outcome.grown < MAX_BYTES


def test_made_up_values_are_limited_and_the_rollups_are_correct(
    world: World, outcome: Outcome
) -> None:
    assert outcome.changes
    (row,) = fetch(
        world.dsn,
        "select (select count(*) from rollups where length(value) > 50)"
        " + (select count(*) from action_rollups where length(key) > 50) as count",
    )
    assert row["count"] == DEFAULTS.new_values
    assert call_command(world.dsn, "recount") == "Rollups and records agree.\n"
