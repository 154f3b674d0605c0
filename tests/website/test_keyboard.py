"""The site with a keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.website.conftest import wait_for_life
from tests.website.keyboard import complaints_about, expect_seen, find_focus, remember_stops, walk
from tests.website.routes import ALL_ROUTES, LANGUAGES, ROUTES, Language, in_each_language

WIDE = ViewportSize(width=1440, height=900)
NARROW = ViewportSize(width=390, height=844)
UNKNOWN = tuple(f"{language.prefix}/no-such-page.html" for language in LANGUAGES)
LONG = "/guide/quick-start.html"
STOPS = "a[href], button, summary, [tabindex='0'], .code-group :checked"

# A page has the same stops in both languages: one is walked, in turn.
TAKEN_IN_TURN = [*ALL_ROUTES[: len(ROUTES) : 2], *ALL_ROUTES[len(ROUTES) + 1 :: 2]]
each_page_once = pytest.mark.parametrize(
    "path", [*(route.path for route in TAKEN_IN_TURN), UNKNOWN[1]]
)
some_pages = pytest.mark.parametrize("path", ["/zh/", LONG, "/zh/api/core.html", UNKNOWN[0]])
by_either_key = pytest.mark.parametrize("key", ["Enter", "Space"])


@pytest.fixture(scope="module")
def keyed(browser: Browser) -> Iterator[Page]:
    """One tab for all. Nothing moves in it, so that what is seen can be measured at once."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.clock.install()
        yield page


def open_page(page: Page, address: str, size: ViewportSize = WIDE) -> None:
    page.set_viewport_size(size)
    page.goto(address)
    wait_for_life(page)
    page.locator("h1:visible").wait_for()
    page.clock.run_for(1000)  # copy buttons


def press_on(target: Locator, key: str) -> None:
    """Presses a key on what one would have reached by Tab."""
    target.focus()
    target.page.keyboard.press(key)


# --- Reaching everything --------------------------------------------------------------------------


@each_page_once
def test_tab_reaches_everything_in_order_and_one_sees_where_it_is(
    keyed: Page, website: str, path: str
) -> None:
    open_page(keyed, website + path)
    expected = remember_stops(keyed)
    assert len(expected) >= 10
    assert complaints_about(walk(keyed), expected) == []


@some_pages
def test_so_it_is_on_a_telephone(keyed: Page, website: str, path: str) -> None:
    open_page(keyed, website + path, NARROW)
    expected = remember_stops(keyed)
    assert complaints_about(walk(keyed), expected) == []


@some_pages
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_on_the_way_back_nothing_hides_under_the_header(
    keyed: Page, website: str, path: str, size: ViewportSize
) -> None:
    open_page(keyed, website + path, size)
    expected = remember_stops(keyed)
    stops = walk(keyed, "Shift+Tab")
    assert complaints_about(stops[::-1], expected) == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_what_lies_under_the_header_comes_out_when_it_gets_the_focus(
    keyed: Page, website: str, size: ViewportSize
) -> None:
    open_page(keyed, website + LONG, size)
    stops = keyed.locator(f"main :is({STOPS}):visible").all()
    hidden = [stop for stop, after in pairwise(stops) if not comes_out(stop, after)]
    assert len(stops) > 10
    assert [stop.evaluate("e => e.outerHTML.slice(0, 90)") for stop in hidden] == []


def comes_out(stop: Locator, after: Locator) -> bool:
    """Whether a stop that the header covers is seen once Shift+Tab has come to it."""
    after.evaluate("e => e.focus({ preventScroll: true })")
    stop.evaluate("e => scrollBy(0, e.getBoundingClientRect().top - 4)")
    stop.page.keyboard.press("Shift+Tab")
    expect(stop).to_be_focused()
    found = find_focus(stop.page)
    return found is not None and found.is_seen


