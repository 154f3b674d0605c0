"""Clicks without a hover: the page is the only thing that the user has to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.browsers.chromium import save_data
from tests.waiting import run_callbacks, settled, wait_until
from tests.website.reading import DESKTOP, Gate
from tests.website.scripts import PAGE_SCRIPT, theme_script
from tests.website.trouble import (
    BUILD,
    CHROMES,
    FAR,
    NEXT,
    START,
    TABLES,
    WITHOUT_NAVIGATION,
    Reader,
)

FEATURES = theme_script("features")
HELPER = "/guide/advanced/storage-helper.html"
"""In the same sidebar as START, but in another folder."""
TYPES = "/api/type-definition/core.html"
"""In the same sidebar as FAR, but in another folder."""
LINKED = [(START, NEXT), (START, HELPER), (HELPER, START), ("/", NEXT)]
ROUTERS = {"Navigation API": "", "History API": WITHOUT_NAVIGATION["no Navigation API"]}
# Pages are only prefetched for a hover or a touch.
SLOW_LINE = """
  Object.defineProperty(NetworkInformation.prototype, 'effectiveType', { get: () => '3g' });
"""

DELAYS_MS = 1_000
"""Longer than any delay before lazy features load."""

Open = Callable[..., Reader]


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=DESKTOP, has_touch=True) as context:
        save_data(context)
        page = context.new_page()
        page.clock.install()
        yield page


@pytest.fixture
def touch(page: Page, browser: Browser, website: str, dist: Path) -> Iterator[Open]:
    """Opens a page on a device whose first input is the tap on a link."""
    with ExitStack() as contexts:

        def open_page(path: str, *, script: str = "", is_saving: bool = True) -> Reader:
            used = page
            if script or not is_saving:
                context = contexts.enter_context(
                    browser.new_context(viewport=DESKTOP, has_touch=True)
                )
                if is_saving:
                    save_data(context)
                else:
                    context.add_init_script(SLOW_LINE)
                context.add_init_script(script)
                used = context.new_page()
                used.clock.install()
            reader = Reader(used, website, dist)
            reader.open(path)
            reader.requests.clear()
            return reader

        yield open_page


def tap(reader: Reader, path: str) -> None:
    reader.page.locator(f'a[href="{path}"]:visible').first.tap(no_wait_after=True)


@pytest.mark.parametrize(
    ("start", "target", "router"),
    [
        pytest.param(*link, router, marks=[pytest.mark.sweep] * (index > 0 and bool(script)))
        for index, link in enumerate(LINKED)
        for router, script in ROUTERS.items()
    ],
)
def test_a_linked_page_is_requested_with_the_build_and_shown_when_both_are_there(
    touch: Open, start: str, target: str, router: str
) -> None:
    reader = touch(start, script=ROUTERS[router])
    page = reader.page
    build, tables = Gate(page, BUILD), Gate(page, TABLES)
    with page.expect_response(PAGE_SCRIPT):
        tap(reader, target)
    run_callbacks(page)
    expect(reader.progress).to_be_visible()
    reader.expect_to_stay_at(start)
    build.open()
    reader.expect_at(target)
    assert reader.documents == []
    tables.open()
    assert [reader.asked_for(file) for file in (BUILD, PAGE_SCRIPT)] == [1, 1]


@pytest.mark.parametrize("router", ROUTERS)
def test_the_chrome_of_a_linked_page_is_requested_with_its_script(touch: Open, router: str) -> None:
    reader = touch("/", script=ROUTERS[router])
    script, chrome = Gate(reader.page, PAGE_SCRIPT), Gate(reader.page, CHROMES)
    with reader.page.expect_request(PAGE_SCRIPT), reader.page.expect_request(CHROMES):
        tap(reader, NEXT)
    script.open()
    chrome.open()
    reader.expect_at(NEXT)
    assert reader.asked_for(CHROMES) == 1


@pytest.mark.parametrize("router", ROUTERS)
def test_a_second_click_needs_only_the_page(touch: Open, router: str) -> None:
    reader = touch(START, script=ROUTERS[router])
    tap(reader, NEXT)
    reader.expect_at(NEXT)
    gates = [Gate(reader.page, file) for file in (BUILD, TABLES, CHROMES)]
    tap(reader, HELPER)
    reader.expect_at(HELPER)
    assert reader.documents == []
    for gate in gates:
        gate.open()


def test_in_another_section_the_pages_of_the_sidebar_become_known(touch: Open) -> None:
    reader = touch(START, is_saving=False)
    with settled(reader.page):
        tap(reader, NEXT)
        reader.expect_at(NEXT)
    with settled(reader.page):
        tap(reader, FAR)
        reader.expect_at(FAR)
    gates = [Gate(reader.page, file) for file in (BUILD, TABLES, CHROMES)]
    tap(reader, TYPES)
    reader.expect_at(TYPES)
    for gate in gates:
        gate.open()


@pytest.mark.parametrize("router", ROUTERS)
def test_lazy_features_wait_until_the_page_is_shown(touch: Open, router: str) -> None:
    reader = touch(START, script=ROUTERS[router])
    gate = Gate(reader.page, PAGE_SCRIPT)
    with reader.page.expect_request(PAGE_SCRIPT):
        tap(reader, NEXT)
    expect(reader.progress).to_be_visible()
    with settled(reader.page, held=1):
        reader.page.clock.run_for(DELAYS_MS)
    assert reader.asked_for(FEATURES) == 0
    gate.open()
    reader.expect_at(NEXT)
    wait_until(reader.page, lambda: reader.asked_for(FEATURES) == 1, lambda: reader.requests)


def test_lazy_features_load_after_a_page_that_failed(touch: Open) -> None:
    reader = touch(START)
    reader.line.answer(PAGE_SCRIPT, status=500)
    reader.page.context.route(f"**{NEXT}", lambda route: route.abort())
    tap(reader, NEXT)
    reader.expect_notice(START)
    wait_until(reader.page, lambda: reader.asked_for(FEATURES) == 1, lambda: reader.requests)


def test_lazy_features_load_after_a_tap_on_the_text(touch: Open) -> None:
    reader = touch(START)
    with reader.page.expect_request(FEATURES):
        reader.page.locator("main p").first.tap()
    assert reader.asked_for(PAGE_SCRIPT) == 0
