"""What is handed on to be stored, and what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from collector.catalog import Catalog, Content, Domain, Event
from collector.errors import KnownError
from collector.ids import make_id
from collector.model import ActionInput, ActionUpdate, Item, NewAction, NewRecord, RecordInput
from collector.service import Service
from collector.variety import MOST_VALUES
from collector.visitors import Visitors
from collector.visits import Visit

NOW = datetime(2026, 10, 24, 12, tzinfo=UTC)
ORIGIN = "https://docs.example"
VISIT = Visit("192.0.2.1", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", ORIGIN, is_own=False)


class Site:
    """A service with one domain and two events, and what it would store."""

    def __init__(self) -> None:
        self.domain, self.event, self.other = uuid4(), uuid4(), uuid4()
        self.stored: list[Any] = []
        self.now = NOW
        self.service = Service(
            Catalog(self._load), Visitors(_load_salt), self._store, now=lambda: self.now
        )

    async def _load(self) -> Content:
        domain = Domain(self.domain, "Docs", frozenset([ORIGIN]), ())
        return [domain], [Event(id_, self.domain, str(id_)) for id_ in (self.event, self.other)]

    async def _store(self, item: Item) -> bool:
        self.stored.append(item)
        return True

    async def view(self, path: str, **more: str) -> NewRecord:
        input_ = RecordInput(site_location=f"{ORIGIN}{path}", **more)  # type: ignore[arg-type]
        await self.service.create_record(str(self.domain), input_, VISIT)
        last = self.stored[-1]
        assert isinstance(last, NewRecord)
        return last

    async def act(self, key: str, event: UUID) -> str:
        await self.service.create_action(str(event), ActionInput(key=key), VISIT)
        last = self.stored[-1]
        assert isinstance(last, NewAction)
        return last.action.key

    async def change(self, age: timedelta, key: str = "key") -> str:
        id_ = make_id(self.now - age)
        await self.service.update_action(str(id_), ActionInput(key=key), VISIT)
        last = self.stored[-1]
        assert isinstance(last, ActionUpdate)
        return last.key


async def _load_salt(_: date) -> bytes:
    return b"salt"


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.mark.parametrize("hours", [-1, 25, 24 * 365 * 50])
def test_an_action_of_another_time_is_not_even_looked_for(
    runner: asyncio.Runner, site: Site, hours: int
) -> None:
    with pytest.raises(KnownError, match="Unknown action"):
        runner.run(site.change(timedelta(hours=hours)))
    assert site.stored == []


@pytest.mark.parametrize("seconds", [-1, 0, 23 * 3600])
def test_an_action_can_be_changed_for_a_day(
    runner: asyncio.Runner, site: Site, seconds: int
) -> None:
    """Clocks of two machines may differ a little."""
    assert runner.run(site.change(timedelta(seconds=seconds))) == "key"


def test_a_day_has_only_so_many_values(runner: asyncio.Runner, site: Site) -> None:
    async def work() -> None:
        for number in range(MOST_VALUES):
            view = await site.view(f"/{number}/", browser_name=f"browser {number}")
            assert view.record.path == f"/{number}/"
        view = await site.view("/new/", browser_name="new", os_name="new")
        assert view.record.path == "/(other)"
        assert view.record.browser_name == "(other)"
        assert view.record.os_name == "new"
        assert view.record.source is None
        assert (await site.view("/7/")).record.path == "/7/"
        site.now += timedelta(days=1)
        assert (await site.view("/new/")).record.path == "/new/"

    runner.run(work())


def test_each_event_has_only_so_many_keys_a_day(runner: asyncio.Runner, site: Site) -> None:
    async def work() -> None:
        for number in range(MOST_VALUES):
            assert await site.act(f"key {number}", site.event) == f"key {number}"
            assert await site.change(timedelta(0), f"key {number}") == f"key {number}"
        assert await site.act("new", site.event) == "(other)"
        assert await site.act("new", site.other) == "new"
        assert await site.change(timedelta(0), "new") == "(other)"
        assert await site.change(timedelta(0), "key 7") == "key 7"

    runner.run(work())
