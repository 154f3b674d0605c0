"""Duplicated tabs, and pages from the back/forward cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from harness.browsers.firefox import FirefoxTab, launch_firefox
from tests.waiting import deliver_storage_events

CREATE = """(type) => {
  window.heard = [];
  const create = type === 'session' ? tuffet.createSessionStorage : tuffet.createLocalStorage;
  window.item = tuffet.useStorage(create({ storageModuleKey: 'm', initial: { n: 1 } })).n;
  item.subscribe((value) => heard.push(value));
}"""


def test_a_duplicated_tab_starts_with_an_independent_copy_of_session_storage(
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
        deliver_storage_events(original, duplicate)
        deliver_storage_events(duplicate, original)
        assert original.evaluate("[heard, sessionStorage.m]") == [[2, 4], '{"n":4}']
        assert duplicate.evaluate("[heard, sessionStorage.m]") == [[3], '{"n":3}']


VISITS = 10
"""A slow Firefox may not cache a page, because it considers it still loading."""


def leave_and_return(tab: FirefoxTab, site: str) -> bool:
    """Leaves a page, changes its entry and goes back. Returns whether the page was cached."""
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
    # The command may end before the page is shown and receives its event.
    tab.wait_for("location.pathname === '/' && (!window.returns || returns.length > 0)")
    # The page itself, not a new one: its variables are still there.
    return bool(tab.evaluate("'returns' in window"))


@pytest.mark.requirement("lib-components-in-sync")
def test_a_page_from_the_back_forward_cache_re_reads_and_notifies(
    site: str, tmp_path: Path
) -> None:
    with launch_firefox(tmp_path) as firefox:
        tab = firefox.open_tab(f"{site}/empty")
        assert any(leave_and_return(tab, site) for _ in range(VISITS)), "no page was cached"
        assert tab.evaluate("returns") == [True]
        assert tab.evaluate("heard") == [2, 3], "subscribers are notified without a read"
        assert tab.evaluate("events") == 0
        assert tab.evaluate("item.get()") == 3
