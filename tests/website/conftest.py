"""The built site in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from harness.browsers.chromium import save_data
from tests.website.reading import DESKTOP

# The History router loads later. When it starts, it replaces the handler of the inline script.
HAS_ROUTER = "() => 'NavigationPrecommitController' in window || onpopstate === null"


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """With the data saver on. A page is fetched at the click, so tests know when it loads."""
    save_data(context)
    return context


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[Page]:
    """A tab for all tests of a module. A new one needs almost twice as long to load a page."""
    with browser.new_context() as context:
        save_data(context)
        yield context.new_page()


@pytest.fixture
def page(kept: Page, website: str) -> Page:
    """The tab of the module with empty storage and history.

    Init scripts, a fake clock and the cache can't be removed: tests with their own use `own_page`.
    So do tests that go offline, where pages from the cache still load.
    """
    context = kept.context
    context.clear_permissions()
    for routed in (context, kept):
        routed.unroute_all(behavior="ignoreErrors")
    for other in context.pages:
        if other != kept:
            other.close()
    kept.set_viewport_size(DESKTOP)
    kept.emulate_media(
        media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
    )
    kept.goto(f"{website}/robots.txt")
    kept.mouse.move(0, 0)
    debugger = context.new_cdp_session(kept)
    debugger.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "local_storage"})
    debugger.send("Page.resetNavigationHistory")
    debugger.detach()
    return kept


@pytest.fixture
def own_page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[Page]:
    """A tab without scripts."""
    with browser.new_context(java_script_enabled=False) as context:
        yield context.new_page()


@pytest.fixture
def visit(page: Page, website: str) -> Callable[[str], Page]:
    """Opens a path and waits until the page is hydrated."""

    def open_path(path: str) -> Page:
        page.goto(website + path)
        wait_for_hydration(page)
        return page

    return open_path


def wait_for_hydration(page: Page) -> None:
    """Waits for hydration, which enables the color mode switch, and for the router."""
    # Not `get_by_role`, which determines the role of every element of the page.
    page.locator("[role=switch]:enabled:visible").first.wait_for()
    if not page.evaluate(HAS_ROUTER):
        page.wait_for_function(HAS_ROUTER)
