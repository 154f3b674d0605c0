"""Narrow windows, large text, no motion, forced colours and paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, FloatRect, Page, ViewportSize, expect

from tests.in_page import load_function
from tests.website.conftest import wait_for_life
from tests.website.pixels import contrast_in
from tests.website.reading import DESKTOP, PHONE
from tests.website.routes import ALL_ROUTES, LANGUAGES

UNKNOWN = tuple(f"{language.prefix}/no-such-page.html" for language in LANGUAGES)
TEXT = "/guide/quick-start.html"
LAYOUTS = ("/", TEXT, "/zh/guide/advanced/module-protect.html", UNKNOWN[0])
NARROWEST = ViewportSize(width=320, height=640)

each_page = pytest.mark.parametrize("path", [*(route.path for route in ALL_ROUTES), *UNKNOWN])
each_layout = pytest.mark.parametrize("path", LAYOUTS)

# Tables and code scroll inside themselves; what is for screen readers alone may be cut.
MISFITS = load_function("find-misfits")


def misfits(page: Page) -> list[str]:
    """What does not fit into the window."""
    found: list[str] = page.evaluate(MISFITS)
    return found


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    wait_for_life(page)
    page.locator("h1:visible").wait_for()


@pytest.fixture(scope="module")
def narrow(browser: Browser) -> Iterator[Page]:
    """One tab for all, as wide as a window of 1280 px at 400 %."""
    with browser.new_context(viewport=NARROWEST, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def large(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser whose reader has set the size of text to 200 %."""
    args = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    yield browser
    browser.close()


# --- Narrow windows and large text ----------------------------------------------------------------


@each_page
def test_at_320_px_a_page_scrolls_in_one_direction(narrow: Page, website: str, path: str) -> None:
    open_page(narrow, website + path)
    assert misfits(narrow) == []


@each_layout
def test_text_with_more_space_still_fits(narrow: Page, website: str, path: str) -> None:
    """The distances that WCAG 1.4.12 says readers may set."""
    open_page(narrow, website + path)
    narrow.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
            word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
          document.adoptedStyleSheets.push(sheet);
        }"""
    )
    assert misfits(narrow) == []


def test_the_drawer_fits_into_320_px(narrow: Page, website: str) -> None:
    open_page(narrow, website + TEXT)
    narrow.get_by_role("button", name="Menu").click()
    drawer = narrow.locator(":popover-open")
    expect(drawer).to_be_in_viewport(ratio=1)
    assert drawer.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert misfits(narrow) == []


def test_text_at_200_percent_fits(large: Browser, website: str) -> None:
    paths = [*(route.path for route in ALL_ROUTES), *UNKNOWN]
    assert misfits_in(large, website, paths, DESKTOP) == {}


def test_text_at_200_percent_fits_into_half_a_window(large: Browser, website: str) -> None:
    assert misfits_in(large, website, LAYOUTS, ViewportSize(width=640, height=900)) == {}


def misfits_in(
    browser: Browser, website: str, paths: Sequence[str], size: ViewportSize
) -> dict[str, list[str]]:
    """What does not fit, by page."""
    with browser.new_context(viewport=size) as context:
        page = context.new_page()
        found = {}
        for path in paths:
            open_page(page, website + path)
            found[path] = misfits(page)
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 30
    return {path: misfits for path, misfits in found.items() if misfits}


# --- Targets --------------------------------------------------------------------------------------

# A link in a line of text is as high as the line; WCAG 2.5.8 leaves it out.
SMALL = """() => [...document.querySelectorAll('a, button, summary')]
  .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
  .map((element) => [element.getBoundingClientRect(), element])
  .filter(([{ width, height }]) => width < 24 || height < 24)
  .map(([{ width, height }, element]) => `${width} x ${height}: ${element.outerHTML.slice(0, 90)}`)
