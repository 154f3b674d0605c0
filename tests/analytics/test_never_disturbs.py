"""Problems of the server or the page never affect the page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from harness.browsers.firefox import launch_firefox
from harness.network import find_port
from tests.analytics.conftest import Visit, Visitor
from tests.analytics.contract import CONTRACT, FAULTS
from tests.analytics.wire import DOMAIN, EVENT, Wire, serve_wire
from tests.in_page import load_function
from tests.waiting import run_callbacks

INTERVAL_MS = CONTRACT["constants"]["update_interval_ms"]

START = load_function("start-visit")


def start(visitor: Visitor, address: str, options: dict[str, Any] | None = None) -> Visitor:
    visitor.page.evaluate(START, [address, DOMAIN, EVENT, options])
    return visitor


def is_update(request: Request) -> bool:
    return "mutation updateRecord" in (request.post_data or "")


def wait_for_outcomes(page: Page, count: int = 2) -> list[str]:
    page.wait_for_function(f"outcomes.length >= {count}")
    outcomes: list[str] = page.evaluate("outcomes")
    return outcomes


def expect_quiet(visitor: Visitor, address: str) -> None:
    """Nothing is logged except at most two lines of the browser per request; the page works."""
    asked = [url for url in visitor.console.asked if url.startswith(address)]
    assert visitor.console.messages == []
    assert len(visitor.console.complaints) <= 2 * len(asked)
    assert visitor.page.evaluate("document.title") == "A page"


def run_until(page: Page, is_done: Callable[[], bool]) -> None:
    """Advances the clock of the page between responses, which take real time."""
    end = time.monotonic() + 60
    while not is_done():
        assert time.monotonic() < end
        page.clock.run_for(1000)
        page.evaluate("fetch(location.href)")


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """On a page whose clock can be moved."""
    visitor = visit("/ours")
    visitor.page.clock.install()
    return visitor


# --- Servers --------------------------------------------------------------------------------------


@pytest.mark.requirement("analytics-error-status")
def test_an_invalid_response_rejects_the_promise_without_affecting_the_page(
    visitor: Visitor, wire: Wire
) -> None:
    """packages/analytics/tests/client.test.ts has all invalid responses."""
    wire.fail("server error")
    start(visitor, wire.address)
    assert wait_for_outcomes(visitor.page) == [FAULTS["server error"]["message"]] * 2
    visitor.page.clock.run_for(60_000)
    assert wire.list_posts("updateRecord") == []
    expect_quiet(visitor, wire.address)


@pytest.mark.requirement("analytics-route-action")
def test_a_server_that_is_down_gets_every_action_later(visitor: Visitor) -> None:
    port = find_port()
    address = f"http://stats.site.localhost:{port}"
    start(visitor, address)
    for number in range(10):
        visitor.page.evaluate(f"void act('/{number}')")
    run_until(visitor.page, lambda: len(visitor.console.complaints) > 3)
    expect_quiet(visitor, address)
    with serve_wire("stats.site.localhost", port=port) as wire:
        run_until(visitor.page, lambda: len(wire.list_posts("createAction")) == 12)
        assert wait_for_outcomes(visitor.page) == ["id"] * 2
        assert len(wire.list_posts("createRecord")) == 1
        expect_quiet(visitor, address)


def test_a_slow_server_has_a_minute(visitor: Visitor, wire: Wire) -> None:
    wire.fall_silent()
    start(visitor, wire.address)
    visitor.page.clock.run_for(59_000)
    assert visitor.page.evaluate("outcomes") == []
    assert visitor.console.complaints == []
    expect_quiet(visitor, wire.address)


def test_updates_back_off_after_the_server_fails(visitor: Visitor, wire: Wire) -> None:
    start(visitor, wire.address)
    assert wait_for_outcomes(visitor.page) == ["id"] * 2
    wire.fail("server error")
    # One after 15 s; the next one not before 45.
    with visitor.page.expect_event("requestfinished", is_update):
        visitor.page.clock.run_for(INTERVAL_MS + 1000)
    run_callbacks(visitor.page)
    visitor.page.clock.run_for(INTERVAL_MS)
    assert len(wire.list_posts("updateRecord")) == 1
    expect_quiet(visitor, wire.address)


def test_without_a_connection_requests_wait(visitor: Visitor, wire: Wire) -> None:
    start(visitor, wire.address)
    assert wait_for_outcomes(visitor.page) == ["id"] * 2
    wire.restore()
    visitor.page.context.set_offline(True)
    visitor.page.evaluate("void act('/offline')")
    visitor.page.clock.run_for(10 * 60_000)
    assert wire.requests == []
    assert visitor.console.complaints == []
    visitor.page.context.set_offline(False)
    (action,) = wire.wait_for(1, "createAction")
    assert action.variables["input"]["key"] == "/offline"
    visitor.page.clock.run_for(INTERVAL_MS)
    wire.wait_for(1, "updateRecord")
    expect_quiet(visitor, wire.address)


# --- Pages ----------------------------------------------------------------------------------------


def test_a_hundred_fast_actions_arrive_and_leave_one_timer(visitor: Visitor, wire: Wire) -> None:
    visitor.page.evaluate(load_function("count-intervals"))
    start(visitor, wire.address)
    visitor.page.evaluate("for (let i = 0; i < 98; i++) act(`/${i}`)")
    wire.wait_for(100, "createAction")
    wait_for_outcomes(visitor.page)
    keys = {request.variables["input"]["key"] for request in wire.list_posts("createAction")}
    assert len(keys) == 100
    assert visitor.page.evaluate("intervals.size") == 1
    visitor.page.clock.run_for(INTERVAL_MS)
    wire.wait_for(1, "updateRecord")
    visitor.page.evaluate("recording.stop()")
    assert visitor.page.evaluate("intervals.size") == 0
    expect_quiet(visitor, wire.address)


COUNT_ANSWERS = """() => {
  window.answers = 0;
  const { text } = Response.prototype;
  Response.prototype.text = function () {
    return text.call(this).finally(() => (answers += 1));
  };
}"""

HIDE = """(state) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.requirement("analytics-update-interval")
@pytest.mark.parametrize("update_on_hide", [False, True])
def test_a_tab_that_is_hidden_for_ten_minutes_sends_no_update_but_the_optional_one(
    visitor: Visitor, wire: Wire, update_on_hide: bool
) -> None:
    start(visitor, wire.address, {"updateOnHide": update_on_hide})
    wait_for_outcomes(visitor.page)
    visitor.page.clock.run_for(5000)
    visitor.page.evaluate(COUNT_ANSWERS)
    visitor.page.evaluate(HIDE, "hidden")
    # The clock must not advance while a response is pending.
    visitor.page.wait_for_function(f"answers === {int(update_on_hide)}")
    visitor.page.clock.run_for(10 * 60_000)
    assert len(wire.list_posts("updateRecord")) == int(update_on_hide)
    visitor.page.evaluate(HIDE, "visible")
    visitor.page.clock.run_for(INTERVAL_MS)
    wire.wait_for(1 + int(update_on_hide), "updateRecord")
    expect_quiet(visitor, wire.address)


