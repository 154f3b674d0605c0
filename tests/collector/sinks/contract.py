"""The contract of every `Sink`, as tests."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from collector.errors import RefusedError
from collector.ids import make_id
from collector.model import Action, Item, Key, NewAction, NewRecord, Record, RecordUpdate
from collector.writer import Sink, Writer
from harness.collector.loops import Loop
from tests.collector.sinks.model import (
    MIDNIGHT,
    Keys,
    Rollups,
    Site,
    actions,
    changes,
    is_there,
    updates,
    views,
)

EXAMPLES = 25
IMPOSSIBLE = "/\udc80"
"""A path with a lone surrogate, which no database can store."""


class Storage(Protocol):
    """A sink, and queries for what it has stored."""

    @property
    def sink(self) -> Sink: ...

    async def load_rollups(self, domain_id: UUID) -> Rollups: ...

    async def load_keys(self, event_id: UUID) -> Keys: ...

    async def find_differences(self) -> list[str]:
        """Between the rollups and the stored records and actions."""
        ...


class SinkContract:
    """The module of a subclass has a fixture `storage`."""

    # Subclasses are different executors. Their runs share nothing.
    @settings(
        max_examples=EXAMPLES,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.differing_executors,
        ],
    )
    @given(data=st.data())
    def test_rollups_match_the_stored_items_and_a_recount_agrees(
        self, storage: Storage, loop: Loop, data: st.DataObject
    ) -> None:
        site = Site()
        for _ in range(data.draw(st.integers(1, 4))):
            kinds = views(site) | updates(site) | actions(site) | changes(site)
            items = data.draw(st.lists(kinds, min_size=1, max_size=12))
            site.note(items)
            found = loop.run(storage.sink.store(items))
            assert list(found) == [is_there(site, item) for item in items]
        assert loop.run(storage.load_rollups(site.domain_id)) == site.count()
        assert loop.run(storage.load_keys(site.event_id)) == site.count_actions()
        assert loop.run(storage.find_differences()) == []

    async def test_a_batch_with_an_impossible_item_is_refused_as_a_whole(
        self, storage: Storage
    ) -> None:
        site = Site()
        items: list[Item] = [make_view(site, "/"), make_view(site, IMPOSSIBLE), make_action(site)]
        with pytest.raises(RefusedError):
            await storage.sink.store(items)
        assert await storage.load_rollups(site.domain_id) == {}
        assert await storage.load_keys(site.event_id) == {}

    async def test_the_writer_stores_all_items_but_the_impossible_one(
        self, storage: Storage
    ) -> None:
        site = Site()
        items = [make_view(site, "/") for _ in range(40)]
        items.insert(17, make_view(site, IMPOSSIBLE))
        writer = Writer(storage.sink)
        writer.start()
        results = await asyncio.gather(*map(writer.write, items), return_exceptions=True)
        await writer.stop()
        assert isinstance(results.pop(17), RefusedError)
        assert results == [True] * 40
        site.note([item for item in items if item.record.path != IMPOSSIBLE])
        assert await storage.load_rollups(site.domain_id) == site.count()

    async def test_items_with_the_same_key_are_stored_once(self, storage: Storage) -> None:
        """In one batch, in two, and on two days."""
        site = Site()
        keys = [Key(bytes([number]) * 16, make_id(MIDNIGHT)) for number in range(2)]
        late = MIDNIGHT - timedelta(minutes=1)
        first: list[Item] = [
            replace(make_view(site, "/a"), key=keys[0]),
            make_view(site, "/b"),
            replace(make_action(site), key=keys[1]),
        ]
        again: list[Item] = [
            replace(make_view(site, "/c", late), key=Key(keys[0].hash, make_id(MIDNIGHT))),
            replace(make_action(site), key=Key(keys[1].hash, make_id(MIDNIGHT))),
        ]
        site.note(first)
        assert [*await storage.sink.store(first + again[:1])] == [
            keys[0].id, True, keys[1].id, keys[0].id,
        ]  # fmt: skip
        assert [*await storage.sink.store(again)] == [keys[0].id, keys[1].id]
        assert await storage.load_rollups(site.domain_id) == site.count()
        assert await storage.load_keys(site.event_id) == site.count_actions()
        assert await storage.find_differences() == []

    async def test_a_repeated_update_counts_the_longest_time_once(self, storage: Storage) -> None:
        """Clients repeat an update if its acknowledgment was lost."""
        site = Site()
        view = make_view(site, "/")
        record = view.record
        for batch in (
            [view],
            [RecordUpdate(record.id, record.created, stayed) for stayed in (2000, 9000, 5000)],
            [RecordUpdate(record.id, record.created, 9000)],
        ):
            await storage.sink.store(batch)
            site.note(batch)
        assert await storage.load_rollups(site.domain_id) == site.count()


def make_view(site: Site, path: str, moment: datetime = MIDNIGHT) -> NewRecord:
    record = Record(id=make_id(moment), domain_id=site.domain_id, created=moment, path=path)
    return NewRecord(record, b"1")


def make_action(site: Site) -> NewAction:
    return NewAction(Action(make_id(MIDNIGHT), site.event_id, MIDNIGHT, "key", 1.0))
