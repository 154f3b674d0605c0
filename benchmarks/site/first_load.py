"""Measures the files that Chromium loads on the first visit to a page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request

from harness.browsers.chromium import save_data

QUICK_START = "/guide/quick-start.html"
"""The page that is measured by default."""
QUIET_MS = 1500
"""Longer than the last delayed work of a page: copy buttons are added after a second."""
ANALYTICS = "analytics"
"""The kind of the script that counts visits."""
_ANALYTICS_SCRIPT = re.compile(r".*/assets/js/analytics\.[0-9a-f]{8}\.js")
PARALLEL_VISITS = 6


@dataclass(frozen=True)
class LoadedFile:
    """One response of the server."""

    path: str
    kind: str
    """Document, stylesheet, script, image, font or fetch, as in the browser; or ANALYTICS."""
    size: int
    """Transferred bytes of the body."""
    encoding: str
    """The content encoding; empty if the body isn't compressed."""


@dataclass(frozen=True)
class FirstLoad:
    """All files of a first load, in the order of their requests."""

    files: tuple[LoadedFile, ...]

    @property
    def total(self) -> int:
        """Bytes without analytics, which loads after the page and has its own limit."""
        return sum(file.size for file in self.files if file.kind != ANALYTICS)

    @property
    def sizes(self) -> Counter[str]:
        """Bytes by kind of file."""
        sizes: Counter[str] = Counter()
        for file in self.files:
            sizes[file.kind] += file.size
        return sizes


def load_first(
    browser: Browser, address: str, path: str = QUICK_START, *, saves_data: bool = False
) -> FirstLoad:
    """Opens a page in a new context and waits until it is idle, without any input."""
    (load,) = load_each_first(browser, address, [path], saves_data=saves_data).values()
    return load


def load_each_first(
    browser: Browser, address: str, paths: Iterable[str], *, saves_data: bool = False
) -> dict[str, FirstLoad]:
    """Opens many pages, each in its own context, a few at a time."""
    loads: dict[str, FirstLoad] = {}
    waiting = iter(paths)
    while group := list(islice(waiting, PARALLEL_VISITS)):
        with ExitStack() as contexts:
            open_contexts = [contexts.enter_context(browser.new_context()) for _ in group]
            if saves_data:
                for context in open_contexts:
                    save_data(context)
            visits = {
                path: _start_visit(context, address + path)
                for path, context in zip(group, open_contexts, strict=True)
            }
            loads |= {path: visit.measure() for path, visit in visits.items()}
    return loads


@dataclass(frozen=True)
class _Visit:
    """A page in a new context, with its requests."""

    page: Page
    requests: list[Request]

    def measure(self) -> FirstLoad:
        wait_until_idle(self.page)
        return FirstLoad(tuple(map(_measure, self.requests)))


def _start_visit(context: BrowserContext, address: str) -> _Visit:
    visit = _Visit(context.new_page(), [])
    visit.page.on("request", lambda request: visit.requests.append(request))
    visit.page.goto(address, wait_until="commit")
    return visit


def wait_until_idle(page: Page) -> None:
    """Waits until the page is hydrated, if it has scripts, and no request is pending."""
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
