"""One address at the default limits for ten minutes can't ruin statistics or fill the disk."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from collector.api.http import ApiApp
from collector.app import open_components
from collector.config import Settings
from harness.collector.loops import run_in_thread
from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_RECORD,
    Domain,
    add_domain,
    call_command,
)
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

DEFAULTS = Settings()
SECONDS = 600
STEP = int(DEFAULTS.burst / DEFAULTS.rate)
"""Simulated seconds after which a bucket is full again."""
MAX_BYTES = 50_000_000
DAY = datetime.now(UTC).date() - timedelta(days=5)
PAGES = [f"/guide/page-{number}.html" for number in range(40)]
NEW_PAGE = "/guide/new.html"
ATTACKER = "198.51.100.66"
VISITOR = "203.0.113.99"
TIMEOUT_SECONDS = 300


def invent(domain: Domain, known: str) -> list[object]:
    """Returns requests of maximum size in which all values are new and long."""

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
    return [
        {"query": CREATE_RECORD, "variables": {"domainId": domain.id, "input": one}},
        {"query": CREATE_RECORD, "variables": {"domainId": domain.id, "input": two}},
        {
            "query": CREATE_ACTION,
            "variables": {"eventId": domain.events["search"], "input": action},
        },
        {"query": UPDATE_RECORD, "variables": {"recordId": known}},
    ]


Views = dict[str, int]
"""The views of a day by page."""


@dataclass
class Outcome:
    """The responses to the attacker and to a visitor, and the state of the database."""

    attacker: Counter[int] = field(default_factory=Counter)
    visitor: list[int] = field(default_factory=list)
    growth: int = 0
    """Bytes."""
    views: Views = field(default_factory=dict)
    """At the end of the attack."""
    later_views: Views = field(default_factory=dict)
    """After each page was viewed once more."""


class Scenario:
    """A collector with its default limits and a simulated clock, in this process."""

    def __init__(self, dsn: str, domain: Domain) -> None:
        self._dsn = dsn
        self._domain = domain
        self._now = _moment(0, 36_000)
        self.outcome = Outcome()

    async def run(self) -> None:
        """A normal day, then an attack from the first second of the next one."""
        settings = Settings(database=self._dsn)
        async with open_components(
            settings, now=lambda: self._now, ticks=lambda: self._now.timestamp()
        ) as components:
            self._app = ApiApp(
                components.endpoint,
                components.catalog,
                components.limiter,
                settings.networks,
                components.metrics,
            )
            for number, page in enumerate(PAGES):
                assert (await self._view(page, f"203.0.113.{number}"))[0] == 200
            before = await self._query("select pg_database_size(current_database())")
            self._now = _moment(1, 0)
            await self._attack()
            after = await self._query("select pg_database_size(current_database())")
            self.outcome.growth = after[0][0] - before[0][0]
            self.outcome.views = await self._load_views()
            for number, page in enumerate([*PAGES, NEW_PAGE]):
                assert (await self._view(page, f"203.0.113.{100 + number}"))[0] == 200
            self.outcome.later_views = await self._load_views()

    async def _attack(self) -> None:
        _, answer = await self._view(PAGES[0], ATTACKER)
        known = answer["data"]["createRecord"]["payload"]["id"]
        for step in range(SECONDS // STEP):
            self._now = _moment(1, step * STEP)
            sent = [
                self._send(request, ATTACKER)
                for _ in range(DEFAULTS.burst // 4 + 1)
                for request in invent(self._domain, known)
            ]
            self.outcome.attacker.update(status for status, _ in await asyncio.gather(*sent))
            status, _ = await self._view(PAGES[step % len(PAGES)], VISITOR)
            self.outcome.visitor.append(status)

    async def _view(self, path: str, address: str) -> tuple[int, Any]:
        variables = {"domainId": self._domain.id, "input": {"siteLocation": f"{ORIGIN}{path}"}}
        return await self._send({"query": CREATE_RECORD, "variables": variables}, address)

    async def _send(self, request: object, address: str) -> tuple[int, Any]:
        """Returns the status and the JSON. An answer with errors has status 500."""
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": json.dumps(request).encode()}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        headers = [(b"origin", ORIGIN.encode()), (b"user-agent", BROWSER.encode())]
        scope = {"type": "http", "method": "POST", "headers": headers, "client": (address, 1)}
        await self._app(scope, receive, send)
        status, body = sent[0]["status"], sent[1]["body"]
        if status != 200:
            return status, None
        answer = json.loads(body)
        return (500 if "errors" in answer else 200), answer

    async def _query(self, query: str, *values: object) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self._dsn)
        try:
            return list(await connection.fetch(query, *values))
        finally:
            await connection.close()

    async def _load_views(self) -> Views:
        query = "select value, views from rollups where dimension = 'page' and day = $1"
        return dict(await self._query(query, DAY + timedelta(days=1)))


def _moment(day: int, second: float) -> datetime:
    return datetime.combine(DAY, datetime.min.time(), UTC) + timedelta(days=day, seconds=second)


@pytest.fixture(scope="module")
def dsn(postgres: Postgres) -> str:
    return create_database(postgres, "abuse")


@pytest.fixture(scope="module")
def outcome(dsn: str) -> Outcome:
    scenario = Scenario(dsn, add_domain(dsn, "Abuse"))
    run_in_thread(asyncio.wait_for(scenario.run(), TIMEOUT_SECONDS))
    return scenario.outcome


def test_requests_are_limited(outcome: Outcome) -> None:
    allowed = DEFAULTS.burst + DEFAULTS.rate * (SECONDS - STEP)
    assert 0.9 * allowed < outcome.attacker[200] <= allowed
    assert {*outcome.attacker} == {200, 429}


def test_known_pages_and_a_new_one_are_counted_under_their_names(outcome: Outcome) -> None:
    before, after = outcome.views, outcome.later_views
    assert {page: after[page] - before.get(page, 0) for page in PAGES} == dict.fromkeys(PAGES, 1)
    assert NEW_PAGE not in before
    assert after[NEW_PAGE] == 1


def test_another_visitor_lost_nothing(outcome: Outcome) -> None:
    assert outcome.visitor == [200] * (SECONDS // STEP)
    assert sum(outcome.views.get(page, 0) for page in PAGES) >= SECONDS // STEP


def test_less_than_50_megabytes_were_added(outcome: Outcome) -> None:
    assert outcome.growth < MAX_BYTES


def test_invented_values_are_limited_and_the_rollups_are_correct(
    dsn: str, outcome: Outcome
) -> None:
    assert outcome.attacker[200]
    (row,) = fetch(
        dsn,
        "select (select count(*) from rollups where length(value) > 50)"
        " + (select count(*) from action_rollups where length(key) > 50) as count",
    )
    assert row["count"] == DEFAULTS.new_values
    assert call_command(dsn, "recount") == "Rollups and records agree.\n"
