"""axe-core finds nothing: every page, both colour schemes, three widths, menus closed and open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.axe import Rules, bring_axe, find_faults, list_rules
from tests.website.conftest import wait_for_life
from tests.website.routes import ALL_ROUTES, LANGUAGES, Language, in_each_language

WIDTHS = (390, 834, 1440)
SCHEMES: dict[Literal["light", "dark"], Rules] = {"light": "all", "dark": "colours"}
"""What is looked at in each scheme: the other is the same document, but for its colours."""
UNKNOWN = tuple(f"{language.prefix}/no-such-page.html" for language in LANGUAGES)
LAYOUTS = ("/", "/guide/quick-start.html", "/no-such-page.html")

each_page = pytest.mark.parametrize("path", [*(route.path for route in ALL_ROUTES), *UNKNOWN])
each_layout = pytest.mark.parametrize("path", LAYOUTS)


@pytest.fixture(scope="module")
def inspected(browser: Browser) -> Iterator[Page]:
    """One tab for all. Nothing moves in it: a colour half-way to another is neither."""
    with browser.new_context(reduced_motion="reduce") as context:
        bring_axe(context)
        page = context.new_page()
        page.clock.install()
        yield page


def open_settled(page: Page, address: str) -> None:
    """Opens a page and skips the second after which copy buttons come."""
    page.goto(address)
    wait_for_life(page)
    page.locator("h1:visible").wait_for()
    page.clock.run_for(1000)
    assert page.url == address


def faults_everywhere(page: Page) -> list[str]:
    """What axe finds in the open page at each width, in both schemes."""
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        # Code has the same colours at every width, and thousands of pieces.
        exclude = "" if width == max(WIDTHS) else "pre code > *"
        faults += faults_in_both_schemes(page, exclude)
    return faults


def faults_in_both_schemes(page: Page, exclude: str = "") -> list[str]:
    faults = []
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        place = f"{page.viewport_size} {scheme}"
        faults += [f"{place}: {fault}" for fault in find_faults(page, rules, exclude=exclude)]
    return faults


@each_page
def test_axe_finds_nothing(inspected: Page, website: str, path: str) -> None:
    open_settled(inspected, website + path)
    assert faults_everywhere(inspected) == []


@in_each_language
@each_layout
def test_axe_finds_nothing_while_a_menu_is_open(
    inspected: Page, website: str, language: Language, path: str
) -> None:
    inspected.set_viewport_size({"width": 1440, "height": 900})
    open_settled(inspected, website + language.prefix + path)
    faults = []
    for name in (language.demos, language.language):
        inspected.get_by_role("banner").get_by_role("button", name=name).click()
        assert inspected.locator(":popover-open a").count() == 2
        faults += faults_in_both_schemes(inspected)
    assert faults == []


@in_each_language
@each_layout
def test_axe_finds_nothing_while_the_drawer_is_open(
    inspected: Page, website: str, language: Language, path: str
) -> None:
    inspected.set_viewport_size({"width": 390, "height": 844})
    open_settled(inspected, website + language.prefix + path)
    inspected.get_by_role("banner").get_by_role("button", name=language.menu).click()
    inspected.locator(":popover-open").get_by_role("link", name=language.guide).first.wait_for()
    assert faults_in_both_schemes(inspected) == []


def test_axe_finds_nothing_while_a_copy_button_shows(inspected: Page, website: str) -> None:
    inspected.set_viewport_size({"width": 1440, "height": 900})
    open_settled(inspected, website + "/guide/quick-start.html")
    inspected.locator(".copy").first.focus()
    assert faults_in_both_schemes(inspected) == []


def test_axe_would_notice(inspected: Page, website: str) -> None:
    inspected.emulate_media(color_scheme="light")
    open_settled(inspected, website + "/guide/quick-start.html")
    assert {"color-contrast", "target-size", "region", "heading-order"} <= list_rules(inspected)
    assert list_rules(inspected, "colours") == {"color-contrast", "link-in-text-block"}
    inspected.evaluate(
        """() => {
          document.querySelector('[role=switch]').removeAttribute('aria-label');
          document.querySelector('main p').style.color = '#999';
          document.querySelector('h2').role = 'presentation';
          document.documentElement.lang = '';
        }"""
    )
    found = {fault.partition(":")[0] for fault in find_faults(inspected)}
    assert {"button-name", "color-contrast", "html-has-lang"} <= found
    inspected.emulate_media(color_scheme="dark")
    inspected.evaluate("document.querySelector('main p').style.color = '#555'")
    assert find_faults(inspected, "colours")[0].startswith("color-contrast: <p")
