"""Pages that are fetched before they are asked for: which, when, and for whom not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.website.conftest import save_data, wait_for_life
from tests.website.reading import (
    DESKTOP,
    PHONE,
    Seen,
    add_link,
    expect_page,
    sidebar,
    watching,
)
from tests.website.scripts import PAGE_SCRIPT

MOST_UNASKED = 6
# As slow as a line may be that has no room for what nobody asked for; a hover asks.
SLOW_LINE = """
  Object.defineProperty(NetworkInformation.prototype, 'effectiveType', { get: () => '3g' });
"""


@pytest.fixture
def eager(browser: Browser) -> Iterator[BrowserContext]:
    """A reader who does not save data."""
    with browser.new_context(viewport=DESKTOP) as context:
        yield context


@pytest.fixture
def asking(eager: BrowserContext) -> BrowserContext:
    """A reader whose line is too slow for anything but what a sign asks for."""
    eager.add_init_script(SLOW_LINE)
    return eager


def open_page(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    wait_for_life(page)
    return page


def rest(page: Page) -> None:
    """Until nothing has been asked for in half a second."""
    page.wait_for_timeout(200)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def count_pages(seen: Seen) -> int:
    return len(seen.page_scripts)


def test_nothing_is_fetched_before_the_reader_does_something(
    eager: BrowserContext, website: str
) -> None:
    page = open_page(eager, f"{website}/guide/introduction.html")
    with watching(page) as seen:
        rest(page)
    assert seen.requests == []


@pytest.mark.requirement("site-lazy-pages")
def test_after_a_hover_the_click_needs_no_request(asking: BrowserContext, website: str) -> None:
    page = open_page(asking, f"{website}/guide/introduction.html")
    link = sidebar(page).get_by_role("link", name="Quick start")
    with watching(page) as seen:
        link.hover()
        rest(page)
    assert count_pages(seen) == 1
    with watching(page) as seen:
        link.click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        assert seen.requests == []


@pytest.mark.parametrize("how", ["focus", "touch"])
def test_focus_and_touch_are_signs_too(asking: BrowserContext, website: str, how: str) -> None:
    page = open_page(asking, f"{website}/guide/introduction.html")
    page.keyboard.press("Shift")
    rest(page)
    link = page.locator("main a[rel=next]")
    with watching(page) as seen:
        if how == "focus":
            link.focus()
        else:
            link.dispatch_event("pointerdown", {"pointerType": "touch"})
        rest(page)
    assert count_pages(seen) == 1


def test_a_pointer_that_passes_many_links_fetches_nothing(
    asking: BrowserContext, website: str
) -> None:
    page = open_page(asking, f"{website}/guide/introduction.html")
    page.keyboard.press("Shift")
    rest(page)
    with watching(page) as seen:
        page.evaluate(
            """() => {
              for (const link of document.querySelectorAll('#_drawer a')) {
                link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
              }
              document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
            }"""
        )
        rest(page)
    assert seen.requests == []


def test_no_page_is_fetched_twice_nor_the_page_itself_nor_other_sites(
    asking: BrowserContext, website: str
) -> None:
    page = open_page(asking, f"{website}/guide/introduction.html")
    link = sidebar(page).get_by_role("link", name="Quick start")
    link.hover()
    rest(page)
    added = add_link(page, "https://tuffet.example/vue-demo/")
    with watching(page) as seen:
        for target in (
            page.locator("h1"),
            link,
            sidebar(page).get_by_role("link", name="Introduction"),
            added,
            page.locator("main a[href$='.md']").first,
            page.locator("h2 a").first,
        ):
            target.hover()
            rest(page)
    assert seen.requests == []


@pytest.mark.requirement("site-lazy-pages")
def test_pages_in_view_come_one_by_one_when_all_is_quiet_and_never_many(
    eager: BrowserContext, website: str
) -> None:
    page = open_page(eager, f"{website}/guide/introduction.html")
    waiting: list[str] = []
    most = 0

    def begin(url: str) -> None:
        nonlocal most
        if PAGE_SCRIPT.search(url):
            waiting.append(url)
            most = max(most, len(waiting))

    def end(url: str) -> None:
        if url in waiting:
            waiting.remove(url)

    page.on("request", lambda request: begin(request.url))
    page.on("requestfinished", lambda request: end(request.url))
    with watching(page) as seen:
        page.keyboard.press("Shift")
        rest(page)
    assert 1 <= count_pages(seen) <= MOST_UNASKED
    assert most == 1
    eager.set_offline(True)
    page.locator("main a[rel=next]").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")


@pytest.mark.parametrize("kind", ["2g", "slow-2g", "saving"])
def test_a_reader_who_saves_data_fetches_what_is_clicked_and_no_more(
    eager: BrowserContext, website: str, kind: str
) -> None:
    if kind == "saving":
        save_data(eager)
    else:
        eager.add_init_script(SLOW_LINE.replace("3g", kind))
    page = open_page(eager, f"{website}/guide/introduction.html")
    link = sidebar(page).get_by_role("link", name="Quick start")
    with watching(page) as seen:
        link.hover()
        rest(page)
        link.focus()
        rest(page)
    assert seen.page_scripts == []
    with watching(page) as seen:
        link.click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        rest(page)
    assert count_pages(seen) == 1


def test_a_failure_is_silent_and_forgotten(asking: BrowserContext, website: str) -> None:
    page = open_page(asking, f"{website}/guide/introduction.html")
    page.keyboard.press("Shift")
    rest(page)
    link = sidebar(page).get_by_role("link", name="Quick start")
    page.route(PAGE_SCRIPT, lambda route: route.abort())
    link.hover()
    rest(page)
    expect(page.get_by_role("alert")).to_be_empty()
    page.unroute_all()
    link.click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")


def test_the_links_of_a_closed_drawer_are_not_in_view(browser: Browser, website: str) -> None:
    with browser.new_context(viewport=PHONE) as context:
        page = open_page(context, f"{website}/guide/")
        links = page.locator("main a").evaluate_all(
            """(links) => links.filter((link) => {
              const { top, bottom } = link.getBoundingClientRect();
              return link.rel === 'next' || (bottom > 0 && top < innerHeight);
            }).map((link) => link.pathname)"""
        )
        with watching(page) as seen:
            page.keyboard.press("Shift")
            rest(page)
        assert count_pages(seen) <= len(set(links))
