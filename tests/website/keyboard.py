"""A reader who has only a keyboard: where the focus is, and whether one can see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

_MOST_STOPS = 800

# All that one must be able to reach, in the order of the document. Chromium adds what scrolls.
_REMEMBER = """() => {
  const all = document.querySelectorAll(
    'a[href], button:enabled, summary, [tabindex="0"], .code-group :checked');
  window.expectedStops = [...all].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  return expectedStops.map((element) => element.outerHTML.slice(0, 120));
}"""

_DESCRIBE = """() => {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) {
    return null;
  }
  const style = getComputedStyle(element);
  const box = element.getClientRects()[0];
  const header = document.querySelector('header').getBoundingClientRect();
  // With the room that scrolling leaves above and below, it cannot be seen whole.
  const isTall = box.height > innerHeight - header.bottom - 48;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const middle = Math.min(Math.max(y, header.bottom + 2), innerHeight - 2);
  const points = isTall
    ? [[x, middle]]
    : [[x, y], [x, box.top + 1], [x, box.bottom - 1], [box.left + 1, y], [box.right - 1, y]];
  // Whatever floats over the page, and does not hold the focus itself.
  const isFree = ([x, y]) => {
    const cover = document.elementFromPoint(x, y)?.closest(
      'header, [popover], [role=alert], .language-hint');
    return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight && !hides(cover);
  };
  const hides = (cover) => cover && cover !== element && !cover.contains(element);
  let opacity = 1;
  for (let e = element; e; e = e.parentElement) opacity *= getComputedStyle(e).opacity;
  return {
    html: element.outerHTML.slice(0, 120),
    index: window.expectedStops?.indexOf(element) ?? -1,
    scrolls:
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
    isControl: element.matches('a[href], button, input'),
    hasRing: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    isSeen: points.every(isFree) && opacity === 1,
  };
}"""


@dataclass(frozen=True)
class Stop:
    """An element that has the focus."""

    html: str
    """How it begins."""
    index: int
    """Its place among those that were expected, or -1."""
    scrolls: bool
    is_control: bool
    has_ring: bool
    is_seen: bool
    """Whether all of it is in the window, and under nothing."""


def find_focus(page: Page) -> Stop | None:
    """What has the focus; nothing at the end of the document."""
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
    """What has the focus shows it, and is under nothing."""
    stop = find_focus(page)
    assert stop, "nothing has the focus"
    assert (stop.has_ring, stop.is_seen) == (True, True), stop.html


def remember_stops(page: Page) -> list[str]:
    """Notes what one must be able to reach now, and tells it."""
    stops: list[str] = page.evaluate(_REMEMBER)
    return stops


def walk(page: Page, key: str = "Tab", until: Callable[[Stop], bool] | None = None) -> list[Stop]:
    """Presses a key until the focus has left the document, or something has happened."""
    stops: list[Stop] = []
    while len(stops) < _MOST_STOPS:
        page.keyboard.press(key)
        stop = find_focus(page)
        if stop is None:
            return stops
        stops.append(stop)
        if until and until(stop):
            return stops
    raise AssertionError(f"{key} does not come to an end: {stops[-1].html}")


def complaints_about(stops: list[Stop], expected: list[str]) -> list[str]:
    """What is wrong with a walk through a document, from the first to the last stop."""
    reached = [stop.index for stop in stops if stop.index >= 0]
    # Controls that came on the way, because somebody was there, do something.
    strange = [
        stop for stop in stops if stop.index < 0 and not stop.scrolls and not stop.is_control
    ]
    missing = sorted(set(range(len(expected))) - set(reached))
    return [
        *(f"never reached: {expected[index]}" for index in missing),
        *(["not in the order of the document"] if reached != sorted(reached) else []),
        *(["reached twice"] if len(set(reached)) < len(reached) else []),
        *(f"does nothing: {stop.html}" for stop in strange),
        *(f"no ring: {stop.html}" for stop in stops if not stop.has_ring),
        *(f"hidden: {stop.html}" for stop in stops if not stop.is_seen),
    ]
