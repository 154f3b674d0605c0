"""Finds and starts Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from harness.programs import find_browser

_ARGS = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


_SAVE_DATA = """
  Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true });
"""


def save_data(context: BrowserContext) -> None:
    """Turns on the data saver for all pages of the context."""
    context.add_init_script(_SAVE_DATA)


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
