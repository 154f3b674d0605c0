"""Code groups and stored choices."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

QUICK_START = "/guide/quick-start.html"
"""One group for package managers, and four for frameworks."""
HELPER = "/guide/advanced/storage-helper.html"
"""Two groups for frameworks, without all options."""
CONTRIBUTE = "/guide/other/how-to-contribute.html"
"""A group without a choice."""

_SHOWN = """(choice) => [...document.querySelectorAll('.code-group')]
  .map((group) => group.querySelector(`input[name^="${choice}:"]:checked`))
  .filter((tab) => tab)
  .map((tab) => tab.value)"""
_OPEN = """() => [...document.querySelectorAll('.code-group')].map((group) => {
  const panels = [...group.querySelectorAll('.code')].filter((code) => code.checkVisibility());
  return panels.map((panel) => panel.previousElementSibling.textContent).join();
})"""


def tab(page: Page, name: str, position: int = 0) -> Locator:
    """The tab with a label, in the n-th group that has one."""
    return page.get_by_role("radio", name=name, exact=True).nth(position)


def shown(page: Page, choice: str) -> list[str]:
    """The selected option in each group of a choice."""
    found: list[str] = page.evaluate(_SHOWN, choice)
    return found


def open_panels(page: Page) -> list[str]:
    """The labels of the visible code, for each group."""
    found: list[str] = page.evaluate(_OPEN)
    return found


def expect_shown(page: Page, choice: str, option: str) -> None:
    """Waits until every group of a choice shows an option."""
    tabs = page.locator(f'.code-group input[name^="{choice}:"]')
    expect(tabs.and_(page.locator(f':checked:not([value="{option}"])'))).to_have_count(0)
    assert set(shown(page, choice)) == {option}


def remember(page: Page, website: str, preferences: object) -> None:
    """Stores preferences, like an earlier visit."""
    text = preferences if isinstance(preferences, str) else json.dumps(preferences)
    page.goto(f"{website}/robots.txt")
    page.evaluate("(text) => localStorage.setItem('site-preferences', text)", text)


def stored(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "() => JSON.parse(localStorage['site-preferences'] ?? '{}')"
    )
    return found


def wait_until_stored(page: Page, choice: str, option: str) -> None:
    # An entry that the test made invalid stays until the page overwrites it.
    page.wait_for_function(
        """([choice, option]) => {
          try {
            const entry = JSON.parse(localStorage['site-preferences'] ?? '{}');
            return entry?.choices?.[choice] === option;
          } catch {
            return false;
          }
        }""",
        arg=[choice, option],
    )
