"""Scripts, route tables and records that are missing or broken while a user browses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import ConsoleMessage, Page, Request, Route, expect

from tests.website.scripts import PAGE_SCRIPT
from tests.website.trouble import (
    BUILD,
    CHROMES,
    EVERYTHING,
    FAR,
    FEATURE_SCRIPT,
    NEXT,
    START,
    TABLES,
    WITHOUT_NAVIGATION,
    Reader,
)

CHUNK_TIMEOUT_MS = 120_000

FORGED_SCRIPT = '(globalThis.docsiteChunks||=[]).push([["{0}"],{{"{0}"(m){{m.exports={1}}}}}]);'


@pytest.fixture(scope="module")
def kept(kept: Page) -> Page:
    kept.clock.install()
    return kept


@pytest.fixture
def reader(page: Page, website: str, dist: Path) -> Iterator[Reader]:
    reader = Reader(page, website, dist)
    yield reader
    reader.line.restore()


# --- Errors of the bundler's runtime --------------------------------------------------------------


@pytest.mark.requirement("site-chunk-error")
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [(200, "'no module'", "missing"), (0, "", "error")],
    ids=["without the module", "refused"],
)
def test_a_failed_page_script_without_a_server_is_a_chunk_load_error(
    reader: Reader, status: int, body: str, kind: str
) -> None:
    reader.open_and_look_around()
    reader.line.refuse(EVERYTHING)
    if status:
        reader.line.answer(PAGE_SCRIPT, body, status)
    reader.click(NEXT)
    reader.expect_notice(START)
    assert reader.failures() == [["ChunkLoadError", kind]]

    reader.line.restore()
    reader.retry()
    reader.expect_at(NEXT)
    assert reader.documents == []


@pytest.mark.requirement("site-chunk-error", "site-chunk-timeout")
def test_a_page_script_fails_after_120_seconds_and_not_before(reader: Reader) -> None:
    reader.open_and_look_around()
    reader.line.silence(PAGE_SCRIPT)
    # The clock is stopped, so the result doesn't depend on the speed of the machine.
    reader.page.clock.pause_at(reader.page.evaluate("Date.now() + 1000"))
    with reader.page.expect_request(PAGE_SCRIPT):
        reader.click(NEXT)
    reader.page.clock.fast_forward(1_000)
    expect(reader.progress).to_be_visible()

    reader.page.clock.fast_forward(CHUNK_TIMEOUT_MS - 1_001)
    assert reader.failures() == []
    reader.expect_to_stay_at(START)

    reader.page.clock.fast_forward(1)
    reader.page.clock.resume()
    reader.expect_notice(START)
    assert reader.failures() == [["ChunkLoadError", "timeout"]]

    reader.line.restore()
    reader.retry()
    reader.expect_at(NEXT)
    assert reader.documents == []


@pytest.mark.requirement("site-chunk-error", "site-chunk-timeout")
@pytest.mark.parametrize("kind", ["timeout", pytest.param("error", marks=pytest.mark.sweep)])
def test_the_color_mode_switch_works_without_the_script_that_stores_it(
    reader: Reader, kind: str
) -> None:
    reader.open(START)
    if kind == "timeout":
        reader.line.silence(FEATURE_SCRIPT)
    else:
        reader.line.answer(FEATURE_SCRIPT, status=404)
    switch = reader.page.get_by_role("switch").first
    with reader.page.expect_console_message(is_warning) as warning:
        switch.click()
        if kind == "timeout":
            reader.page.clock.fast_forward(CHUNK_TIMEOUT_MS)
    expect(switch).to_be_checked()
    assert read_error(warning.value) == ["ChunkLoadError", kind]

    reader.line.restore()
    switch.click()
    expect(switch).not_to_be_checked()
    reader.page.wait_for_function(
        "() => localStorage.getItem('site-preferences')?.includes('light')"
    )


def is_warning(message: ConsoleMessage) -> bool:
    return message.text.startswith("The color mode couldn’t be saved.")


def read_error(message: ConsoleMessage) -> list[str]:
    """Name and type of the logged error."""
    found: list[str] = message.args[-1].evaluate("(error) => [error.name, error.type]")
    return found


# --- One broken file: the document is loaded ------------------------------------------------------


@pytest.mark.requirement("site-no-other-error-screen")
@pytest.mark.parametrize(
    ("pattern", "status", "body"),
    [
        (PAGE_SCRIPT, 200, "<!doctype html>"),
        (TABLES, 200, "{}"),
        (CHROMES, 404, ""),
    ],
)
def test_a_broken_file_causes_one_load_of_the_document(
    reader: Reader, pattern: re.Pattern[str], status: int, body: str
) -> None:
    reader.open_and_look_around()
    reader.line.answer(pattern, body, status)
    reader.click(FAR)
    reader.expect_at(FAR)
    assert reader.documents == [FAR]
    assert reader.asked_for(BUILD) == 1, "there could be a new version"


@pytest.mark.requirement("site-no-other-error-screen")
def test_a_record_that_fails_to_render_leaves_no_blank_page(reader: Reader) -> None:
    def forge(route: Route) -> None:
        name = name_of(route)
        record = json.dumps({"hash": name.split(".")[1]})
        route.fulfill(body=FORGED_SCRIPT.format(name, record))

    reader.open_and_look_around()
    reader.page.route(PAGE_SCRIPT, forge)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == [NEXT]
    reader.page.go_back()
    reader.expect_at(START)


def name_of(route: Route) -> str:
    """`12.0a1b2c3d` for the script of a page."""
    return PurePosixPath(route.request.url).stem


def test_the_text_of_another_page_is_not_shown(reader: Reader, dist: Path) -> None:
    other = next(dist.glob("assets/js/2.*.js"))
    text = other.read_text(encoding="utf-8")
    reader.open_and_look_around()
    reader.page.route(
        PAGE_SCRIPT,
        lambda route: route.fulfill(body=text.replace(f'"{other.stem}"', f'"{name_of(route)}"')),
    )
    with reader.page.expect_request(lambda request: request.is_navigation_request()):
        reader.click(NEXT)
    reader.expect_at(NEXT)


def test_the_chrome_of_another_page_is_not_shown(reader: Reader, dist: Path) -> None:
    others = (file.read_text(encoding="utf-8") for file in dist.glob("assets/chrome/*.json"))
    chinese = next(text for text in others if '"locale":"zh-CN"' in text)
    reader.open_and_look_around()
    reader.line.answer(CHROMES, chinese)
    with reader.page.expect_request(lambda request: request.is_navigation_request()):
        reader.click(FAR)
    reader.expect_at(FAR)
    assert reader.page.evaluate("document.documentElement.lang") == "en-US"


@pytest.mark.requirement("site-no-other-error-screen")
@pytest.mark.parametrize(
    ("status", "body"),
    [
        pytest.param(200, "<!doctype html><h1>Sign in</h1>", marks=pytest.mark.sweep),
        (200, "null"),
        pytest.param(200, "{}", marks=pytest.mark.sweep),
    ],
)
def test_a_broken_build_record_causes_one_load_of_the_document(
    reader: Reader, status: int, body: str
) -> None:
    reader.line.answer(BUILD, body, status)
    reader.open(START)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == [NEXT]


@pytest.mark.parametrize("pattern", [PAGE_SCRIPT, BUILD])
def test_a_blocked_file_causes_one_load_of_the_document(
    reader: Reader, pattern: re.Pattern[str]
) -> None:
    reader.line.refuse(pattern)
    reader.open(START)
    reader.click(FAR)
    reader.expect_at(FAR)
    assert reader.documents == [FAR]


@pytest.mark.requirement("site-no-other-error-screen")
def test_the_error_page_of_a_broken_server_is_not_shown(reader: Reader) -> None:
    reader.open_and_look_around()
    reader.line.answer(EVERYTHING, "<h1>Oh no</h1>", 503)
    reader.click(NEXT)
    reader.expect_notice(START)
    reader.click(FAR)
    reader.expect_notice(START)
    assert reader.documents == []

    reader.line.restore()
    reader.retry()
    reader.expect_at(FAR)


# --- Users who don't wait -------------------------------------------------------------------------


def test_a_load_ends_when_it_is_stopped_and_at_another_navigation(reader: Reader) -> None:
    reader.open_and_look_around()
    reader.line.silence(PAGE_SCRIPT)
    reader.click(NEXT)
    expect(reader.progress).to_be_visible()
    stop_loading(reader.page)
    reader.expect_at(START)
    reader.line.restore()
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == []

    reader.line.silence(PAGE_SCRIPT)
    reader.click("/guide/")
    expect(reader.progress).to_be_visible()
    reader.page.go_back()
    reader.expect_at(START)

    reader.click("/guide/")
    expect(reader.progress).to_be_visible()
    reader.line.restore()
    reader.click(FAR)
    reader.expect_at(FAR)


_CLICK_WHILE_LEAVING = """(path) => addEventListener('beforeunload', () => {
  setTimeout(() => document.querySelector(`a[href="${path}"]`).click());
}, { once: true })"""
"""Clicks a link after the router has requested a document. Playwright would wait for it first."""


@pytest.mark.parametrize(
    "script", ["", *WITHOUT_NAVIGATION.values()], ids=["", *WITHOUT_NAVIGATION]
)
def test_a_click_while_a_document_loads_leads_to_its_page(reader: Reader, script: str) -> None:
    reader.page.add_init_script(script)
    reader.open_and_look_around()
    reader.page.evaluate(_CLICK_WHILE_LEAVING, FAR)
    reader.page.route(PAGE_SCRIPT, lambda route: route.abort(), times=1)
    reader.page.route("**/guide/", hold_document)
    with reader.page.expect_request(is_document_of_far):
        reader.click("/guide/")
    reader.expect_at(FAR)


def hold_document(route: Route) -> None:
    if not route.request.is_navigation_request():
        route.continue_()


def is_document_of_far(request: Request) -> bool:
    return request.is_navigation_request() and request.url.endswith(FAR)


def stop_loading(page: Page) -> None:
    """Like the Escape key, which does nothing in a browser without a window."""
    session = page.context.new_cdp_session(page)
    session.send("Page.stopLoading")
    session.detach()


def test_going_back_and_forward_after_failures_keeps_address_and_page_together(
    reader: Reader,
) -> None:
    reader.open_and_look_around()
    reader.click(NEXT)
    reader.expect_at(NEXT)
    reader.line.refuse(EVERYTHING)
    reader.click(FAR)
    reader.expect_notice(NEXT)
    reader.page.go_back()
    reader.expect_at(START)
    reader.click(FAR)
    reader.expect_notice(START)
    reader.page.go_forward()
    reader.expect_at(NEXT)
    assert reader.documents == []

    reader.line.restore()
    reader.click(FAR)
    reader.expect_at(FAR)
    reader.page.go_back()
    reader.expect_at(NEXT)
