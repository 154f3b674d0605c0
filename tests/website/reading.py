"""Actions of users on the site, and their observable results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    Request,
    Route,
    ViewportSize,
    expect,
)

from harness.browsers.page_messages import is_unexpected
from tests.in_page import load_function
from tests.website.scripts import PAGE_SCRIPT

PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1280, height=720)
NARROWEST = ViewportSize(width=320, height=640)

# Tables and code scroll on their own. Text for screen readers may be cut.
_MISFITS = load_function("find-misfits")


@dataclass
class Seen:
    """The requests and messages of a tab."""

    requests: list[str] = field(default_factory=list)
    """The requested paths, in order."""
    messages: list[str] = field(default_factory=list)
    """Console messages and errors."""

    @property
    def page_scripts(self) -> list[str]:
        return [path for path in self.requests if PAGE_SCRIPT.search(path)]

    def add_request(self, request: Request) -> None:
        self.requests.append(urlsplit(request.url).path)

    def add_message(self, message: ConsoleMessage) -> None:
        if is_unexpected(message):
            self.messages.append(message.text)

    def add_error(self, error: Error) -> None:
        self.messages.append(str(error))


@contextmanager
def watching(page: Page) -> Iterator[Seen]:
    """Records the requests and messages of a tab during the block."""
    seen = Seen()
    page.on("request", seen.add_request)
    page.on("console", seen.add_message)
    page.on("pageerror", seen.add_error)
    try:
        yield seen
    finally:
        page.remove_listener("request", seen.add_request)
        page.remove_listener("console", seen.add_message)
        page.remove_listener("pageerror", seen.add_error)


def mark_document(page: Page) -> None:
    """Sets a mark that a new document doesn't have."""
    page.evaluate("() => { window.isMarked = true; }")


def is_marked(page: Page) -> bool:
    """Whether this is still the document that was marked."""
    return bool(page.evaluate("() => window.isMarked === true"))


class Gate:
    """Holds requests back until it is opened, like a slow server."""

    def __init__(self, page: Page, pattern: str | re.Pattern[str]) -> None:
        self._page = page
        self._waiting: list[Route] = []
        self._is_holding = True
        page.route(pattern, self._receive)

    def _receive(self, route: Route) -> None:
        if self._is_holding:
            self._waiting.append(route)
        else:
            route.continue_()

    def let_others_pass(self) -> None:
        """Lets new requests pass after the first one. Those that are held stay held."""
        while not self._waiting:
            self._page.wait_for_timeout(10)
        self._is_holding = False

    def open(self) -> None:
        self._is_holding = False
        for route in self._waiting:
            route.continue_()
        self._waiting.clear()


def add_link(page: Page, href: str) -> Locator:
    """Adds a link to the text."""
    page.evaluate(
        """(href) => {
          const link = document.createElement('a');
          link.id = 'added';
          link.href = href;
          link.textContent = 'Added';
          document.querySelector('main').prepend(link);
        }""",
        href,
    )
    return page.locator("#added")


def scroll_to(page: Page, position: int) -> None:
    """Scrolls, and waits for the scroll event."""
    page.evaluate(
        """(top) => {
          window.hasScrolled = false;
          addEventListener('scroll', () => { window.hasScrolled = true; }, { once: true });
          scrollTo({ top, behavior: 'instant' });
        }""",
        position,
    )
    page.wait_for_function("() => window.hasScrolled")


def scroll_position(page: Page) -> int:
    return int(page.evaluate("() => Math.round(scrollY)"))


def expect_page(page: Page, address: str, title: str) -> None:
    """Waits for the address and for the focus on the h1, the last step of a page change."""
    heading = page.locator("h1")
    expect(heading).to_have_text(title)
    expect(heading).to_be_focused()
    expect(page).to_have_url(address)


def top_navigation(page: Page) -> Locator:
    return page.locator("header nav")


def sidebar(page: Page) -> Locator:
    """The sidebar: a column on wide screens, a drawer on others."""
    return page.locator("#_drawer")


def language_menu(page: Page) -> Locator:
    return page.locator("#_languages")


def find_misfits(page: Page) -> list[str]:
    """Elements that don't fit into the window."""
    found: list[str] = page.evaluate(_MISFITS)
    return found


def box_of(element: Locator) -> FloatRect:
    """The position and size of a visible element."""
    box = element.bounding_box()
    assert box, "the element isn't visible"
    return box