def test_a_heading_that_a_link_leads_to_stands_below_the_header(keyed: Page, website: str) -> None:
    open_page(keyed, website + LONG)
    press_on(keyed.get_by_role("navigation").locator("a[href='#see']:visible").first, "Enter")
    top = keyed.locator("#see").bounding_box()
    bar = keyed.get_by_role("banner").bounding_box()
    assert top
    assert bar
    assert bar["y"] + bar["height"] <= top["y"] < 200


# --- The skip link --------------------------------------------------------------------------------


@in_each_language
@pytest.mark.parametrize("path", ["/", LONG, "/no-such-page.html"])
def test_the_first_stop_leads_past_the_navigation(
    keyed: Page, website: str, language: Language, path: str
) -> None:
    open_page(keyed, website + language.prefix + path)
    keyed.keyboard.press("Tab")
    expect_seen(keyed)
    expect(keyed.locator(":focus")).to_be_in_viewport(ratio=1)
    keyed.keyboard.press("Enter")
    expect(keyed.locator("h1")).to_be_in_viewport()
    keyed.keyboard.press("Tab")
    assert keyed.evaluate("document.activeElement.closest('main') !== null")
    expect_seen(keyed)


# --- Menus and the drawer -------------------------------------------------------------------------


@by_either_key
@in_each_language
def test_menus_open_lead_in_and_give_the_focus_back(
    keyed: Page, website: str, language: Language, key: str
) -> None:
    open_page(keyed, website + language.prefix + LONG)
    for name in (language.demos, language.language):
        button = keyed.get_by_role("banner").get_by_role("button", name=name)
        menu = keyed.locator(":popover-open")
        press_on(button, key)
        expect(menu).to_be_visible()
        for link in menu.get_by_role("link").all():
            keyed.keyboard.press("Tab")
            expect(link).to_be_focused()
            expect_seen(keyed)
        keyed.keyboard.press("Escape")
        expect(menu).to_have_count(0)
        expect(button).to_be_focused()


@by_either_key
@in_each_language
def test_the_drawer_opens_leads_in_and_gives_the_focus_back(
    keyed: Page, website: str, language: Language, key: str
) -> None:
    open_page(keyed, website + language.prefix + LONG, NARROW)
    button = keyed.get_by_role("banner").get_by_role("button", name=language.menu)
    drawer = keyed.locator(":popover-open")
    for close in ("Escape", key):
        press_on(button, key)
        expect(drawer).to_be_visible()
        keyed.keyboard.press("Tab")
        expect(drawer.get_by_role("button")).to_be_focused()
        keyed.keyboard.press(close)
        expect(drawer).to_have_count(0)
        expect(button).to_be_focused()


def test_all_of_the_open_drawer_can_be_reached(keyed: Page, website: str) -> None:
    open_page(keyed, website + LONG, NARROW)
    press_on(keyed.get_by_role("banner").get_by_role("button", name="Menu"), "Enter")
    links = keyed.locator(":popover-open a:visible")
    total = links.count()
    assert total > 10
    keyed.keyboard.press("Tab")
    for index in range(total):
        keyed.keyboard.press("Tab")
        expect(links.nth(index)).to_be_focused()
        expect_seen(keyed)


def test_the_focus_never_goes_behind_the_open_drawer(keyed: Page, website: str) -> None:
    open_page(keyed, website + LONG, NARROW)
    press_on(keyed.get_by_role("banner").get_by_role("button", name="Menu"), "Enter")
    assert [stop.html for stop in walk(keyed) if not stop.is_seen] == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_focus_never_goes_behind_a_message(
    keyed: Page, website: str, size: ViewportSize
) -> None:
    open_page(keyed, website + LONG, size)
    keyed.context.set_offline(True)
    try:
        press_on(keyed.locator("main a[rel=next]"), "Enter")
        expect(keyed.get_by_role("alert")).not_to_be_empty()
    finally:
        keyed.context.set_offline(False)
    keyed.evaluate("scrollTo(0, 0); document.activeElement.blur()")
    assert [stop.html for stop in walk(keyed) if not stop.is_seen] == []


