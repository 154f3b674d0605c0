"""The home page shows the stored entry, which the library itself writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.noise import Noise
from tests.waiting import settled
from tests.website.conftest import wait_for_life

ENTRY = ".code:has(.code-title:text-is('localStorage: site-preferences')) .line"
READ = "localStorage.getItem('site-preferences')"


@pytest.mark.requirement("site-dark-mode")
def test_the_entry_stays_in_sync_with_the_switch_and_other_tabs(
    visit: Callable[[str], Page], noise: Noise
) -> None:
    page = visit("/")
    other = page.context.new_page()
    other.goto(page.url)
    switch = page.get_by_role("switch")
    for mode in ("dark", "light", "dark"):
        switch.click()
        expect(page.locator(ENTRY)).to_have_text(f'{{"colorMode":"{mode}"}}')
        # The page shows the first entry before it is stored.
        page.wait_for_function(f"wanted => ({READ}) === wanted", arg=f'{{"colorMode":"{mode}"}}')
        expect(page.locator(":root")).to_have_attribute("data-theme", mode)
        expect(other.locator(":root")).to_have_attribute("data-theme", mode)
    expect(other.locator(ENTRY)).to_have_text('{"colorMode":"dark"}')
    expect(other.get_by_role("switch")).to_be_checked()
    page.reload()
    expect(page.locator(ENTRY)).to_have_text('{"colorMode":"dark"}')
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    other.evaluate("localStorage.clear()")
    expect(page.locator(ENTRY)).to_have_text("// Nothing is stored yet.")
    assert noise.messages == []


@pytest.mark.parametrize(
    ("path", "scheme", "text"),
    [("/", "dark", "// Nothing is stored yet."), ("/zh/", "light", "// 尚未存储任何内容。")],
)
def test_on_a_first_visit_nothing_is_stored(
    page: Page, website: str, path: str, scheme: Literal["light", "dark"], text: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    with settled(page):
        page.goto(website + path)
        wait_for_life(page)
    assert page.evaluate(READ) is None
    expect(page.locator(ENTRY)).to_have_text(text)
