"""Waits for conditions where tests would otherwise sleep. Every wait has a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from playwright.sync_api import Page, Request

if TYPE_CHECKING:
    # At run time, this would import the drivers of all browsers into every test.
    from harness.browsers.engines import EngineTab

_LIMIT_S = 30
_QUIET_ROUNDS = 2
"""A script runs in the round after its download and can then send another request."""

# Resolves after all pending frame callbacks, effects and idle callbacks. Idle callbacks run in the
# order in which they were requested. The timeout is needed because headless Chromium sometimes has
# no idle time after its last frame.
_TURN = """() => new Promise((resolve) => {
  const waitForIdle = () => requestIdleCallback(() => resolve(1), { timeout: 1000 });
  requestAnimationFrame(() => requestAnimationFrame(waitForIdle));
})"""

_EXPECT_MARK = """() => {
  window.isMarkSeen = false;
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'mark' && newValue) window.isMarkSeen = true;
  });
}"""
_WRITE_MARK = "() => { localStorage.setItem('mark', '1'); localStorage.removeItem('mark'); }"


@dataclass
class _Requests:
    count: int = 0
    open: set[Request] = field(default_factory=set)

    def begin(self, request: Request) -> None:
        self.count += 1
        self.open.add(request)

    def end(self, request: Request) -> None:
        self.open.discard(request)


def wait_until(
    page: Page, is_reached: Callable[[], bool], describe: Callable[[], object] = str
) -> None:
    """Waits until a condition holds. On timeout it fails with a description of the state."""
    end = monotonic() + _LIMIT_S
    while not is_reached():
        assert monotonic() < end, describe()
        page.wait_for_timeout(10)


def run_callbacks(page: Page) -> None:
    """Waits until the page has run all pending callbacks."""
    # Unlike `evaluate`, this times out if the page renders no frames.
    page.wait_for_function(_TURN)


def make_round_trip(page: Page) -> None:
    """Waits for the response to a request that is sent to the page's server after all others."""
    run_callbacks(page)
    page.wait_for_function(
        "() => fetch('/robots.txt', { cache: 'no-store' }).then(() => true, () => true)"
    )


@contextmanager
def settled(page: Page, *, held: int = 0) -> Iterator[None]:
    """Runs the block, then waits until the page is idle.

    That is: no request is pending, except those that the test holds back (`held`), and no new one
    is sent. It doesn't wait for timers: use `page.clock`.
    """
    requests = _Requests()
    page.on("request", requests.begin)
    page.on("requestfinished", requests.end)
    page.on("requestfailed", requests.end)
    try:
        yield
        quiet_rounds = 0
        end = monotonic() + _LIMIT_S
        while quiet_rounds < _QUIET_ROUNDS:
            assert monotonic() < end, [request.url for request in requests.open]
            before = requests.count
            run_callbacks(page)
            is_quiet = requests.count == before and len(requests.open) <= held
            quiet_rounds = quiet_rounds + 1 if is_quiet else 0
    finally:
        page.remove_listener("request", requests.begin)
        page.remove_listener("requestfinished", requests.end)
        page.remove_listener("requestfailed", requests.end)


def deliver_storage_events(writer: EngineTab, reader: EngineTab) -> None:
    """Waits until `reader` has received all storage events of earlier writes by `writer`."""
    reader.evaluate(_EXPECT_MARK)
    writer.evaluate(_WRITE_MARK)
    reader.wait_for_function("() => window.isMarkSeen")
