"""The home page shows the reader's own entry, written by the library it is about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.noise import Noise

ENTRY = ".code:has(.code-title:text-is('localStorage: site-preferences')) .line"
READ = "localStorage.getItem('site-preferences')"


@pytest.mark.requirement("site-dark-mode")
def test_the_entry_on_the_page_follows_the_switch_for_dark_colours(
    visit: Callable[[str], Page], noise: Noise
) -> None:
    page = visit("/")
    switch = page.get_by_role("switch")
    for mode in ("dark", "light", "dark"):
        switch.click()
        expect(page.locator(ENTRY)).to_have_text(f'{{"colorMode":"{mode}"}}')
        # The page shows the first one before anything is stored.
        page.wait_for_function(f"wanted => ({READ}) === wanted", arg=f'{{"colorMode":"{mode}"}}')
        expect(page.locator(":root")).to_have_attribute("data-theme", mode)
    assert noise.messages == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("path", "text"), [("/", "// Nothing is stored yet."), ("/zh/", "// 尚未存储任何内容。")]
)
def test_a_first_visit_shows_that_nothing_is_stored(
    visit: Callable[[str], Page], scheme: str, path: str, text: str
) -> None:
    page = visit(path)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.reload()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(READ) is None
    expect(page.locator(ENTRY)).to_have_text(text)


def test_an_entry_that_is_removed_is_shown_as_nothing_stored(
    visit: Callable[[str], Page],
) -> None:
    page = visit("/")
    page.get_by_role("switch").click()
    expect(page.locator(ENTRY)).to_have_text('{"colorMode":"dark"}')
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate("localStorage.clear()")
    expect(page.locator(ENTRY)).to_have_text("// Nothing is stored yet.")


def test_a_reader_who_comes_back_finds_the_colours_and_the_entry_as_they_were(
    visit: Callable[[str], Page],
) -> None:
    page = visit("/zh/")
    page.get_by_role("switch").click()
    page.get_by_role("switch").click()
    expect(page.locator(ENTRY)).to_have_text('{"colorMode":"light"}')
    page.reload()
    expect(page.locator(ENTRY)).to_have_text('{"colorMode":"light"}')
    expect(page.locator(":root")).to_have_attribute("data-theme", "light")


def test_a_choice_made_in_one_tab_reaches_the_other(visit: Callable[[str], Page]) -> None:
    first = visit("/")
    second = first.context.new_page()
    second.goto(first.url)
    first.get_by_role("switch").click()
    expect(second.locator(":root")).to_have_attribute("data-theme", "dark")
    expect(second.locator(ENTRY)).to_have_text('{"colorMode":"dark"}')
    expect(second.get_by_role("switch")).to_be_checked()