"""


@each_layout
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_targets_are_24_px_or_more(page: Page, website: str, path: str, size: ViewportSize) -> None:
    page.clock.install()
    page.set_viewport_size(size)
    open_page(page, website + path)
    page.clock.run_for(1000)  # copy buttons
    small = page.evaluate(SMALL)
    for button in page.locator("header button[popovertarget]:visible").all():
        button.click()
        small += page.evaluate(SMALL)
        page.keyboard.press("Escape")
    assert small == []


# --- Motion ---------------------------------------------------------------------------------------

# A step shows or hides something without moving it.
MOVING = load_function("find-moving")


@each_layout
def test_nothing_moves_for_readers_who_want_no_motion(page: Page, website: str, path: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(PHONE)
    page.goto(website + path)
    assert page.evaluate(MOVING) == []
    wait_for_life(page)
    page.locator("header button[popovertarget='_drawer']").click()
    assert page.evaluate(MOVING) == []
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING) != [], "this test could not fail"


def test_not_even_the_progress_bar_moves_for_them(page: Page, website: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, website + TEXT)
    page.route("**/assets/js/*.js", lambda _: None)
    page.get_by_role("link", name="Introduction").first.click()
    page.get_by_role("progressbar").wait_for()
    assert page.evaluate(MOVING) == []


# --- Forced colours -------------------------------------------------------------------------------


@pytest.fixture
def forced(browser: Browser) -> Iterator[Page]:
    with browser.new_context(forced_colors="active", reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_shows_in_forced_colours(forced: Page, website: str, scheme: Any) -> None:
    forced.emulate_media(color_scheme=scheme, forced_colors="active")
    faint = []
    for size in (DESKTOP, PHONE):
        forced.set_viewport_size(size)
        open_page(forced, website + TEXT)
        for control in forced.locator(":is(header, footer) :is(a, button):visible").all():
            if contrast_in(control) < 4.5:
                faint.append(control.evaluate("e => e.outerHTML"))
    forced.get_by_role("button", name="Menu").click()
    close = forced.locator(":popover-open").get_by_role("button")
    assert (faint, contrast_in(close) >= 4.5) == ([], True)


def test_forced_colours_tell_whether_the_switch_is_on(forced: Page, website: str) -> None:
    open_page(forced, website + TEXT)
    switch = forced.get_by_role("switch")
    off = switch.screenshot()
    switch.click()
    forced.mouse.move(0, 0)
    forced.evaluate("document.activeElement.blur()")
    assert switch.screenshot() != off


def test_forced_colours_tell_where_the_reader_is(forced: Page, website: str) -> None:
    """By more than a colour: there is but one for links."""
    forced.set_viewport_size(DESKTOP)
    open_page(forced, website + TEXT)
    shape = """e => { const s = getComputedStyle(e); return [s.fontWeight, s.textDecorationLine,
      s.borderLeftWidth, s.borderLeftStyle, s.borderBottomWidth, s.borderBottomStyle].join() }"""
    for place in ("header nav", "[popover] nav[aria-label='Pages in this section']"):
        links = forced.locator(f"{place} a:visible")
        shapes = {
            bool(link.get_attribute("aria-current")): link.evaluate(shape) for link in links.all()
        }
        assert len(set(shapes.values())) == 2, place


@each_layout
def test_text_and_buttons_show_in_forced_colours(forced: Page, website: str, path: str) -> None:
    open_page(forced, website + path)
    parts = forced.locator("h1, main p, .button, pre, th").locator("visible=true").all()
    faint = [part.evaluate("e => e.outerHTML") for part in parts if contrast_in(part) < 4.5]
    assert faint == []


def test_the_focus_shows_in_forced_colours(forced: Page, website: str) -> None:
    open_page(forced, website + TEXT)
    for _ in range(4):
        forced.keyboard.press("Tab")
    box = forced.locator(":focus").bounding_box()
    assert box
    # The ring is outside of the element.
    clip = FloatRect(
        x=box["x"] - 5, y=box["y"] - 5, width=box["width"] + 10, height=box["height"] + 10
    )
    focused = forced.screenshot(clip=clip)
    forced.evaluate("document.activeElement.blur()")
    assert forced.screenshot(clip=clip) != focused


# --- Paper ----------------------------------------------------------------------------------------


@each_layout
def test_paper_has_the_text_and_no_chrome(page: Page, website: str, path: str) -> None:
    page.clock.install()
    open_page(page, website + path)
    page.clock.run_for(1000)  # copy buttons
    page.emulate_media(media="print")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(":is(header, nav, button, [popover]):visible")).to_have_count(0)


def test_paper_tells_where_links_lead(page: Page, website: str) -> None:
    open_page(page, website + "/guide/other/how-to-contribute.html")
    page.emulate_media(media="print")
    shown = page.locator(".prose a:not([href^='#'])").evaluate_all(
        "links => links.map((link) => [link.getAttribute('href'), "
        "getComputedStyle(link, '::after').content])"
    )
    assert len(shown) >= 2
    assert [address for address, after in shown if address not in after] == []


def test_paper_is_white_whatever_colours_the_screen_has(page: Page, website: str) -> None:
    page.emulate_media(color_scheme="dark")
    open_page(page, website + TEXT)
    page.get_by_role("switch").click()
    page.get_by_role("switch").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="dark", media="print")
    schemes = page.evaluate(
        "['html', 'pre', '.prose p'].map((name) => "
        "getComputedStyle(document.querySelector(name)).colorScheme)"
    )
    assert set(schemes) == {"light"}


def test_code_is_whole_on_paper(page: Page, website: str) -> None:
    page.set_viewport_size(PHONE)
    open_page(page, website + TEXT)
    page.emulate_media(media="print")
    widths = page.locator("pre, .table").evaluate_all(
        "blocks => blocks.map((block) => [block.scrollWidth, block.clientWidth])"
    )
    assert [width for width, room in widths if width > room + 1] == []
