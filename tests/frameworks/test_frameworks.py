"""Server-side rendering in real applications: no mismatch, no flash, and back and forward."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from harness.browsers.firefox import FirefoxTab, launch_firefox
from harness.browsers.page_messages import PageMessages
from tests.in_page import load_function

pytestmark = pytest.mark.sweep

LIGHT, DARK = "255,255,255", "17,34,51"
"""Backgrounds in the styles of the applications, as red, green and blue."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
COUNT_COLORS = load_function("count-colors")
RECORD_FRAMES = load_function("record-frames")
VISITS = 10
"""A slow Firefox may not cache a page, because it considers it still loading."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        yield context


def open_page(context: BrowserContext) -> tuple[Page, PageMessages]:
    page, messages = context.new_page(), PageMessages()
    messages.watch(page)
    return page, messages


def visit(context: BrowserContext, address: str) -> tuple[Page, PageMessages]:
    """Opens the application, and waits until all its components are hydrated."""
    page, messages = open_page(context)
    page.goto(address)
    for button in page.get_by_role("button").all():
        expect(button).to_be_enabled()
    return page, messages


def expect_theme(page: Page, theme: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    for button in page.get_by_role("button").all():
        expect(button).to_have_text(f"Theme: {theme}")


def read_background(page: Page) -> str:
    """Returns the most common color of a screenshot."""
    picture = b64encode(page.screenshot()).decode()
    counts: dict[str, int] = page.evaluate(COUNT_COLORS, [picture, None])[0]
    return max(counts, key=counts.__getitem__)


@dataclass
class HeldScripts:
    """The scripts of the application, which only arrive when they are released."""

    held: list[Route] = field(default_factory=list)
    is_released: bool = False

    def handle(self, route: Route) -> None:
        if route.request.resource_type == "script" and not self.is_released:
            self.held.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        self.is_released = True
        for route in self.held:
            route.continue_()


def choose_dark(context: BrowserContext, address: str) -> None:
    page, _ = visit(context, address)
    page.get_by_role("button").first.click()
    expect_theme(page, "dark")
    page.close()


def test_a_first_visit_hydrates_without_a_message(context: BrowserContext, address: str) -> None:
    page, messages = visit(context, address)
    expect_theme(page, "light")
    assert read_background(page) == LIGHT
    assert messages.messages == []


def test_a_later_visit_hydrates_without_a_message(context: BrowserContext, address: str) -> None:
    choose_dark(context, address)
    page, messages = visit(context, address)
    expect_theme(page, "dark")
    assert messages.messages == []


def test_the_first_paint_has_the_stored_theme(context: BrowserContext, address: str) -> None:
    choose_dark(context, address)
    page, messages = open_page(context)
    page.add_init_script(f"({RECORD_FRAMES})()")
    scripts = HeldScripts()
    page.route("**/*", scripts.handle)
    page.goto(address, wait_until="commit")
    page.wait_for_function(PAINTED)
    assert page.get_by_role("button").first.text_content() == "Theme"
    assert read_background(page) == DARK
    assert scripts.held
    scripts.release()
    expect_theme(page, "dark")
    shown = set(page.evaluate("shownFrames"))
    assert shown == {f"dark,rgb({DARK.replace(',', ', ')})"}
    assert messages.messages == []


def test_back_and_forward_show_the_current_theme(context: BrowserContext, address: str) -> None:
    page, messages = visit(context, address)
    page.get_by_role("link").click()
    page.wait_for_url("**/other")
    expect(page.get_by_role("button").first).to_be_enabled()
    page.get_by_role("button").first.click()
    expect_theme(page, "dark")
    page.go_back()
    expect(page.get_by_role("heading")).to_have_text("First")
    expect_theme(page, "dark")
    page.get_by_role("button").first.click()
    expect_theme(page, "light")
    page.go_forward()
    expect(page.get_by_role("heading")).to_have_text("Other")
    expect_theme(page, "light")
    assert messages.messages == []


def leave_and_return(tab: FirefoxTab, address: str) -> bool:
    """Leaves a page, changes the theme and goes back. Returns whether the page was cached."""
    tab.goto(address)
    tab.wait_for("document.querySelector('button')?.disabled === false")
    tab.evaluate("void (window.isSamePage = true)")
    tab.goto(f"{address}/other")
    tab.wait_for("document.querySelector('button')?.disabled === false")
    tab.evaluate("document.querySelector('button').click()")
    theme = tab.evaluate("document.documentElement.dataset.theme")
    tab.go_back()
    tab.wait_for("document.querySelector('h1')?.textContent === 'First'")
    tab.wait_for(f"document.querySelector('button').textContent.trim() === 'Theme: {theme}'")
    assert tab.evaluate("document.documentElement.dataset.theme") == theme
    return bool(tab.evaluate("window.isSamePage === true"))


def test_a_page_from_the_back_forward_cache_shows_the_current_theme(
    address: str, tmp_path: Path
) -> None:
    """In Firefox: headless Chromium has no such cache."""
    with launch_firefox(tmp_path) as firefox:
        tab = firefox.open_tab(f"{address}/other")
        assert any(leave_and_return(tab, address) for _ in range(VISITS)), "no page was cached"
