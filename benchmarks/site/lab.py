"""A page in Chromium as on a slow phone with a slow line."""

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
BESIDE_THE_TEXT = (4, 400)
READING_MS = 1000
"""How long ago the pointer of a reader came to the page, who then goes to a link."""
HOVER_MS = 150
"""How long it rests on the link before the click, as with people who know where they go."""

Figures = dict[str, float]
"""What was measured: milliseconds by name; `shift` is a score without unit."""

_SCRIPT = Path(__file__).with_name("lab.js")
_NOTE = re.compile(r"lab: (\w+) ([\d.]+)")


@dataclass(frozen=True)
class Lab:
    """A new page of a new reader."""

    page: Page
    session: CDPSession

    def slow_down(self) -> None:
        """From now on processor and line are slow."""
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
        """Opens a page and waits until it is alive and at rest."""
        with self.page.expect_console_message(lambda message: _parse(message)[0] == "alive"):
            self.page.goto(address)
        self.page.wait_for_timeout(QUIET_MS)

    def task_ms(self) -> float:
        """What the main thread has worked so far, by its own clock: others do not count."""
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
    """A first visit, until the page rests."""
    with open_lab(browser) as lab:
        lab.slow_down()
        lab.open(address)
        figures: Figures = lab.page.evaluate("lab")
        return {**figures, "task": lab.task_ms()}


def measure_navigation(browser: Browser, address: str, link: str, *, is_cold: bool) -> float:
    """From a click on a page at rest until the heading of the target is painted.

    The click is on the last visible element that matches the selector.
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
            page.mouse.move(*BESIDE_THE_TEXT)
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
        # Past Playwright, which would move the pointer first.
        button = {"button": "left", "clickCount": 1, **place}
        lab.session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **button})
        lab.session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **button})
    return notes["painted"] - notes["clicked"]


def _parse(message: ConsoleMessage) -> tuple[str, float]:
    found = _NOTE.fullmatch(message.text)
    return (found[1], float(found[2])) if found else ("", 0)
