import multiprocessing
import os
import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docsite import cache
from docsite.cache import Cache, digest
from generator.tests.support import memory_cache

STAGE = "stage"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "work" / "cache.sqlite"


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, file: Path) -> Iterator[Cache]:
    with Cache(file) if request.param == "file" else memory_cache() as cache:
        yield cache


def fill(file: Path, count: int = 1, size: int = 10) -> dict[str, bytes]:
    values = {digest(str(number)): bytes([number % 256]) * size for number in range(count)}
    with Cache(file) as cache:
        cache.put_many(STAGE, values)
    return values


def load(file: Path, *keys: str, keep_builds: int = 30) -> dict[str, bytes]:
    with Cache(file, keep_builds=keep_builds) as cache:
        return dict(cache.get_many(STAGE, keys))


# --- Keys -----------------------------------------------------------------------------------------


def test_a_key_is_a_sha256_in_hexadecimal() -> None:
    assert len(digest("a")) == 64
    assert int(digest("a"), 16)


@given(st.lists(st.text()), st.lists(st.text()))
@example(["ab", "c"], ["a", "bc"])
@example(["a", ""], ["a"])
def test_different_parts_have_different_keys(ours: list[str], theirs: list[str]) -> None:
    assert (digest(*ours) == digest(*theirs)) == (ours == theirs)


def test_a_key_can_contain_a_lone_surrogate() -> None:
    assert digest("\ud800") != digest("\ud801")


# --- Values ---------------------------------------------------------------------------------------


def test_a_value_is_found_by_stage_and_key(store: Cache) -> None:
    store.put("one", "k", b"1")
    store.put("two", "k", b"2")
    assert store.get("one", "k") == b"1"
    assert store.get("two", "k") == b"2"
    assert store.get("one", "other") is None


def test_an_empty_value_is_stored(store: Cache) -> None:
    store.put(STAGE, "k", b"")
    assert store.get(STAGE, "k") == b""


def test_a_later_value_replaces_an_earlier_one(store: Cache) -> None:
    store.put(STAGE, "k", b"old")
    store.put(STAGE, "k", b"new")
    assert store.get(STAGE, "k") == b"new"


def test_a_lookup_of_many_keys_returns_the_known_ones(store: Cache) -> None:
    values = {f"k{number}": str(number).encode() for number in range(1_200)}
    store.put_many(STAGE, values)
    assert store.get_many(STAGE, [*values, "other"]) == values
    assert store.get_many(STAGE, []) == {}


def test_values_are_persistent(file: Path) -> None:
    values = fill(file, count=1_200)
    assert load(file, *values, "other") == values


