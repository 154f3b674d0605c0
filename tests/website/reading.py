"""What readers do on the site, and what tests can know of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Route,
    ViewportSize,
    expect,
)

from harness.browsers.noise import is_noise
from tests.website.scripts import PAGE_SCRIPT

PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1280, height=720)


@dataclass
class Seen:
    """What happened in a tab."""

    requests: list[str] = field(default_factory=list)
    """The paths that were asked for, in order."""
    messages: list[str] = field(default_factory=list)
    """What was written to the console or thrown."""

    @property
    def page_scripts(self) -> list[str]:
        return [path for path in self.requests if PAGE_SCRIPT.search(path)]

    def add_request(self, request: Request) -> None:
        self.requests.append(urlsplit(request.url).path)

    def add_message(self, message: ConsoleMessage) -> None:
        if is_noise(message):
            self.messages.append(message.text)

    def add_error(self, error: Error) -> None:
        self.messages.append(str(error))


@contextmanager
def watching(page: Page) -> Iterator[Seen]:
    """Writes down what a tab asks for and complains about, until the end of the block."""
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
    """Leaves a mark that only a new document is without."""
    page.evaluate("() => { window.isMarked = true; }")


def is_marked(page: Page) -> bool:
    """Whether it is still the document that was marked."""
    return bool(page.evaluate("() => window.isMarked === true"))


class Gate:
    """Holds requests back until it is opened, as a slow server would."""

    def __init__(self, page: Page, pattern: str | re.Pattern[str]) -> None:
        self._waiting: list[Route] = []
        self._is_holding = True
        page.route(pattern, self._receive)

    def _receive(self, route: Route) -> None:
        if self._is_holding:
            self._waiting.append(route)
        else:
            route.continue_()

    def let_others_pass(self) -> None:
        """What waits goes on waiting; what comes from now on does not."""
        self._is_holding = False

    def open(self) -> None:
        self.let_others_pass()
        for route in self._waiting:
            route.continue_()
        self._waiting.clear()


def add_link(page: Page, href: str) -> Locator:
    """A link in the text, as an author might have written it."""
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
    """Scrolls, and waits until the page has been told."""
    page.evaluate(
        """(top) => new Promise((resolve) => {
          addEventListener('scroll', resolve, { once: true });
          scrollTo({ top, behavior: 'instant' });
        })""",
        position,
    )


def scroll_position(page: Page) -> int:
    return int(page.evaluate("() => Math.round(scrollY)"))


def expect_page(page: Page, address: str, title: str) -> None:
    """The address, and a focused h1: the last that a change of page does."""
    heading = page.locator("h1")
    expect(heading).to_have_text(title)
    expect(heading).to_be_focused()
    expect(page).to_have_url(address)


def top_navigation(page: Page) -> Locator:
    return page.locator("header nav")


def sidebar(page: Page) -> Locator:
    """The column on wide screens, the drawer on others."""
    return page.locator("#_drawer")


def language_menu(page: Page) -> Locator:
    return page.locator("#_languages")
