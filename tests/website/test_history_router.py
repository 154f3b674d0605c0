"""Page changes in browsers whose Navigation API is missing or can't delay the new address."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.browsers.chromium import save_data
from harness.browsers.page_messages import PageMessages
from tests.waiting import run_callbacks
from tests.website.conftest import wait_for_hydration
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


@pytest.fixture(scope="module", params=["no Navigation API"])
def kept(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    with browser.new_context() as context:
        save_data(context)
        context.add_init_script(WITHOUT_NAVIGATION[request.param])
        yield context.new_page()


def scroll_to(page: Page, position: int) -> None:
    page.evaluate("(y) => scrollTo(0, y)", position)


def expect_position(page: Page, position: int) -> None:
    page.wait_for_function("(y) => Math.abs(scrollY - y) < 2", arg=position)


@pytest.mark.parametrize("kept", WITHOUT_NAVIGATION, indirect=True)
@pytest.mark.requirement("site-progress-bar", "site-lazy-pages")
def test_a_progress_bar_shows_until_the_page_is_loaded_and_then_the_address_changes(
    visit: Visit, website: str, console: PageMessages
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
    expect(page).to_have_title("API | Tuffet")
    assert is_marked(page)
    assert console.messages == []


@pytest.mark.requirement("site-lazy-pages", "site-chunk-path")
@pytest.mark.requirement("site-scroll-top", "site-scroll-restored")
def test_a_page_loads_once_starts_at_its_top_and_history_restores_positions(
    visit: Visit, website: str
) -> None:
    page = visit("/guide/introduction.html")
    scroll_to(page, POSITION)
    with watching(page) as seen:
        sidebar(page).get_by_role("link", name="Quick start").click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        assert len(seen.page_scripts) == 1
    expect_position(page, 0)
    scroll_to(page, POSITION // 2)
    with watching(page) as seen:
        page.go_back()
        expect_page(page, f"{website}/guide/introduction.html", "Introduction")
        expect_position(page, POSITION)
        page.go_forward()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        expect_position(page, POSITION // 2)
    assert seen.requests == []
    # A link of the page to itself adds no entry to the history.
    mark_document(page)
    start = page.evaluate("() => history.length")
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    expect_position(page, 0)
    assert is_marked(page)
    assert page.evaluate("() => history.length") == start


@pytest.mark.requirement("site-scroll-anchor", "site-scroll-restored")
def test_links_to_headings_of_other_pages_and_of_the_same_page_work(
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
    page.locator(".headings a").last.click()
    page.wait_for_function("(y) => scrollY !== y", arg=place)
    page.go_back()
    expect(page).to_have_url(f"{website}/api/core.html#storage-module")
    expect_position(page, place)
    assert is_marked(page)


@pytest.mark.requirement("site-index-redirect", "site-not-found")
def test_index_files_unknown_paths_and_double_slashes_are_resolved(
    visit: Visit, website: str
) -> None:
    page = visit("/guide/quick-start.html")
    mark_document(page)
    add_link(page, "/zh/guide/index.html?a=1").click()
    expect_page(page, f"{website}/zh/guide/?a=1", "指南")
    assert is_marked(page)
    for path in ("/guide/nowhere.html", "//localhost:1/guide/"):
        visit("/guide/")
        with watching(page) as seen:
            add_link(page, website + path).click()
            expect(page.locator("h1")).to_have_text(ENGLISH.not_found)
        expect(page).to_have_url(website + path)
        assert seen.requests


def test_the_second_of_two_clicks_wins(visit: Visit, website: str, console: PageMessages) -> None:
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
    run_callbacks(page)
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    assert page.evaluate("() => history.length") == start
    assert console.messages == []


def test_going_back_after_a_reload_shows_the_page_of_the_address(
    visit: Visit, website: str, console: PageMessages
) -> None:
    page = visit("/guide/introduction.html")
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    page.reload()
    wait_for_hydration(page)
    page.go_back()
    expect(page).to_have_url(f"{website}/guide/introduction.html")
    expect(page.locator("h1")).to_have_text("Introduction")
    assert console.messages == []


def test_the_browser_opens_new_tabs_and_windows_and_offline_the_address_stays(
    own_page: Page, website: str
) -> None:
    page, context = own_page, own_page.context
    page.add_init_script(WITHOUT_NAVIGATION["no Navigation API"])
    page.goto(f"{website}/guide/")
    wait_for_hydration(page)
    link = top_navigation(page).get_by_role("link", name="API")
    with context.expect_page() as opened:
        link.click(modifiers=["Control"])
    expect(opened.value).to_have_url(f"{website}/api/")
    with context.expect_page() as opened:
        link.click(modifiers=["Shift"])
    expect(opened.value).to_have_url(f"{website}/api/")
    context.set_offline(True)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect(page.get_by_role("alert")).to_contain_text("offline")
    assert page.url == f"{website}/guide/"
    expect(page.locator("h1")).to_have_text("Guide")
