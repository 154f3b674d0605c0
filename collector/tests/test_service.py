import asyncio
import json
from collections.abc import AsyncIterator, Collection
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from collector.cardinality import CardinalityLimit, Known
from collector.catalog import Catalog, Domain, Event, Loads
from collector.errors import KnownError, LimitedError
from collector.ids import make_id, moment_of
from collector.invisible import drop_invisible
from collector.model import ActionInput, ActionUpdate, Item, NewAction, NewRecord, RecordInput
from collector.service import Service
from collector.visitors import Visitors
from collector.visits import Visit
from collector.volume import Volume

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 10, 24, 12, tzinfo=UTC)
ORIGIN = "https://docs.example"
MOST_NEW = 90
MOST_BY_SENDER = 20
ADDRESS = "192.0.2.1"


def visit_from(address: str) -> Visit:
    return Visit(address, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", ORIGIN, is_own=False)


VISIT = visit_from(ADDRESS)


class Site:
    """A service with two domains; the first one has two events. Records the items that it would
    store."""

    def __init__(self) -> None:
        self.domain, self.event, self.other = uuid4(), uuid4(), uuid4()
        self.neighbor, self.neighbors_event = uuid4(), uuid4()
        self.kinds = {self.event: "kind", self.other: "other", self.neighbors_event: "kind"}
        self.stored: list[Any] = []
        self.known: list[Known] = []
        self.loads: list[tuple[UUID, date]] = []
        self.now = NOW
        self.service = Service(
            Catalog(
                Loads(_load_nothing, self._load_domains, self._load_events, self._load_actions)
            ),
            Visitors(_load_salt),
            self._store,
            CardinalityLimit(self._load_known, MOST_BY_SENDER, MOST_NEW),
            Volume(address_bytes=40_000, site_bytes=200_000),
            now=lambda: self.now,
        )

    async def _load_domains(self, _: Collection[UUID]) -> dict[UUID, Domain]:
        ids = (self.domain, self.neighbor)
        return {id_: Domain(id_, "Docs", frozenset([ORIGIN]), ()) for id_ in ids}

    async def _load_events(self, _: Collection[UUID]) -> dict[UUID, Event]:
        sites = {self.neighbors_event: self.neighbor}
        return {
            id_: Event(id_, sites.get(id_, self.domain), kind) for id_, kind in self.kinds.items()
        }

    async def _load_actions(self, ids: Collection[UUID]) -> dict[UUID, UUID]:
        return dict.fromkeys(ids, self.event)

    async def _load_known(self, site: UUID, day: date) -> AsyncIterator[list[Known]]:
        self.loads.append((site, day))
        for known in self.known:
            await asyncio.sleep(0)
            yield [known]

    async def _store(self, item: Item) -> bool:
        self.stored.append(item)
        return True

    async def view(self, path: str, address: str = ADDRESS, **more: str) -> NewRecord:
        input_ = RecordInput(site_location=f"{ORIGIN}{path}", **more)  # type: ignore[arg-type]
        await self.service.create_record(str(self.domain), input_, visit_from(address))
        last = self.stored[-1]
        assert isinstance(last, NewRecord)
        return last

    async def view_often(self, addresses: list[str]) -> None:
        for number in range(1000):
            await self.view("/", addresses[number % len(addresses)])

    async def act(self, key: str, event: UUID, address: str = ADDRESS) -> str:
        visit = visit_from(address)
        await self.service.create_action(str(event), ActionInput(key=key), visit)
        last = self.stored[-1]
        assert isinstance(last, NewAction)
        return last.action.key

    async def change(self, age: timedelta, key: str = "key") -> str:
        id_ = make_id(self.now - age)
        await self.service.update_action(str(id_), ActionInput(key=key), VISIT)
        last = self.stored[-1]
        assert isinstance(last, ActionUpdate)
        return last.key


async def _load_nothing(_: Collection[str]) -> dict[str, bool]:
    return {}


async def _load_salt(_: date) -> bytes:
    return b"salt"


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.mark.parametrize("hours", [-1, 25, 24 * 365 * 50])
async def test_an_action_of_another_time_is_not_looked_up(site: Site, hours: int) -> None:
    with pytest.raises(KnownError, match="Unknown action"):
        await site.change(timedelta(hours=hours))
    assert site.stored == []


@pytest.mark.parametrize("seconds", [-1, 0, 23 * 3600])
async def test_an_action_can_be_changed_for_a_day(site: Site, seconds: int) -> None:
    """The clocks of two machines may differ slightly."""
    assert await site.change(timedelta(seconds=seconds)) == "key"


async def test_a_known_value_is_always_accepted(site: Site) -> None:
    site.known = [
        ("page", "/known/"),
        ("browser", "Firefox"),
        (site.event, "known"),
    ]
    for number in range(2 * MOST_NEW):
        address = f"192.0.2.{number % 100}"
        await site.view(f"/{number}/", address, browser_name=f"{number}")
        await site.act(f"{number}", site.event, address)
    record = (await site.view("/new/", "198.51.100.1", browser_name="new")).record
    assert (record.path, record.browser) == ("/(other)", "(other)")
    record = (await site.view("/known/", browser_name="Firefox")).record
    assert (record.path, record.browser) == ("/known/", "Firefox")
    assert await site.act("known", site.event) == "known"
    assert await site.change(timedelta(0), "known") == "known"


async def test_new_values_of_one_address_are_limited(site: Site) -> None:
    views = [await site.view(f"/{number}/") for number in range(MOST_BY_SENDER + 5)]
    paths = [view.record.path for view in views]
    assert paths.count("/(other)") == 5
    assert (await site.view("/new/", "198.51.100.1")).record.path == "/new/"
    # Values that one address introduced are known for all addresses.
    assert (await site.view("/new/")).record.path == "/new/"
    site.now += timedelta(days=1)
    assert (await site.view("/newer/")).record.path == "/newer/"


async def test_addresses_of_one_ipv6_network_share_a_budget(site: Site) -> None:
    for number in range(MOST_BY_SENDER):
        await site.view(f"/{number}/", f"2001:db8:1:2::{number:x}")
    assert (await site.view("/new/", "2001:db8:1:2:ffff::")).record.path == "/(other)"
    assert (await site.view("/new/", "2001:db8:1:3::")).record.path == "/new/"


async def test_many_small_ipv6_networks_share_the_budgets_of_a_large_one(site: Site) -> None:
    views = [
        await site.view(f"/{number}/", f"2001:db8:1:{number % 256:x}::1")
        for number in range(5 * MOST_BY_SENDER)
    ]
    assert [view.record.path for view in views].count("/(other)") == MOST_BY_SENDER
    assert (await site.view("/new/", "2001:db8:2::1")).record.path == "/new/"


async def test_bytes_of_many_small_ipv6_networks_are_limited(site: Site) -> None:
    with pytest.raises(LimitedError, match="limit of this address"):
        await site.view_often([f"2001:db8:1:{number:x}::1" for number in range(256)])
    await site.view("/", "2001:db8:2::1")


async def test_new_values_of_a_site_are_limited(site: Site) -> None:
    for number in range(MOST_NEW):
        path = (await site.view(f"/{number}/", f"198.51.100.{number}")).record.path
        assert path == f"/{number}/"
        key = await site.act(f"key {number}", site.event, f"198.51.100.{number}")
        assert key == f"key {number}"
    view = await site.view("/new/", os_name="new")
    assert (view.record.path, view.record.system) == ("/(other)", "new")
    assert await site.act("new", site.event) == "(other)"
    assert await site.act("new", site.other) == "new"
    assert (await site.view("/7/")).record.path == "/7/"
    assert await site.change(timedelta(0), "key 7") == "key 7"


async def test_a_changed_key_does_not_reveal_which_keys_another_site_has(site: Site) -> None:
    await site.act("secret", site.neighbors_event, "198.51.100.1")
    for number in range(MOST_BY_SENDER):
        await site.act(f"{number}", site.event)
    assert await site.change(timedelta(0), "secret") == "(other)"
    assert await site.change(timedelta(0), "7") == "7"


@pytest.mark.parametrize(
    ("kind", "key", "stored"),
    [
        ("route", "/guide/?token=1#a", "/guide/"),
        ("route", "a name", "a name"),
        ("result", "/guide/?token=1 key?", "/guide/ key?"),
        ("result", "/guide/#token=1 Key", "/guide/ key"),
        ("not-found", "/a?token=1", "/a"),
        ("not-found", "/a#token=1 /b?token=2", "/a /b"),
    ],
)
async def test_created_and_changed_keys_contain_no_queries_or_fragments(
    site: Site, kind: str, key: str, stored: str
) -> None:
    site.kinds[site.event] = kind
    assert await site.act(key, site.event) == stored
    assert await site.change(timedelta(0), key) == stored


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("result", "javascript:alert(1) key"),
        ("result", "https://a.example/ key"),
        ("result", "/guide/"),
        ("not-found", "javascript:alert(1)"),
        ("not-found", "/a https://a.example/?token=1"),
    ],
)
async def test_keys_that_break_the_rules_of_their_kind_are_rejected_by_every_operation(
    site: Site, kind: str, key: str
) -> None:
    site.kinds[site.event] = kind
    with pytest.raises(KnownError):
        await site.act(key, site.event)
    with pytest.raises(KnownError):
        await site.change(timedelta(0), key)


