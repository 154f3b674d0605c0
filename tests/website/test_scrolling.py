"""The scroll position after page changes, and the active heading while scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from harness.browsers.page_messages import PageMessages
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import (
    DESKTOP,
    add_link,
    box_of,
    expect_page,
    is_marked,
    mark_document,
    scroll_position,
    scroll_to,
    sidebar,
    watching,
)
from tests.website.trouble import TABLES

Visit = Callable[[str], Page]

LONG = "/guide/other/developer-guide.html"
HEADING = "samples"
"""Far down on the long page, with more text below than fits on a screen."""
QUESTIONS = "/guide/other/questions-and-answers.html"
LISTED = "error-unserializable"
"""Far down in the list of headings of that page."""
TWO_COLUMNS = ViewportSize(width=1100, height=900)


def expect_heading_on_top(page: Page, heading: str) -> None:
    """The heading is below the header, close to it."""
    expect(page.locator(f"#{heading}")).to_be_in_viewport()
    distance = box_of(page.locator(f"#{heading}"))["y"] - box_of(page.locator("header"))["height"]
    assert 0 <= distance < 80


@pytest.mark.requirement("site-scroll-anchor")
def test_a_link_with_a_hash_leads_to_the_heading_of_another_page_and_focuses_it(
    visit: Visit, website: str
) -> None:
    page = visit("/guide/")
    mark_document(page)
    add_link(page, f"{LONG}#{HEADING}").click()
    expect(page.locator(f"#{HEADING}")).to_be_focused()
    expect(page).to_have_url(f"{website}{LONG}#{HEADING}")
    assert is_marked(page)
    expect_heading_on_top(page, HEADING)


def test_a_heading_reached_by_its_address_has_a_seam_and_links_keep_their_ring(
    visit: Visit,
) -> None:
    page = visit(f"{LONG}#{HEADING}")
    heading = page.locator(f"#{HEADING}")
    expect(heading).to_be_focused()
    expect(heading).to_have_css("outline-style", "none")
    assert heading.evaluate("e => getComputedStyle(e, '::before').borderLeftWidth") == "3px"
    page.keyboard.press("Tab")
    expect(heading).not_to_be_focused()
    assert heading.evaluate("e => getComputedStyle(e, '::before').content") == "none"
    expect(page.locator(":focus")).to_have_css("outline-style", "solid")


@pytest.mark.requirement("site-scroll-anchor")
def test_a_heading_of_the_same_page_is_reached_without_a_request(
    visit: Visit, website: str
) -> None:
    page = visit(LONG)
    with settled(page), page.expect_request_finished(lambda it: bool(TABLES.search(it.url))):
        sidebar(page).get_by_role("link", name="Developer guide").hover()
    with watching(page) as seen:
        page.locator(f'.headings [href="#{HEADING}"]').click()
        expect(page).to_have_url(f"{website}{LONG}#{HEADING}")
        expect_heading_on_top(page, HEADING)
        page.go_back()
        expect(page).to_have_url(f"{website}{LONG}")
    assert seen.requests == []
    assert scroll_position(page) == 0


@pytest.mark.parametrize("fragment", ["#nothing-here", "#%E0%A4%A", "#"])
@pytest.mark.requirement("site-scroll-anchor", "site-scroll-top")
def test_a_hash_without_a_heading_leads_to_the_top(
    visit: Visit, website: str, fragment: str
) -> None:
    page = visit(LONG)
    link = add_link(page, f"/guide/{fragment}")
    scroll_to(page, 600)
    link.evaluate("(link) => { link.click(); }")
    expect_page(page, f"{website}/guide/{fragment}", "Guide")
    assert scroll_position(page) == 0


@pytest.mark.requirement("site-scroll-restored", "site-scroll-top")
def test_history_restores_scroll_positions_even_after_a_reload_and_between_documents(
    visit: Visit, website: str, console: PageMessages
) -> None:
    page = visit(LONG)
    scroll_to(page, 700)
    sidebar(page).get_by_role("link", name="Module protection").click()
    expect_page(page, f"{website}/guide/advanced/module-protect.html", "Module protection")
    assert scroll_position(page) == 0
    scroll_to(page, 120)
    page.go_back()
    expect_page(page, website + LONG, "Developer guide")
    assert scroll_position(page) == 700
    page.go_forward()
    expect_page(page, f"{website}/guide/advanced/module-protect.html", "Module protection")
    assert scroll_position(page) == 120
    page.reload()
    wait_for_hydration(page)
    page.go_back()
    expect_page(page, website + LONG, "Developer guide")
    expect(page).to_have_title("Developer guide | Tuffet")
    assert scroll_position(page) == 700
    assert console.messages == []
    page.goto(f"{website}/nowhere")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Developer guide")
    assert scroll_position(page) == 700


@pytest.mark.requirement("site-scroll-restored", "site-scroll-top", "site-scroll-anchor")
def test_an_address_with_a_hash_opens_at_its_heading_and_the_link_of_the_page_at_the_top(
    visit: Visit, website: str
) -> None:
    page = visit(f"{LONG}#{HEADING}")
    expect_heading_on_top(page, HEADING)
    sidebar(page).get_by_role("link", name="Developer guide").click()
    expect_page(page, website + LONG, "Developer guide")
    assert scroll_position(page) == 0
    page.go_back()
    expect(page.locator(f"#{HEADING}")).to_be_focused()
    expect(page).to_have_url(f"{website}{LONG}#{HEADING}")
    expect_heading_on_top(page, HEADING)


@pytest.fixture(scope="module")
def frozen_tab(browser: Browser) -> Iterator[Page]:
    """A tab with a stopped clock."""
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        yield page


@pytest.fixture
def frozen(frozen_tab: Page, website: str) -> Page:
    """A page with many headings and a stopped clock, after the last check of the position."""
    frozen_tab.set_viewport_size(DESKTOP)
    frozen_tab.goto(f"{website}/robots.txt")  # so that the page starts at its top
    frozen_tab.goto(website + QUESTIONS)
    wait_for_hydration(frozen_tab)
    frozen_tab.clock.run_for(10_000)
    return frozen_tab


def active_heading(page: Page) -> Locator:
    return sidebar(page).locator('[aria-current="location"]')


def scroll_heading_to_top(page: Page, heading: str) -> None:
    """Scrolls to where a link to the heading would."""
    position = page.locator(f"#{heading}").evaluate(
        """(heading) => scrollY + heading.getBoundingClientRect().top
          - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)"""
    )
    scroll_to(page, round(position))


@pytest.mark.requirement("site-active-heading")
def test_the_sidebar_marks_the_current_heading_and_the_last_one_at_the_end(frozen: Page) -> None:
    expect(active_heading(frozen)).to_have_count(0)
    for heading in ("interface-rejected", "private-mode", "error-invalid-options", LISTED):
        scroll_heading_to_top(frozen, heading)
        frozen.clock.run_for(300)
        expect(active_heading(frozen)).to_have_attribute("href", f"#{heading}")
    scroll_to(frozen, 0)
    frozen.clock.run_for(300)
    expect(active_heading(frozen)).to_have_count(0)
    scroll_to(frozen, 100_000)
    frozen.clock.run_for(300)
    expect(active_heading(frozen)).to_have_attribute("href", "#error-version")


@pytest.mark.requirement("site-active-heading")
@pytest.mark.parametrize(("width", "column"), [(1440, ".beside"), (1000, ".column")])
def test_the_list_of_a_width_follows_the_current_heading_but_not_under_the_pointer(
    frozen: Page, width: int, column: str
) -> None:
    frozen.set_viewport_size({"width": width, "height": 900})
    frozen.keyboard.press("Shift")  # lists start to follow on the first input
    current = frozen.locator(f"{column} [aria-current=location]")
    for heading in (LISTED, "interface-rejected"):
        scroll_heading_to_top(frozen, heading)
        frozen.clock.run_for(300)
        expect(current).to_have_attribute("href", f"#{heading}")
        expect(current).to_be_in_viewport(ratio=1)
    current.hover()
    position = scroll_position(frozen)
    scroll_heading_to_top(frozen, LISTED)
    frozen.clock.run_for(300)
    assert scroll_position(frozen) > position
    expect(current).to_have_attribute("href", f"#{LISTED}")
    expect(current).not_to_be_in_viewport()


@pytest.mark.requirement("site-scroll-throttle", "site-active-heading")
def test_scroll_positions_are_checked_every_300_ms_and_at_the_end(frozen: Page) -> None:
    def expect_active(heading: str) -> None:
        expect(active_heading(frozen)).to_have_attribute("href", f"#{heading}")

    scroll_heading_to_top(frozen, "interface-rejected")
    expect_active("interface-rejected")
    scroll_heading_to_top(frozen, "private-mode")
    scroll_heading_to_top(frozen, LISTED)
    frozen.clock.run_for(299)
    expect_active("interface-rejected")
    frozen.clock.run_for(1)
    expect_active(LISTED)
    scroll_heading_to_top(frozen, "private-mode")
    frozen.clock.run_for(299)
    expect_active(LISTED)
    frozen.clock.run_for(1)
    expect_active("private-mode")


@pytest.mark.requirement("site-active-heading")
def test_each_width_has_one_list_of_headings_and_beside_it_the_sidebar_shows_the_current_one(
    frozen: Page,
) -> None:
    shown = sidebar(frozen).locator(".page-headings a:visible")
    height = box_of(sidebar(frozen).locator(".page-headings"))["height"]
    for heading in ("interface-rejected", "error-invalid-options", LISTED):
        scroll_heading_to_top(frozen, heading)
        frozen.clock.run_for(300)
        expect(active_heading(frozen)).to_have_attribute("href", f"#{heading}")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("href", f"#{heading}")
        assert box_of(sidebar(frozen).locator(".page-headings"))["height"] == height
    count = frozen.locator("main :is(h2, h3)[id]").count()
    expect(frozen.locator(".headings a:visible")).to_have_count(count)
    frozen.set_viewport_size(TWO_COLUMNS)
    expect(frozen.locator(".headings")).to_be_hidden()
    expect(shown).to_have_count(count)


@pytest.mark.parametrize("path", ["/guide/", "/zh/api/"])
@pytest.mark.requirement("site-active-heading")
def test_an_unlisted_page_and_its_headings_are_at_the_top_of_the_sidebar(
    visit: Visit, path: str
) -> None:
    page = visit(path)
    page.set_viewport_size(TWO_COLUMNS)
    headings = page.locator("main :is(h2, h3)[id]").evaluate_all("all => all.map(one => one.id)")
    own = sidebar(page).locator("nav:last-child > ul:first-child > li")
    current = own.locator(":scope > a")
    expect(current).to_have_attribute("aria-current", "page")
    expect(current).to_have_text(page.locator("h1").inner_text())
    links = own.locator(".page-headings a")
    hrefs = links.evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert hrefs == [f"#{heading}" for heading in headings] != []
    links.last.click()
    expect(active_heading(page)).to_have_attribute("href", hrefs[-1])
