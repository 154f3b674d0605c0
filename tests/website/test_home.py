"""The home page runs a sample in two tabs. Without scripts it shows what the sample has stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from harness.browsers.page_messages import PageMessages
from tests.website.conftest import wait_for_hydration

READ = "localStorage.getItem('site-preferences')"
BOX = ".hero .live"
RECORD = ["{", '"name": "Ada"', "}"]

both_languages = pytest.mark.parametrize("path", ["/", "/zh/"])


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """With a fast connection and the data saver off."""
    with browser.new_context() as context:
        yield context.new_page()


def tab_of(page: Page, number: int) -> FrameLocator:
    """The document that runs, inside the outer one."""
    return page.locator(f"{BOX} iframe").nth(number).content_frame.locator("iframe").content_frame


def top_of(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("element => element.getBoundingClientRect().top"))


@pytest.mark.requirement("site-dark-mode")
def test_the_color_mode_is_stored_and_stays_in_sync_with_other_tabs(
    visit: Callable[[str], Page], console: PageMessages
) -> None:
    page = visit("/")
    other = page.context.new_page()
    other.goto(page.url)
    assert page.evaluate(READ) is None, "nothing is stored on a first visit"
    for mode in ("dark", "light", "dark"):
        page.locator("header").get_by_role("switch").click()
        page.wait_for_function(f"wanted => ({READ}) === wanted", arg=f'{{"colorMode":"{mode}"}}')
        expect(page.locator(":root")).to_have_attribute("data-theme", mode)
        expect(other.locator(":root")).to_have_attribute("data-theme", mode)
    expect(other.get_by_role("switch")).to_be_checked()
    page.reload()
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    assert console.messages == []


@pytest.mark.parametrize(("path", "width"), [("/", 390), ("/zh/", 1280)])
def test_two_tabs_stay_in_sync_above_the_entry_that_they_store(
    visitor: Page, website: str, path: str, width: int
) -> None:
    visitor.set_viewport_size({"width": width, "height": 1200})
    visitor.goto(website + path)
    wait_for_hydration(visitor)
    below = top_of(visitor, "h2 >> nth=0")
    visitor.mouse.move(5, 500)
    first, second = tab_of(visitor, 0), tab_of(visitor, 1)
    expect(second.get_by_text("Hello, Ada!")).to_be_visible()
    expect(visitor.locator(f"{BOX} > :is(.table, .code)").filter(visible=True)).to_have_count(0)
    first.get_by_role("textbox").fill("Grace")
    expect(second.get_by_text("Hello, Grace!")).to_be_visible()
    second.get_by_role("textbox").fill("Lin")
    expect(first.get_by_text("Hello, Lin!")).to_be_visible()
    expect(visitor.locator(f"{BOX} .inspector-json")).to_have_text(re.compile(r'"name": "Lin"'))
    assert top_of(visitor, "h2 >> nth=0") == pytest.approx(below, abs=1), "nothing moves"
    assert visitor.evaluate("Object.keys(localStorage)") == [], "the tabs have their own storage"


def test_the_install_line_shows_its_copy_button_without_a_pointer(
    visit: Callable[[str], Page],
) -> None:
    page = visit("/")
    expect(page.locator(".hero .code:visible > .copy").first).to_have_css("opacity", "1")


def test_with_the_data_saver_the_tabs_wait_for_a_click(visit: Callable[[str], Page]) -> None:
    page = visit("/")
    page.mouse.move(5, 500)
    run = page.locator(BOX).get_by_role("button", name="Try it")
    expect(run).to_be_visible()
    expect(page.locator(f"{BOX} .code .line")).to_have_text(RECORD)
    expect(page.locator(f"{BOX} iframe")).to_have_count(0)
    run.click()
    expect(tab_of(page, 1).get_by_text("Hello, Ada!")).to_be_visible()


@both_languages
def test_without_scripts_the_page_shows_what_the_sample_shows_and_has_stored(
    plain: Page, website: str, path: str
) -> None:
    plain.goto(website + path)
    expect(plain.locator(f"{BOX} td")).to_have_text(["Hello, Ada!", "Hello, Ada!"])
    expect(plain.locator(f"{BOX} .code .line")).to_have_text(RECORD)
    expect(plain.locator(f"{BOX} button")).to_have_count(0)


def test_the_page_shares_its_left_edge_with_the_header_and_the_footer(
    page: Page, website: str
) -> None:
    page.goto(website)
    for width in (390, 834, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        edges = {
            selector: page.locator(selector).evaluate("found => found.getBoundingClientRect().left")
            for selector in (
                ".brand > .light-logo",
                ".pitch > img",
                ".facts",
                ".footer > :first-child",
            )
        }
        assert len(set(edges.values())) == 1, (width, edges)
