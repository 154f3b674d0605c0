"""Narrow windows, large text, reduced motion and forced colors."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, FloatRect, Page, ViewportSize, expect

from harness.browsers.chromium import save_data
from tests.in_page import load_function
from tests.website.conftest import wait_for_hydration
from tests.website.pixels import find_faint
from tests.website.reading import DESKTOP, NARROWEST, PHONE, box_of, find_misfits
from tests.website.routes import LAYOUTS, UNKNOWN, on_each_layout

TEXT = "/guide/quick-start.html"

# The distances that users may set according to WCAG 1.4.12.
SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}"""

MOVING = load_function("find-moving")
COUNT_COLORS = load_function("count-colors")
MARK_CUT_TABLE = """() => {
  const tables = [...document.querySelectorAll('.table')];
  const cut = tables.find((table) => table.scrollWidth > table.clientWidth + 100);
  cut.dataset.cut = '';
  cut.scrollIntoView({ behavior: 'instant', block: 'center' });
}"""


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    wait_for_hydration(page)
    page.locator("h1:visible").wait_for()


# --- Narrow windows and large text ----------------------------------------------------------------


@pytest.fixture(scope="module")
def narrow(browser: Browser) -> Iterator[Page]:
    """One tab, as narrow as a window of 1280 px at 400 %."""
    with browser.new_context(viewport=NARROWEST, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def large(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser whose text size is set to 200 %."""
    args = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    yield browser
    browser.close()


@on_each_layout
def test_at_320_px_pages_scroll_in_one_direction_even_with_more_space_in_text(
    narrow: Page, website: str, path: str
) -> None:
    open_page(narrow, website + path)
    assert find_misfits(narrow) == []
    narrow.evaluate(SPACING)
    assert find_misfits(narrow) == [], "with more space"


def test_the_drawer_and_long_breadcrumbs_fit_into_320_px(narrow: Page, website: str) -> None:
    open_page(narrow, website + TEXT)
    last = narrow.locator("main > nav:first-child li").last
    last.evaluate("(item) => { item.textContent = 'A group with quite a long name '.repeat(4); }")
    fit = last.evaluate(
        """(last) => ({
          isCut: last.scrollWidth > last.clientWidth,
          ending: getComputedStyle(last).textOverflow,
          isOneLine: last.offsetHeight < 48,
          isPageCut: document.documentElement.scrollWidth > innerWidth,
        })"""
    )
    assert fit == {"isCut": True, "ending": "ellipsis", "isOneLine": True, "isPageCut": False}
    open_page(narrow, website + TEXT)
    narrow.get_by_role("button", name="Menu").click()
    drawer = narrow.locator(":popover-open")
    expect(drawer).to_be_in_viewport(ratio=1)
    assert drawer.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert find_misfits(narrow) == []


def test_text_at_200_percent_fits_into_a_whole_and_half_a_window(
    large: Browser, website: str
) -> None:
    found = {}
    with large.new_context() as context:
        page = context.new_page()
        for path in LAYOUTS:
            open_page(page, website + path)
            for size in (DESKTOP, ViewportSize(width=640, height=900)):
                page.set_viewport_size(size)
                found[path, size["width"]] = find_misfits(page)
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 30
    assert {place: misfits for place, misfits in found.items() if misfits} == {}


def test_phones_show_rows_as_lists_with_the_name_of_each_column(page: Page, website: str) -> None:
    page.set_viewport_size(PHONE)
    open_page(page, f"{website}/api/core.html")
    table = page.locator(".stacked").first
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth"), "nothing is cut"
    name, *cells = table.locator("tbody tr").first.locator("td").all()
    tops = [box_of(cell)["y"] for cell in (name, *cells)]
    assert tops == sorted(set(tops)), "one below the other"
    first, *others = table.locator("th").all()
    assert box_of(first)["y"] < tops[0], "the name of the first column is above all rows"
    assert [heading.is_visible() for heading in others] == [False] * len(others)
    headings = table.locator("th").all_text_contents()
    shown = [cell.evaluate("e => getComputedStyle(e, '::before').content") for cell in cells]
    assert shown == [f'"{heading}"' for heading in headings[1:]]
    page.set_viewport_size(DESKTOP)
    tops = [box_of(cell)["y"] for cell in (name, *cells)]
    assert len(set(tops)) == 1, "wide screens have columns"


@pytest.mark.parametrize("path", ["/guide/introduction.html", "/zh/guide/introduction.html"])
@pytest.mark.parametrize("width", [390, 720, 834, 1024, 1440])
def test_the_comparison_of_libraries_is_never_cut(
    page: Page, website: str, path: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, website + path)
    table = page.locator(".table", has_text="pinia-plugin-persistedstate").first
    assert table.locator("th").count() == 5
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_shadow_marks_the_edge_at_which_a_table_is_cut(page: Page, website: str) -> None:
    page.set_viewport_size(PHONE)
    open_page(page, f"{website}/guide/advanced/storage-helper.html")
    page.evaluate(MARK_CUT_TABLE)
    table = page.locator("[data-cut]")
    shadows = []
    for position in (0, 10_000):
        table.evaluate("(it, left) => { it.scrollLeft = left; }", position)
        shadows.append(is_shaded(page, box_of(table)))
    assert shadows == [True, False]


def is_shaded(page: Page, box: FloatRect) -> bool:
    """Whether the color of a table changes towards its right edge, between two lines of text."""
    clip: FloatRect = {
        "x": box["x"] + box["width"] - 12,
        "y": box["y"] + 48,
        "width": 10,
        "height": 2,
    }
    picture = b64encode(page.screenshot(clip=clip)).decode()
    (colors,) = page.evaluate(COUNT_COLORS, [picture, [[0, 0, 10, 2]]])
    return len(colors) > 6  # gradients of one color are dithered


# --- Motion ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", TEXT, UNKNOWN[0]])
def test_nothing_moves_with_reduced_motion(page: Page, website: str, path: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(PHONE)
    page.goto(website + path)
    assert page.evaluate(MOVING) == []
    wait_for_hydration(page)
    page.locator("header button[popovertarget='_drawer']").click()
    assert page.evaluate(MOVING) == [], "with the drawer open"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING) != [], "this test couldn't fail"
    page.emulate_media(reduced_motion="reduce")
    page.route("**/assets/js/*.js", lambda _: None)
    page.locator("#_drawer a[href='/guide/']").first.click()
    page.get_by_role("progressbar").wait_for(state="attached")
    assert page.evaluate(MOVING) == [], "with the progress bar"


# --- Forced colors --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def forced(browser: Browser) -> Iterator[Page]:
    with browser.new_context(forced_colors="active", reduced_motion="reduce") as context:
        save_data(context)  # so that the sample on the home page doesn't start
        yield context.new_page()


@pytest.mark.parametrize(("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=str)
def test_every_control_shows_in_forced_colors(
    forced: Page, website: str, scheme: Any, size: ViewportSize
) -> None:
    forced.emulate_media(color_scheme=scheme, forced_colors="active")
    forced.set_viewport_size(size)
    open_page(forced, website + TEXT)
    assert find_faint(forced.locator(":is(header, footer) :is(a, button):visible")) == []
    if size == PHONE:
        forced.get_by_role("button", name="Menu").click()
        assert find_faint(forced.locator(":popover-open").get_by_role("button")) == []


def test_forced_colors_show_the_switch_the_current_page_and_the_focus(
    forced: Page, website: str
) -> None:
    forced.set_viewport_size(DESKTOP)
    open_page(forced, website + TEXT)
    # The current page differs by more than a color, because all links have the same one.
    shape = """e => { const s = getComputedStyle(e); return [s.fontWeight, s.textDecorationLine,
      s.borderLeftWidth, s.borderLeftStyle, s.borderBottomWidth, s.borderBottomStyle].join() }"""
    for place in ("header nav", "[popover] nav[aria-label='Pages in this section']"):
        links = forced.locator(f"{place} a:visible").all()
        shapes = {bool(link.get_attribute("aria-current")): link.evaluate(shape) for link in links}
        assert len(set(shapes.values())) == 2, place
    switch = forced.get_by_role("switch")
    off = switch.screenshot()
    switch.click()
    forced.mouse.move(0, 0)
    forced.evaluate("document.activeElement.blur()")
    assert switch.screenshot() != off
    switch.focus()
    forced.keyboard.press("Tab")
    box = box_of(forced.locator(":focus"))
    # The ring is outside of the element.
    clip = FloatRect(
        x=box["x"] - 5, y=box["y"] - 5, width=box["width"] + 10, height=box["height"] + 10
    )
    focused = forced.screenshot(clip=clip)
    forced.evaluate("document.activeElement.blur()")
    assert forced.screenshot(clip=clip) != focused


@pytest.mark.parametrize("path", ["/", TEXT])
def test_text_and_buttons_show_in_forced_colors(forced: Page, website: str, path: str) -> None:
    open_page(forced, website + path)
    parts = forced.locator("h1, main p, .button, pre, th").locator("visible=true")
    assert find_faint(parts) == []
    # The control: a part in the color of its background is found.
    first = parts.first
    first.evaluate("(e) => { e.style.cssText = 'forced-color-adjust: none; color: Canvas'; }")
    assert find_faint(first) == [first.evaluate("(e) => e.outerHTML")]
