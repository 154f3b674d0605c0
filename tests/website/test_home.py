"""The home page runs a sample in two tabs. Without scripts it shows their content and the entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from harness.browsers.page_messages import PageMessages
from tests.in_page import load_function
from tests.waiting import settled
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


SENTENCE = f"{BOX} > p:nth-of-type(2)"
RUN = load_function("run-home-sample")
HAS_SCROLLBAR = (
    "() => document.documentElement.scrollHeight > document.documentElement.clientHeight"
)


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
def test_two_tabs_start_without_input_and_stay_in_sync_above_the_entry_that_they_store(
    visitor: Page, website: str, path: str, width: int
) -> None:
    visitor.set_viewport_size({"width": width, "height": 1200})
    visitor.goto(website + path)
    sentence = visitor.locator(SENTENCE).inner_text()
    below = top_of(visitor, "h2 >> nth=0")
    first, second = tab_of(visitor, 0), tab_of(visitor, 1)
    expect(second.get_by_text("Hello, Ada!")).to_be_visible()
    expect(visitor.locator(f"{BOX} > :is(.table, .code)").filter(visible=True)).to_have_count(0)
    assert visitor.locator(SENTENCE).inner_text() == sentence
    assert top_of(visitor, "h2 >> nth=0") == pytest.approx(below, abs=1), "nothing moves"
    first.get_by_role("textbox").fill("Grace")
    expect(second.get_by_text("Hello, Grace!")).to_be_visible()
    second.get_by_role("textbox").fill("Lin")
    expect(first.get_by_text("Hello, Lin!")).to_be_visible()
    expect(visitor.locator(f"{BOX} .inspector-json")).to_have_text(re.compile(r'"name": "Lin"'))
    assert [tab.locator("body").evaluate(HAS_SCROLLBAR) for tab in (first, second)] == [False] * 2
    assert visitor.evaluate("Object.keys(localStorage)") == [], "the tabs have their own storage"


def test_tabs_that_are_out_of_view_start_when_they_are_scrolled_to(
    visitor: Page, website: str
) -> None:
    visitor.set_viewport_size({"width": 390, "height": 300})
    visitor.goto(website)
    with settled(visitor):
        wait_for_hydration(visitor)
    expect(visitor.locator(f"{BOX} iframe")).to_have_count(0)
    visitor.evaluate(f"document.querySelector('{BOX}').scrollIntoView()")
    expect(tab_of(visitor, 1).get_by_text("Hello, Ada!")).to_be_visible()


def test_the_tabs_look_the_same_before_and_after_they_start(visitor: Page, website: str) -> None:
    places: list[list[int]] = []
    for selectors in (
        [f"{BOX} th", f"{BOX} tr + tr td", f"{BOX} > .stored"],
        [f"{BOX} .live-frame > .live-title", "p", f"{BOX} .inspector-entry"],
    ):
        titles, texts, stored = selectors
        if texts == "p":
            expect(tab_of(visitor, 1).get_by_text("Hello, Ada!")).to_be_visible()
        else:
            visitor.route("**/assets/live/*.json", lambda route: route.abort())
            visitor.goto(website)
        boxes = [
            *(visitor.locator(titles).nth(number).bounding_box() for number in (0, 1)),
            (
                tab_of(visitor, 1).locator("p") if texts == "p" else visitor.locator(texts).last
            ).bounding_box(),
            visitor.locator(stored).bounding_box(),
        ]
        places.append([round(box[side]) for box in boxes if box for side in ("x", "y")])
        visitor.unroute_all()
        visitor.reload()
    before, after = places
    assert before == pytest.approx(after, abs=2)


@pytest.mark.parametrize("path", ["/", "/zh/"])
@pytest.mark.parametrize("width", [390, 600, 834, 1024, 1440])
def test_run_opens_a_panel_below_its_block_and_nothing_beside_or_above_it_moves(
    visit: Callable[[str], Page], width: int, path: str
) -> None:
    page = visit(path)
    page.set_viewport_size({"width": width, "height": 900})
    for number in (1, 0):
        assert page.evaluate(RUN, number) == {"count": 2, "panel": [0, 0, 0], "moved": []}


def test_the_install_line_shows_its_copy_button_without_a_pointer(
    visit: Callable[[str], Page],
) -> None:
    page = visit("/")
    expect(page.locator(".hero .code:visible > .copy").first).to_have_css("opacity", "1")


def test_with_the_data_saver_the_tabs_wait_for_a_click(visit: Callable[[str], Page]) -> None:
    page = visit("/")
    below = top_of(page, "h2 >> nth=0")
    page.mouse.move(5, 500)
    run = page.locator(BOX).get_by_role("button", name="Try it")
    expect(run).to_be_visible()
    assert top_of(page, "h2 >> nth=0") == below, "nothing moves"
    expect(page.locator(f"{BOX} .code .line")).to_have_text(RECORD)
    expect(page.locator(f"{BOX} iframe")).to_have_count(0)
    run.click()
    expect(tab_of(page, 1).get_by_text("Hello, Ada!")).to_be_visible()


@both_languages
def test_without_scripts_the_page_shows_what_the_sample_shows_and_has_stored(
    plain: Page, website: str, path: str
) -> None:
    plain.goto(website + path)
    expect(plain.locator(f"{BOX} td")).to_have_text(["Ada", "Ada", "Hello, Ada!", "Hello, Ada!"])
    # Nothing can be typed here.
    assert not re.search(r"\b[Tt]ype\b|输入", plain.locator(SENTENCE).inner_text())
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


@both_languages
@pytest.mark.parametrize("width", [900, 1440])
def test_the_sample_is_next_to_the_commands_and_a_note_below_both_adds_no_space_to_it(
    visitor: Page, website: str, path: str, width: int
) -> None:
    visitor.set_viewport_size({"width": width, "height": 900})
    visitor.goto(website + path)
    expect(tab_of(visitor, 1).get_by_text("Hello, Ada!")).to_be_visible()
    commands = visitor.locator("main .code-group").first
    note = commands.locator("xpath=following-sibling::*[1][self::p]")
    left, right = commands.bounding_box(), visitor.locator(BOX).bounding_box()
    entry = visitor.locator(f"{BOX} .inspector-entry").bounding_box()
    assert left
    assert right
    assert entry
    assert right["x"] >= left["x"] + left["width"]
    assert right["y"] < left["y"]
    bottom = right["y"] + right["height"]
    padding = entry["x"] - right["x"]
    assert bottom - (entry["y"] + entry["height"]) < 2.5 * padding
    if note.count():
        below = note.bounding_box()
        assert below
        assert below["x"] == left["x"]
        assert below["y"] > bottom
