"""Rows of two days can't be linked to one visitor: simulated visitors return, and the test joins
the rows by everything that is stored."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

from collector.app import open_components
from collector.config import Settings
from collector.ids import coarsen_id
from collector.visits import Visit
from harness.collector.loops import run_in_thread
from harness.collector.service import (
    BROWSER,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_RECORD,
    Domain,
    add_domain,
)
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

VISITORS = 240
VIEWS = 2
START = datetime.combine(datetime.now(UTC).date(), datetime.min.time(), UTC) - timedelta(days=2)
CHANCE = VIEWS / (VISITORS * VIEWS)
TOLERANCE = 0.01
PAGES = [f"/guide/{number}.html" for number in range(20)]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Visitor:
    """A device that stays the same, as clients describe it with `detailed`."""

    number: int
    details: dict[str, object]

    @property
    def visit(self) -> Visit:
        address = f"203.0.{self.number // 250}.{self.number % 250}"
        return Visit(address, f"{BROWSER} {self.number}", ORIGIN, is_own=False)


def make_visitor(random: Random, number: int) -> Visitor:
    width, height = random.choice([(1920, 1080), (1440, 900), (2560, 1440), (390, 844), (412, 915)])
    shown = width if width < 500 else width - random.choice([0, 0, random.randrange(400)])
    return Visitor(
        number,
        {
            "siteLanguage": random.choice(["en", "en", "en", "zh", "zh", "de", "fr", "ja"]),
            "screenWidth": width,
            "screenHeight": height,
            "screenColorDepth": random.choice([24, 30]),
            "osName": random.choice(["Windows", "macOS", "Linux", "Android", "iOS"]),
            "osVersion": random.choice(["10", "11", "14.5", "15.0"]),
            "browserName": random.choice(["Chrome", "Firefox", "Safari", "Edge"]),
            "browserVersion": f"{random.randrange(120, 150)}.0",
            "browserWidth": shown,
            "browserHeight": height - random.randrange(60, 260),
        },
    )


@dataclass(frozen=True)
class Sent:
    """A page view, and what only the test knows about it."""

    visitor: int
    day: int
    id: UUID
    details: dict[str, object]


class Simulation:
    """Every visitor opens two pages on each of two days, at random times."""

    def __init__(self, dsn: str, domain: Domain) -> None:
        self._dsn = dsn
        self._domain = domain
        self._random = Random(13)  # noqa: S311 - the same every time
        self._now = START
        self.sent: list[Sent] = []

    async def run(self) -> None:
        visitors = [make_visitor(self._random, number) for number in range(VISITORS)]
        async with open_components(
            Settings(database=self._dsn), now=lambda: self._now
        ) as components:
            for day in range(2):
                visits = [(self._moment(day), one) for one in visitors for _ in range(VIEWS)]
                for moment, visitor in sorted(visits, key=lambda visit: visit[0]):
                    self._now = moment
                    answer = await components.endpoint.handle(self._view(visitor), visitor.visit)
                    record_id = json.loads(answer.body)["data"]["createRecord"]["payload"]["id"]
                    self._now += timedelta(milliseconds=self._random.randrange(600_000))
                    await components.endpoint.handle(_update(record_id), visitor.visit)
                    self.sent.append(
                        Sent(visitor.number, day, coarsen_id(UUID(record_id)), visitor.details)
                    )

    def _moment(self, day: int) -> datetime:
        milliseconds = self._random.randrange(23 * 3_600_000)
        return START + timedelta(days=day, milliseconds=milliseconds)

    def _view(self, visitor: Visitor) -> bytes:
        page = self._random.choice(PAGES)
        input_ = {"siteLocation": f"{ORIGIN}{page}", **visitor.details}
        variables = {"domainId": self._domain.id, "input": input_}
        return json.dumps({"query": CREATE_RECORD, "variables": variables}).encode()


def _update(id_: str) -> bytes:
    return json.dumps({"query": UPDATE_RECORD, "variables": {"recordId": id_}}).encode()


@dataclass(frozen=True)
class World:
    rows: Mapping[UUID, Row]
    sent: Sequence[Sent]

    def join(self, groups: Sequence[Hashable]) -> float:
        """Returns the probability that a row of the first day is joined to one of the same visitor
        on the second: to a random row of its group, or to any row if there is none."""
        rows = list(zip(groups, self.sent, strict=True))
        sizes = Counter(group for group, sent in rows if sent.day == 1)
        same = Counter((group, sent.visitor) for group, sent in rows if sent.day == 1)
        found = [
            same[group, sent.visitor] / sizes[group] if sizes[group] else CHANCE
            for group, sent in rows
            if sent.day == 0
        ]
        return sum(found) / len(found)


@pytest.fixture(scope="module")
def world(postgres: Postgres) -> World:
    dsn = create_database(postgres, "linkage")
    simulation = Simulation(dsn, add_domain(dsn, "Linkage"))
    run_in_thread(asyncio.wait_for(simulation.run(), 120))
    rows = {UUID(int=row["id"].int): row for row in fetch(dsn, "select * from records")}
    return World(rows, simulation.sent)


def test_the_fields_that_clients_send_would_link_most_visitors(world: World) -> None:
    """The control: with these columns stored, the same join works."""
    assert world.join([tuple(sent.details.values()) for sent in world.sent]) > 0.5


def test_no_stored_columns_link_two_days(world: World) -> None:
    """Each combination of everything that is stored, times of day and random bits included."""
    assert len(world.rows) == len(world.sent) == 2 * VISITORS * VIEWS
    rows = [world.rows[sent.id] for sent in world.sent]
    features: dict[str, list[Hashable]] = {
        "time of day": [row["created"].time() for row in rows],
        "hour": [row["created"].hour for row in rows],
        "random bits": [row["id"].int & (1 << 62) - 1 for row in rows],
    }
    for name in rows[0].keys() - {"id", "created"}:
        features[name] = [row[name] for row in rows]
    assert {*features} >= {"path", "duration", "is_first"}
    # Many combinations divide the rows into the same groups.
    divisions = {(0,) * len(rows)}
    for values in features.values():
        divisions |= {_divide(groups, values) for groups in divisions}
    assert max(map(world.join, divisions)) <= CHANCE + TOLERANCE


def _divide(groups: Sequence[int], values: Sequence[Hashable]) -> tuple[int, ...]:
    """Returns smaller groups, numbered in the order of their first rows."""
    numbers: dict[tuple[int, Hashable], int] = {}
    pairs = zip(groups, values, strict=True)
    return tuple(numbers.setdefault(pair, len(numbers)) for pair in pairs)
