"""What Chromium fetches when a reader opens a page for the first time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request

QUICK_START = "/guide/quick-start.html"
"""The page that all sizes and times are of."""
QUIET_MS = 1500
"""Longer than the last thing that a page does by itself: copy buttons come after a second."""
ANALYTICS = "analytics"
"""The kind of the script that counts visits."""
_ANALYTICS_SCRIPT = re.compile(r".*/assets/js/analytics\.[0-9a-f]{8}\.js")
READERS = 6
"""How many pages are opened at the same time."""


@dataclass(frozen=True)
class LoadedFile:
    """One answer of the server."""

    path: str
    kind: str
    """Document, stylesheet, script, image, font or fetch, as in the browser; or ANALYTICS."""
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
        """Bytes of all that the page needs. Analytics is loaded after it and has its own limit."""
        return sum(file.size for file in self.files if file.kind != ANALYTICS)

    @property
    def sizes(self) -> Counter[str]:
        """Bytes by kind of file."""
        sizes: Counter[str] = Counter()
        for file in self.files:
            sizes[file.kind] += file.size
        return sizes


def load_first(browser: Browser, address: str, path: str = QUICK_START) -> FirstLoad:
    """Opens a page as a new reader, waits until it rests, and touches nothing."""
    (load,) = load_each_first(browser, address, [path]).values()
    return load


def load_each_first(browser: Browser, address: str, paths: Iterable[str]) -> dict[str, FirstLoad]:
    """The same for many pages, each opened by a reader of its own, some at a time."""
    loads: dict[str, FirstLoad] = {}
    waiting = iter(paths)
    while group := list(islice(waiting, READERS)):
        with ExitStack() as readers:
            started = {path: _start_reader(browser, readers, address + path) for path in group}
            loads |= {path: reader.measure_at_rest() for path, reader in started.items()}
    return loads


@dataclass(frozen=True)
class _Reader:
    """A new reader, with what the page has asked for."""

    page: Page
    requests: list[Request]

    def measure_at_rest(self) -> FirstLoad:
        wait_for_rest(self.page)
        return FirstLoad(tuple(map(_measure, self.requests)))


def _start_reader(browser: Browser, readers: ExitStack, address: str) -> _Reader:
    context = readers.enter_context(browser.new_context())
    reader = _Reader(context.new_page(), [])
    reader.page.on("request", lambda request: reader.requests.append(request))
    reader.page.goto(address, wait_until="commit")
    return reader


def wait_for_rest(page: Page) -> None:
    """Until scripts have taken over, where there are any, and nothing more is on its way."""
    page.wait_for_load_state("load")
    page.locator("button:disabled").first.wait_for(state="detached")
    page.wait_for_timeout(QUIET_MS)
    page.wait_for_load_state("networkidle")


def _measure(request: Request) -> LoadedFile:
    path = urlsplit(request.url).path
    response = request.response()
    headers = response.headers if response else {}
    return LoadedFile(
        path=path,
        kind=ANALYTICS if _ANALYTICS_SCRIPT.fullmatch(path) else request.resource_type,
        size=request.sizes()["responseBodySize"],
        encoding=headers.get("content-encoding", ""),
    )