async def test_known_values_are_loaded_once_a_day(site: Site) -> None:
    for _ in range(3):
        await asyncio.gather(*(site.view("/") for _ in range(20)))
        site.now += timedelta(days=1)
    days = [NOW.date() + timedelta(days=number) for number in range(3)]
    assert site.loads == [(site.domain, day) for day in days]


async def test_bytes_of_one_address_are_limited_per_day(site: Site) -> None:
    with pytest.raises(LimitedError, match="limit of this address"):
        await site.view_often([ADDRESS])
    assert 100 < len(site.stored) <= 40_000 / 250
    await site.view("/", "198.51.100.1")
    site.now += timedelta(days=1)
    await site.view("/")


async def test_bytes_of_a_site_are_limited_per_day(site: Site) -> None:
    await site.view_often([f"198.51.100.{number}" for number in range(250)])
    await site.act("key", site.event)
    assert len(site.stored) == 1001, "views and actions over the limit are still counted"
    recorded = [item.is_recorded for item in site.stored]
    assert 100 < sum(recorded) <= 200_000 / 250
    assert recorded == sorted(recorded, reverse=True)
    assert site.stored[-1].key is site.stored[-2].visitor is None
    site.now += timedelta(days=1)
    await site.act("key", site.event)
    assert site.stored[-1].is_recorded