# --- Controls -------------------------------------------------------------------------------------


@pytest.mark.requirement("site-dark-mode")
@by_either_key
def test_the_switch_for_dark_colours_answers_to_a_key(keyed: Page, website: str, key: str) -> None:
    keyed.emulate_media(color_scheme="light")
    open_page(keyed, website + LONG)
    switch = keyed.get_by_role("switch")
    before = switch.get_attribute("aria-checked")
    press_on(switch, key)
    after = "false" if before == "true" else "true"
    expect(switch).to_have_attribute("aria-checked", after)
    expect(keyed.locator("html")).to_have_attribute(
        "data-theme", "light" if before == "true" else "dark"
    )


def test_code_that_is_too_wide_scrolls_by_arrow_keys(keyed: Page, website: str) -> None:
    open_page(keyed, website + LONG, NARROW)
    block = keyed.locator("pre", has_text="createLocalStorage").first
    assert block.evaluate("e => e.scrollWidth - e.clientWidth") > 40
    press_on(block, "ArrowRight")
    keyed.clock.run_for(500)
    expect(block).not_to_have_js_property("scrollLeft", 0)


def test_a_table_that_is_too_wide_scrolls_by_arrow_keys(keyed: Page, website: str) -> None:
    open_page(keyed, website + "/api/", NARROW)
    table = keyed.locator(".table").first
    assert table.evaluate("e => e.scrollWidth - e.clientWidth") > 0
    press_on(table, "ArrowRight")
    keyed.clock.run_for(500)
    expect(table).not_to_have_js_property("scrollLeft", 0)


# --- Going from page to page ----------------------------------------------------------------------


@in_each_language
def test_after_a_route_change_the_title_of_the_new_page_has_the_focus(
    keyed: Page, website: str, language: Language
) -> None:
    """Every page is reached by a link of the page before, and none by loading a document."""
    paths = [route.path for route in ALL_ROUTES if route.language == language]
    first = language.prefix + "/guide/"
    open_page(keyed, website + first)
    keyed.evaluate("window.isTheSameDocument = true")
    wrong = [path for path in [*in_order(paths), first] if not follow(keyed, path)]
    assert wrong == []
    assert keyed.evaluate("window.isTheSameDocument")


def in_order(paths: list[str]) -> list[str]:
    """By section, since a sidebar leads only to its own; the home page between them."""
    return sorted(paths, key=lambda path: ("/guide/" not in path, path.count("/") > 2, path))


def follow(page: Page, path: str) -> bool:
    """Whether the focus is on the title, and seen, after Enter on a link to a path."""
    if urlsplit(page.url).path == path:
        return True
    press_on(page.locator(f"a[href='{path}']:visible").first, "Enter")
    page.wait_for_url(f"**{path}")
    stop = find_focus(page)
    is_title = page.evaluate("document.activeElement === document.querySelector('h1')")
    return bool(is_title and stop and stop.has_ring and stop.is_seen)


@in_each_language
def test_after_a_change_of_language_the_title_has_the_focus(
    keyed: Page, website: str, language: Language
) -> None:
    open_page(keyed, website + language.prefix + LONG)
    (other,) = (found for found in LANGUAGES if found != language)
    press_on(keyed.get_by_role("banner").get_by_role("button", name=language.language), "Enter")
    press_on(keyed.get_by_role("link", name=other.language), "Enter")
    keyed.wait_for_url(f"**{other.prefix}{LONG}")
    expect(keyed.locator("h1")).to_be_focused()


def test_after_a_link_to_a_section_of_another_page_its_heading_has_the_focus(
    keyed: Page, website: str
) -> None:
    open_page(keyed, website + "/guide/introduction.html")
    link = "/guide/other/questions-and-answers.html#tokens"
    press_on(keyed.locator(f"main a[href='{link}']"), "Enter")
    keyed.wait_for_url(f"**{link}")
    expect(keyed.locator("#tokens")).to_be_focused()
    expect_seen(keyed)
