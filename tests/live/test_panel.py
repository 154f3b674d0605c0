"""Samples that run below their code, used by mouse, keyboard and touch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, Route, expect

from tests.axe import Rules, add_axe, find_violations
from tests.violations import Violations
from tests.website.conftest import save_data, wait_for_hydration
from tests.website.reading import DESKTOP, PHONE

QUICK_START = "/guide/quick-start.html"
PROTECTION = "/guide/advanced/module-protect.html"
VERSIONS = "/guide/advanced/version-control.html"
QUESTIONS = "/guide/other/questions-and-answers.html"
APP = "dataset.theme"
"""Only the last code group of the quick start contains this."""
PREFERENCES = '{"colorMode":"light"}'
SCHEMES: dict[Literal["light", "dark"], Rules] = {"light": "all", "dark": "colors"}


@dataclass
class Reader:
    """A tab, and the violations of its policy."""

    page: Page
    address: str
    violations: Violations
    preferences: str = PREFERENCES
    """The stored preferences of the site."""

    def open(self, path: str) -> None:
        """Opens a page and moves the mouse, which loads the lazy features."""
        self.page.goto(self.address + path)
        wait_for_hydration(self.page)
        self.page.mouse.move(300, 300)
        self.page.mouse.move(310, 310)

    def block(self, title: str) -> Locator:
        """The code with this title, or the one that is shown of a group."""
        titled = self.page.locator(".code-title", has_text=re.compile(f"^{re.escape(title)}$"))
        return self.page.locator("[data-run]", has=titled).first

    def app(self) -> Locator:
        """The sample of the quick start that shows a button and sets the theme, in the open tab."""
        return self.page.locator("[data-run]:visible", has_text=APP)

    def run(self, block: Locator) -> Locator:
        """Runs it, and waits until it has come to its end."""
        block.locator(".live-run").click()
        panel = self.page.locator(".live-panel")
        expect(panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")
        return panel


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[tuple[Page, Violations]]:
    """One tab for all; nothing moves in it."""
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce") as context:
        save_data(context)
        violations = Violations(context)
        yield context.new_page(), violations


@pytest.fixture
def reader(tab: tuple[Page, Violations], website: str) -> Iterator[Reader]:
    """A page with stored preferences, which stay, and without violations of its policy."""
    page, violations = tab
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light", media="screen")
    page.goto(website + "/robots.txt")
    page.evaluate("(text) => localStorage.setItem('site-preferences', text)", PREFERENCES)
    page.evaluate("sessionStorage.setItem('own', 'kept')")
    reader = Reader(page, website, violations)
    yield reader
    stored = page.evaluate("() => [{ ...localStorage }, { ...sessionStorage }]")
    page.evaluate("localStorage.clear()")
    page.unroute_all()
    assert violations.collect(page) == []
    stored[1].pop("site-language-offered", None)  # of the page itself
    assert stored == [{"site-preferences": reader.preferences}, {"own": "kept"}]


def button(panel: Locator, name: str) -> Locator:
    return panel.get_by_role("button", name=name, exact=True)


def frame_of(panel: Locator, number: int = 0) -> FrameLocator:
    """The document that runs, inside the outer one."""
    return panel.locator("iframe").nth(number).content_frame.locator("iframe").content_frame


def expect_stored(panel: Locator, *entries: tuple[str, str, Any]) -> None:
    """Waits until exactly these entries are shown: storage, key and value."""
    end = monotonic() + 30
    while (found := _read_stored(panel)) != list(entries) and monotonic() < end:
        panel.page.wait_for_timeout(20)
    assert found == list(entries)


def _read_stored(panel: Locator) -> list[tuple[str, str, Any]]:
    entries = panel.locator(".live-stored:not(.live-past) .inspector-entry").evaluate_all(_READ)
    return [(place, key, json.loads(text)) for place, key, text in entries]


_READ = """(entries) => entries.map((entry) => {
  const json = entry.querySelector('.inspector-json').cloneNode(true);
  json.querySelectorAll('.inspector-said').forEach((said) => said.remove());
  const place = entry.querySelector('.inspector-facts li').textContent;
  return [place, entry.dataset.key, json.textContent];
})"""


def test_a_sample_runs_below_its_code_and_shows_what_it_prints_and_stores(reader: Reader) -> None:
    reader.open(PROTECTION)
    block = reader.block("accident.ts")
    before = block.bounding_box()
    panel = reader.run(block)
    expect(panel.get_by_role("status")).to_have_text("1 entry stored")
    expect(panel.locator(".live-console li")).to_have_text(["light"])
    expect_stored(panel, ("Local storage", "settings", {"volume": 7}))
    frame = panel.locator(".live-frame")  # it has nothing to show
    expect(frame).to_have_css("opacity", "0")
    expect(frame).to_have_js_property("inert", True)
    after = block.bounding_box()
    assert before is not None
    assert after is not None
    assert (before["x"], before["width"]) == (after["x"], after["width"])
    assert panel.evaluate("(e) => e.previousElementSibling.matches('[data-run]')")


def test_changes_are_marked_and_survive_a_reload(reader: Reader) -> None:
    reader.open(QUICK_START)
    panel = reader.run(reader.app())
    switch, document = frame_of(panel).get_by_role("button"), frame_of(panel).locator("html")
    expect(switch).to_have_text("Theme: light")
    expect(panel.locator("mark")).to_have_count(0)
    switch.click()
    expect(panel.locator("mark")).to_have_text(['Changed:   "theme": "dark"'])
    expect(switch).to_have_text("Theme: dark")
    expect(document).to_have_css("color-scheme", "dark")
    button(panel, "Reload").click()
    expect(switch).to_have_text("Theme: dark")
    expect(document).to_have_css("color-scheme", "dark")
    expect(panel.locator("iframe")).to_have_count(1)
    button(panel, "Run again").click()
    expect(switch).to_have_text("Theme: light")
    expect(document).to_have_css("color-scheme", "light")
    expect_stored(panel, ("Local storage", "settings", {"theme": "light"}))


def test_two_tabs_stay_in_sync(reader: Reader) -> None:
    reader.open(QUICK_START)
    panel = reader.run(reader.app())
    button(panel, "Second tab").click()
    expect(button(panel, "Second tab")).to_have_attribute("aria-pressed", "true")
    first, second = (frame_of(panel, number).get_by_role("button") for number in (0, 1))
    expect(second).to_have_text("Theme: light")
    second.click()
    expect(first).to_have_text("Theme: dark")
    first.click()
    expect(second).to_have_text("Theme: light")
    expect_stored(panel, ("Local storage", "settings", {"theme": "light"}))
    expect(panel.locator(".live-frame .live-title")).to_have_text(["First tab", "Second tab"])
    button(panel, "Second tab").click()
    expect(panel.locator("iframe")).to_have_count(1)
    first.click()
    expect(first).to_have_text("Theme: dark")


def test_a_second_tab_runs_what_the_sample_has_for_it(reader: Reader) -> None:
    reader.open(QUESTIONS)
    panel = reader.run(reader.block("This tab"))
    button(panel, "Second tab").click()
    expect(panel.locator(".live-console li")).to_have_text(["this tab shows dark"])
    expect_stored(panel, ("Local storage", "settings", {"theme": "dark"}))
    expect(panel.locator("iframe")).to_have_count(2)


def test_earlier_visits_come_first_and_leave_what_they_stored(reader: Reader) -> None:
    reader.open(VERSIONS)
    blocks = reader.page.locator("[data-run]", has_text="migrations")
    panel = reader.run(blocks.first)
    expect(panel.locator(".live-past")).to_contain_text("Previous visit")
    expect(panel.locator(".live-past .inspector-key")).to_have_text(["settings"])
    expect_stored(panel, ("Local storage", "settings_v2", {"colorMode": "dark"}))
    expect(panel.locator("iframe")).to_have_count(1)


def test_an_error_leads_to_its_page_in_the_language_of_the_reader(reader: Reader) -> None:
    reader.open(f"/zh{PROTECTION}")
    panel = reader.run(reader.block("protect.ts"))
    status = panel.get_by_role("status")
    expect(status).to_contain_text("运行出错")
    line = panel.locator("[data-level=uncaught]")
    expect(line).to_contain_text("Uncaught TuffetError: [tuffet] protected-key")
    line.get_by_role("link").click()
    expect(reader.page).to_have_url(re.compile(f"/zh{QUESTIONS}#error-protected-key$"))
    expect(reader.page.locator("iframe, .live-panel")).to_have_count(0)


def test_the_panel_is_translated(reader: Reader) -> None:
    reader.open(f"/zh{QUICK_START}")
    block = reader.app()
    expect(block.locator(".live-run")).to_have_accessible_name("运行 Vue 3")
    panel = reader.run(block)
    expect(panel).to_have_role("region")
    expect(panel).to_have_accessible_name("Vue 3 的运行结果")
    expect(panel.get_by_role("status")).to_have_text("已存储 1 个条目")
    names = panel.get_by_role("button").all_inner_texts()
    assert names == ["重新运行", "刷新", "新标签页", "编辑", ""]
    expect(panel.locator(".live-title")).to_have_text(["预览", "存储内容"])
    expect(panel.locator("iframe")).to_have_attribute("title", "Vue 3 的输出")
    assert frame_of(panel).locator("html").get_attribute("lang") == "zh-CN"
    expect(panel.locator(".inspector-facts li").first).to_have_text("本地存储")


def test_another_sample_of_a_group_takes_the_place_of_the_one_before(reader: Reader) -> None:
    reader.open(QUICK_START)
    group = reader.page.locator(".code-group", has_text=APP)
    reader.run(group.locator("[data-run]:visible"))
    group.get_by_role("radio", name="React").check()
    reader.preferences = '{"colorMode":"light","choices":{"framework":"react"}}'
    panel = reader.run(group.locator("[data-run]:visible"))
    expect(panel).to_have_count(1)
    expect(panel).to_have_accessible_name("Result of React")
    expect(frame_of(panel).get_by_role("button")).to_have_text("Theme: light")


def test_closing_it_leaves_nothing_and_gives_the_focus_back(reader: Reader) -> None:
    reader.open(QUICK_START)
    block = reader.app()
    panel = reader.run(block)
    button(panel, "Close").click()
    expect(reader.page.locator(".live-panel, iframe")).to_have_count(0)
    expect(block.locator(".live-run")).to_be_focused()
    reader.run(block)
    expect(panel.locator("iframe")).to_have_count(1)


def test_another_page_ends_what_runs(reader: Reader) -> None:
    reader.open(QUICK_START)
    reader.run(reader.app())
    page = reader.page
    page.locator("nav").get_by_role("link", name="Introduction").first.click()
    expect(page).to_have_title(re.compile("^Introduction"))
    page.wait_for_function("() => window.length === 0")  # no frame is left
    page.go_back()
    expect(page).to_have_title(re.compile("^Quick start"))
    expect(page.locator(".live-run:visible").first).to_be_visible()
    expect(page.locator(".live-panel")).to_have_count(0)


def test_the_panel_is_used_by_keyboard(reader: Reader) -> None:
    reader.open(QUICK_START)
    page, block = reader.page, reader.app()
    block.locator(".copy").focus()
    page.keyboard.press("Tab")
    expect(block.locator(".live-run")).to_be_focused()
    page.keyboard.press("Enter")
    panel = page.locator(".live-panel")
    expect(panel.get_by_role("status")).to_have_text("1 entry stored")
    expect(panel.locator(".live-frame")).to_have_js_property("inert", False)
    expect(block.locator(".live-run")).to_be_hidden()
    expect(button(panel, "Run again")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_be_visible()
    stops = [button(panel, name) for name in ("Reload", "Second tab", "Edit", "Close")]
    for stop in stops:
        page.keyboard.press("Tab")
        expect(stop).to_be_focused()
    page.keyboard.press("Tab")
    switch = frame_of(panel).get_by_role("button")
    expect(switch).to_be_focused()
    page.keyboard.press("Space")
    expect(switch).to_have_text("Theme: dark")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.live-panel, iframe')") is None
    page.keyboard.press("Shift+Tab")
    expect(switch).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    expect(block.locator(".live-run")).to_be_focused()


def test_the_frame_has_the_color_mode_of_the_page(reader: Reader) -> None:
    reader.open(PROTECTION)
    panel = reader.run(reader.block("accident.ts"))
    document = frame_of(panel).locator("html")
    expect(document).to_have_attribute("data-theme", "light")
    switch = reader.page.get_by_role("switch").first
    switch.click()
    expect(document).to_have_attribute("data-theme", "dark")
    switch.click()
    expect(document).to_have_attribute("data-theme", "light")
    reader.page.wait_for_function(
        "(text) => localStorage['site-preferences'] === text", arg=PREFERENCES
    )


def replace_program(page: Page, code: str) -> None:
    """From now on samples run this."""

    def answer(route: Route) -> None:
        sample = route.fetch().json()
        module = {"code": code, "isAsync": False}
        sample |= {"program": {"entry": "a.ts", "modules": {"a.ts": module}}, "before": []}
        route.fulfill(json=sample)

    page.route("**/assets/live/*.json", answer)


def test_a_long_output_scrolls_to_its_last_line(reader: Reader) -> None:
    replace_program(reader.page, "for (let i = 1; i <= 50; i++) console.log('line', i);")
    reader.open(QUICK_START)
    panel = reader.run(reader.app())
    lines = panel.locator(".live-console ol")
    expect(panel.locator(".live-console .live-title")).to_have_text("Console50 lines")
    rest = "(e) => e.scrollHeight - e.clientHeight - e.scrollTop"
    assert lines.evaluate(rest) < 1, "the last line is out of view"
    assert lines.evaluate("(e) => e.offsetHeight") <= 256
    expect(lines).to_have_attribute("tabindex", "0")
    assert find_violations(reader.page) == []


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("for (;;) { __guard(); }", "Stopped after 1 s: infinite loop"),
        ("for (;;) {}", "Stopped: not responding"),
    ],
)
def test_an_endless_program_is_stopped_and_can_run_again(
    reader: Reader, code: str, message: str
) -> None:
    replace_program(reader.page, code)
    reader.open(QUICK_START)
    panel = reader.run(reader.app())
    expect(panel.get_by_role("status")).to_have_text(message)
    reader.page.unroute_all()
    expect(button(panel, "Run again")).to_be_enabled()


def test_a_failed_request_is_shown_and_can_be_retried(reader: Reader) -> None:
    reader.page.route("**/assets/live/*.json", lambda route: route.abort())
    reader.open(QUICK_START)
    block = reader.app()
    block.locator(".live-run").click()
    alert = reader.page.get_by_role("alert").filter(has_text=re.compile("."))
    expect(alert).to_be_visible()
    reader.page.unroute_all()
    alert.get_by_role("button").first.click()
    expect(reader.page.locator(".live-panel").get_by_role("status")).to_have_text("1 entry stored")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (QUICK_START, APP),
        pytest.param(f"/zh{QUICK_START}", APP, marks=pytest.mark.sweep),
        (PROTECTION, "protect:"),
        (VERSIONS, "migrations:"),
    ],
)
def test_axe_finds_nothing_in_a_panel(reader: Reader, path: str, text: str) -> None:
    reader.open(path)
    panel = reader.run(reader.page.locator("[data-run]:visible", has_text=text).first)
    if path.endswith(QUICK_START):
        panel.get_by_role("button").nth(2).click()
        expect(panel.locator("iframe")).to_have_count(2)
    faults = []
    for scheme, rules in SCHEMES.items():
        reader.page.evaluate("(mode) => document.documentElement.dataset.theme = mode", scheme)
        faults += find_violations(reader.page, rules)
    assert faults == []


def test_axe_finds_nothing_in_what_a_sample_shows(browser: Browser, website: str) -> None:
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce") as context:
        save_data(context)
        add_axe(context)
        reader = Reader(context.new_page(), website, Violations(context))
        reader.open(QUICK_START)
        frame_of(reader.run(reader.app())).get_by_role("button").wait_for()
        frame = reader.page.frames[-1]
        for scheme in SCHEMES:
            reader.page.evaluate("(mode) => document.documentElement.dataset.theme = mode", scheme)
            expect(frame.locator("html")).to_have_attribute("data-theme", scheme)
            assert find_violations(frame, "part") == []


def test_the_panel_is_not_printed(reader: Reader) -> None:
    reader.open(QUICK_START)
    panel = reader.run(reader.app())
    reader.page.emulate_media(media="print")
    expect(panel).to_be_hidden()
    expect(reader.page.locator(".live-run").first).to_be_hidden()


def test_the_panel_is_used_by_touch(browser: Browser, website: str) -> None:
    width = 320
    viewport = {**PHONE, "width": width}
    options = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    with browser.new_context(viewport=viewport, **options) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(website + QUICK_START)
        wait_for_hydration(page)
        page.touchscreen.tap(width / 2, 200)
        block = page.locator("[data-run]:visible", has_text=APP)
        height = block.evaluate("(e) => e.offsetHeight")
        run = block.locator(".live-run")
        run.scroll_into_view_if_needed()
        expect(run.get_by_text("Run", exact=True)).to_be_in_viewport(ratio=1)
        assert block.evaluate("(e) => e.offsetHeight") == height, "there is room for the buttons"
        heights = run.evaluate_all("(all) => all.map((e) => e.offsetHeight)")
        run.tap()
        panel = page.locator(".live-panel")
        # A tap would miss its target while the iframe grows and the page scrolls to the panel.
        expect(panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")
        switch = frame_of(panel).get_by_role("button")
        switch.tap()
        expect(switch).to_have_text("Theme: dark")
        button(panel, "Second tab").tap()
        expect(panel.locator("iframe")).to_have_count(2)
        sizes = panel.locator(".live-bar button").evaluate_all(
            "(all) => all.map((e) => Math.min(e.offsetWidth, e.offsetHeight))"
        )
        assert min([*sizes, *heights]) >= 24
        assert page.evaluate("document.documentElement.scrollWidth") <= width
