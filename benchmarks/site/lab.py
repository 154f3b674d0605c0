"""Measures pages in Chromium with the CPU and the network of a slow phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Page

from benchmarks.site.first_load import QUIET_MS

CPU_SLOWDOWN = 4
LATENCY_MS = 150
DOWNLOAD_MBPS = 1.6
UPLOAD_MBPS = 0.75
PHONE = {"width": 412, "height": 823}
POINTER_START = (4, 400)
"""In the margin of the page, without a link below it."""
READING_MS = 1000
"""The time between the first movement of the pointer and the movement to the link."""
HOVER_MS = 150
"""The time between the movement to the link and the click: a user who already knows the target."""

Figures = dict[str, float]
"""Measurements by name, in milliseconds, except for `shift`, which is a score."""

_SCRIPT = Path(__file__).with_name("lab.js")
_NOTE = re.compile(r"lab: (\w+) ([\d.]+)")


@dataclass(frozen=True)
class Lab:
    """A page in a new browser context."""

    page: Page
    session: CDPSession

    def slow_down(self) -> None:
        """Throttles CPU and network from now on."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        self.session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": LATENCY_MS,
                "downloadThroughput": DOWNLOAD_MBPS * 1e6 / 8,
                "uploadThroughput": UPLOAD_MBPS * 1e6 / 8,
            },
        )

    def open(self, address: str) -> None:
        """Opens a page and waits until it is interactive and idle."""
        with self.page.expect_console_message(lambda message: _parse(message)[0] == "alive"):
            self.page.goto(address)
        self.page.wait_for_timeout(QUIET_MS)

    def task_ms(self) -> float:
        """CPU time of the main thread so far. Other processes don't affect it."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) * 1000 for one in metrics if one["name"] == "TaskDuration")


@contextmanager
def open_lab(browser: Browser) -> Iterator[Lab]:
    context = browser.new_context(viewport={"width": PHONE["width"], "height": PHONE["height"]})
    try:
        page = context.new_page()
        page.add_init_script(path=_SCRIPT)
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        yield Lab(page, session)
    finally:
        context.close()


def measure_load(browser: Browser, address: str) -> Figures:
    """Measures a first visit until the page is idle."""
    with open_lab(browser) as lab:
        lab.slow_down()
        lab.open(address)
        figures: Figures = lab.page.evaluate("lab")
        return {**figures, "task": lab.task_ms()}


def measure_navigation(browser: Browser, address: str, link: str, *, is_cold: bool) -> float:
    """Measures from a click on an idle page until the heading of the target is painted.

    Clicks the last visible element that matches the selector.
    """
    with open_lab(browser) as lab:
        page = lab.page
        lab.open(address)
        found = page.locator(f"{link}:visible").last
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        if box is None:
            raise ValueError(f"{address} shows no {link}.")
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        lab.slow_down()
        if not is_cold:
            page.mouse.move(*POINTER_START)
            page.wait_for_timeout(READING_MS)
            page.mouse.move(place["x"], place["y"])
            page.wait_for_timeout(HOVER_MS)
        return _click(lab, place)


def _click(lab: Lab, place: dict[str, float]) -> float:
    notes: dict[str, float] = {}

    def note(message: ConsoleMessage) -> None:
        what, time = _parse(message)
        notes.setdefault(what, time)

    lab.page.on("console", note)
    with lab.page.expect_console_message(lambda message: _parse(message)[0] == "painted"):
        # Not with Playwright, which would move the pointer first.
        button = {"button": "left", "clickCount": 1, **place}
        lab.session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **button})
        lab.session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **button})
    return notes["painted"] - notes["clicked"]


def _parse(message: ConsoleMessage) -> tuple[str, float]:
    found = _NOTE.fullmatch(message.text)
    return (found[1], float(found[2])) if found else ("", 0)
