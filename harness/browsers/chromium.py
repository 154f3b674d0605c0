"""Finds and starts Chromium. No other Python module launches it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from harness.browsers.tab import Tab
from harness.programs import find_browser

_ARGS = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """Returns the path in `CHROMIUM`, or that of the installed Chromium."""
    return os.environ.get("CHROMIUM") or find_browser(
        "chromium-headless-shell", "chromium", "google-chrome", "Chromium", "Google Chrome"
    )


def launch_options() -> dict[str, Any]:
    """Returns the arguments of Playwright's `launch`."""
    return {
        "executable_path": find_chromium(),
        "chromium_sandbox": False,
        "args": list(_ARGS),
    }


@contextmanager
def launch_chromium() -> Iterator[Browser]:
    """Runs a headless Chromium until the end of the block."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_options()) as browser,
    ):
        yield browser


class ChromiumTab(Tab):
    """For tests that also run in other engines. All other tests use Playwright directly."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def goto(self, address: str) -> None:
        self._page.goto(address)

    def evaluate(self, expression: str) -> Any:
        try:
            return self._page.evaluate(expression)
        except Error as error:
            raise AssertionError(error.message) from error

    def press(self, chord: str) -> None:
        self._page.keyboard.press(chord)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def move(self, x: float, y: float) -> None:
        self._page.mouse.move(x, y)
