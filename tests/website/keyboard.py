"""Keyboard navigation: the focused element, and whether it is visible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.in_page import load_function

_MOST_STOPS = 800

# The elements that Tab must reach, in document order. Chromium adds scrollable elements.
_REMEMBER = """() => {
  const all = document.querySelectorAll(
    'a[href], button:enabled, summary, [tabindex="0"], .code-group :checked');
  window.expectedStops = [...all].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  return expectedStops.map((element) => element.outerHTML.slice(0, 120));
}"""

_DESCRIBE = load_function("describe-focus")


@dataclass(frozen=True)
class Stop:
    """A focused element."""

    html: str
    """The start of its HTML."""
    index: int
    """Its position among the expected elements, or -1."""
    scrolls: bool
    is_control: bool
    has_ring: bool
    is_seen: bool
    """Whether all of it is in the window, and nothing covers it."""


def find_focus(page: Page) -> Stop | None:
    """The focused element, or `None` at the end of the document."""
    found: dict[str, Any] | None = page.evaluate(_DESCRIBE)
    if found is None:
        return None
    return Stop(
        html=found["html"],
        index=found["index"],
        scrolls=found["scrolls"],
        is_control=found["isControl"],
        has_ring=found["hasRing"],
        is_seen=found["isSeen"],
    )


def expect_seen(page: Page) -> None:
    """The focused element has a ring, and nothing covers it."""
    stop = find_focus(page)
    assert stop, "nothing has the focus"
    assert (stop.has_ring, stop.is_seen) == (True, True), stop.html


def remember_stops(page: Page) -> list[str]:
    """Stores the elements that Tab must reach, and returns the start of their HTML."""
    stops: list[str] = page.evaluate(_REMEMBER)
    return stops


def walk(page: Page, key: str = "Tab", until: Callable[[Stop], bool] | None = None) -> list[Stop]:
    """Presses a key until the focus has left the document, or a condition holds."""
    stops: list[Stop] = []
    while len(stops) < _MOST_STOPS:
        page.keyboard.press(key)
        stop = find_focus(page)
        if stop is None:
            return stops
        stops.append(stop)
        if until and until(stop):
            return stops
    raise AssertionError(f"{key} never leaves the document: {stops[-1].html}")


def find_problems(stops: list[Stop], expected: list[str]) -> list[str]:
    """Returns the problems of a complete walk through a document by keyboard."""
    reached = [stop.index for stop in stops if stop.index >= 0]
    # Controls that appear when their element is focused are fine.
    unexpected = [
        stop for stop in stops if stop.index < 0 and not stop.scrolls and not stop.is_control
    ]
    missing = sorted(set(range(len(expected))) - set(reached))
    return [
        *(f"never reached: {expected[index]}" for index in missing),
        *(["not in the order of the document"] if reached != sorted(reached) else []),
        *(["reached twice"] if len(set(reached)) < len(reached) else []),
        *(f"does nothing: {stop.html}" for stop in unexpected),
        *(f"no ring: {stop.html}" for stop in stops if not stop.has_ring),
        *(f"hidden: {stop.html}" for stop in stops if not stop.is_seen),
    ]
