from collections.abc import Collection
from uuid import UUID, uuid4

import pytest

from collector.catalog import MAX_ORIGIN, Catalog, Domain, Event, Loads
from collector.errors import KnownError

pytestmark = pytest.mark.anyio

ORIGIN = "https://docs.example"


class Database:
    def __init__(self) -> None:
        self.domains: dict[UUID, Domain] = {}
        self.events: dict[UUID, Event] = {}
        self.queries = 0

    def add(self, origin: str = ORIGIN) -> UUID:
        domain = Domain(uuid4(), "Docs", frozenset([origin]))
        self.domains[domain.id] = domain
        return domain.id

    def add_event(self, domain_id: UUID) -> Event:
        event = Event(uuid4(), domain_id, "route")
        self.events[event.id] = event
        return event

    async def find_origins(self, origins: Collection[str]) -> dict[str, bool]:
        self.queries += 1
        known = {origin for domain in self.domains.values() for origin in domain.origins}
        return {origin: True for origin in origins if origin in known}

    async def find_domains(self, ids: Collection[UUID]) -> dict[UUID, Domain]:
        self.queries += 1
        return {id_: self.domains[id_] for id_ in ids if id_ in self.domains}

    async def find_events(self, ids: Collection[UUID]) -> dict[UUID, Event]:
        self.queries += 1
        return {id_: self.events[id_] for id_ in ids if id_ in self.events}

    async def find_actions(self, _: Collection[UUID]) -> dict[UUID, UUID]:
        return {}


def create(database: Database) -> Catalog:
    loads = Loads(
        database.find_origins, database.find_domains, database.find_events, database.find_actions
    )
    return Catalog(loads, now=lambda: 100.0)


async def test_a_new_domain_is_found_immediately() -> None:
    database = Database()
    catalog = create(database)
    id_ = database.add()
    assert (await catalog.find_domain(id_, ORIGIN)).id == id_
    assert await catalog.allows(ORIGIN)


async def test_an_unknown_origin_costs_one_query_and_is_not_known_afterwards() -> None:
    database = Database()
    catalog = create(database)
    for _ in range(50):
        assert not await catalog.allows("https://evil.example")
    assert database.queries == 1
    assert not catalog.knows("https://evil.example")


async def test_a_known_origin_costs_no_query() -> None:
    database = Database()
    catalog = create(database)
    database.add()
    assert not catalog.knows(ORIGIN)
    await catalog.allows(ORIGIN)
    assert catalog.knows(ORIGIN)
    assert database.queries == 1


async def test_an_origin_that_is_too_long_is_neither_looked_up_nor_cached() -> None:
    database = Database()
    catalog = create(database)
    assert not await catalog.allows("x" * (MAX_ORIGIN + 1))
    assert database.queries == 0


async def test_a_domain_is_unknown_to_pages_on_other_origins() -> None:
    database = Database()
    catalog = create(database)
    id_ = database.add()
    database.add("https://other.example")
    event = database.add_event(id_)
    assert await catalog.find_domain(id_, None)
    assert await catalog.find_event(event.id, ORIGIN) == event
    for find in (catalog.find_domain(id_, "https://other.example"),
                 catalog.find_event(event.id, "https://other.example")):  # fmt: skip
        with pytest.raises(KnownError, match="Unknown domain"):
            await find
