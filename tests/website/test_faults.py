"""Scripts, tables and records that do not come, or come broken, while somebody reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, expect

from tests.website.reading import add_link
from tests.website.scripts import PAGE_SCRIPT
from tests.website.trouble import (
    BUILD,
    CHROMES,
    EVERYTHING,
    FAR,
    FEATURE_SCRIPT,
    NEXT,
    NOT_FOUND,
    START,
    TABLES,
    Reader,
)

CHUNK_TIMEOUT_MS = 120_000
RECHECK_INTERVAL_MS = 5 * 60_000
SLACK_MS = 2_000
"""The clock of a page goes on while a test looks at it."""

FORGED_SCRIPT = '(globalThis.docsiteChunks||=[]).push([["{0}"],{{"{0}"(m){{m.exports={1}}}}}]);'


@pytest.fixture
def reader(page: Page, website: str, dist: Path) -> Iterator[Reader]:
    reader = Reader(page, website, dist)
    yield reader
    reader.line.restore()


# --- What the bundler's runtime reports ------------------------------------------------------


@pytest.mark.requirement("site-chunk-error")
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [(200, "'no module'", "missing"), (0, "", "error")],
    ids=["without the module", "refused"],
)
def test_a_page_script_that_fails_when_the_server_is_gone_ends_in_a_chunk_load_error(
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
    reader.page.clock.install()
    reader.open_and_look_around()
    reader.line.silence(PAGE_SCRIPT)
    # From here on, time passes only when the test says so, however slow the machine is.
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
@pytest.mark.parametrize("kind", ["timeout", "error"])
def test_a_script_of_the_theme_that_fails_leaves_the_colour_switch_working(
    reader: Reader, kind: str
) -> None:
    reader.page.clock.install()
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
    """Name and type of the error that was written to the console."""
    found: list[str] = message.args[-1].evaluate("(error) => [error.name, error.type]")
    return found


# --- One file is broken, and the server is well: the document comes ---------------------------


@pytest.mark.requirement("site-no-other-error-screen")
@pytest.mark.parametrize(
    ("pattern", "status", "body"),
    [
        (PAGE_SCRIPT, 200, "<!doctype html>"),
        (TABLES, 200, "{}"),
        (CHROMES, 404, ""),
    ],
)
def test_a_broken_file_costs_one_load_and_the_reader_arrives(
    reader: Reader, pattern: re.Pattern[str], status: int, body: str
) -> None:
    reader.open_and_look_around()
    reader.line.answer(pattern, body, status)
    reader.click(FAR)
    reader.expect_at(FAR)
    assert reader.documents == [FAR]
    assert reader.asked_for(BUILD) == 1, "there could be a new version"


@pytest.mark.requirement("site-no-other-error-screen")
def test_a_record_that_cannot_be_rendered_leaves_no_blank_page(reader: Reader) -> None:
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


def test_the_surroundings_of_another_page_are_not_shown(reader: Reader, dist: Path) -> None:
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
def test_a_broken_record_of_the_build_costs_one_load_and_the_reader_arrives(
    reader: Reader, status: int, body: str
) -> None:
    reader.line.answer(BUILD, body, status)
    reader.open(START)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.documents == [NEXT]


@pytest.mark.parametrize("pattern", [PAGE_SCRIPT, BUILD])
def test_a_file_that_something_on_the_way_blocks_costs_one_load_and_the_reader_arrives(
    reader: Reader, pattern: re.Pattern[str]
) -> None:
    reader.line.refuse(pattern)
    reader.open(START)
    reader.click(FAR)
    reader.expect_at(FAR)
    assert reader.documents == [FAR]


@pytest.mark.requirement("site-no-other-error-screen")
def test_nobody_is_sent_to_the_error_page_of_a_broken_server(reader: Reader) -> None:
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


@pytest.mark.requirement("site-no-other-error-screen")
def test_a_dead_link_leads_to_the_not_found_page_and_back_again(reader: Reader) -> None:
    reader.open_and_look_around()
    add_link(reader.page, "/no-such-page").click()
    expect(reader.page.locator("h1")).to_have_text(NOT_FOUND)
    expect(reader.page).to_have_url(f"{reader.address}/no-such-page")
    reader.click("/guide/")
    reader.expect_at("/guide/")
    reader.page.go_back()
    expect(reader.page.locator("h1")).to_have_text(NOT_FOUND)
    expect(reader.page).to_have_url(f"{reader.address}/no-such-page")
    reader.page.go_back()
    reader.expect_at(START)
    reader.page.go_forward()
    reader.page.go_forward()
    reader.expect_at("/guide/")


# --- The record of the build: when it is asked for, and when it does not answer ----------------


def test_a_record_of_the_build_that_never_comes_is_told_after_120_seconds(reader: Reader) -> None:
    reader.page.clock.install()
    reader.line.silence(BUILD)
    reader.open(START)
    reader.click(NEXT)
    expect(reader.progress).to_be_visible()
    reader.page.clock.fast_forward(CHUNK_TIMEOUT_MS - SLACK_MS)
    expect(reader.progress).to_be_visible()
    reader.page.clock.fast_forward(SLACK_MS)
    reader.expect_notice(START)

    reader.line.restore()
    reader.retry()
    reader.expect_at(NEXT)
    assert reader.documents == []


def test_the_record_of_the_build_is_asked_for_once_in_five_minutes(reader: Reader) -> None:
    reader.page.clock.install()
    reader.open(START)
    assert reader.asked_for(BUILD) == 0
    reader.look_around()
    for path in (NEXT, FAR, "/guide/", START):
        reader.click(path)
        reader.expect_at(path)
    assert reader.asked_for(BUILD) == 1

    reader.page.clock.fast_forward(RECHECK_INTERVAL_MS - 10_000)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.asked_for(BUILD) == 1

    reader.page.clock.fast_forward(10_000 + SLACK_MS)
    assert reader.asked_for(BUILD) == 1
    reader.click(START)
    reader.expect_at(START)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    assert reader.asked_for(BUILD) == 2


def test_a_second_look_at_the_build_may_fail_and_holds_nobody_up_for_over_three_seconds(
    reader: Reader,
) -> None:
    reader.page.clock.install()
    reader.open_and_look_around()
    reader.page.clock.fast_forward(RECHECK_INTERVAL_MS + SLACK_MS)
    reader.line.silence(BUILD)
    with reader.page.expect_request(BUILD):
        reader.click(NEXT)
    reader.expect_to_stay_at(START)
    reader.page.clock.fast_forward(3_000)
    reader.expect_at(NEXT)
    # Asked is asked: the next click does not wait for it again.
    reader.click(START)
    reader.expect_at(START)
    assert reader.asked_for(BUILD) == 1
    # The next one fails.
    reader.line.restore()
    reader.page.clock.fast_forward(RECHECK_INTERVAL_MS + SLACK_MS)
    reader.line.answer(BUILD, status=500)
    reader.click(FAR)
    reader.expect_at(FAR)
    assert reader.asked_for(BUILD) == 2
    assert reader.documents == []


# --- Readers who do not wait -------------------------------------------------------------------


def test_a_load_ends_when_it_is_stopped_and_when_the_reader_goes_elsewhere(reader: Reader) -> None:
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


def stop_loading(page: Page) -> None:
    """What the Escape key of a browser does; without a window it has no such key."""
    session = page.context.new_cdp_session(page)
    session.send("Page.stopLoading")
    session.detach()


def test_rapid_clicks_end_at_the_last_one(reader: Reader) -> None:
    reader.open_and_look_around()
    paths = [NEXT, FAR, "/guide/", "/guide/advanced/storage-helper.html", FAR, NEXT, "/guide/"]
    reader.page.evaluate(
        "(paths) => paths.forEach((path) => document.querySelector(`a[href='${path}']`).click())",
        paths,
    )
    reader.expect_at(paths[-1])
    assert reader.documents == []


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
