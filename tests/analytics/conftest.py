"""A site with our client and the reference, an analytics server, and real browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.analytics.trial_site import serve_clients
from tests.analytics.wire import Wire, serve_wire


@dataclass
class PageMessages:
    """Messages and errors of a page."""

    messages: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    """Errors that the browser itself logs for failed requests."""
    asked: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.messages.append(f"uncaught: {error}"))
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, message: ConsoleMessage) -> None:
        is_complaint = message.type == "error" and message.text.startswith(
            ("Failed to load resource", "Access to fetch")
        )
        (self.complaints if is_complaint else self.messages).append(message.text)


@dataclass
class Visitor:
    page: Page
    console: PageMessages

    def wait_for_clients(self, name: str = "clients") -> None:
        self.page.wait_for_function(f"'{name}' in window")


Visit = Callable[[str], Visitor]


@pytest.fixture(scope="session")
def port(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    """Of the site with the clients."""
    with serve_clients() as port:
        yield port


@pytest.fixture(scope="session")
def trial_site(port: str) -> str:
    """An address that isn't `localhost`, so visits are counted."""
    return f"http://site.localhost:{port}"


@pytest.fixture(scope="session")
def wire_server() -> Iterator[Wire]:
    with serve_wire("stats.site.localhost") as wire:
        yield wire


@pytest.fixture
def wire(wire_server: Wire) -> Wire:
    """The analytics server, without simulated failures or requests."""
    wire_server.restore()
    wire_server.mimic_ackee(False)
    return wire_server


def open_context(browser: Browser, **options: Any) -> BrowserContext:
    """With the user agent of a headful browser. Headless ones include their exact version."""
    major = browser.version.partition(".")[0]
    user_agent = (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{major}.0.0.0 Safari/537.36"
    )
    return browser.new_context(**{"locale": "zh-CN", "user_agent": user_agent, **options})


@pytest.fixture
def visitor_context(browser: Browser) -> Iterator[BrowserContext]:
    with open_context(browser) as context:
        yield context


@pytest.fixture
def visit(visitor_context: BrowserContext, trial_site: str) -> Visit:
    """Opens a path of the site in a new tab, or an address, and waits for the clients."""

    def open_path(path: str) -> Visitor:
        visitor = Visitor(visitor_context.new_page(), PageMessages())
        visitor.console.watch(visitor.page)
        visitor.page.goto(path if path.startswith("http") else trial_site + path)
        visitor.wait_for_clients("ours")
        return visitor

    return open_path
