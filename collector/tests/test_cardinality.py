"""The known values of many sites. The limits themselves are tested in `test_service.py`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from collector.cardinality import CardinalityLimit, Known
from collector.errors import UnavailableError
from collector.model import Record

pytestmark = pytest.mark.anyio

MIDNIGHT = datetime(2026, 10, 25, tzinfo=UTC)
VALUES = 100
MAX_BYTES = 8
"""Per known value."""
ADDRESS = "192.0.2.1"


def make_sites(count: int) -> list[UUID]:
    random = Random(1)  # noqa: S311 - the same every time
    return [UUID(int=random.getrandbits(128)) for _ in range(count)]


class Database:
    """Each site has the same values."""

    def __init__(self) -> None:
        self.loads: list[UUID] = []
        self.at_once = 0
        self.most_at_once = 0
        self.is_down = False

    async def load(self, site: UUID, _: date) -> AsyncIterator[list[Known]]:
        self.loads.append(site)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        if self.is_down:
            raise UnavailableError
        yield [("page", f"/{number}/") for number in range(VALUES)]


def make_view(site: UUID, path: str) -> Record:
    return Record(id=site, domain_id=site, created=MIDNIGHT, path=path)


async def view(limit: CardinalityLimit, site: UUID, path: str) -> str:
    known = await limit.prepare(site, MIDNIGHT)
    return limit.limit_record(make_view(site, path), known, ADDRESS).path


async def test_only_the_values_of_requested_sites_are_loaded() -> None:
    database = Database()
    limit = CardinalityLimit(database.load, 200)
    first, second, *_ = make_sites(10)
    for site in (first, second, first):
        await limit.prepare(site, MIDNIGHT)
    assert database.loads == [first, second]


async def test_sites_are_loaded_once_a_day_and_not_at_midnight() -> None:
    database = Database()
    limit = CardinalityLimit(database.load, 200)
    sites = make_sites(1440)
    noon = MIDNIGHT - timedelta(hours=12)
    counts = []
    for minute in range(1441):
        before = len(database.loads)
        for site in sites:
            await limit.prepare(site, noon + timedelta(minutes=minute))
        counts.append(len(database.loads) - before)
    assert counts[0] == len(sites), "all are new"
    assert sum(counts[1:]) == len(sites)
    assert max(counts[1:]) < 10


async def test_requests_of_a_site_share_a_load_and_two_sites_load_at_the_same_time() -> None:
    database = Database()
    limit = CardinalityLimit(database.load, 200)
    sites = make_sites(20)
    await asyncio.gather(*(limit.prepare(site, MIDNIGHT) for site in sites * 5))
    assert sorted(database.loads) == sorted(sites)
    assert database.most_at_once == 2


async def test_a_failed_load_is_repeated_by_the_next_request() -> None:
    database = Database()
    limit = CardinalityLimit(database.load, 200)
    (site,) = make_sites(1)
    database.is_down = True
    with pytest.raises(UnavailableError):
        await limit.prepare(site, MIDNIGHT)
    database.is_down = False
    assert len(await limit.prepare(site, MIDNIGHT)) == VALUES


async def test_the_values_of_the_least_recently_used_site_are_dropped() -> None:
    database = Database()
    limit = CardinalityLimit(database.load, 200, max_cached=2 * VALUES)
    one, two, three = make_sites(3)
    for site in (one, two, one, three, one):
        await limit.prepare(site, MIDNIGHT)
    assert database.loads == [one, two, three]
    await limit.prepare(two, MIDNIGHT)
    assert database.loads == [one, two, three, two]


async def test_dropping_values_does_not_renew_a_budget() -> None:
    limit = CardinalityLimit(Database().load, max_by_sender=1, max_cached=VALUES)
    one, two = make_sites(2)
    assert await view(limit, one, "/new/") == "/new/"
    assert await view(limit, two, "/1/") == "/1/"
    assert await view(limit, one, "/newer/") == "/(other)"
    assert await view(limit, one, "/1/") == "/1/"


async def test_a_known_value_needs_few_bytes() -> None:
    (site,) = make_sites(1)

    async def load(_: UUID, __: date) -> AsyncIterator[list[Known]]:
        yield [("page", f"/{number}/") for number in range(10_000)]

    known = await CardinalityLimit(load, 200).prepare(site, MIDNIGHT)
    assert sys.getsizeof(known._loaded) / len(known) <= MAX_BYTES
