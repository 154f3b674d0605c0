"""Copy buttons in code blocks: when they appear, what they copy, and their labels."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from harness.paths import ROOT
from tests.website.reading import expect_page, sidebar

EXAMPLES = ROOT / "docs/examples"

Visit = Callable[[str], Page]


@pytest.fixture(scope="module")
def kept(kept: Page) -> Page:
    """A tab with a stopped clock."""
    kept.clock.install(time=0)
    kept.clock.pause_at(1000)
    return kept


def buttons(page: Page) -> Locator:
    return page.locator("main .code .copy")


def count_blocks(page: Page) -> int:
    found = page.locator("main .code").count()
    assert found > 0
    return found


@pytest.mark.requirement("site-copy-button", "site-copy-delay")
def test_each_code_block_gets_its_button_1000_ms_after_the_page(visit: Visit, website: str) -> None:
    page = visit("/guide/quick-start.html")
    page.clock.run_for(999)
    expect(buttons(page)).to_have_count(0)
    page.clock.run_for(1)
    expect(buttons(page)).to_have_count(count_blocks(page))
    sidebar(page).get_by_role("link", name="Storage helper").click()
    expect_page(page, f"{website}/guide/advanced/storage-helper.html", "Storage helper")
    page.clock.run_for(999)
    expect(buttons(page)).to_have_count(0)
    page.clock.run_for(1)
    expect(buttons(page)).to_have_count(count_blocks(page))


def test_leaving_a_page_within_a_second_cancels_its_buttons(visit: Visit) -> None:
    page = visit("/guide/quick-start.html")
    page.clock.run_for(600)
    sidebar(page).get_by_role("link", name="Storage helper").click()
    expect(page.locator("h1")).to_have_text("Storage helper")
    page.clock.run_for(600)
    expect(buttons(page)).to_have_count(0)
    page.go_back()
    expect(page.locator("h1")).to_have_text("Quick start")
    page.clock.run_for(1000)
    expect(buttons(page)).to_have_count(count_blocks(page))


@pytest.mark.requirement("site-copy-button", "site-copy-mark")
def test_a_click_copies_the_code_and_confirms_it_for_2000_ms(visit: Visit) -> None:
    page = visit("/zh/guide/advanced/storage-helper.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.clock.run_for(1000)
    group = page.locator(".code-group", has_text="export function Toolbar")
    group.get_by_role("radio", name="React").check()
    button = group.locator(".code", has_text="export function Toolbar").locator(".copy")
    copy, copied = "复制", "已复制"
    expect(button).to_have_text(copy)
    button.click()
    expect(button).to_have_text(copied)
    expected = (EXAMPLES / "guide/storage-helper/Toolbar.tsx").read_text(encoding="utf-8")
    assert page.evaluate("() => navigator.clipboard.readText()") == expected.removesuffix("\n")
    page.clock.run_for(1999)
    expect(button).to_have_text(copied)
    page.clock.run_for(1)
    expect(button).to_have_text(copy)


@pytest.mark.requirement("site-copy-button")
def test_a_button_reports_that_it_could_not_copy(visit: Visit) -> None:
    page = visit("/api/core.html")
    page.clock.run_for(1000)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    button = buttons(page).first
    button.click()
    expect(button).to_have_text("Couldn’t copy")
    page.clock.run_for(2000)
    expect(button).to_have_text("Copy")
