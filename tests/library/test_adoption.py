"""Settings written by the real other libraries are adopted, in one tab and in two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from harness.bundles import bundle_source
from harness.paths import ROOT
from harness.static import render_page, serve
from tests.library.conftest import PAGES
from tests.waiting import deliver_storage_events

PEERS = ROOT / "tests/library/peers"
LIBRARIES = [
    "raw",
    "zustand",
    "pinia",
    "redux-persist",
    "redux-persist slice",
    "vueuse",
    "vueuse keys",
    "jotai",
]
KEPT = ["persist:root"]
"""Read with `select`, so the key may hold what other modules need."""

BUSY_MS = 1500
"""How long the second tab is busy and receives no changes of storage."""


@pytest.fixture(scope="module")
def site(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    files = {
        "/peers.js": bundle_source("import './peers.js';", directory=PEERS),
        "/faults.js": (PAGES / "faults.js").read_bytes(),
        "/": render_page("peers.js", "faults.js"),
    }
    with serve(files) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        yield context


def open_tab(context: BrowserContext, site: str) -> Page:
    tab = context.new_page()
    tab.goto(site)
    return tab


@pytest.fixture
def tab(context: BrowserContext, site: str) -> Page:
    """A tab over the entries of all libraries, which are no longer running."""
    page = open_tab(context, site)
    assert page.evaluate("peers.names") == LIBRARIES
    for name in LIBRARIES:
        page.evaluate("(name) => peers.write(name)", name)
    page.reload()
    return page


def list_keys(tab: Page) -> list[str]:
    return sorted(tab.evaluate("Object.keys(localStorage)"))


def load_values(tab: Page) -> dict[str, Any]:
    return {name: tab.evaluate("(name) => peers.values(name)", name) for name in LIBRARIES}


def expected_keys() -> list[str]:
    return sorted([*KEPT, *(f"tuffet {name}" for name in LIBRARIES)])


def test_all_values_of_every_library_are_adopted(tab: Page) -> None:
    tab.evaluate("peers.names.forEach((name) => peers.open(name))")
    values = tab.evaluate("peers.VALUES")
    assert values != tab.evaluate("peers.INITIAL")
    assert load_values(tab) == dict.fromkeys(LIBRARIES, values)
    assert tab.evaluate("[peers.adopted, peers.errors]") == [LIBRARIES, []]
    assert list_keys(tab) == expected_keys()


def test_the_next_visit_has_the_same_values_and_adopts_nothing(tab: Page) -> None:
    tab.evaluate("peers.names.forEach((name) => peers.open(name))")
    tab.reload()
    tab.evaluate("peers.names.forEach((name) => peers.open(name))")
    assert load_values(tab) == dict.fromkeys(LIBRARIES, tab.evaluate("peers.VALUES"))
    assert tab.evaluate("peers.adopted") == []


def test_two_tabs_that_adopt_at_the_same_time_both_have_all_values(
    tab: Page, context: BrowserContext, site: str
) -> None:
    """The second tab reads storage, is busy while the first one adopts, and then adopts too."""
    late = open_tab(context, site)
    late.evaluate(
        """(busy) => {
          setTimeout(() => {
            void localStorage.length;
            const end = Date.now() + busy;
            while (Date.now() < end);
            peers.names.forEach((name) => peers.open(name));
            window.isDone = true;
          });
        }""",
        BUSY_MS,
    )
    tab.evaluate("peers.names.forEach((name) => peers.open(name))")
    late.wait_for_function("window.isDone")
    deliver_storage_events(tab, late)
    deliver_storage_events(late, tab)
    values = tab.evaluate("peers.VALUES")
    for page in (tab, late):
        assert load_values(page) == dict.fromkeys(LIBRARIES, values)
        assert page.evaluate("peers.adopted") == LIBRARIES, "the tabs didn't adopt at the same time"
        assert page.evaluate("peers.errors") == []
        assert list_keys(page) == expected_keys()


def test_full_storage_keeps_the_old_keys_for_the_next_visit(tab: Page) -> None:
    before = list_keys(tab)
    assert tab.evaluate("fill()") > 50
    tab.evaluate("peers.names.forEach((name) => peers.open(name))")
    assert tab.evaluate("peers.errors") == ["quota"] * len(LIBRARIES)
    assert load_values(tab) == dict.fromkeys(LIBRARIES, tab.evaluate("peers.INITIAL"))
    assert [key for key in list_keys(tab) if not key.startswith("filler")] == before
    tab.evaluate(
        """() => Object.keys(localStorage)
          .filter((key) => key.startsWith('filler'))
          .forEach((key) => localStorage.removeItem(key))"""
    )
    expect_adoption_after_a_reload(tab)


def test_a_reader_that_throws_keeps_the_old_keys_for_the_next_release(tab: Page) -> None:
    before = tab.evaluate("({ ...localStorage })")
    tab.evaluate(
        """() => peers.names.forEach((name) => peers.openWith(name, (reader) => (...args) => {
          reader(...args);
          throw new Error('a bug');
        }))"""
    )
    assert tab.evaluate("peers.errors") == ["migration"] * len(LIBRARIES)
    assert load_values(tab) == dict.fromkeys(LIBRARIES, tab.evaluate("peers.INITIAL"))
    assert tab.evaluate("({ ...localStorage })") == before
    expect_adoption_after_a_reload(tab)


def expect_adoption_after_a_reload(tab: Page) -> None:
    tab.reload()
    tab.evaluate("peers.names.forEach((name) => peers.open(name))")
    assert load_values(tab) == dict.fromkeys(LIBRARIES, tab.evaluate("peers.VALUES"))
