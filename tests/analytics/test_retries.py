"""Requests are repeated until they are stored, in Chromium."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.analytics.conftest import Visit, Visitor
from tests.analytics.contract import FAULTS
from tests.analytics.wire import DOMAIN, EVENT, Request, Wire
from tests.in_page import load_function

START = load_function("start-visit")
STATUS = FAULTS["server error"]["message"]
STORED = "Object.keys(sessionStorage)"


@pytest.fixture
def visitor(visit: Visit, wire: Wire) -> Visitor:
    """On a page that has counted its visit."""
    visitor = visit("/ours")
    start(visitor, wire)
    visitor.page.wait_for_function("outcomes.length === 2")
    return visitor


def start(visitor: Visitor, wire: Wire) -> None:
    visitor.page.evaluate(START, [wire.address, DOMAIN, EVENT, {}])


ACT = """(key) => {
  act(key).then((id) => outcomes.push(id), (error) => outcomes.push(error.message));
}"""


def act(visitor: Visitor, wire: Wire, key: str) -> Request:
    """Sends an action and returns its first request."""
    visitor.page.evaluate(ACT, key)
    wait_until(lambda: find_actions(wire, key))
    return find_actions(wire, key)[0]


def find_actions(wire: Wire, key: str) -> list[Request]:
    posts = wire.list_posts("createAction")
    return [request for request in posts if request.variables["input"]["key"] == key]


def wait_until(is_done: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not is_done():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_request_whose_response_is_lost_is_repeated_and_stored_once(
    visitor: Visitor, wire: Wire
) -> None:
    wire.lose_responses()
    lost = act(visitor, wire, "/lost")
    wire.restore()
    visitor.page.wait_for_function("outcomes.length === 3")
    repeated = find_actions(wire, "/lost")
    assert lost.key
    assert {request.body for request in repeated} == {lost.body}
    assert visitor.page.evaluate(STORED) == []


def test_a_server_like_ackee_gets_a_request_whose_response_is_lost_once(
    visit: Visit, wire: Wire
) -> None:
    wire.mimic_ackee()
    visitor = visit("/ours")
    start(visitor, wire)
    visitor.page.wait_for_function("outcomes.length === 2")
    wire.lose_responses()
    act(visitor, wire, "/lost")
    visitor.page.wait_for_function("outcomes.length === 3")
    assert visitor.page.evaluate("outcomes[2]") == STATUS
    wire.restore()
    visitor.page.reload()
    visitor.wait_for_clients("ours")
    start(visitor, wire)
    visitor.page.wait_for_function("outcomes.length === 2")
    wait_until(lambda: visitor.page.evaluate(STORED) == [])
    assert find_actions(wire, "/lost") == []


@pytest.mark.parametrize("is_open", [True, False], ids=["in flight", "lost"])
def test_the_next_page_of_the_tab_sends_what_is_missing(
    visitor: Visitor, wire: Wire, is_open: bool
) -> None:
    """With its key, because the server may have stored it."""
    if is_open:
        wire.fall_silent()
    else:
        wire.lose_responses()
    left = act(visitor, wire, "/left")
    visitor.page.reload()
    wire.restore()
    visitor.wait_for_clients("ours")
    start(visitor, wire)
    wait_until(lambda: find_actions(wire, "/left"))
    wait_until(lambda: visitor.page.evaluate(STORED) == [])
    assert {request.key for request in find_actions(wire, "/left")} == {left.key}


def test_closing_a_page_sends_what_waits(visitor: Visitor, wire: Wire) -> None:
    visitor.page.evaluate("Math.random = () => 1000")  # no other attempt during the test
    wire.lose_responses()
    lost = act(visitor, wire, "/closed")
    # Each call to the page also lets Playwright handle its events.
    wait_until(lambda: visitor.page.evaluate("true") and visitor.console.complaints)
    wire.restore()
    visitor.page.close(run_before_unload=True)
    wait_until(lambda: find_actions(wire, "/closed"))
    assert {request.key for request in find_actions(wire, "/closed")} == {lost.key}


def test_a_pause_that_the_server_asks_for_is_respected(visitor: Visitor, wire: Wire) -> None:
    """The header is only readable because the server exposes it."""
    visitor.page.evaluate("Math.random = () => 0")
    wire.refuse(seconds=3)
    act(visitor, wire, "/early")
    refused = time.monotonic()
    wire.restore()
    wait_until(lambda: find_actions(wire, "/early"))
    assert time.monotonic() - refused > 2.5