async def test_updates_of_unrecorded_views_and_actions_succeed_without_a_lookup(site: Site) -> None:
    await site.view_often([f"198.51.100.{number}" for number in range(250)])
    page, key = RecordInput(site_location=f"{ORIGIN}/"), ActionInput(key="key")
    record = await site.service.create_record(str(site.domain), page, VISIT)
    action = await site.service.create_action(str(site.event), key, VISIT)
    stored = len(site.stored)
    await site.service.update_record(str(record), VISIT)
    await site.service.update_action(str(action), key, VISIT)
    assert len(site.stored) == stored


async def test_stored_moments_are_truncated_to_the_minute(site: Site) -> None:
    """The client receives the exact id, so that its time on the page is exact."""
    site.now = NOW + timedelta(seconds=59, milliseconds=999)
    input_ = RecordInput(site_location=f"{ORIGIN}/")
    id_ = await site.service.create_record(str(site.domain), input_, VISIT)
    site.now += timedelta(seconds=15, milliseconds=2)
    await site.service.update_record(str(id_), VISIT)
    await site.act("key", site.event)
    view, update, action = site.stored
    assert moment_of(id_) == NOW + timedelta(seconds=59, milliseconds=999)
    assert moment_of(view.record.id) == view.record.created == NOW
    assert (update.id, update.created, update.duration) == (view.record.id, NOW, 15_002)
    assert moment_of(action.action.id) == action.action.created == NOW + timedelta(minutes=1)


@given(st.text(st.characters(exclude_characters="[]")))
@example("\u202egnp.exe\x9b31m")
def test_nothing_that_is_stored_has_invisible_characters(text: str) -> None:
    site = Site()
    names = ("source", "device_name", "os_name", "os_version", "browser_name")

    async def send() -> None:
        referrer = f"https://other.example/{text}"
        await site.view(f"/{text}", site_referrer=referrer, **dict.fromkeys(names, text))
        await site.act(f"key {text}", site.event)

    asyncio.run(send())
    for item in site.stored:
        values = msgspec.to_builtins(item, builtin_types=(bytes,))
        stored = json.dumps(values, ensure_ascii=False, default=repr)
        assert drop_invisible(stored) == stored
