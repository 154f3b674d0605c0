"""Waits for a condition where tests would otherwise sleep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page, Request

_QUIET_ROUNDS = 2
"""A script that has arrived runs in the round after, and may cause another request then."""
_MAX_ROUNDS = 1_000

# Everything that was due before has run: callbacks of frames, effects, and idle callbacks, which
# run in the order in which they were requested.
_TURN = """() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
})"""

_EXPECT_MARK = """() => {
  window.markIsSeen = new Promise((resolve) => {
    addEventListener('storage', ({ key, newValue }) => key === 'mark' && newValue && resolve());
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


def take_turns(page: Page) -> None:
    """Waits until the page has done what it was about to do."""
    page.evaluate(_TURN)


def make_round_trip(page: Page) -> None:
    """Waits until the page's own server has answered a request that was sent after all others."""
    take_turns(page)
    page.evaluate("() => fetch('/robots.txt', { cache: 'no-store' }).catch(() => {})")


@contextmanager
def settled(page: Page, *, held: int = 0) -> Iterator[None]:
    """Runs the block, then waits until the page has finished everything that it caused.

    That is: no request is open, except those that the test holds back, and none follows. Timers are
    not waited for: use `page.clock` for those.
    """
    requests = _Requests()
    page.on("request", requests.begin)
    page.on("requestfinished", requests.end)
    page.on("requestfailed", requests.end)
    try:
        yield
        quiet_rounds = 0
        for _ in range(_MAX_ROUNDS):
            before = requests.count
            take_turns(page)
            is_quiet = requests.count == before and len(requests.open) <= held
            quiet_rounds = quiet_rounds + 1 if is_quiet else 0
            if quiet_rounds == _QUIET_ROUNDS:
                return
        raise TimeoutError([request.url for request in requests.open])
    finally:
        page.remove_listener("request", requests.begin)
        page.remove_listener("requestfinished", requests.end)
        page.remove_listener("requestfailed", requests.end)


def deliver_storage_events(writer: Page, reader: Page) -> None:
    """Waits until the reader has received every storage event that the writer caused before."""
    reader.evaluate(_EXPECT_MARK)
    writer.evaluate(_WRITE_MARK)
    reader.evaluate("window.markIsSeen")
