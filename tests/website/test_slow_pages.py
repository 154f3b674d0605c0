"""While a page loads: before the scripts run, and after a click."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.page_messages import PageMessages
from harness.static import Quiet, serve_handler
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import (
    DESKTOP,
    PHONE,
    Gate,
    box_of,
    expect_page,
    is_marked,
    language_menu,
    mark_document,
    sidebar,
    top_navigation,
)
from tests.website.scripts import PAGE_SCRIPT

Visit = Callable[[str], Page]


def open_and_wait(page: Page, gate: Gate) -> None:
    """Lets the page load, and waits until the router could have shown it."""
    with settled(page), page.expect_response(PAGE_SCRIPT):
        gate.open()


@pytest.mark.requirement("site-progress-bar")
def test_a_progress_bar_shows_while_a_page_loads(visit: Visit, website: str) -> None:
    page = visit("/guide/")
    gate = Gate(page, PAGE_SCRIPT)
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_count(0)
    top_navigation(page).get_by_role("link", name="API").click()
    expect(bar).to_be_visible()
    box = box_of(bar)
    assert box["y"] == 0
    assert page.url == f"{website}/guide/"
    expect(page.locator("h1")).to_have_text("Guide")
    gate.open()
    expect_page(page, f"{website}/api/", "API")
    expect(bar).to_have_count(0)


def test_the_second_of_two_clicks_wins_even_if_the_first_page_loads_later(
    visit: Visit, website: str, console: PageMessages
) -> None:
    page = visit("/guide/")
    mark_document(page)
    sidebar(page).get_by_role("link", name="Introduction").click()
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    gate = Gate(page, PAGE_SCRIPT)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    gate.let_others_pass()
    sidebar(page).get_by_role("link", name="Storage helper").click()
    expect_page(page, f"{website}/guide/advanced/storage-helper.html", "Storage helper")
    open_and_wait(page, gate)
    expect_page(page, f"{website}/guide/advanced/storage-helper.html", "Storage helper")
    assert page.title() == "Storage helper | Tuffet"
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.go_back()
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    assert is_marked(page)
    assert console.messages == []


@pytest.mark.parametrize("away", ["back", "heading"])
def test_a_page_that_loads_too_late_is_not_shown(
    visit: Visit, website: str, console: PageMessages, away: str
) -> None:
    page = visit("/guide/")
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    gate = Gate(page, PAGE_SCRIPT)
    sidebar(page).get_by_role("link", name="Storage helper").click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    if away == "back":
        page.go_back()
        address, title = f"{website}/guide/", "Guide"
    else:
        headings = page.get_by_role("navigation", name="On this page")
        headings.get_by_role("link", name="See what is stored").click()
        address, title = f"{website}/guide/quick-start.html#see", "Quick start"
    expect(page).to_have_url(address)
    expect(bar).to_have_count(0)
    open_and_wait(page, gate)
    expect(page).to_have_url(address)
    expect(page.locator("h1")).to_have_text(title)
    assert console.messages == []


@pytest.fixture
def waiting(page: Page, website: str) -> tuple[Page, Gate]:
    """A page without scripts, and the gate that holds them back."""
    gate = Gate(page, "**/assets/js/*")
    # On a busy machine, scripts are added before the load event, which then waits for them.
    page.goto(f"{website}/guide/", wait_until="domcontentloaded")
    return page, gate


@pytest.mark.requirement("site-dark-mode")
def test_before_the_scripts_run_buttons_work_or_are_disabled(
    waiting: tuple[Page, Gate],
) -> None:
    page, gate = waiting
    switch = page.get_by_role("switch")
    expect(switch).to_be_disabled()
    # Clicks on Run are recorded until the scripts have loaded.
    expect(page.locator("button:enabled:not([popovertarget], .live-run)")).to_have_count(0)
    page.get_by_role("button", name="Demos").click()
    expect(top_navigation(page).get_by_role("link", name="Vue 3")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(language_menu(page)).to_be_visible()
    gate.open()
    wait_for_hydration(page)
    expect(language_menu(page)).to_be_visible()
    page.keyboard.press("Escape")
    switch.click()
    expect(switch).to_be_checked()


@pytest.mark.requirement("site-sidebar-closes")
def test_the_drawer_closes_when_the_page_has_changed_and_at_links_to_headings(
    visit: Visit, page: Page, website: str
) -> None:
    page.set_viewport_size(PHONE)
    visit("/guide/")
    page.get_by_role("button", name="Menu").click()
    expect(sidebar(page)).to_be_visible()
    gate = Gate(page, PAGE_SCRIPT)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect(page.get_by_role("progressbar")).to_have_count(1)
    expect(sidebar(page)).to_be_visible()
    gate.open()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    expect(sidebar(page)).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    sidebar(page).get_by_role("link", name="See what is stored").click()
    expect(sidebar(page)).to_be_hidden()
    expect(page.locator("#see")).to_be_in_viewport()
    page.set_viewport_size(DESKTOP)
    sidebar(page).get_by_role("link", name="Introduction").click()
    expect_page(page, f"{website}/guide/introduction.html", "Introduction")
    expect(sidebar(page)).to_be_visible()


@pytest.fixture
def slow_document(dist: Path) -> Iterator[tuple[str, Event]]:
    """The address of a page, and an event that lets the server send its end."""
    document = (dist / "guide/index.html").read_bytes()
    middle = document.index(b'<script type="application/json"')
    is_ending = Event()

    class Handler(Quiet, SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/guide/":
                super().do_GET()
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(document)))
            self.end_headers()
            self.wfile.write(document[:middle])
            is_ending.wait(60)
            self.wfile.write(document[middle:])

    with serve_handler(partial(Handler, directory=str(dist))) as address:
        yield f"{address}/guide/", is_ending
        is_ending.set()


def test_scripts_wait_for_the_data_at_the_end_of_the_document(
    page: Page, slow_document: tuple[str, Event], console: PageMessages
) -> None:
    address, is_ending = slow_document
    page.goto(address, wait_until="commit")
    page.wait_for_function(
        "() => performance.getEntriesByName(document.scripts[2]?.src).length === 1"
    )
    assert page.evaluate("document.readyState") == "loading"
    is_ending.set()
    wait_for_hydration(page)
    assert console.messages == []
