"""Prefetching of pages: which pages, when, and for which users it is disabled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from harness.browsers.chromium import save_data
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
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

MAX_IN_VIEW = 6
DELAYS_MS = 1_000
"""Longer than the delay between a hover or focus and the prefetch."""
# Too slow to prefetch the links in view, but not for a link that is hovered.
SLOW_CONNECTION = """
  Object.defineProperty(NetworkInformation.prototype, 'effectiveType', { get: () => '3g' });
"""


@pytest.fixture
def eager(browser: Browser) -> Iterator[BrowserContext]:
    """A browser with data saving turned off."""
    with browser.new_context(viewport=DESKTOP) as context:
        yield context


@pytest.fixture
def slow(eager: BrowserContext) -> BrowserContext:
    """A browser whose connection is so slow that only a user's intent causes a prefetch."""
    eager.add_init_script(SLOW_CONNECTION)
    return eager


def open_page(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    wait_for_hydration(page)
    return page


@contextmanager
def idle_after(page: Page) -> Iterator[None]:
    """Runs the block, lets all delays pass, and waits until the page is idle."""
    with settled(page):
        with settled(page):
            yield
        page.clock.run_for(DELAYS_MS)


def count_pages(seen: Seen) -> int:
    return len(seen.page_scripts)


def test_nothing_is_prefetched_before_the_first_interaction(
    eager: BrowserContext, website: str
) -> None:
    page = open_page(eager, f"{website}/guide/introduction.html")
    with watching(page) as seen, idle_after(page):
        pass
    assert seen.requests == []


@pytest.mark.requirement("site-lazy-pages")
def test_after_a_hover_the_click_needs_no_request(slow: BrowserContext, website: str) -> None:
    page = open_page(slow, f"{website}/guide/introduction.html")
    link = sidebar(page).get_by_role("link", name="Quick start")
    with watching(page) as seen, idle_after(page):
        link.hover()
    assert count_pages(seen) == 1
    with watching(page) as seen:
        link.click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        assert seen.requests == []


@pytest.mark.parametrize("how", ["focus", pytest.param("touch", marks=pytest.mark.sweep)])
def test_focus_and_touch_cause_a_prefetch(slow: BrowserContext, website: str, how: str) -> None:
    page = open_page(slow, f"{website}/guide/introduction.html")
    with idle_after(page):
        page.keyboard.press("Shift")
    link = page.locator("main a[rel=next]")
    with watching(page) as seen, idle_after(page):
        if how == "focus":
            link.focus()
        else:
            link.dispatch_event("pointerdown", {"pointerType": "touch"})
    assert count_pages(seen) == 1


def test_a_pointer_that_moves_over_many_links_prefetches_nothing(
    slow: BrowserContext, website: str
) -> None:
    page = open_page(slow, f"{website}/guide/introduction.html")
    with idle_after(page):
        page.keyboard.press("Shift")
    with watching(page) as seen, idle_after(page):
        page.evaluate(
            """() => {
              for (const link of document.querySelectorAll('#_drawer a')) {
                link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
              }
              document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
            }"""
        )
    assert seen.requests == []


def test_fetched_pages_the_current_page_and_other_sites_are_not_prefetched(
    slow: BrowserContext, website: str
) -> None:
    page = open_page(slow, f"{website}/guide/introduction.html")
    link = sidebar(page).get_by_role("link", name="Quick start")
    with idle_after(page):
        link.hover()
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
            with idle_after(page):
                target.hover()
    assert seen.requests == []


@pytest.mark.requirement("site-lazy-pages")
def test_links_in_view_are_prefetched_one_by_one_up_to_a_limit(
    eager: BrowserContext, website: str
) -> None:
    page = open_page(eager, f"{website}/guide/introduction.html")
    pending: list[str] = []
    max_pending = 0

    def begin(url: str) -> None:
        nonlocal max_pending
        if PAGE_SCRIPT.search(url):
            pending.append(url)
            max_pending = max(max_pending, len(pending))

    def end(url: str) -> None:
        if url in pending:
            pending.remove(url)

    page.on("request", lambda request: begin(request.url))
    page.on("requestfinished", lambda request: end(request.url))
    with watching(page) as seen, idle_after(page):
        page.keyboard.press("Shift")
    assert 1 <= count_pages(seen) <= MAX_IN_VIEW
    assert max_pending == 1
    eager.set_offline(True)
    page.locator("main a[rel=next]").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")


@pytest.mark.parametrize("kind", [pytest.param("2g", marks=pytest.mark.sweep), "saving"])
def test_with_data_saving_nothing_is_prefetched(
    eager: BrowserContext, website: str, kind: str
) -> None:
    if kind == "saving":
        save_data(eager)
    else:
        eager.add_init_script(SLOW_CONNECTION.replace("3g", kind))
    page = open_page(eager, f"{website}/guide/introduction.html")
    link = sidebar(page).get_by_role("link", name="Quick start")
    with watching(page) as seen:
        with idle_after(page):
            link.hover()
        with idle_after(page):
            link.focus()
    assert seen.page_scripts == []
    with watching(page) as seen, idle_after(page):
        link.click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    assert count_pages(seen) == 1


def test_a_failed_prefetch_is_silent_and_can_be_retried(slow: BrowserContext, website: str) -> None:
    page = open_page(slow, f"{website}/guide/introduction.html")
    with idle_after(page):
        page.keyboard.press("Shift")
    link = sidebar(page).get_by_role("link", name="Quick start")
    page.route(PAGE_SCRIPT, lambda route: route.abort())
    with idle_after(page):
        link.hover()
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
        with watching(page) as seen, idle_after(page):
            page.keyboard.press("Shift")
        assert count_pages(seen) <= len(set(links))
