"""The minimal pages that the benchmarks compare with ours work, and show the same text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.site.first_load import QUICK_START
from benchmarks.site.lab import measure_load, measure_navigation
from benchmarks.site_speed import BARE, LINK, OURS, REACT, serve_contenders
from harness.browsers.page_messages import PageMessages


@pytest.fixture(scope="module")
def addresses(dist: Path) -> Iterator[dict[str, str]]:
    with serve_contenders(dist) as addresses:
        yield dict(addresses)


def test_the_bare_react_page_hydrates_without_a_message(
    page: Page, console: PageMessages, addresses: dict[str, str]
) -> None:
    page.goto(addresses[REACT] + QUICK_START)
    button = page.locator("#app > button")
    button.click()
    expect(button).to_have_text("1")
    assert console.messages == []


@pytest.mark.parametrize("name", [BARE, REACT])
def test_a_bare_page_has_the_text_of_ours(
    browser: Browser, addresses: dict[str, str], name: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(addresses[OURS] + QUICK_START)
        text = page.locator("[data-content]").text_content()
        page.goto(addresses[name] + QUICK_START)
        assert page.locator("main").text_content() == text


@pytest.mark.sweep
@pytest.mark.parametrize("name", [BARE, REACT])
def test_a_load_is_measured_until_the_page_is_idle(
    browser: Browser, addresses: dict[str, str], name: str
) -> None:
    figures = measure_load(browser, addresses[name] + QUICK_START)
    assert 0 < figures["fcp"] <= figures["lcp"]
    assert figures["alive"] > 0
    assert figures["task"] > 0


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "is_cold"), [(BARE, True), (OURS, False), (OURS, True)])
def test_a_navigation_is_measured_from_click_to_heading(
    browser: Browser, addresses: dict[str, str], name: str, is_cold: bool
) -> None:
    address = addresses[name] + QUICK_START
    assert measure_navigation(browser, address, LINK, is_cold=is_cold) > 0


@pytest.mark.parametrize("path", [pytest.param("/", marks=pytest.mark.sweep), QUICK_START])
def test_nothing_moves_while_a_page_loads_on_a_slow_line(
    browser: Browser, website: str, path: str
) -> None:
    assert measure_load(browser, website + path)["shift"] == 0