def test_several_threads_can_use_a_cache(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_PENDING_BYTES", 100)
    keys = [f"key {number}" for number in range(200)]

    def store(key: str) -> bytes | None:
        shared.put("stage", key, key.encode())
        return shared.get("stage", key)

    with Cache(file) as shared, ThreadPoolExecutor(4) as pool:
        assert list(pool.map(store, keys)) == [key.encode() for key in keys]


def test_a_value_of_an_earlier_build_can_be_replaced(file: Path) -> None:
    (key,) = fill(file)
    with Cache(file) as cache:
        cache.put(STAGE, key, b"new")
    assert load(file, key) == {key: b"new"}


def test_large_values_are_written_early(file: Path) -> None:
    with Cache(file) as cache:
        for number in range(20):
            cache.put(STAGE, str(number), bytes(1_000_000))
        assert len(load(file, *map(str, range(20)))) >= 10


# --- Growth ---------------------------------------------------------------------------------------


def test_unused_values_expire(file: Path) -> None:
    (key,) = fill(file)
    for _ in range(4):
        load(file, keep_builds=4)
    assert load(file, key, keep_builds=4) == {}


def test_occasionally_used_values_stay(file: Path) -> None:
    (key,) = fill(file)
    for build in range(40):
        asked = [key] if build % 4 == 3 else []
        assert len(load(file, *asked, keep_builds=8)) == len(asked)


def test_a_build_with_only_hits_writes_almost_nothing(file: Path) -> None:
    values = fill(file, count=2_000, size=500)
    before = file.read_bytes()
    assert load(file, *values) == values
    after = file.read_bytes()
    pages = range(0, len(before), 4096)
    changed = sum(before[start : start + 4096] != after[start : start + 4096] for start in pages)
    assert len(after) == len(before)
    assert changed <= 2


def test_the_file_does_not_grow_beyond_the_used_values(file: Path) -> None:
    sizes = []
    for build in range(12):
        with Cache(file, keep_builds=2) as cache:
            for number in range(200):
                cache.put(STAGE, f"{build} {number}", bytes(2_000))
        sizes.append(file.stat().st_size)
    assert max(sizes) <= 1.1 * sizes[3]


# --- Failures -------------------------------------------------------------------------------------


def test_a_deleted_file_is_recreated(file: Path) -> None:
    (key,) = fill(file)
    file.unlink()
    assert load(file, key) == {}
    fill(file)
    assert len(load(file, key)) == 1


def test_a_file_deleted_while_in_use_causes_no_error(file: Path) -> None:
    with Cache(file) as cache:
        cache.put(STAGE, "a", b"1")
        cache.flush()
        file.unlink()
        cache.put(STAGE, "b", b"2")
        cache.flush()
        cache.get(STAGE, "a")


@pytest.mark.parametrize("content", [b"no database" * 500, b"SQLite format 3\0" + bytes(5_000)])
def test_a_file_in_another_format_is_replaced(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    values = fill(file)
    assert load(file, *values) == values


def test_a_database_with_another_schema_is_replaced(file: Path) -> None:
    file.parent.mkdir()
    for statement in ("CREATE TABLE entries (other TEXT)", "PRAGMA user_version = 99"):
        connection = sqlite3.connect(file)
        connection.execute(statement)
        connection.close()
        values = fill(file)
        assert load(file, *values) == values


def test_a_truncated_file_is_replaced(file: Path) -> None:
    values = fill(file, count=300, size=500)
    os.truncate(file, file.stat().st_size // 2)
    assert load(file, *values).items() <= values.items()
    fill(file, count=300, size=500)
    assert load(file, *values) == values


@pytest.mark.parametrize("seed", range(40))
def test_a_corrupted_file_returns_correct_values_or_none(file: Path, seed: int) -> None:
    values = fill(file, count=40, size=300)
    chance = random.Random(seed)  # noqa: S311 - the same damage every time
    content = bytearray(file.read_bytes())
    for _ in range(60):
        content[chance.randrange(len(content))] = chance.randrange(256)
    file.write_bytes(content)
    assert load(file, *values).items() <= values.items()
    fill(file, count=40, size=300)
    load(file, *values)


def test_without_a_writable_folder_nothing_is_cached(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "cache.sqlite", tmp_path / "folder"):
        with Cache(path) as cache:
            cache.put(STAGE, "k", b"1")
            cache.flush()
            assert cache.get(STAGE, "k") is None


def test_a_permanently_locked_file_only_disables_the_cache(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docsite.cache._WAIT_SECONDS", 0.05)
    (key,) = fill(file)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert load(file, key) == {}
    other.execute("ROLLBACK")
    other.close()
    assert len(load(file, key)) == 1, "the other process's file was deleted"


def use_together(file: Path, name: str) -> None:
    with Cache(file) as cache:
        for number in range(50):
            cache.put(STAGE, f"{name} {number}", name.encode())
            cache.put("shared", str(number), b"same")
            cache.flush()
            assert cache.get("shared", str(number)) == b"same"


def test_two_processes_can_share_a_file(file: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=use_together, args=(file, name)) for name in "ab"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    keys = [f"{name} {number}" for name in "ab" for number in range(50)]
    assert load(file, *keys) == {key: key[0].encode() for key in keys}
