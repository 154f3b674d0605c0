"""Two tabs that share values which expire, with a clock that the test advances."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.library.conftest import Tabs, open_tabs
from tests.waiting import deliver_storage_events

_HOUR_MS = 3_600_000

_OPEN = f"""() => {{
  window.session = tuffet.createLocalStorage({{
    storageModuleKey: 'session',
    initial: {{ theme: 'light' }},
    expiry: tuffet.expireAfter({{ token: {_HOUR_MS} }}),
  }});
  window.seen = [];
  tuffet.useStorage(session).token.subscribe((token) => seen.push(token ?? null));
}}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        context.clock.install()
        yield context


@pytest.fixture
def tabs(context: BrowserContext, site: str) -> Tabs:
    return open_tabs(context, site, _OPEN)


def test_a_value_expires_in_both_tabs_and_a_write_in_one_renews_it_in_both(
    context: BrowserContext, tabs: Tabs
) -> None:
    first, second = tabs
    first.evaluate("session.set({ token: 'a' })")
    deliver_storage_events(first, second)
    context.clock.run_for(_HOUR_MS // 2)
    second.evaluate("session.set({ token: 'b' })")
    deliver_storage_events(second, first)
    context.clock.run_for(_HOUR_MS // 2)
    assert [tab.evaluate("session.get('token')") for tab in tabs] == ["b", "b"]
    context.clock.run_for(_HOUR_MS // 2)
    deliver_storage_events(first, second)
    deliver_storage_events(second, first)
    for tab in tabs:
        assert tab.evaluate("session.get()") == {"theme": "light"}
        assert tab.evaluate("seen") == ["a", "b", None]
        assert tab.evaluate("JSON.parse(localStorage.session)") == {"theme": "light"}
