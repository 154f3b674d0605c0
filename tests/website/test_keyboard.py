"""The site with only a keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.website.conftest import wait_for_hydration
from tests.website.keyboard import expect_seen, find_problems, remember_stops, walk
from tests.website.routes import (
    CHINESE,
    ENGLISH,
    LANGUAGES,
    UNKNOWN,
    Language,
    in_english_with_sweep,
    on_each_layout_with_sweep,
)

WIDE = ViewportSize(width=1440, height=900)
NARROW = ViewportSize(width=390, height=844)
LONG = "/guide/quick-start.html"

in_each_language_by_either_key = pytest.mark.parametrize(
    ("language", "key"), [(ENGLISH, "Enter"), (CHINESE, "Space")], ids=["Enter", "Space"]
)


@pytest.fixture(scope="module")
def keyed(browser: Browser) -> Iterator[Page]:
    """One tab without animations, so that positions are final immediately."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.clock.install()
        yield page


def open_page(page: Page, address: str, size: ViewportSize = WIDE) -> None:
    page.set_viewport_size(size)
    page.goto(address)
    wait_for_hydration(page)
    page.locator("h1:visible").wait_for()
    page.clock.run_for(1000)  # copy buttons


def press_on(target: Locator, key: str) -> None:
    """Presses a key on an element that Tab would have reached."""
    target.focus()
    target.page.keyboard.press(key)


# --- Reaching everything --------------------------------------------------------------------------


@on_each_layout_with_sweep
def test_tab_reaches_everything_in_order_with_a_visible_focus(
    keyed: Page, website: str, path: str
) -> None:
    open_page(keyed, website + path)
    expected = remember_stops(keyed)
    assert len(expected) >= 10
    assert find_problems(walk(keyed), expected) == []


@pytest.mark.parametrize("path", [pytest.param("/zh/", marks=pytest.mark.sweep), LONG])
def test_tab_reaches_everything_on_phones_in_both_directions(
    keyed: Page, website: str, path: str
) -> None:
    open_page(keyed, website + path, NARROW)
    expected = remember_stops(keyed)
    assert find_problems(walk(keyed), expected) == []
    keyed.evaluate("document.activeElement.blur()")
    assert find_problems(walk(keyed, "Shift+Tab")[::-1], expected) == [], "backwards"


@pytest.mark.parametrize("path", ["/", UNKNOWN[0]])
def test_the_first_stop_skips_the_navigation(keyed: Page, website: str, path: str) -> None:
    open_page(keyed, website + path)
    keyed.keyboard.press("Tab")
    expect_seen(keyed)
    expect(keyed.locator(":focus")).to_be_in_viewport(ratio=1)
    keyed.keyboard.press("Enter")
    expect(keyed.locator("h1")).to_be_in_viewport()
    keyed.keyboard.press("Tab")
    assert keyed.evaluate("document.activeElement.closest('main') !== null")
    expect_seen(keyed)


# --- Menus and the drawer -------------------------------------------------------------------------


@in_each_language_by_either_key
def test_menus_open_by_key_and_return_the_focus(
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


@in_each_language_by_either_key
def test_the_drawer_opens_by_key_and_returns_the_focus(
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


def test_the_focus_reaches_all_of_the_open_drawer_and_nothing_behind_it(
    keyed: Page, website: str
) -> None:
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
    assert [stop.html for stop in walk(keyed) if not stop.is_seen] == []


def test_the_focus_is_never_behind_a_message(keyed: Page, website: str) -> None:
    open_page(keyed, website + LONG, NARROW)
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
def test_the_color_mode_switch_works_by_key(keyed: Page, website: str) -> None:
    keyed.emulate_media(color_scheme="light")
    open_page(keyed, website + LONG)
    switch = keyed.get_by_role("switch")
    for key, mode in (("Enter", "dark"), ("Space", "light")):
        press_on(switch, key)
        expect(switch).to_have_attribute("aria-checked", str(mode == "dark").lower())
        expect(keyed.locator("html")).to_have_attribute("data-theme", mode)


# On phones, tables are lists.
@pytest.mark.parametrize(
    ("path", "wide", "text", "size"),
    [
        (LONG, "pre:visible", "createLocalStorage", NARROW),
        ("/guide/introduction.html", ".table", "Library", ViewportSize(width=660, height=844)),
    ],
    ids=["code", "table"],
)
def test_code_and_tables_that_are_too_wide_scroll_by_arrow_keys(
    keyed: Page, website: str, path: str, wide: str, text: str, size: ViewportSize
) -> None:
    open_page(keyed, website + path, size)
    block = keyed.locator(wide, has_text=text).first
    assert block.evaluate("e => e.scrollWidth - e.clientWidth") > 0
    block.scroll_into_view_if_needed()  # a page that still scrolls may ignore the key
    press_on(block, "ArrowRight")
    expect(block).to_be_focused()
    keyed.clock.run_for(500)
    expect(block).not_to_have_js_property("scrollLeft", 0)


# --- From page to page ----------------------------------------------------------------------------


@in_english_with_sweep
def test_after_a_page_change_the_title_has_a_visible_focus(
    keyed: Page, website: str, language: Language
) -> None:
    open_page(keyed, f"{website}{language.prefix}/guide/")
    keyed.evaluate("window.isTheSameDocument = true")
    for plain in (LONG, "/guide/introduction.html", "/api/", "/api/core.html", "/"):
        path = language.prefix + plain
        press_on(keyed.locator(f"a[href='{path}']:visible").first, "Enter")
        keyed.wait_for_url(f"**{path}")
        expect(keyed.locator("h1")).to_be_focused()
        expect_seen(keyed)
    (other,) = (found for found in LANGUAGES if found != language)
    press_on(keyed.get_by_role("banner").get_by_role("button", name=language.language), "Enter")
    press_on(keyed.get_by_role("link", name=other.language), "Enter")
    keyed.wait_for_url(f"**{other.prefix}/")
    expect(keyed.locator("h1")).to_be_focused()
    assert keyed.evaluate("window.isTheSameDocument")