def close(page: Page) -> None:
    page.close(run_before_unload=True)


def leave(page: Page) -> None:
    page.goto("about:blank")


@pytest.mark.parametrize("end", [close, leave])
def test_with_update_on_hide_leaving_a_page_sends_a_last_update(
    visitor: Visitor, wire: Wire, end: Callable[[Page], None]
) -> None:
    start(visitor, wire.address, {"updateOnHide": True})
    wait_for_outcomes(visitor.page)
    visitor.page.clock.run_for(3000)
    assert wire.list_posts("updateRecord") == []
    end(visitor.page)
    (update,) = wire.wait_for(1, "updateRecord")
    assert [*update.variables] == ["recordId"]
    assert visitor.console.messages == []


# --- Privacy and details --------------------------------------------------------------------------


@pytest.mark.parametrize("is_respected", [True, False])
def test_a_privacy_signal_is_respected_with_the_option(
    visit: Visit, wire: Wire, is_respected: bool
) -> None:
    """packages/analytics/tests/skipped-visits.test.ts has both signals."""
    visitor = visit("/ours")
    visitor.page.evaluate(
        "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })"
    )
    start(visitor, wire.address, {"respectPrivacySignals": True} if is_respected else {})
    assert wait_for_outcomes(visitor.page) == ["undefined" if is_respected else "id"] * 2
    assert bool(wire.requests) != is_respected
    stored = "[localStorage.length, sessionStorage.length, document.cookie]"
    assert visitor.page.evaluate(stored) == [0, 0, ""]
    expect_quiet(visitor, wire.address)


DETAILS = "/analytics/detailed.mjs"


def test_the_code_of_detailed_mode_is_only_loaded_in_that_mode(visit: Visit, wire: Wire) -> None:
    for is_detailed in (False, True):
        visitor = start(visit("/ours"), wire.address, {"detailed": is_detailed})
        wait_for_outcomes(visitor.page)
        assert any(url.endswith(DETAILS) for url in visitor.console.asked) == is_detailed


def test_a_visit_is_counted_without_details_if_their_code_fails_to_load(
    visit: Visit, wire: Wire
) -> None:
    visitor = visit("/ours")
    visitor.page.route(f"**{DETAILS}", lambda route: route.abort())
    start(visitor, wire.address, {"detailed": True})
    assert wait_for_outcomes(visitor.page) == ["id"] * 2
    (record,) = wire.list_posts("createRecord")
    assert [*record.variables["input"]] == ["siteLocation"]
    expect_quiet(visitor, wire.address)


# --- Another browser ------------------------------------------------------------------------------

VISITS = 10
"""A slow Firefox may not cache a page, because it considers it still loading."""


@pytest.mark.requirement("analytics-record-system", "analytics-record-browser")
def test_a_page_from_the_back_forward_cache_continues_its_updates(
    wire: Wire, trial_site: str, tmp_path: Path
) -> None:
    """In Firefox, which has a back/forward cache and no client hints."""
    with launch_firefox(tmp_path) as firefox:
        tab = firefox.open_tab(f"{trial_site}/empty")
        for _ in range(VISITS):
            wire.restore()
            tab.goto(f"{trial_site}/ours?fast")
            tab.wait_for("'ours' in window")
            tab.evaluate("(window.errors = 0, addEventListener('error', () => errors++), 0)")
            given = json.dumps([wire.address, DOMAIN, EVENT, {"detailed": True}])
            tab.evaluate(f"(({START})({given}), 0)")
            wire.wait_for(1, "updateRecord")
            tab.goto(f"{trial_site}/empty")
            tab.go_back()
            tab.wait_for("location.pathname === '/ours'")
            if tab.evaluate("'recording' in window"):
                break
        else:
            raise AssertionError("no page was cached")
        wire.wait_for(len(wire.list_posts("updateRecord")) + 2, "updateRecord")
        assert tab.evaluate("errors") == 0
    attributes = wire.list_posts("createRecord")[0].variables["input"]
    assert (attributes["browserName"], attributes["osName"]) == ("Firefox", "Linux")
