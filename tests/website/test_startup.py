"""If a part of the site fails to start, the rest still works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.website.conftest import wait_for_hydration
from tests.website.scripts import theme_script
from tests.website.trouble import BUILD, MAIN_SCRIPT, NEXT, NOT_FOUND, START, Line, Reader

NO_ROUTER = "navigation.addEventListener = () => { throw new Error('no listeners today'); };"
NO_OBSERVER = "delete window.PerformanceObserver;"
NO_PAGE = "/no-such-page"
LAYOUT_SCRIPT = theme_script("home", "not-found")
NO_STORAGE = """
  Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('denied', 'SecurityError'); },
  });
"""


@pytest.fixture
def reader(page: Page, website: str, dist: Path) -> Iterator[Reader]:
    reader = Reader(page, website, dist)
    yield reader
    reader.line.restore()


@pytest.fixture
def own_reader(own_page: Page, website: str, dist: Path) -> Reader:
    """For tests that add an init script."""
    own_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return Reader(own_page, website, dist)


def expect_working_controls(page: Page) -> None:
    """The color mode can be switched, and code can be copied."""
    switch = page.get_by_role("switch").first
    switch.click()
    expect(switch).to_be_checked()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    copy = page.get_by_role("button", name="Copy", exact=True).first
    copy.click()
    expect(page.get_by_role("button", name="Copied").first).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()")


def expect_links_that_load_documents(reader: Reader) -> None:
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == [NEXT]
    wait_for_hydration(reader.page)
    reader.page.go_back()
    reader.expect_at(START)


@pytest.mark.requirement("site-startup-errors")
def test_a_failed_startup_task_is_logged_and_the_others_run(
    own_reader: Reader,
) -> None:
    own_reader.page.add_init_script(NO_ROUTER)
    with own_reader.page.expect_console_message(lambda message: message.type == "error") as logged:
        own_reader.open(START)
    assert "“router”" in logged.value.text
    assert "no listeners today" in logged.value.text
    expect_working_controls(own_reader.page)
    expect_links_that_load_documents(own_reader)
    # A task after the failed one has run: it closes the menu when the hash changes.
    wait_for_hydration(own_reader.page)
    menu = own_reader.page.locator("#_languages")
    own_reader.page.get_by_role("button", name="English").first.click()
    expect(menu).to_be_visible()
    own_reader.page.evaluate("location.hash = '#_title'")
    expect(menu).to_be_hidden()


@pytest.mark.requirement("site-startup-errors")
def test_without_the_router_the_not_found_page_still_applies_the_routing_rules(
    own_reader: Reader, dist: Path
) -> None:
    own_reader.page.add_init_script(NO_ROUTER)
    own_reader.page.route(
        "**/guide/introduction", lambda route: route.fulfill(status=404, path=dist / "404.html")
    )
    own_reader.page.goto(f"{own_reader.address}/guide/introduction")
    own_reader.expect_at(NEXT)


def test_a_tampered_main_script_does_not_run_and_the_page_stays_intact(
    reader: Reader, dist: Path
) -> None:
    (main,) = dist.glob("assets/js/main.*.js")
    reader.line.answer(MAIN_SCRIPT, f"document.body.replaceChildren();{main.read_text()}")
    with reader.page.expect_console_message(lambda message: "integrity" in message.text):
        reader.page.goto(reader.address + START)
    reader.documents.clear()
    reader.expect_at(START)
    expect(reader.page.get_by_role("switch").first).to_be_disabled()
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == [NEXT]


def test_without_the_main_script_the_page_is_readable_and_links_work(reader: Reader) -> None:
    reader.line.answer(MAIN_SCRIPT, status=404)
    reader.page.goto(reader.address + START)
    reader.documents.clear()
    reader.expect_at(START)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == [NEXT]


def test_without_the_main_script_the_not_found_page_is_shown(reader: Reader) -> None:
    reader.line.answer(MAIN_SCRIPT, status=404)
    reader.page.goto(f"{reader.address}/no-such-page")
    expect(reader.page.locator("h1")).to_have_text(NOT_FOUND)
    expect(reader.page.locator("h1")).to_be_visible()


@pytest.mark.requirement("site-chunk-error", "site-startup-errors")
@pytest.mark.parametrize("path", ["/", NO_PAGE])
@pytest.mark.parametrize(
    ("status", "kind"), [(0, "error"), (404, "error"), (200, "missing")], ids=str
)
def test_a_failed_layout_script_is_logged_as_a_chunk_load_error_without_a_timeout(
    reader: Reader, path: str, status: int, kind: str
) -> None:
    if status:
        reader.line.answer(LAYOUT_SCRIPT, status=status)
    else:
        reader.line.refuse(LAYOUT_SCRIPT)
    with reader.page.expect_console_message(
        lambda message: "“page” failed" in message.text
    ) as logged:
        reader.page.goto(reader.address + path)
    error = logged.value.args[-1]
    assert error.evaluate("(error) => [error.name, error.type]") == ["ChunkLoadError", kind]
    expect(reader.page.locator("h1")).to_be_visible()
    reader.click("/guide/")
    reader.expect_at("/guide/")


@pytest.mark.parametrize("path", ["/", NO_PAGE])
def test_a_layout_script_that_fails_once_is_loaded_again(reader: Reader, path: str) -> None:
    reader.page.route(LAYOUT_SCRIPT, lambda route: route.abort(), times=1)
    reader.page.goto(reader.address + path)
    wait_for_hydration(reader.page)
    expect(reader.page.locator("h1")).to_be_visible()


@pytest.mark.requirement("site-not-found")
@pytest.mark.parametrize(("path", "language"), [(NO_PAGE, "en-US"), (f"/zh{NO_PAGE}", "zh-CN")])
def test_a_not_found_page_without_the_build_record_shows_its_text_after_the_notice_is_dismissed(
    page: Page, website: str, path: str, language: str
) -> None:
    line = Line(page)
    line.answer(BUILD, status=500)
    page.goto(website + path)
    notice = page.get_by_role("alert")
    expect(notice).not_to_be_empty()
    expect(page.locator("h1")).to_be_hidden()  # there may be a page
    notice.get_by_role("button").last.click()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("main section")).to_have_attribute("lang", language)
    expect(notice).to_be_empty()
    line.restore()


def test_without_paint_entries_the_scripts_load_after_the_document(
    own_page: Page, website: str
) -> None:
    own_page.add_init_script(NO_OBSERVER)
    own_page.goto(website + START)
    wait_for_hydration(own_page)


def test_everything_works_with_denied_storage(own_reader: Reader) -> None:
    own_reader.page.add_init_script(NO_STORAGE)
    own_reader.open(START)
    expect_working_controls(own_reader.page)
    own_reader.click(NEXT)
    own_reader.expect_at(NEXT)
    # Without storage, the choice lasts as long as the document.
    expect(own_reader.page.get_by_role("switch").first).to_be_checked()
    assert own_reader.documents == []


@pytest.mark.parametrize("is_late", [True, False], ids=["late scripts", "no scripts"])
def test_going_back_before_the_router_has_loaded_shows_the_page_of_the_address(
    reader: Reader, is_late: bool
) -> None:
    """The browser treats history entries from before a reload as entries of the new document."""
    reader.open(START)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    if is_late:
        reader.line.silence(MAIN_SCRIPT)
    else:
        reader.line.answer(MAIN_SCRIPT, status=404)
    reader.page.reload(wait_until="commit")
    reader.expect_to_stay_at(NEXT)
    reader.page.go_back(wait_until="commit")
    reader.expect_to_stay_at(START)
    reader.page.go_forward(wait_until="commit")
    reader.expect_to_stay_at(NEXT)
