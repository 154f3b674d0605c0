"""Hovers: names in code tell what they are, to a pointer, a finger, a keyboard and a voice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from harness.browsers.noise import Noise
from tests.axe import bring_axe, find_faults
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.reading import PHONE, Gate, sidebar
from tests.website.routes import ALL_ROUTES, CHINESE, Language, Route, in_each_language
from tests.website.scripts import theme_script

GUIDE = "/guide/advanced/storage-helper.html"
API = "/api/core.html"
KINDS = ("/", GUIDE, API, "/api/type-definition/hooks.html", "/zh/guide/quick-start.html")
HOVERS = theme_script("hovers")
FILE = re.compile(r"/assets/hovers/[0-9a-f]{8}\.json$")
ELSEWHERE = (200, 100)
NARROWEST = ViewportSize(width=320, height=640)

Visit = Callable[[str], Page]


@dataclass(frozen=True)
class Name:
    """A name in the code of a page, as the file of the page says."""

    block: int
    line: int
    column: int
    length: int
    signature: str
    comment: str


def read_names(dist: Path, route: Route) -> list[Name]:
    """The names of a page that have hovers, in their order."""
    document = (dist / route.file).read_text(encoding="utf-8")
    found = re.search(r'"hovers":"([0-9a-f]{8})"', document)
    if not found:
        return []
    file = json.loads((dist / f"assets/hovers/{found[1]}.json").read_text(encoding="utf-8"))
    names = []
    for block, numbers in file["blocks"].items():
        for line, column, length, text in zip(*[iter(numbers)] * 4, strict=True):
            said = file["texts"][text]
            signature, comment = "".join(said["tokens"][::2]), "".join(said["comment"])
            names.append(Name(int(block), line, column, length, signature, comment))
    return names


def route_of(path: str) -> Route:
    (found,) = (route for route in ALL_ROUTES if route.path == path)
    return found


# Where a name is on the screen, once it has been brought there.
FIND = """({ block, line, column, length }) => {
  const place = document.querySelectorAll('[data-content] .code')[block];
  const row = place.querySelectorAll('.line')[line];
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const range = new Range();
  for (let start = 0; walker.nextNode(); start += walker.currentNode.length) {
    const node = walker.currentNode;
    const inside = (at) => at >= start && at <= start + node.length;
    if (inside(column) && column < start + node.length) range.setStart(node, column - start);
    if (inside(column + length)) { range.setEnd(node, column + length - start); break; }
  }
  range.startContainer.parentElement.scrollIntoView({ block: 'center', inline: 'center' });
  const pre = place.querySelector('pre');
  const frame = pre.getBoundingClientRect();
  pre.scrollLeft += range.getBoundingClientRect().left - frame.left - frame.width / 3;
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, text: String(range) };
}"""


def bring(page: Page, name: Name) -> tuple[float, float]:
    """Scrolls to a name, and tells where its middle is."""
    found: dict[str, Any] = page.evaluate(FIND, vars(name))
    return found["x"], found["y"]


def visible_of(page: Page, names: list[Name]) -> list[Name]:
    """Those that do not stand in a tab behind another one."""
    visible: list[bool] = page.locator("[data-content] .code").evaluate_all(
        "blocks => blocks.map((block) => block.checkVisibility())"
    )
    return [name for name in names if visible[name.block]]


def card(page: Page) -> Locator:
    return page.locator(".hover-card:popover-open")


def point_at(page: Page, name: Name) -> None:
    x, y = bring(page, name)
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y)


def expect_card(page: Page, name: Name) -> None:
    """It says what the file says, in code that is coloured as code."""
    said = card(page).evaluate(
        "e => [...e.children].map((part) => [part.localName, part.textContent])"
    )
    expected = [["code", name.signature], *([["p", name.comment]] if name.comment else [])]
    assert said == expected


@pytest.fixture
def names(dist: Path) -> list[Name]:
    """Those of the guide page, whose code is all visible."""
    return read_names(dist, route_of(GUIDE))


# --- What is shown --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reading(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@pytest.mark.parametrize("path", KINDS)
def test_what_the_file_says_is_what_is_shown(
    reading: Page, website: str, dist: Path, path: str
) -> None:
    found = read_names(dist, route_of(path))
    assert len(found) > 3
    reading.goto(website + path)
    wait_for_life(reading)
    shown = visible_of(reading, found)
    for name in shown[:: max(1, len(shown) // 8)]:
        point_at(reading, name)
        expect(card(reading).locator("> code")).to_have_text(name.signature)
        expect_card(reading, name)
        reading.mouse.move(2, 2)
        expect(card(reading)).to_have_count(0)


def test_signatures_have_the_colours_of_code(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, next(name for name in names if name.signature.startswith("const ")))
    keyword = card(page).locator(".k").first
    expect(keyword).to_have_text(re.compile(r"const\s?"))
    colour = "e => getComputedStyle(e).color"
    assert keyword.evaluate(colour) == page.locator("pre .k").first.evaluate(colour)
    assert keyword.evaluate(colour) != card(page).evaluate(colour)


def test_names_are_underlined_where_a_reader_looks(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    count = "CSS.highlights.get('hover-names')?.size ?? 0"
    assert page.evaluate(count) == 0
    point_at(page, names[0])
    block = names[0].block
    of_block = len([name for name in names if name.block == block])
    page.wait_for_function(f"() => ({count}) === {of_block}")
    page.mouse.move(2, 2)
    page.wait_for_function(f"() => ({count}) === 0")


def test_the_file_comes_once_and_not_before_a_reader_comes_to_code(
    page: Page, website: str, names: list[Name]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(website + GUIDE)
    wait_for_life(page)
    page.mouse.move(5, 5)
    page.mouse.move(700, 3)
    page.keyboard.press("Shift")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if FILE.search(url) or HOVERS.search(url)] == []
    visible = visible_of(page, names)
    for name in (visible[0], visible[-1]):
        point_at(page, name)
        expect(card(page).locator("> code")).to_have_text(name.signature)
    assert len([url for url in asked if FILE.search(url)]) == 1


def test_the_next_page_has_its_own(visit: Visit, dist: Path, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    sidebar(page).get_by_role("link", name="Version control").click()
    expect(page.locator("h1")).to_have_text("Version control")
    expect(card(page)).to_have_count(0)
    name = read_names(dist, route_of("/guide/advanced/version-control.html"))[2]
    point_at(page, name)
    expect(card(page).locator("> code")).to_have_text(name.signature)


# --- Pointer --------------------------------------------------------------------------------------


def centre(box: Locator) -> tuple[float, float]:
    found = box.bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_the_pointer_can_enter_the_card_and_it_stays(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, names[1])
    expect(card(page)).to_be_visible()
    page.mouse.move(*centre(card(page)), steps=6)
    page.wait_for_timeout(1000)
    expect_card(page, names[1])
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)


def test_the_card_stays_as_long_as_the_pointer(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, names[1])
    expect(card(page)).to_be_visible()
    page.wait_for_timeout(3000)
    expect(card(page)).to_be_visible()


def test_escape_puts_it_away_and_it_stays_away(visit: Visit, names: list[Name]) -> None:
    """Neither the pointer nor the focus has to move; a small move does not bring it back."""
    page = visit(GUIDE)
    point_at(page, names[1])
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    x, y = bring(page, names[1])
    page.mouse.move(x + 1, y)
    page.wait_for_timeout(600)
    expect(card(page)).to_have_count(0)
    page.mouse.move(2, 2)
    point_at(page, names[1])
    expect(card(page)).to_be_visible()


def test_a_pointer_on_its_way_opens_nothing(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)
    page.clock.install()
    point_at(page, names[0])
    page.mouse.move(2, 2)
    page.clock.run_for(2000)
    expect(card(page)).to_have_count(0)


def test_nothing_opens_while_text_is_being_selected(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)
    x, y = bring(page, names[1])
    page.mouse.move(x + 150, y)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.wait_for_timeout(500)
    expect(card(page)).to_have_count(0)
    page.mouse.up()
    assert page.evaluate("String(getSelection()).length") > 3


def test_an_open_menu_stays_open(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    page.get_by_role("banner").get_by_role("button", name="English").press("Enter")
    menu = page.locator("ul:popover-open")
    expect(menu).to_be_visible()
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(menu).to_be_visible()


def test_code_is_left_as_it_is(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    code = "[...document.querySelectorAll('pre')].map((pre) => pre.innerHTML)"
    before = page.evaluate(code)
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    assert page.evaluate(code) == before


# --- Keyboard -------------------------------------------------------------------------------------


def code_of(page: Page, name: Name) -> Locator:
    return page.locator("[data-content] .code").nth(name.block).locator("pre")


def enter(page: Page, name: Name) -> Locator:
    """Gives the focus to the block of a name, and waits until it says what keys do."""
    code = code_of(page, name)
    code.focus()
    expect(code.locator("~ .hover-help")).to_contain_text("Enter")
    return code


def names_of_block(names: list[Name], at_least: int = 4) -> list[Name]:
    """All names of the first block that has several."""
    blocks = [[name for name in names if name.block == block] for block in range(40)]
    return next(block for block in blocks if len(block) >= at_least)


@in_each_language
def test_a_keyboard_steps_from_name_to_name(visit: Visit, dist: Path, language: Language) -> None:
    path = language.prefix + GUIDE
    page = visit(path)
    steps = names_of_block(read_names(dist, route_of(path)))
    code = enter(page, steps[0])
    helps = page.locator(".hover-help")
    expect(code).to_have_accessible_description(helps.inner_text())
    page.keyboard.press("Enter")
    for name in steps:
        expect(card(page).locator("> code")).to_have_text(name.signature)
        expect(page.locator(".code > [role=status]")).to_contain_text(name.signature)
        expect(code).to_be_focused()
        page.keyboard.press("ArrowRight")
    expect_card(page, steps[-1])
    for key, name in (("ArrowLeft", steps[-2]), ("Home", steps[0]), ("End", steps[-1])):
        page.keyboard.press(key)
        expect_card(page, name)
    page.keyboard.press("Home")
    below = next(name for name in steps if name.line > steps[0].line)
    page.keyboard.press("ArrowDown")
    expect_card(page, below)
    page.keyboard.press("ArrowUp")
    expect_card(page, steps[0])
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(code).to_be_focused()


def test_enter_closes_it_too_and_comes_back_to_the_same_name(
    visit: Visit, names: list[Name]
) -> None:
    page = visit(GUIDE)
    steps = names_of_block(names)
    enter(page, steps[0])
    page.keyboard.press("Enter")
    expect(card(page)).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(card(page)).to_have_count(0)
    page.keyboard.press("Enter")
    expect_card(page, steps[1])


def test_without_a_card_arrows_scroll_as_ever(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    page.set_viewport_size(NARROWEST)
    enter(page, names_of_block(names)[0])
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    expect(card(page)).to_have_count(0)


def test_the_card_goes_with_the_focus(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    enter(page, names_of_block(names)[0])
    page.keyboard.press("Enter")
    expect(card(page)).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(card(page)).to_have_count(0)


def test_a_card_opened_by_a_key_does_not_mind_the_pointer(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    enter(page, names_of_block(names)[0])
    page.keyboard.press("Enter")
    expect(card(page)).to_be_visible()
    page.mouse.move(3, 3)
    page.mouse.move(9, 9)
    page.wait_for_timeout(800)
    expect(card(page)).to_be_visible()


def test_code_adds_no_stops_for_tab(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    page.locator("main .copy").first.wait_for(state="attached")
    stops = "document.querySelectorAll('main :is(a, .copy, [tabindex=\"0\"])').length"
    before = page.evaluate(stops)
    enter(page, names[0])
    page.keyboard.press("Enter")
    expect(card(page)).to_be_visible()
    assert page.evaluate(stops) == before


# --- Touch ----------------------------------------------------------------------------------------


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        yield context.new_page()


@pytest.mark.parametrize("language", [CHINESE], ids=["zh"])
def test_a_tap_opens_and_a_tap_elsewhere_closes(
    phone: Page, website: str, dist: Path, language: Language
) -> None:
    path = language.prefix + GUIDE
    phone.goto(website + path)
    wait_for_life(phone)
    # The card of the first covers those just below it.
    first, *_, second = names_of_block(read_names(dist, route_of(path)))
    # The very first thing a reader does: nothing is here yet.
    phone.touchscreen.tap(*bring(phone, first))
    expect(card(phone).locator("> code")).to_have_text(first.signature)
    phone.touchscreen.tap(*bring(phone, second))
    expect(card(phone).locator("> code")).to_have_text(second.signature)
    phone.touchscreen.tap(*centre(card(phone)))
    phone.wait_for_timeout(400)
    expect_card(phone, second)
    phone.touchscreen.tap(*ELSEWHERE)
    expect(card(phone)).to_have_count(0)


def test_a_finger_that_scrolls_opens_nothing(phone: Page, website: str, names: list[Name]) -> None:
    phone.goto(website + GUIDE)
    wait_for_life(phone)
    phone.touchscreen.tap(*bring(phone, names[0]))
    expect(card(phone)).to_be_visible()
    phone.touchscreen.tap(*ELSEWHERE)
    expect(card(phone)).to_have_count(0)
    x, y = bring(phone, names[0])
    session = phone.context.new_cdp_session(phone)
    gesture = {"x": x, "y": y, "yDistance": -200, "gestureSourceType": "touch", "speed": 2000}
    session.send("Input.synthesizeScrollGesture", gesture)
    phone.wait_for_timeout(500)
    expect(card(phone)).to_have_count(0)


# --- Seen and heard by everybody ------------------------------------------------------------------


def widest(names: list[Name]) -> Name:
    return max(names, key=lambda name: len(name.signature))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", [GUIDE, f"/zh{API}"])
def test_axe_has_nothing_to_say_about_an_open_card(
    page: Page,
    context: BrowserContext,
    website: str,
    dist: Path,
    scheme: Literal["light", "dark"],
    path: str,
) -> None:
    bring_axe(context)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(website + path)
    wait_for_life(page)
    steps = names_of_block(read_names(dist, route_of(path)))
    enter(page, steps[0])
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(card(page)).to_be_visible()
    assert find_faults(page) == []


def test_the_policy_holds_and_there_are_no_style_attributes(
    page: Page, context: BrowserContext, website: str, names: list[Name]
) -> None:
    violations = Violations(context)
    page.goto(website + GUIDE)
    wait_for_life(page)
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    assert page.locator("[style]").count() == 0
    assert violations.collect(page) == []


@pytest.mark.parametrize("path", [GUIDE, API, f"/zh{API}"])
@pytest.mark.parametrize(
    "size", [NARROWEST, ViewportSize(width=640, height=360)], ids=["320", "200 %"]
)
def test_a_card_fits_into_a_small_window(
    page: Page, website: str, dist: Path, path: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(website + path)
    wait_for_life(page)
    found = visible_of(page, read_names(dist, route_of(path)))
    width = "document.documentElement.scrollWidth"
    before = page.evaluate(width)
    for name in (widest(found), found[0], found[-1]):
        point_at(page, name)
        expect(card(page).locator("> code")).to_have_text(name.signature)
        expect(card(page)).to_be_in_viewport(ratio=1)
        assert card(page).evaluate("e => e.scrollWidth <= e.clientWidth")
        assert page.evaluate(width) == before
        page.mouse.move(2, 2)
        expect(card(page)).to_have_count(0)


def test_a_card_that_scrolls_can_be_scrolled_by_keyboard(
    page: Page, website: str, dist: Path
) -> None:
    page.set_viewport_size({"width": 640, "height": 200})
    page.goto(website + API)
    wait_for_life(page)
    name = widest(read_names(dist, route_of(API)))
    steps = [other for other in read_names(dist, route_of(API)) if other.block == name.block]
    enter(page, name)
    page.keyboard.press("Enter")
    for _ in range(steps.index(name)):
        page.keyboard.press("ArrowRight")
    expect(card(page).locator("> code")).to_have_text(name.signature)
    assert card(page).evaluate("e => e.scrollHeight > e.clientHeight")
    while not card(page).evaluate("e => e === document.activeElement"):
        page.keyboard.press("Tab")
        expect(card(page)).to_have_count(1)
    page.keyboard.press("End")
    page.wait_for_function("() => document.activeElement.scrollTop > 0")
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)


def test_in_forced_colours_only_the_name_that_is_spoken_of_is_marked(
    visit: Visit, names: list[Name]
) -> None:
    """There, marked text looks as if it were selected."""
    page = visit(GUIDE)
    page.emulate_media(forced_colors="active")
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    assert card(page).evaluate("e => getComputedStyle(e).borderTopWidth") == "1px"
    sizes = "Object.fromEntries([...CSS.highlights].map(([key, marks]) => [key, marks.size]))"
    assert page.evaluate(sizes) == {"hover-names": 0, "hover-name": 1}


# --- Without them ---------------------------------------------------------------------------------


def test_a_file_that_does_not_come_is_not_missed(
    page: Page, website: str, noise: Noise, names: list[Name]
) -> None:
    page.route(FILE, lambda route: route.fulfill(status=404, body="no"))
    page.goto(website + GUIDE)
    wait_for_life(page)
    for name in names[:3]:
        point_at(page, name)
        page.wait_for_timeout(200)
    expect(card(page)).to_have_count(0)
    # The browser itself tells of the file, once; we say nothing.
    assert len(noise.messages) == 1
    assert "404" in noise.messages[0]


def test_a_reader_who_has_gone_on_is_not_bothered(
    page: Page, website: str, names: list[Name]
) -> None:
    gate = Gate(page, FILE)
    page.goto(website + GUIDE)
    wait_for_life(page)
    with page.expect_request(FILE):
        point_at(page, names[0])
    page.mouse.move(2, 2)
    gate.open()
    page.wait_for_timeout(700)
    expect(card(page)).to_have_count(0)
