"""Offline users and silent servers: the current page stays visible."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.website.reading import add_link
from tests.website.scripts import PAGE_SCRIPT
from tests.website.trouble import (
    BUILD,
    EVERYTHING,
    FAILED,
    FAR,
    NEXT,
    NOT_FOUND,
    OFFLINE,
    START,
    Reader,
)

CHUNK_TIMEOUT_MS = 120_000
STYLES_DELAY_MS = 3_000
"""Until the text for unknown paths appears if no script has run."""
SKIP_ANIMATIONS = """(ms) => {
  for (const animation of document.getAnimations()) animation.currentTime += ms;
}"""


@pytest.fixture
def reader(own_page: Page, website: str, dist: Path) -> Iterator[Reader]:
    reader = Reader(own_page, website, dist)
    yield reader
    reader.line.restore()


# --- Offline --------------------------------------------------------------------------------------


@pytest.mark.requirement("site-no-other-error-screen")
@pytest.mark.parametrize(("path", "is_prepared"), [(NEXT, True), (FAR, False)])
def test_offline_the_page_stays_and_trying_again_works_once_online(
    reader: Reader, path: str, is_prepared: bool
) -> None:
    reader.open(START)
    if is_prepared:
        reader.look_around()
    reader.page.context.set_offline(True)
    reader.click(path)
    reader.expect_notice(START, OFFLINE)
    reader.notice.get_by_role("button", name="Dismiss").click()
    reader.expect_at(START)
    reader.click(path)
    reader.expect_notice(START, OFFLINE)
    reader.retry()
    reader.expect_notice(START, OFFLINE)

    reader.page.context.set_offline(False)
    reader.retry()
    reader.expect_at(path)
    assert reader.documents == []


def test_the_message_is_in_the_language_of_the_page(reader: Reader) -> None:
    reader.open("/zh/guide/quick-start.html")
    reader.page.context.set_offline(True)
    reader.click("/zh/api/")
    reader.expect_notice("/zh/guide/quick-start.html", "网络似乎已断开，无法加载此页面。")
    reader.page.context.set_offline(False)
    reader.notice.get_by_role("button", name="重试").click()
    reader.expect_at("/zh/api/")


def test_offline_visited_pages_can_be_opened_again(reader: Reader) -> None:
    reader.open(START)
    for path in (NEXT, FAR):
        reader.click(path)
        reader.expect_at(path)
    reader.page.context.set_offline(True)
    reader.page.go_back()
    reader.expect_at(NEXT)
    reader.click(START)
    reader.expect_at(START)
    reader.click(FAR)
    reader.expect_at(FAR)
    reader.page.go_back()
    reader.expect_at(START)
    assert reader.documents == []


@pytest.mark.requirement("site-no-other-error-screen")
def test_offline_a_broken_link_does_not_show_the_error_page_of_the_browser(
    reader: Reader,
) -> None:
    reader.open_and_look_around("/")
    reader.page.context.set_offline(True)
    add_link(reader.page, "/no-such-page").click(no_wait_after=True)
    reader.expect_notice("/", OFFLINE)
    reader.page.context.set_offline(False)
    reader.retry()
    expect(reader.page.locator("h1")).to_have_text(NOT_FOUND)


def test_offline_a_button_whose_script_is_missing_says_so_and_works_after_trying_again(
    reader: Reader,
) -> None:
    reader.open("/")
    reader.page.context.set_offline(True)
    run = reader.page.locator(".live-run:visible").first
    run.hover()
    run.click()
    reader.expect_notice("/", OFFLINE)
    reader.retry()
    reader.expect_notice("/", OFFLINE)
    reader.page.context.set_offline(False)
    reader.retry()
    expect(reader.page.locator(".live:visible").first).to_be_visible()


# --- A silent server ------------------------------------------------------------------------------


def test_a_silent_server_is_reported_and_trying_again_works(
    reader: Reader,
) -> None:
    reader.page.clock.install()
    reader.open(START)
    reader.line.silence(EVERYTHING)
    reader.click(FAR)
    expect(reader.progress).to_be_visible()
    reader.expect_to_stay_at(START)
    reader.page.clock.fast_forward(CHUNK_TIMEOUT_MS)
    reader.expect_notice(START, FAILED)

    reader.line.restore()
    reader.retry()
    reader.expect_at(FAR)
    assert reader.documents == []


def test_a_document_that_never_arrives_is_reported_after_120_seconds(reader: Reader) -> None:
    reader.page.clock.install()
    reader.open_and_look_around()
    reader.line.silence(re.compile(f"{re.escape(NEXT)}$"))
    reader.line.answer(PAGE_SCRIPT, status=404)
    with reader.page.expect_request(f"**{NEXT}"):
        reader.click(NEXT)
    expect(reader.progress).to_be_visible()
    reader.page.clock.fast_forward(CHUNK_TIMEOUT_MS)
    reader.expect_notice(START, FAILED)
    assert reader.documents == []

    reader.line.restore()
    reader.retry()
    reader.expect_at(NEXT)


# --- The document for unknown paths ---------------------------------------------------------------

Fault = Callable[[Reader], None]

FAULTS: dict[str, Fault] = {
    "refused": lambda reader: reader.line.refuse(BUILD),
    "html": lambda reader: reader.line.answer(BUILD, "<!doctype html>"),
    "another theme": lambda reader: reader.line.answer(BUILD, '{"theme":"0","folders":{}}'),
}


@pytest.mark.requirement("site-no-other-error-screen")
@pytest.mark.parametrize("fault", FAULTS)
def test_no_path_is_reported_as_unknown_without_the_build_record(
    reader: Reader, fault: str
) -> None:
    FAULTS[fault](reader)
    reader.page.goto(f"{reader.address}/no-such-page")
    expect(reader.notice).to_contain_text(FAILED)
    expect(reader.progress).to_have_count(0)
    expect(reader.page.locator("h1")).to_be_hidden()

    reader.line.restore()
    reader.retry()
    expect(reader.page.locator("h1")).to_be_visible()
    expect(reader.page.locator("h1")).to_have_text(NOT_FOUND)
    expect(reader.notice).to_be_empty()


@pytest.mark.requirement("site-no-other-error-screen")
def test_on_a_host_without_routing_rules_pages_are_not_reported_as_unknown(
    reader: Reader, dist: Path
) -> None:
    reader.page.route(
        re.compile("/guide/introduction$"),
        lambda route: route.fulfill(status=404, path=dist / "404.html"),
    )
    reader.line.silence(BUILD)
    reader.page.clock.install()
    reader.page.goto(f"{reader.address}/guide/introduction")
    expect(reader.progress).to_be_visible()
    reader.page.evaluate(SKIP_ANIMATIONS, STYLES_DELAY_MS + 200)
    expect(reader.page.locator("h1")).to_be_hidden()
    reader.page.clock.fast_forward(CHUNK_TIMEOUT_MS)
    expect(reader.notice).to_contain_text(FAILED)
    expect(reader.page.locator("h1")).to_be_hidden()

    reader.line.restore()
    reader.page.route(
        re.compile("/guide/introduction$"),
        lambda route: route.fulfill(status=404, path=dist / "404.html"),
    )
    reader.retry()
    reader.expect_at(NEXT)
    assert reader.page.title() == "Introduction | Tuffet"


def test_pages_that_a_host_reports_as_missing_are_shown(reader: Reader, dist: Path) -> None:
    reader.page.route(
        re.compile(f"{re.escape(NEXT)}$"),
        lambda route: route.fulfill(status=404, path=dist / "404.html"),
    )
    reader.page.goto(reader.address + NEXT)
    reader.expect_at(NEXT)
    assert reader.page.title() == "Introduction | Tuffet"
