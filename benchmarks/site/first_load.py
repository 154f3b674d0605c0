"""What Chromium fetches when a reader opens a page for the first time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request

QUICK_START = "/guide/quick-start.html"
"""The page that all sizes and times are of."""
QUIET_MS = 1500
"""Longer than the last thing that a page does by itself: copy buttons come after a second."""


@dataclass(frozen=True)
class LoadedFile:
    """One answer of the server."""

    path: str
    kind: str
    """As the browser calls it: document, stylesheet, script, image, font, fetch."""
    size: int
    """Bytes of the body on the line."""
    encoding: str
    """How the body was compressed; empty when it was not."""


@dataclass(frozen=True)
class FirstLoad:
    """All files of a first load, in the order in which they were asked for."""

    files: tuple[LoadedFile, ...]

    @property
    def total(self) -> int:
        return sum(file.size for file in self.files)

    @property
    def sizes(self) -> Counter[str]:
        """Bytes by kind of file."""
        sizes: Counter[str] = Counter()
        for file in self.files:
            sizes[file.kind] += file.size
        return sizes


def load_first(browser: Browser, address: str, path: str = QUICK_START) -> FirstLoad:
    """Opens a page as a new reader, waits until it rests, and touches nothing."""
    with browser.new_context() as context:
        page = context.new_page()
        requests: list[Request] = []
        page.on("request", lambda request: requests.append(request))
        page.goto(address + path)
        wait_for_rest(page)
        return FirstLoad(tuple(map(_measure, requests)))


def wait_for_rest(page: Page) -> None:
    """Until scripts have taken over, where there are any, and nothing more is on its way."""
    page.wait_for_load_state("load")
    page.locator("button:disabled").first.wait_for(state="detached")
    page.wait_for_timeout(QUIET_MS)
    page.wait_for_load_state("networkidle")


def _measure(request: Request) -> LoadedFile:
    response = request.response()
    headers = response.headers if response else {}
    return LoadedFile(
        path=urlsplit(request.url).path,
        kind=request.resource_type,
        size=request.sizes()["responseBodySize"],
        encoding=headers.get("content-encoding", ""),
    )
