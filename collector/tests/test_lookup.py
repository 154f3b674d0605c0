import asyncio
from collections.abc import Collection

import pytest

from collector.errors import UnavailableError
from collector.lookup import KEEP_SECONDS, MISSING_SECONDS, CachedLookup

pytestmark = pytest.mark.anyio


class Table:
    """Rows by key, and the keys of each query."""

    def __init__(self, **rows: str) -> None:
        self.rows = rows
        self.queries: list[set[str]] = []
        self.now = 100.0
        self.is_down = False
        self.gate = asyncio.Event()
        self.gate.set()
        self.lookup = CachedLookup(self._load, size=3, now=lambda: self.now)

    async def _load(self, keys: Collection[str]) -> dict[str, str]:
        self.queries.append({*keys})
        await self.gate.wait()
        if self.is_down:
            raise UnavailableError
        return {key: self.rows[key] for key in keys if key in self.rows}

    async def get(self, *keys: str) -> list[str | None]:
        return [await self.lookup.get(key) for key in keys]


async def test_a_value_is_looked_up_once_until_it_expires() -> None:
    table = Table(a="1")
    assert await table.get("a", "a") == ["1", "1"]
    table.rows["a"] = "2"
    table.now += 0.9 * KEEP_SECONDS
    assert await table.get("a") == ["1"]
    table.now += 0.2 * KEEP_SECONDS
    assert await table.get("a", "a") == ["2", "2"]
    assert table.queries == [{"a"}, {"a"}]


async def test_a_missing_key_is_looked_up_again_after_a_moment() -> None:
    table = Table()
    assert await table.get("a", "a") == [None, None]
    table.rows["a"] = "1"
    table.now += 1.1 * MISSING_SECONDS
    assert await table.get("a") == ["1"]
    assert table.queries == [{"a"}, {"a"}]


async def test_a_removed_row_is_missing_after_its_value_expired() -> None:
    table = Table(a="1")
    assert await table.get("a") == ["1"]
    del table.rows["a"]
    assert table.lookup.peek("a") == "1"
    table.now += 1.1 * KEEP_SECONDS
    assert await table.get("a") == [None]
    assert table.lookup.peek("a") is None


async def test_keys_that_arrive_during_a_query_share_the_next_one() -> None:
    table = Table(a="1", b="2")
    table.gate.clear()
    first = asyncio.create_task(table.lookup.get("a"))
    while not table.queries:
        await asyncio.sleep(0)
    others = [asyncio.create_task(table.lookup.get(key)) for key in "abcabc"]
    await asyncio.sleep(0)
    table.gate.set()
    assert await asyncio.gather(first, *others) == ["1", "1", "2", None, "1", "2", None]
    assert table.queries == [{"a"}, {"a", "b", "c"}]


async def test_neither_found_nor_missing_keys_grow_without_bound() -> None:
    table = Table(a="1", b="2", c="3", d="4")
    await table.get("a", "b", "c", "a", *map(str, range(100)), "d")
    assert len(table.lookup) == 2 * 3
    assert [table.lookup.peek(key) for key in "abcd"] == ["1", None, "3", "4"]


async def test_a_value_stays_while_the_database_is_down() -> None:
    table = Table(a="1")
    await table.get("a")
    table.is_down = True
    table.now += 1.1 * KEEP_SECONDS
    assert await table.get("a", "a") == ["1", "1"]
    assert len(table.queries) == 2, "the next request doesn't wait for the database"
    with pytest.raises(UnavailableError):
        await table.lookup.get("b")
    table.is_down = False
    assert await table.get("b") == [None]


async def test_a_canceled_request_leaves_the_query_to_the_others() -> None:
    table = Table(a="1")
    table.gate.clear()
    first, second = (asyncio.create_task(table.lookup.get("a")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    table.gate.set()
    assert await second == "1"
