"""Hovers: names in code show their type, by pointer, touch, keyboard and screen reader."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.axe import find_violations
from tests.in_page import load_function
from tests.violations import Violations
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import NARROWEST, PHONE, Gate, box_of, sidebar
from tests.website.routes import ALL_ROUTES, Route
from tests.website.scripts import theme_script

GUIDE = "/guide/advanced/storage-helper.html"
API = "/api/core.html"
KINDS = (API, "/zh/guide/quick-start.html")
HOVERS = theme_script("hovers")
FILE = re.compile(r"/assets/hovers/[0-9a-f]{8}\.json$")
ELSEWHERE = (200, 100)

Visit = Callable[[str], Page]


@pytest.fixture(scope="module")
def kept(kept: Page) -> Page:
    kept.clock.install()
    return kept


@dataclass(frozen=True)
class Name:
    """A name in the code of a page, from its hovers file."""

    block: int
    line: int
    column: int
    length: int
    signature: str
    comment: str
    reference: str | None


def read_names(dist: Path, route: Route) -> list[Name]:
    """The names of a page with hovers, in order."""
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
            names.append(
                Name(int(block), line, column, length, signature, comment, said["reference"])
            )
    return names


def route_of(path: str) -> Route:
    (found,) = (route for route in ALL_ROUTES if route.path == path)
    return found


# Scrolls to a name, and returns its position in the window.
FIND = load_function("find-name")


def bring(page: Page, name: Name) -> tuple[float, float]:
    """Scrolls to a name, and returns the position of its center."""
    found: dict[str, Any] = page.evaluate(FIND, vars(name))
    return found["x"], found["y"]


def visible_of(page: Page, names: list[Name]) -> list[Name]:
    """The names that aren't in a hidden tab."""
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
    """The card shows the signature, the comment and the link of the file."""
    link = card(page).get_by_role("link")
    if name.reference:
        expect(link).to_have_attribute("href", name.reference)
    else:
        expect(link).to_have_count(0)
    said = card(page).evaluate(
        "e => [...e.querySelectorAll(':scope > :not(a)')].map((e) => [e.localName, e.textContent])"
    )
    expected = [["code", name.signature], *([["p", name.comment]] if name.comment else [])]
    assert said == expected


@pytest.fixture
def names(dist: Path) -> list[Name]:
    """The names on the guide page, all of whose code is visible."""
    return read_names(dist, route_of(GUIDE))


