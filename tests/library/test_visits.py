"""Tabs that are copied, and pages that the browser brings back as they were."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from harness.browsers.firefox import FirefoxTab, launch_firefox

CREATE = """(type) => {
  window.heard = [];
  const create = type === 'session' ? tuffet.createSessionStorage : tuffet.createLocalStorage;
  window.item = tuffet.useStorage(create({ storageModuleKey: 'm', initial: { n: 1 } })).n;
  item.subscribe((value) => heard.push(value));
}"""


def test_a_duplicated_tab_starts_with_a_copy_of_session_storage_and_goes_its_own_way(
    browser: Browser, site: str
) -> None:
    with browser.new_context() as context:
        original = context.new_page()
        original.goto(site)
        original.evaluate(CREATE, "session")
        original.evaluate("item.set(2)")
        with context.expect_page() as opened:
            original.evaluate("void window.open(location.href)")
        duplicate = opened.value
        duplicate.wait_for_load_state()
        duplicate.evaluate(CREATE, "session")
        assert duplicate.evaluate("item.get()") == 2

        duplicate.evaluate("item.set(3)")
        assert original.evaluate("item.get()") == 2
        original.evaluate("item.set(4)")
        assert duplicate.evaluate("item.get()") == 3
        time.sleep(0.1)
        assert original.evaluate("[heard, sessionStorage.m]") == [[2, 4], '{"n":4}']
        assert duplicate.evaluate("[heard, sessionStorage.m]") == [[3], '{"n":3}']


def test_a_tab_opened_apart_has_session_storage_of_its_own(browser: Browser, site: str) -> None:
    with browser.new_context() as context:
        original, other = context.new_page(), context.new_page()
        for page in (original, other):
            page.goto(site)
        original.evaluate(CREATE, "session")
        original.evaluate("item.set(2)")
        other.evaluate(CREATE, "session")
        assert other.evaluate("item.get()") == 1


@pytest.mark.requirement("lib-components-in-sync")
@pytest.mark.parametrize("is_persisted", [True, False])
def test_a_page_that_is_shown_again_re_reads_and_notifies(home: Page, is_persisted: bool) -> None:
    """Chromium without a window never keeps pages, so it is only told that one came back."""
    home.evaluate(
        """() => {
          // While a page is away it gets no events.
          addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
        }"""
    )
    home.evaluate(CREATE, "local")
    home.evaluate("document.body.appendChild(document.createElement('iframe'))")
    home.frames[-1].evaluate("""localStorage.setItem('m', '{"n":2}')""")
    home.wait_for_timeout(50)
    assert home.evaluate("heard") == []
    home.evaluate(
        "(persisted) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))",
        is_persisted,
    )
    assert home.evaluate("heard") == [2]


VISITS = 10
"""A slow Firefox learns late that a page has loaded; one that seems to be loading is not kept."""


def leave_and_return(tab: FirefoxTab, site: str) -> bool:
    """Opens a page, changes its entry from another, and goes back; tells whether it was kept."""
    tab.goto(site)
    tab.evaluate("localStorage.clear()")
    tab.evaluate(f"({CREATE})('local')")
    tab.evaluate(
        """(() => {
          window.returns = [];
          addEventListener('pageshow', ({ persisted }) => returns.push(persisted));
          window.events = 0;
          addEventListener('storage', () => (events += 1));
        })()"""
    )
    tab.evaluate("item.set(2)")
    tab.goto(f"{site}/empty")
    tab.evaluate("""localStorage.setItem('m', '{"n":3}')""")
    tab.go_back()
    # The command may end before the page is back, and before the page has been told.
    tab.wait_for("location.pathname === '/' && (!window.returns || returns.length > 0)")
    # The page itself, not a new one: its variables are still there.
    return bool(tab.evaluate("'returns' in window"))


@pytest.mark.requirement("lib-components-in-sync")
def test_a_page_from_the_back_forward_cache_re_reads_and_notifies(
    site: str, tmp_path: Path
) -> None:
    with launch_firefox(tmp_path) as firefox:
        tab = firefox.open_tab(f"{site}/empty")
        assert any(leave_and_return(tab, site) for _ in range(VISITS)), "no page was kept"
        assert tab.evaluate("returns") == [True]
        assert tab.evaluate("heard") == [2, 3], "subscribers are told without a read"
        assert tab.evaluate("events") == 0
        assert tab.evaluate("item.get()") == 3
