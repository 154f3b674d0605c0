"""Readers who look at the built site in real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.website.console import is_noise

ROOT = Path(__file__).resolve().parents[2]


_SAVE_DATA = """
  Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true });
"""


def save_data(context: BrowserContext) -> None:
    """From now on readers of the context want nothing that they have not asked for."""
    context.add_init_script(_SAVE_DATA)


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """Readers who save data: a page is fetched at the click, so tests know when it comes."""
    save_data(context)
    return context


@dataclass
class Noise:
    """What a page complained about."""

    messages: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", self._add_message)
        page.on("pageerror", lambda error: self.messages.append(str(error)))

    def _add_message(self, message: ConsoleMessage) -> None:
        if is_noise(message):
            self.messages.append(message.text)


@pytest.fixture
def noise(page: Page) -> Noise:
    """Everything that the page writes to the console or throws, from now on."""
    watched = Noise()
    watched.watch(page)
    return watched


@pytest.fixture
def visit(page: Page, website: str) -> Callable[[str], Page]:
    """Opens a path and waits until the page has come to life."""

    def open_path(path: str) -> Page:
        page.goto(website + path)
        wait_for_life(page)
        return page

    return open_path


def wait_for_life(page: Page) -> None:
    """The switch for dark colours works only once the page is hydrated."""
    page.get_by_role("switch").and_(page.locator(":enabled")).first.wait_for()
