"""Pages without the Navigation API, or where it cannot load before the address changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from harness.browsers.noise import Noise
from tests.website.conftest import wait_for_life
from tests.website.reading import (
    Gate,
    add_link,
    expect_page,
    is_marked,
    mark_document,
    sidebar,
    top_navigation,
    watching,
)
from tests.website.routes import ENGLISH
from tests.website.scripts import PAGE_SCRIPT
from tests.website.trouble import WITHOUT_NAVIGATION

Visit = Callable[[str], Page]

POSITION = 700


@pytest.fixture(params=WITHOUT_NAVIGATION, autouse=True)
def _older_browser(context: BrowserContext, request: pytest.FixtureRequest) -> None:
    context.add_init_script(WITHOUT_NAVIGATION[request.param])


def scroll_to(page: Page, position: int) -> None:
    page.evaluate("(y) => scrollTo(0, y)", position)


def expect_position(page: Page, position: int) -> None:
    page.wait_for_function("(y) => Math.abs(scrollY - y) < 2", arg=position)


@pytest.mark.requirement("site-progress-bar", "site-lazy-pages")
def test_a_bar_shows_until_the_page_is_there_and_only_then_the_address_changes(
    visit: Visit, website: str, noise: Noise
) -> None:
    page = visit("/guide/")
    mark_document(page)
    gate = Gate(page, PAGE_SCRIPT)
    top_navigation(page).get_by_role("link", name="API").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert page.url == f"{website}/guide/"
    gate.open()
    expect_page(page, f"{website}/api/", "API")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    expect(page).to_have_title("API | Tuffet")
    assert is_marked(page)
    assert noise.messages == []


@pytest.mark.requirement("site-lazy-pages", "site-chunk-path")
def test_a_page_is_fetched_by_one_script_and_never_again(visit: Visit, website: str) -> None:
    page = visit("/guide/introduction.html")
    with watching(page) as seen:
        sidebar(page).get_by_role("link", name="Quick start").click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        assert len(seen.page_scripts) == 1
    with watching(page) as seen:
        page.go_back()
        expect_page(page, f"{website}/guide/introduction.html", "Introduction")
        page.go_forward()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    assert seen.requests == []


@pytest.mark.requirement("site-scroll-top", "site-scroll-restored")
def test_a_new_page_begins_at_its_top_and_going_back_restores_the_position(
    visit: Visit, website: str
) -> None:
    page = visit("/guide/introduction.html")
    scroll_to(page, POSITION)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    expect_position(page, 0)
    scroll_to(page, POSITION // 2)
    page.go_back()
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    expect_position(page, POSITION)
    page.go_forward()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    expect_position(page, POSITION // 2)


@pytest.mark.requirement("site-scroll-anchor", "site-scroll-restored")
def test_a_heading_of_another_page_and_one_of_the_same_page_are_found(
    visit: Visit, website: str
) -> None:
    page = visit("/guide/")
    add_link(page, "/api/core.html#storage-module").click()
    expect(page).to_have_url(f"{website}/api/core.html#storage-module")
    expect(page.locator("#storage-module")).to_be_focused()
    expect(page.locator("#storage-module")).to_be_in_viewport()
    place = page.evaluate("() => scrollY")
    assert place > 0
    mark_document(page)
    page.locator(".page-headings a").last.click()
    page.wait_for_function("(y) => scrollY !== y", arg=place)
    page.go_back()
    expect(page).to_have_url(f"{website}/api/core.html#storage-module")
    expect_position(page, place)
    assert is_marked(page)


@pytest.mark.requirement("site-index-redirect")
def test_an_index_file_leads_to_its_folder(visit: Visit, website: str) -> None:
    page = visit("/guide/quick-start.html")
    mark_document(page)
    add_link(page, "/zh/guide/index.html?a=1").click()
    expect_page(page, f"{website}/zh/guide/?a=1", "指南")
    assert is_marked(page)


@pytest.mark.requirement("site-not-found")
def test_an_unknown_path_shows_the_not_found_layout(visit: Visit, website: str) -> None:
    page = visit("/guide/")
    add_link(page, "/guide/nowhere.html").click()
    expect(page.locator("h1")).to_have_text(ENGLISH.not_found)
    expect(page).to_have_url(f"{website}/guide/nowhere.html")


def test_the_second_of_two_clicks_wins(visit: Visit, website: str, noise: Noise) -> None:
    page = visit("/guide/")
    gate = Gate(page, PAGE_SCRIPT)
    with page.expect_request(PAGE_SCRIPT):
        sidebar(page).get_by_role("link", name="Quick start").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    gate.let_others_pass()
    sidebar(page).get_by_role("link", name="Introduction").click()
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    start = page.evaluate("() => history.length")
    with page.expect_response(PAGE_SCRIPT):
        gate.open()
    page.evaluate("() => new Promise((resolve) => requestIdleCallback(resolve))")
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    assert page.evaluate("() => history.length") == start
    assert noise.messages == []


def test_a_click_on_the_link_of_the_page_itself_adds_no_entry(visit: Visit, website: str) -> None:
    page = visit("/guide/quick-start.html")
    mark_document(page)
    start = page.evaluate("() => history.length")
    scroll_to(page, POSITION)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    expect_position(page, 0)
    assert is_marked(page)
    assert page.evaluate("() => history.length") == start


def test_going_back_after_a_reload_shows_the_page_of_the_address(
    visit: Visit, website: str, noise: Noise
) -> None:
    page = visit("/guide/introduction.html")
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    page.reload()
    wait_for_life(page)
    page.go_back()
    expect(page).to_have_url(f"{website}/guide/introduction.html")
    expect(page.locator("h1")).to_have_text("Introduction")
    assert noise.messages == []


@pytest.mark.parametrize("modifier", ["Control", "Shift"])
def test_a_click_for_a_new_tab_or_window_is_left_to_the_browser(
    visit: Visit, context: BrowserContext, website: str, modifier: str
) -> None:
    page = visit("/guide/")
    with context.expect_page() as opened:
        link = top_navigation(page).get_by_role("link", name="API")
        link.click(modifiers=["Control" if modifier == "Control" else "Shift"])
    expect(opened.value).to_have_url(f"{website}/api/")
    assert page.url == f"{website}/guide/"


def test_a_page_that_does_not_come_is_reported_and_the_address_stays(
    visit: Visit, website: str
) -> None:
    page = visit("/guide/")
    page.context.set_offline(True)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect(page.get_by_role("alert")).to_contain_text("offline")
    assert page.url == f"{website}/guide/"
    expect(page.locator("h1")).to_have_text("Guide")


def test_a_path_with_two_slashes_stays_on_its_own_host(visit: Visit, website: str) -> None:
    page = visit("/guide/")
    with watching(page) as seen:
        add_link(page, f"{website}//localhost:1/guide/").click()
        expect(page.locator("h1")).to_have_text(ENGLISH.not_found)
    expect(page).to_have_url(f"{website}//localhost:1/guide/")
    assert seen.requests
