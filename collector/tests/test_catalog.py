import asyncio
from uuid import UUID, uuid4

import pytest

from collector.catalog import MIN_INTERVAL, Catalog, Content, Domain, Event
from collector.errors import KnownError

pytestmark = pytest.mark.anyio

ORIGIN = "https://docs.example"


class Database:
    def __init__(self) -> None:
        self.domains: list[Domain] = []
        self.events: list[Event] = []
        self.calls = 0
        self.now = 100.0
        self.gate = asyncio.Event()
        self.gate.set()

    async def load(self) -> Content:
        self.calls += 1
        await self.gate.wait()
        return list(self.domains), list(self.events)

    def add(self, origin: str = ORIGIN) -> UUID:
        domain = Domain(uuid4(), "Docs", frozenset([origin]))
        self.domains.append(domain)
        return domain.id


def create(database: Database) -> Catalog:
    return Catalog(database.load, now=lambda: database.now)


async def test_a_new_domain_is_found_immediately() -> None:
    database = Database()
    catalog = create(database)
    await catalog.refresh()
    id_ = database.add()
    assert (await catalog.find_domain(id_, ORIGIN)).id == id_
    assert await catalog.allows(ORIGIN)


async def test_concurrent_lookups_of_a_new_domain_share_one_query() -> None:
    database = Database()
    catalog = create(database)
    id_ = database.add()
    database.gate.clear()
    lookups = [asyncio.create_task(catalog.find_domain(id_, ORIGIN)) for _ in range(5)]
    checks = [asyncio.create_task(catalog.allows(ORIGIN)) for _ in range(5)]
    await asyncio.sleep(0)
    database.gate.set()
    assert {found.id for found in await asyncio.gather(*lookups)} == {id_}
    assert all(await asyncio.gather(*checks))
    assert database.calls == 1


async def test_lookups_of_unknown_domains_are_rate_limited() -> None:
    database = Database()
    catalog = create(database)
    for _ in range(50):
        with pytest.raises(KnownError, match="Unknown domain"):
            await catalog.find_domain(uuid4(), None)
        assert not await catalog.allows("https://evil.example")
    assert database.calls == 1
    database.now += 2 * MIN_INTERVAL
    assert not await catalog.allows("https://evil.example")
    assert database.calls == 2


async def test_a_failed_lookup_fails_its_waiters_and_not_the_next_one() -> None:
    database = Database()
    is_away = True

    async def load() -> Content:
        if is_away:
            raise OSError("away")
        return await database.load()

    catalog = Catalog(load, now=lambda: database.now)
    id_ = database.add()
    with pytest.raises(OSError, match="away"):
        await catalog.find_domain(id_, None)
    is_away = False
    assert await catalog.find_domain(id_, None)


async def test_a_domain_is_unknown_to_pages_on_other_origins() -> None:
    database = Database()
    catalog = create(database)
    id_ = database.add()
    database.add("https://other.example")
    event = Event(uuid4(), id_, "route")
    database.events.append(event)
    assert await catalog.find_domain(id_, None)
    assert await catalog.find_event(event.id, ORIGIN) == event
    for find in (catalog.find_domain(id_, "https://other.example"),
                 catalog.find_event(event.id, "https://other.example")):  # fmt: skip
        with pytest.raises(KnownError, match="Unknown domain"):
            await find