# --- Contents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", KINDS)
def test_a_card_shows_the_contents_of_the_file(
    page: Page, website: str, dist: Path, path: str
) -> None:
    found = read_names(dist, route_of(path))
    assert len(found) > 3
    page.goto(website + path)
    wait_for_hydration(page)
    shown = visible_of(page, found)
    for name in shown[:: max(1, len(shown) // 4)]:
        point_at(page, name)
        expect(card(page).locator("> code")).to_have_text(name.signature)
        expect_card(page, name)
        page.mouse.move(2, 2)
        expect(card(page)).to_have_count(0)


def test_names_are_underlined_and_signatures_are_highlighted(
    own_page: Page, website: str, names: list[Name]
) -> None:
    page = own_page
    violations = Violations(page.context)
    page.goto(website + GUIDE)
    wait_for_hydration(page)
    code = "[...document.querySelectorAll('pre')].map((pre) => pre.innerHTML)"
    before = page.evaluate(code)
    count = "CSS.highlights.get('hover-names')?.size ?? 0"
    assert page.evaluate(count) == 0
    name = next(name for name in names if name.signature.startswith("const "))
    point_at(page, name)
    of_block = len([other for other in names if other.block == name.block])
    page.wait_for_function(f"() => ({count}) === {of_block}")
    keyword = card(page).locator(".k").first
    expect(keyword).to_have_text(re.compile(r"const\s?"))
    color = "e => getComputedStyle(e).color"
    assert keyword.evaluate(color) == page.locator("pre .k").first.evaluate(color)
    assert keyword.evaluate(color) != card(page).evaluate(color)
    assert page.evaluate(code) == before, "the code has changed"
    assert page.locator("[style]").count() == 0
    page.mouse.move(2, 2)
    page.wait_for_function(f"() => ({count}) === 0")
    assert violations.collect(page) == []


def test_the_file_is_loaded_once_when_the_pointer_reaches_code_and_each_page_has_its_own(
    page: Page, website: str, dist: Path, names: list[Name]
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(website + GUIDE)
    wait_for_hydration(page)
    with settled(page):
        page.mouse.move(5, 5)
        page.mouse.move(700, 3)
        page.keyboard.press("Shift")
    assert [url for url in requests if FILE.search(url) or HOVERS.search(url)] == []
    visible = visible_of(page, names)
    for name in (visible[0], visible[-1]):
        point_at(page, name)
        expect(card(page).locator("> code")).to_have_text(name.signature)
    assert len([url for url in requests if FILE.search(url)]) == 1
    sidebar(page).get_by_role("link", name="Version control").click()
    expect(page.locator("h1")).to_have_text("Version control")
    expect(card(page)).to_have_count(0)
    name = read_names(dist, route_of("/guide/advanced/version-control.html"))[2]
    point_at(page, name)
    expect(card(page).locator("> code")).to_have_text(name.signature)


# --- Pointer --------------------------------------------------------------------------------------


def center(box: Locator) -> tuple[float, float]:
    found = box_of(box)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_the_card_stays_while_the_pointer_is_on_the_name_or_the_card(
    visit: Visit, names: list[Name]
) -> None:
    page = visit(GUIDE)
    point_at(page, names[1])
    expect(card(page)).to_be_visible()
    page.clock.run_for(3000)
    expect(card(page)).to_be_visible()
    page.mouse.move(*center(card(page)), steps=6)
    page.clock.run_for(1000)
    expect_card(page, names[1])
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)
    # Escape closes it, and a small move doesn't open it again.
    point_at(page, names[1])
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    x, y = bring(page, names[1])
    page.mouse.move(x + 1, y)
    page.clock.run_for(600)
    expect(card(page)).to_have_count(0)
    page.mouse.move(2, 2)
    point_at(page, names[1])
    expect(card(page)).to_be_visible()


def test_a_passing_pointer_and_a_selection_open_nothing(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)
    point_at(page, names[0])
    page.mouse.move(2, 2)
    page.clock.run_for(2000)
    expect(card(page)).to_have_count(0)
    x, y = bring(page, names[1])
    page.mouse.move(x + 150, y)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.clock.run_for(500)
    expect(card(page)).to_have_count(0)
    page.mouse.up()
    assert page.evaluate("String(getSelection()).length") > 3


def test_an_open_menu_stays_open(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    # Loads the script for hovers. Until then, keys are handled without the pointer's position.
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)
    page.get_by_role("banner").get_by_role("button", name="English").press("Enter")
    menu = page.locator("ul:popover-open")
    expect(menu).to_be_visible()
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(menu).to_be_visible()


# --- Keyboard -------------------------------------------------------------------------------------


def code_of(page: Page, name: Name) -> Locator:
    return page.locator("[data-content] .code").nth(name.block).locator("pre")


def enter(page: Page, name: Name) -> Locator:
    """Focuses the block of a name, and waits for the description of its keys."""
    code = code_of(page, name)
    code.focus()
    expect(code.locator("~ .hover-help")).to_contain_text("Enter")
    return code


def names_of_block(names: list[Name], at_least: int = 4) -> list[Name]:
    """All names of the first block that has several."""
    blocks = [[name for name in names if name.block == block] for block in range(40)]
    return next(block for block in blocks if len(block) >= at_least)


def test_a_keyboard_steps_from_name_to_name(visit: Visit, dist: Path) -> None:
    path = f"/zh{GUIDE}"
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


def test_enter_closes_the_card_and_reopens_it_at_the_same_name(
    visit: Visit, names: list[Name]
) -> None:
    page = visit(GUIDE)
    page.locator("main .copy").first.wait_for(state="attached")
    stops = "document.querySelectorAll('main :is(a, .copy, [tabindex=\"0\"])').length"
    before = page.evaluate(stops)
    steps = names_of_block(names)
    enter(page, steps[0])
    page.keyboard.press("Enter")
    expect(card(page)).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(card(page)).to_have_count(0)
    page.keyboard.press("Enter")
    expect_card(page, steps[1])
    assert page.evaluate(stops) == before, "hovers add no stops for Tab"
    # The pointer doesn't close a card that was opened by key.
    page.mouse.move(3, 3)
    page.mouse.move(9, 9)
    page.clock.run_for(800)
    expect(card(page)).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(card(page)).to_have_count(0)


def test_without_a_card_arrows_scroll(visit: Visit, names: list[Name]) -> None:
    page = visit(GUIDE)
    page.set_viewport_size(NARROWEST)
    enter(page, names_of_block(names)[0])
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    expect(card(page)).to_have_count(0)


# --- Touch ----------------------------------------------------------------------------------------


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Its language is that of the pages below, so that no language hint covers a name."""
    with browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN"
    ) as context:
        yield context.new_page()


def test_a_tap_opens_a_card_and_a_tap_elsewhere_closes_it(
    phone: Page, website: str, dist: Path
) -> None:
    path = f"/zh{GUIDE}"
    phone.goto(website + path)
    wait_for_hydration(phone)
    # The card of the first name covers the names below it.
    first, *_, second = names_of_block(read_names(dist, route_of(path)))
    # The first tap is also the first interaction, which loads the scripts.
    phone.touchscreen.tap(*bring(phone, first))
    expect(card(phone).locator("> code")).to_have_text(first.signature)
    phone.touchscreen.tap(*bring(phone, second))
    expect(card(phone).locator("> code")).to_have_text(second.signature)
    phone.clock.install()
    phone.touchscreen.tap(*center(card(phone)))
    phone.clock.run_for(400)
    expect_card(phone, second)
    phone.touchscreen.tap(*ELSEWHERE)
    expect(card(phone)).to_have_count(0)
    x, y = bring(phone, first)
    session = phone.context.new_cdp_session(phone)
    gesture = {"x": x, "y": y, "yDistance": -200, "gestureSourceType": "touch", "speed": 2000}
    session.send("Input.synthesizeScrollGesture", gesture)
    phone.clock.run_for(500)
    expect(card(phone)).to_have_count(0)


# --- Accessibility --------------------------------------------------------------------------------


def widest(names: list[Name]) -> Name:
    return max(names, key=lambda name: len(name.signature))


@pytest.mark.parametrize(
    ("path", "scheme"),
    [(f"/zh{GUIDE}", "dark"), pytest.param(API, "light", marks=pytest.mark.sweep)],
)
def test_an_open_card_is_accessible(
    page: Page, website: str, dist: Path, scheme: Literal["light", "dark"], path: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(website + path)
    wait_for_hydration(page)
    steps = names_of_block(read_names(dist, route_of(path)))
    enter(page, steps[0])
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(card(page)).to_be_visible()
    assert find_violations(page) == []


def test_a_card_fits_into_a_small_window(page: Page, website: str, names: list[Name]) -> None:
    page.set_viewport_size(NARROWEST)
    page.goto(website + GUIDE)
    wait_for_hydration(page)
    found = visible_of(page, names)
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
    wait_for_hydration(page)
    name = widest(read_names(dist, route_of(API)))
    steps = [other for other in read_names(dist, route_of(API)) if other.block == name.block]
    enter(page, name)
    page.keyboard.press("Enter")
    for _ in range(steps.index(name)):
        page.keyboard.press("ArrowRight")
    expect(card(page).locator("> code")).to_have_text(name.signature)
    assert card(page).evaluate("e => e.scrollHeight > e.clientHeight")
    for _ in range(10):
        if card(page).evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
        expect(card(page)).to_have_count(1)
    expect(card(page)).to_be_focused()
    page.keyboard.press("End")
    page.wait_for_function("() => document.activeElement.scrollTop > 0")
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)


def test_in_forced_colors_only_the_current_name_is_marked(visit: Visit, names: list[Name]) -> None:
    """Marked text looks like a selection there."""
    page = visit(GUIDE)
    page.emulate_media(forced_colors="active")
    point_at(page, names[0])
    expect(card(page)).to_be_visible()
    assert card(page).evaluate("e => getComputedStyle(e).borderTopWidth") == "1px"
    sizes = "Object.fromEntries([...CSS.highlights].map(([key, marks]) => [key, marks.size]))"
    assert page.evaluate(sizes) == {"hover-names": 0, "hover-name": 1}


# --- Failures -------------------------------------------------------------------------------------


def test_a_file_that_loads_after_the_pointer_has_left_opens_nothing(
    page: Page, website: str, names: list[Name]
) -> None:
    gate = Gate(page, FILE)
    page.goto(website + GUIDE)
    wait_for_hydration(page)
    with page.expect_request(FILE):
        point_at(page, names[0])
    page.mouse.move(2, 2)
    with settled(page), page.expect_response(FILE):
        gate.open()
    page.clock.run_for(700)
    expect(card(page)).to_have_count(0)
