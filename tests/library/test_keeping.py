"""Stored values survive older releases, failed migrations, and full or failing storage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from harness.browsers.engines import ENGINES, Engine, EngineTab, Profile
from tests.waiting import deliver_storage_events

IN_EVERY_ENGINE = pytest.mark.parametrize("engine_name", ENGINES, indirect=True)
"""Also in `make e2e`."""

OLD = '{"a":1,"notes":[1,2,3]}'
"""The entry of version 1."""

CART = {"name": "Ada", "cart": ["tea"]}


@pytest.fixture
def profile(engine: Engine) -> Iterator[Profile]:
    with engine.new_context() as profile:
        yield profile


@pytest.fixture
def address(site: str) -> str:
    return f"{site}/releases"


@pytest.fixture
def tab(profile: Profile, address: str) -> EngineTab:
    """A tab without a module."""
    tab = profile.new_page()
    tab.goto(address)
    return tab


def visit(tab: EngineTab, address: str, release: str) -> list[str]:
    """Loads the page with a release. Returns the codes of the errors that opening it reports."""
    tab.goto(address)
    codes: list[str] = tab.evaluate("(name) => { open(name); return errors; }", release)
    return codes


def stored(tab: EngineTab) -> dict[str, str]:
    entries: dict[str, str] = tab.evaluate("stored()")
    return entries


def entry(tab: EngineTab) -> Any:
    return json.loads(stored(tab)["s"])


def values(tab: EngineTab) -> Any:
    return tab.evaluate("storage.get()")


# --- an open tab of an old release ---------------------------------------------------------------


@IN_EVERY_ENGINE
def test_an_open_tab_whose_check_rejects_a_value_of_a_newer_release_keeps_everything(
    profile: Profile, tab: EngineTab, address: str
) -> None:
    assert visit(tab, address, "two themes") == []
    assert tab.evaluate("(values) => storage.set(values)", CART) is True
    new = profile.new_page()
    assert visit(new, address, "three themes") == []
    assert new.evaluate("storage.set({ theme: 'sepia' })") is True
    deliver_storage_events(new, tab)
    deliver_storage_events(tab, new)
    everything = {"theme": "sepia", **CART}
    assert entry(new) == values(new) == everything
    assert values(tab) == {"theme": "light", **CART}
    assert tab.evaluate("errors") == ["schema"]
    assert new.evaluate("errors") == []

    # It goes on saving, and doesn't write what it shows instead.
    assert tab.evaluate("storage.set({ name: 'Bo' })") is True
    deliver_storage_events(tab, new)
    assert entry(new) == values(new) == {**everything, "name": "Bo"}
    assert visit(tab, address, "two themes") == ["schema"]
    assert visit(tab, address, "three themes") == []
    assert values(tab) == {**everything, "name": "Bo"}


def test_an_open_tab_whose_check_rejects_a_new_property_keeps_everything(
    profile: Profile, tab: EngineTab, address: str
) -> None:
    visit(tab, address, "strict")
    assert tab.evaluate("(values) => storage.set(values)", CART) is True
    new = profile.new_page()
    # Opening it stores the new property.
    assert visit(new, address, "strict with a size") == []
    deliver_storage_events(new, tab)
    assert values(tab) == {"theme": "light", **CART}
    assert tab.evaluate("errors") == ["schema"]
    assert tab.evaluate("storage.set({ theme: 'dark' })") is True
    deliver_storage_events(tab, new)
    everything = {"theme": "dark", **CART, "size": 16}
    assert entry(new) == values(new) == everything
    assert new.evaluate("errors") == []


def test_a_release_that_accepts_nothing_keeps_everything(tab: EngineTab, address: str) -> None:
    visit(tab, address, "two themes")
    assert tab.evaluate("(values) => storage.set(values)", CART) is True
    before = stored(tab)
    assert visit(tab, address, "no theme") == ["schema"]
    assert tab.evaluate("[storage.set({ name: 'Bo' }), storage.get('name')]") == [False, ""]
    assert stored(tab) == before
    assert visit(tab, address, "two themes") == []
    assert values(tab) == {"theme": "light", **CART}


# --- an entry of an older version ----------------------------------------------------------------


@pytest.mark.parametrize("release", ["failing", "misspelled"])
def test_an_old_entry_stays_until_a_corrected_release_restores_it(
    tab: EngineTab, address: str, release: str
) -> None:
    codes = {
        "failing": [["migration"], ["version"]],
        "misspelled": [["invalid-options", "version"], ["invalid-options", "version"]],
    }[release]
    tab.evaluate("(text) => localStorage.setItem('s', text)", OLD)
    assert visit(tab, address, release) == codes[0]
    assert stored(tab) == {"s": OLD}, "opening it writes nothing"
    assert tab.evaluate("storage.set({ count: 1 })") is True
    both = {"s": OLD, "s_v2": '{"count":1}'}
    assert stored(tab) == both
    for _ in range(2):
        assert visit(tab, address, release) == codes[1]
        assert stored(tab) == both
    assert visit(tab, address, "corrected") == ["version"]
    assert stored(tab) == both

    expected = {"key": "s", "version": 1, "text": OLD, "reason": "version"}
    assert tab.evaluate("backups.list()") == [expected]
    assert tab.evaluate("backups.restore('s')") is True
    assert values(tab) == {"count": 3, "notes": [1, 2, 3]}
    (swapped,) = tab.evaluate("backups.list()")
    assert swapped["text"] == '{"count":1}'
    assert visit(tab, address, "corrected") == []
    assert values(tab) == {"count": 3, "notes": [1, 2, 3]}


def test_an_old_entry_is_migrated_by_a_corrected_release_if_nothing_was_written(
    tab: EngineTab, address: str
) -> None:
    tab.evaluate("(text) => localStorage.setItem('s', text)", OLD)
    assert visit(tab, address, "failing") == ["migration"]
    assert visit(tab, address, "corrected") == []
    assert stored(tab) == {"s_v2": '{"count":3,"notes":[1,2,3]}'}
    assert visit(tab, address, "corrected") == []


# --- a backup that doesn't fit -------------------------------------------------------------------


def test_a_large_unusable_entry_stays_if_its_backup_does_not_fit(
    tab: EngineTab, address: str
) -> None:
    length = tab.evaluate(
        """() => {
          const length = Math.floor(measureQuota() * 0.6);
          localStorage.setItem('s', 'x'.repeat(length));
          return length;
        }"""
    )
    keys = "[Object.keys(localStorage), localStorage.s.length]"
    assert visit(tab, address, "two themes") == ["corrupt"]
    assert tab.evaluate("storage.set({ name: 'Ada' })") is False
    assert tab.evaluate("[storage.get('name'), storage.helper.isPersistent()]") == ["Ada", False]
    assert tab.evaluate("errors") == ["corrupt", "quota"]
    assert tab.evaluate(keys) == [["s"], length]
    assert visit(tab, address, "two themes") == ["corrupt"]
    assert tab.evaluate(keys) == [["s"], length]
    # `initialize` is a request to delete it.
    assert tab.evaluate("tuffet.useStorageHelper(storage).initialize()") is True
    assert entry(tab) == {"theme": "light", "name": "", "cart": []}


def test_a_large_rejected_property_stays_if_it_does_not_fit_twice(
    tab: EngineTab, address: str
) -> None:
    length = tab.evaluate(
        """() => {
          const length = Math.floor(measureQuota() * 0.6);
          const theme = 'x'.repeat(length);
          localStorage.setItem('s', JSON.stringify({ theme, name: '', cart: [] }));
          return length;
        }"""
    )
    assert visit(tab, address, "two themes") == ["schema"]
    assert tab.evaluate("storage.set({ name: 'Ada' })") is True
    assert values(tab) == {"theme": "light", "name": "Ada", "cart": []}
    assert tab.evaluate("[Object.keys(localStorage), JSON.parse(localStorage.s).name]") == [
        ["s"],
        "Ada",
    ]
    assert tab.evaluate("JSON.parse(localStorage.s).theme.length") == length


# --- storage that fails for a moment -------------------------------------------------------------


def test_after_a_failed_write_the_next_one_stores_both_changes(
    profile: Profile, tab: EngineTab, address: str
) -> None:
    visit(tab, address, "two themes")
    other = profile.new_page()
    visit(other, address, "two themes")
    tab.evaluate("void (window.failing = 'setItem')")
    assert tab.evaluate("storage.set({ name: 'Ada' })") is False
    assert tab.evaluate("[storage.get('name'), storage.helper.isPersistent()]") == ["Ada", False]
    assert tab.evaluate("errors") == ["denied"]
    assert entry(tab)["name"] == ""
    assert tab.evaluate("storage.set({ cart: ['tea'] })") is True
    assert tab.evaluate("storage.helper.isPersistent()") is True
    deliver_storage_events(tab, other)
    assert entry(tab) == values(tab) == values(other) == {"theme": "light", **CART}
    assert tab.evaluate("errors") == ["denied"]


def test_after_a_failed_read_values_stay_and_the_next_write_is_stored(
    profile: Profile, tab: EngineTab, address: str
) -> None:
    visit(tab, address, "two themes")
    assert tab.evaluate("(values) => storage.set(values)", CART) is True
    other = profile.new_page()
    visit(other, address, "two themes")
    assert other.evaluate("storage.set({ theme: 'dark' })") is True
    deliver_storage_events(other, tab)
    tab.evaluate("void (window.failing = 'getItem')")
    assert tab.evaluate("storage.get('name')") == "Ada"
    assert tab.evaluate("storage.set({ name: 'Bo' })") is True
    expected = {"theme": "dark", "name": "Bo", "cart": ["tea"]}
    assert entry(tab) == values(tab) == expected
    assert tab.evaluate("errors") == ["denied"]
