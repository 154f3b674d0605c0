"""axe-core reports nothing: pages of each kind, both color schemes, three widths, open menus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.axe import TOKENS, Rules, find_violations, list_rules
from tests.website.conftest import wait_for_hydration
from tests.website.reading import PHONE
from tests.website.routes import (
    CHINESE,
    ENGLISH,
    IN_TURN,
    LAYOUTS,
    Language,
    on_each_layout_with_sweep,
)

WIDE = ViewportSize(width=1440, height=900)
LOOKS: tuple[tuple[int, Literal["light", "dark"], Rules], ...] = (
    (390, "light", "all"),
    (834, "dark", "colors"),
    (1440, "light", "all"),
)
"""Widths and color schemes, with the rules that axe checks in each."""
SCHEMES: dict[Literal["light", "dark"], Rules] = {"light": "all", "dark": "colors"}
"""The rules for each scheme: the documents differ only in their colors."""
CODE = "/guide/quick-start.html"
VARIED = ("/guide/essentials/recipes.html", "/zh/guide/advanced/version-control.html")
"""Pages with content that the layouts don't have: instruments, warnings, diagrams."""


@pytest.fixture(scope="module")
def inspected(browser: Browser) -> Iterator[Page]:
    """One tab without animations: a color in transition has the wrong contrast."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.clock.install()
        yield page


def open_settled(page: Page, address: str) -> None:
    """Opens a page in a wide window and skips the delay of the copy buttons."""
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")
    page.goto(address)
    wait_for_hydration(page)
    page.locator("h1:visible").wait_for()
    page.clock.run_for(1000)
    assert page.url == address


def violations_in_both_schemes(
    page: Page, state: str, exclude: str = "", include: str = ""
) -> list[str]:
    faults = []
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found = find_violations(page, rules, exclude=exclude, include=include)
        faults += [f"{state}, {scheme}: {fault}" for fault in found]
    return faults


@pytest.mark.parametrize(
    "path",
    [
        *VARIED,
        *(
            pytest.param(path, marks=pytest.mark.sweep)
            for path in IN_TURN
            if path not in (*LAYOUTS, *VARIED)
        ),
    ],
)
def test_axe_reports_nothing(inspected: Page, website: str, path: str) -> None:
    open_settled(inspected, website + path)
    assert find_violations(inspected) == []


@on_each_layout_with_sweep
def test_axe_reports_nothing_at_any_width(inspected: Page, website: str, path: str) -> None:
    open_settled(inspected, website + path)
    faults = []
    for width, scheme, rules in LOOKS:
        inspected.set_viewport_size({"width": width, "height": 900})
        inspected.emulate_media(color_scheme=scheme)
        exclude = "" if (path, width) == (CODE, WIDE["width"]) else TOKENS
        found = find_violations(inspected, rules, exclude=exclude)
        faults += [f"{width}, {scheme}: {fault}" for fault in found]
    assert faults == []


@pytest.mark.parametrize(
    ("path", "language"),
    [pytest.param("/", ENGLISH, marks=pytest.mark.sweep), ("/zh/guide/", CHINESE)],
)
def test_axe_reports_nothing_in_open_menus(
    inspected: Page, website: str, path: str, language: Language
) -> None:
    open_settled(inspected, website + path)
    faults = []
    banner = inspected.get_by_role("banner")
    for name in (language.demos, language.language):
        banner.get_by_role("button", name=name).click()
        assert inspected.locator(":popover-open a").count() == 2
        faults += violations_in_both_schemes(inspected, f"menu {name}", include=":popover-open")
    inspected.keyboard.press("Escape")
    inspected.set_viewport_size(PHONE)
    banner.get_by_role("button", name=language.menu).click()
    inspected.locator(":popover-open").get_by_role("link", name=language.guide).first.wait_for()
    faults += violations_in_both_schemes(inspected, "drawer", include=":popover-open")
    assert faults == []


def test_axe_reports_nothing_while_a_copy_button_shows(inspected: Page, website: str) -> None:
    open_settled(inspected, website + CODE)
    inspected.locator(".copy").first.focus()
    assert violations_in_both_schemes(inspected, "copy button", TOKENS, "main .code") == []


def test_axe_finds_problems(inspected: Page, website: str) -> None:
    open_settled(inspected, f"{website}/guide/introduction.html")
    assert {"color-contrast", "target-size", "region", "heading-order"} <= list_rules(inspected)
    assert list_rules(inspected, "colors") == {"color-contrast", "link-in-text-block"}
    inspected.evaluate(
        """() => {
          document.querySelector('[role=switch]').removeAttribute('aria-label');
          document.querySelector('main p').style.color = '#999';
          document.querySelector('h2').role = 'presentation';
          document.documentElement.lang = '';
        }"""
    )
    found = {fault.partition(":")[0] for fault in find_violations(inspected)}
    assert {"button-name", "color-contrast", "html-has-lang"} <= found
    inspected.emulate_media(color_scheme="dark")
    inspected.evaluate("document.querySelector('main p').style.color = '#555'")
    assert find_violations(inspected, "colors")[0].startswith("color-contrast: <p")
