"""Accessibility of the search dialog and of the list of keyboard shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.axe import Rules, find_violations
from tests.violations import Violations
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.routes import ENGLISH, Language, in_english_with_sweep
from tests.website.search_dialog import (
    START,
    close_by_key,
    dialog,
    field,
    find,
    open_by_key,
    options,
    status,
)

Visit = Callable[[str], Page]

NOWHERE = "xyzzyplugh"
"""Text that no page contains."""
LOOKS: tuple[tuple[int, Literal["light", "dark"], Rules], ...] = (
    (390, "light", "all"),
    (1440, "dark", "all"),
)
"""Widths and color schemes, with the rules that axe checks in each."""


def shortcuts(page: Page) -> Locator:
    return page.locator("dialog.shortcuts")


def find_faults(page: Page, language: Language) -> list[str]:
    """In all looks, or in one if only the language differs."""
    faults = []
    for width, scheme, rules in LOOKS if language == ENGLISH else LOOKS[:1]:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        found = find_violations(page, rules, include="dialog[open]")
        faults += [f"{width} {scheme}: {fault}" for fault in found]
    return faults


@in_english_with_sweep
def test_the_dialogs_are_accessible_and_comply_with_the_policy(
    browser: Browser, website: str, language: Language
) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        violations = Violations(context)
        page = context.new_page()
        page.goto(f"{website}{language.prefix}{START}")
        wait_for_hydration(page)
        open_by_key(page)
        expect(dialog(page).locator(".search-hint")).to_be_visible()
        assert find_faults(page, language) == [], "without a query"
        find(page, "StorageModule")
        assert find_faults(page, language) == [], "with results"
        field(page).fill(NOWHERE)
        expect(status(page)).to_contain_text(NOWHERE)
        expect(options(page).first).to_be_visible()  # suggestions, of which none is active
        expect(field(page)).not_to_have_attribute("aria-activedescendant", re.compile("."))
        assert status(page).evaluate("e => e.nextElementSibling?.textContent.length > 4")
        assert find_faults(page, language) == [], "without results"
        close_by_key(page)
        page.keyboard.press("?")
        expect(shortcuts(page)).to_be_visible()
        expect(shortcuts(page).get_by_text("Ctrl")).to_have_count(2)
        assert find_faults(page, language) == [], "with the list of shortcuts"
        shortcuts(page).get_by_role("checkbox").click()
        assert page.locator("dialog [style]").count() == 0
        close_by_key(page)
        assert violations.collect(page) == []


def test_at_200_percent_everything_can_be_reached(visit: Visit) -> None:
    page = visit(START)
    for size in (ViewportSize(width=640, height=360), ViewportSize(width=320, height=256)):
        page.set_viewport_size(size)
        open_by_key(page)
        field(page).fill("")
        find(page, "storage")
        expect(options(page).first).to_be_in_viewport()
        expect(dialog(page).get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
        page.keyboard.press("ArrowUp")
        expect(options(page).last).to_be_in_viewport()
        assert page.evaluate("document.querySelector('dialog[open]').scrollWidth <= innerWidth")
        close_by_key(page)
        page.keyboard.press("?")
        shortcuts(page).get_by_role("checkbox").scroll_into_view_if_needed()
        expect(shortcuts(page).get_by_role("checkbox")).to_be_in_viewport()
        assert shortcuts(page).evaluate("e => e.scrollWidth <= e.clientWidth")
        close_by_key(page)


def test_reduced_motion_forced_colors_and_print(visit: Visit) -> None:
    page = visit(START)
    page.emulate_media(reduced_motion="no-preference")
    open_by_key(page)
    duration = "e => getComputedStyle(e).transitionDuration"
    assert dialog(page).evaluate(duration) == "0.15s, 0.15s"
    page.emulate_media(reduced_motion="reduce", forced_colors="active")
    assert dialog(page).evaluate(duration) == "0s"
    find(page, "storage")
    style = "e => getComputedStyle(e).outlineStyle"
    assert options(page).first.evaluate(style) == "solid"
    assert options(page).nth(1).evaluate(style) == "none"
    page.emulate_media(media="print")
    expect(dialog(page)).to_be_hidden()


def test_shortcuts_without_a_modifier_can_be_turned_off_permanently(visit: Visit) -> None:
    page = visit(START)
    page.keyboard.press("?")
    choice = shortcuts(page).get_by_role("checkbox")
    expect(choice).to_be_checked()
    choice.press("Space")
    page.wait_for_function("() => localStorage.getItem('site-preferences')?.includes('singleKeys')")
    close_by_key(page)
    for _ in range(2):
        with settled(page):
            page.keyboard.press("/")
            page.keyboard.press("?")
        expect(page.locator("dialog[open]")).to_have_count(0)
        open_by_key(page)
        page.reload()
        wait_for_hydration(page)
    open_by_key(page)
    dialog(page).get_by_role("button", name="Keyboard shortcuts").click()
    expect(choice).not_to_be_checked()
    choice.click()
    page.wait_for_function("() => !localStorage.getItem('site-preferences')?.includes('false')")
    close_by_key(page)
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
