"""The main features of the site in Firefox and WebKit. All other tests use Chromium."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator

import pytest

from harness.browsers.firefox import launch_firefox
from harness.browsers.tab import Tab
from harness.browsers.webkit import launch_webkit
from harness.paths import ROOT
from tests.in_page import load_function
from tests.website.conftest import HAS_ROUTER

ENGINES = ("Firefox", "WebKit")
LONG = "/guide/other/questions-and-answers.html"
HELPER = "/guide/advanced/storage-helper.html"

IS_ALIVE = f"document.querySelector('[role=switch]:not(:disabled)') !== null && ({HAS_ROUTER})()"

CLICK = f"({load_function('click-new-link')})()"

STATE = """({
  path: location.pathname,
  title: document.title,
  lang: document.documentElement.lang,
  focused: document.activeElement === document.querySelector('h1'),
  isMarked: window.isMarked === true,
  position: scrollY,
})"""

RUN = load_function("run-home-sample")
FRAMES = "[...document.querySelectorAll('.hero .live-frame:not([data-empty]) iframe')]"
PRESS = """void [...document.querySelectorAll('.live-panel button, .live-editor button')]
  .find((button) => button.textContent === '%s').click()"""
OUTPUT = "[...document.querySelectorAll('.live-console li')].map((line) => line.textContent)"
TEAS = "document.querySelectorAll('.tin h3').length"
BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"
# The path of the visible logo, once it is loaded.
LOGO = """[...document.querySelectorAll('.brand img')]
  .filter((image) => image.checkVisibility() && image.naturalWidth > 0)
  .map((image) => new URL(image.currentSrc).pathname).join()"""
CENTER_OF_CODE = """(({ x, y, height }) => [x + 40, y + height / 2])(
  document.querySelector('.code .line').getBoundingClientRect())"""
CENTER_OF_NAME = """(({ x, y, width, height }) => [x + width / 2, y + height / 2])(
  [...CSS.highlights.get('hover-names')][0].getBoundingClientRect())"""
# Not every engine computes the style of a highlight.
UNDERLINES = """document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule.selectorText === '::highlight(hover-names)')
  .map((rule) => rule.style.textDecorationLine)"""


@pytest.fixture(scope="module", params=ENGINES)
def tab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """One tab per engine, because starting a browser takes longer than most of the tests.

    Firefox has the Navigation API that the router needs; WebKit uses the History API.
    """
    if request.param == "WebKit":
        with launch_webkit() as webkit, webkit.new_context() as profile:
            yield profile.new_page()
    else:
        with launch_firefox(tmp_path_factory.mktemp("firefox")) as firefox:
            yield firefox.open_tab("about:blank")


def visit(tab: Tab, address: str) -> None:
    """Opens a page and waits until it is hydrated."""
    tab.goto(address)
    tab.wait_for(IS_ALIVE)


def click(tab: Tab, selector: str) -> None:
    tab.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
    tab.evaluate(f"void document.querySelector({json.dumps(selector)}).click()")


def state_of(tab: Tab) -> dict[str, object]:
    state: dict[str, object] = tab.evaluate(STATE)
    return state


def wait_for_page(tab: Tab, path: str, title: str) -> None:
    tab.wait_for(f"location.pathname === {json.dumps(path)} && document.title === '{title}'")


@pytest.mark.requirement("site-progress-bar", "site-lazy-pages", "site-scroll-restored")
def test_a_click_shows_a_progress_bar_and_the_page_and_going_back_restores_the_position(
    tab: Tab, website: str
) -> None:
    visit(tab, f"{website}/guide/introduction.html")
    assert tab.evaluate(CLICK) == "/guide/introduction.html", "the address waits for the page"
    wait_for_page(tab, "/zh/api/shared.html", "@tuffet/shared | Tuffet")
    tab.wait_for("document.activeElement === document.querySelector('h1')")
    assert state_of(tab) == {
        "path": "/zh/api/shared.html",
        "title": "@tuffet/shared | Tuffet",
        "lang": "zh-CN",
        "focused": True,
        "isMarked": True,
        "position": 0,
    }
    tab.wait_for("bars.includes(1) && bars.at(-1) === 0")
    # The back button skips entries that were added without a user gesture.
    tab.evaluate("void history.back()")
    wait_for_page(tab, "/guide/introduction.html", "Introduction | Tuffet")
    tab.wait_for("scrollY === 300")
    assert state_of(tab)["isMarked"] is True


@pytest.mark.requirement("site-scroll-restored")
def test_back_from_a_short_page_restores_a_position_far_down(tab: Tab, website: str) -> None:
    visit(tab, website + LONG)
    tab.evaluate("void scrollTo({ top: 6000, behavior: 'instant' })")
    tab.wait_for("scrollY === 6000")
    click(tab, "header .nav a[href='/guide/']")
    wait_for_page(tab, "/guide/", "Guide | Tuffet")
    tab.wait_for("scrollY === 0")
    tab.evaluate("void history.back()")
    wait_for_page(tab, LONG, "Questions and answers | Tuffet")
    tab.wait_for("scrollY === 6000")
    tab.evaluate("void history.forward()")
    wait_for_page(tab, "/guide/", "Guide | Tuffet")
    tab.wait_for("scrollY === 0")


def test_search_shows_results_and_opens_one_by_keyboard(tab: Tab, website: str) -> None:
    visit(tab, f"{website}/guide/introduction.html")
    tab.press("Control+k")
    tab.wait_for("document.activeElement.matches('dialog.search [role=combobox]')")
    tab.type("migrate")
    tab.wait_for("document.querySelector('.search-list [role=option]') !== null")
    assert tab.evaluate("document.querySelector('.search-list').clientHeight") > 100
    tab.press("Enter")
    tab.wait_for("location.pathname === '/guide/advanced/version-control.html'")
    tab.wait_for("document.querySelector('dialog[open]') === null")


@pytest.mark.parametrize("width", [460, 600, 834, 1024, 1440])
def test_run_on_the_home_page_moves_nothing_beside_or_above_the_panel(
    tab: Tab, website: str, width: int
) -> None:
    tab.set_viewport_size({"width": width, "height": 900})
    visit(tab, f"{website}/")
    for number in (1, 0):
        assert tab.evaluate(RUN, number) == {"count": 2, "panel": [0, 0, 0], "moved": []}


def test_the_tabs_of_the_home_page_start_without_input_and_have_no_scrollbars(
    tab: Tab, website: str
) -> None:
    visit(tab, f"{website}/zh/")
    tab.wait_for(f"{FRAMES}.length === 2")
    # The scrollbar of a document in another origin can't be measured: without one, its height is
    # that of the iframe, which the document has reported.
    assert tab.evaluate(f"{FRAMES}.map((it) => it.clientHeight - it.height)") == [0, 0]


def test_a_sample_runs_as_it_is_and_edited(tab: Tab, website: str) -> None:
    visit(tab, website + HELPER)
    click(tab, "[data-run] .live-run")  # the first input on the page
    tab.wait_for("document.querySelector('.live-panel [data-outcome=done]') !== null")
    tab.evaluate(PRESS % "Edit")
    tab.wait_for("document.activeElement.shadowRoot?.activeElement.role === 'textbox'")
    tab.type("console.log('typed');")
    tab.evaluate(PRESS % "Run again")
    tab.wait_for(f"{OUTPUT}.includes('typed')")


def test_names_in_code_are_underlined_and_show_their_type(tab: Tab, website: str) -> None:
    visit(tab, f"{website}/guide/advanced/version-control.html")  # where nothing was edited
    tab.evaluate("document.querySelector('.code .line').scrollIntoView({ block: 'center' })")
    tab.move(*tab.evaluate(CENTER_OF_CODE))
    tab.wait_for("CSS.highlights.get('hover-names')?.size > 0")
    assert tab.evaluate(UNDERLINES) == ["underline"]
    tab.move(*tab.evaluate(CENTER_OF_NAME))
    tab.wait_for("document.querySelector('.hover-card')?.checkVisibility() === true")


def test_all_text_decorations_are_supported(tab: Tab, website: str) -> None:
    visit(tab, f"{website}/guide/")
    values = json.dumps(sorted(set(list_text_decorations())))
    supported = "(value) => CSS.supports('text-decoration', value)"
    assert "underline" in values
    assert tab.evaluate(f"{values}.filter((value) => !({supported})(value))") == []


def list_text_decorations() -> Iterator[str]:
    """The values in all stylesheets. One with a variable would always count as supported."""
    command = ["git", "grep", "-hE", "text-decoration:", "--", "*.css", "*.vue"]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for value in re.findall(r"text-decoration: (.*?);", lines):
        yield re.sub(r"var\(.*?\)", "red", value)


def test_the_color_mode_is_switched_and_stored_and_changes_the_logo(tab: Tab, website: str) -> None:
    visit(tab, f"{website}/guide/")
    tab.evaluate("void (document.querySelector('[role=switch][aria-checked=true]')?.click())")
    tab.wait_for(f"{LOGO} === '/logo.svg'")
    light = tab.evaluate(BACKGROUND)
    click(tab, "[role=switch]")
    tab.wait_for(f"{LOGO} === '/logo-dark.svg'")
    assert tab.evaluate(BACKGROUND) != light
    visit(tab, f"{website}/guide/introduction.html")
    tab.wait_for(f"{LOGO} === '/logo-dark.svg'")
    click(tab, "[role=switch]")
    tab.wait_for(f"{LOGO} === '/logo.svg'")
    assert tab.evaluate(BACKGROUND) == light


@pytest.mark.parametrize("framework", ["vue", pytest.param("react", marks=pytest.mark.sweep)])
def test_a_demo_stores_what_it_changes(tab: Tab, website: str, framework: str) -> None:
    tab.goto(f"{website}/{framework}-demo/")
    tab.wait_for(f"{TEAS} > 1")
    before = tab.evaluate(TEAS)
    tab.evaluate(
        "void [...document.querySelector('.tin').querySelectorAll('button')].at(-1).click()"
    )
    tab.wait_for(f"{TEAS} === {before - 1}")
    tab.goto(f"{website}/{framework}-demo/")
    tab.wait_for(f"{TEAS} === {before - 1}")
    tab.evaluate("localStorage.clear()")


def test_the_language_is_switched_on_the_same_page(tab: Tab, website: str) -> None:
    visit(tab, website + HELPER)
    click(tab, "#_languages a[hreflang=zh-CN]")
    tab.wait_for(f"location.pathname === '/zh{HELPER}'")
    tab.wait_for("document.documentElement.lang === 'zh-CN'")
    click(tab, "#_languages a[hreflang=en-US]")
    tab.wait_for(f"location.pathname === '{HELPER}' && document.documentElement.lang === 'en-US'")
