"""Two tabs that follow one saved decision about consent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.library.conftest import Tabs, open_tabs
from tests.waiting import deliver_storage_events

_OPEN = """() => {
  window.consent = tuffet.createConsent();
  window.visited = tuffet.createLocalStorage({
    storageModuleKey: 'history',
    initial: { searches: [], limit: 10 },
    consent,
  });
  window.decision = tuffet.createLocalStorage({
    storageModuleKey: 'decision',
    initial: {},
    storeInitial: false,
  });
  decision.subscribe((now) => {
    if (now.history === true) consent.allow();
    if (now.history === false) consent.deny();
  });
}"""


@pytest.fixture
def tabs(browser: Browser, site: str) -> Iterator[Tabs]:
    with browser.new_context() as context:
        yield open_tabs(context, site, _OPEN)


def decide(tabs: Tabs, *, is_allowed: bool) -> None:
    """The user of the first tab decides, and the second one receives it."""
    tabs[0].evaluate(
        """(history) => {
          // Before the decision is saved, so that the other tab finds the entry.
          if (history) consent.allow();
          decision.set({ history });
        }""",
        is_allowed,
    )
    deliver_storage_events(*tabs)
    deliver_storage_events(*reversed(tabs))


def load_values(tabs: Tabs) -> list[object]:
    return [tab.evaluate("visited.get()") for tab in tabs]


def test_a_decision_in_one_tab_applies_to_both(tabs: Tabs) -> None:
    first, second = tabs
    first.evaluate("visited.set({ searches: ['tea'] })")
    second.evaluate("visited.set({ limit: 20 })")
    assert first.evaluate("Object.keys(localStorage)") == []
    decide(tabs, is_allowed=True)
    assert load_values(tabs) == [{"searches": ["tea"], "limit": 20}] * 2
    assert first.evaluate("JSON.parse(localStorage.history)") == {"searches": ["tea"], "limit": 20}
    second.evaluate("visited.set({ limit: 30 })")
    deliver_storage_events(second, first)
    assert first.evaluate("visited.get('limit')") == 30


def test_a_withdrawal_in_one_tab_removes_the_entry_and_no_tab_stores_it_again(tabs: Tabs) -> None:
    decide(tabs, is_allowed=True)
    decide(tabs, is_allowed=False)
    for tab in tabs:
        tab.evaluate("visited.set({ searches: ['tea'] })")
        assert tab.evaluate("Object.keys(localStorage)") == ["decision"]
    tabs[0].reload()
    tabs[0].evaluate(_OPEN)
    assert tabs[0].evaluate("visited.get('searches')") == []
    assert tabs[0].evaluate("Object.keys(localStorage)") == ["decision"]
