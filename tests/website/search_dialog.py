"""Helpers for tests of the search dialog."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

START = "/guide/introduction.html"


def dialog(page: Page) -> Locator:
    return page.locator("dialog.search")


def field(page: Page) -> Locator:
    return dialog(page).get_by_role("combobox")


def options(page: Page) -> Locator:
    return dialog(page).get_by_role("option")


def status(page: Page) -> Locator:
    return dialog(page).get_by_role("status")


def open_by_key(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()


def close_by_key(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("dialog :focus")).to_have_count(0)  # it returns a moment later


def find(page: Page, text: str) -> None:
    """Types a query and waits for results."""
    page.keyboard.type(text)
    expect(options(page).first).to_be_visible()
    expect(status(page)).to_have_text(re.compile(r"\d"))
