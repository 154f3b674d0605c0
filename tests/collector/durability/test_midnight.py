"""A night of two real processes in two time zones, one of which is killed at midnight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.collector.service import UPDATE_RECORD, Service, start_service, wait_for
from harness.network import find_port
from tests.collector.durability.inside import World, run
from tests.collector.durability.serve import CLOCK

BERLIN, LOS_ANGELES = "Europe/Berlin", "America/Los_Angeles"


class Place:
    """A machine with a clock and a time zone."""

    def __init__(self, dsn: str, zone: str, clock: Path) -> None:
        self._dsn = dsn
        self._clock = clock
        self._variables = {"TZ": zone, CLOCK: str(clock)}

    def set_clock(self, moment: str) -> None:
        ahead = datetime.fromisoformat(moment) - datetime.now(UTC)
        new = self._clock.with_suffix(".new")
        new.write_text(str(ahead.total_seconds()))
        new.replace(self._clock)

    def start(self) -> Service:
        module = "tests.collector.durability.serve"
        return start_service(self._dsn, find_port(), module=module, variables=self._variables)


@contextmanager
def running(*services: Service) -> Iterator[tuple[Service, ...]]:
    with ExitStack() as ending:
        for service in services:
            ending.callback(service.process.wait)
            ending.callback(service.process.kill)
        for service in services:
            wait_for(service)
        yield services


@pytest.fixture
def places(database: str, tmp_path: Path) -> tuple[Place, Place]:
    first = Place(database, BERLIN, tmp_path / "berlin")
    second = Place(database, LOS_ANGELES, tmp_path / "los-angeles")
    return first, second


def test_a_kill_at_midnight_leaves_counts_right(database: str, places: tuple[Place, Place]) -> None:
    """In this night clocks in Berlin go back, and in the end one clock is set back by hand."""
    berlin, los_angeles = places

    async def work(world: World) -> None:
        id_ = world.domain.id
        for place in places:
            place.set_clock("2026-10-24T23:59:40Z")
        with running(berlin.start(), los_angeles.start()) as (killed, other):
            old = killed.view(id_, reader="one")
            other.view(id_, reader="one")
            other.view(id_, reader="two")
            killed.process.kill()
            for place in places:
                place.set_clock("2026-10-25T00:01:30Z")
            with running(berlin.start()) as (service,):
                for one in (service, other):
                    one.view(id_, reader="one")
                    told = one.ask(UPDATE_RECORD, {"recordId": old})
                    assert told.json == {"data": {"updateRecord": {"success": True}}}
                for moment in ("2026-10-25T00:59:59Z", "2026-10-25T01:00:01Z"):
                    berlin.set_clock(moment)
                    service.view(id_, reader="one")
                los_angeles.set_clock("2026-10-24T23:59:30Z")
                other.view(id_, reader="one")
        assert await world.count() == {"2026-10-24": (4, 2), "2026-10-25": (4, 1)}

    run(database, work)
