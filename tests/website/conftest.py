"""Readers who look at the built site in real Chromium."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

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
