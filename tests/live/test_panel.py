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

from harness.browsers.chromium import save_data
from tests.axe import Rules, add_axe, find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE

START = "/robots.txt"
QUICK_START = "/guide/quick-start.html"
PROTECTION = "/guide/advanced/module-protect.html"
VERSIONS = "/guide/advanced/version-control.html"
QUESTIONS = "/guide/other/questions-and-answers.html"
SAMPLE_FILES = "**/assets/live/*.json"
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

    def open(self, path: str, *, is_new: bool = False) -> None:
        """Opens a page and moves the mouse, which loads the lazy features.

        Uses the page of the test before, without its panel, if that has the same path.
        """
        if is_new or self.page.url != self.address + path:
            self.page.goto(self.address + path)
            wait_for_hydration(self.page)
        elif (close := self.page.locator(".live-close")).is_visible():
            close.click()
            expect(self.page.locator(".live-panel")).to_have_count(0)
        self.page.mouse.move(300, 300)
        self.page.mouse.move(310, 310)

    def block(self, title: str) -> Locator:
        """The code with this title, or the one that is shown of a group."""
        titled = self.page.locator(".code-title", has_text=re.compile(f"^{re.escape(title)}$"))
        return self.page.locator("[data-run]", has=titled).first

    def app(self) -> Locator:
        """The sample of the quick start that switches the theme, in the selected tab."""
        return self.page.locator("[data-run]:visible", has_text=APP)

    def run(self, block: Locator) -> Locator:
        """Runs a sample, and waits until it has ended."""
        block.locator(".live-run").click()
        panel = self.page.locator(".live-panel")
        expect(panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")
        return panel


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[tuple[Page, Violations]]:
    """One tab for all tests, without animations."""
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce") as context:
        save_data(context)
        violations = Violations(context)
        yield context.new_page(), violations


@pytest.fixture
def reader(
    tab: tuple[Page, Violations], website: str, request: pytest.FixtureRequest
) -> Iterator[Reader]:
    """A tab whose stored data a test may only change through the site, without violations of the
    policy."""
    page, violations = tab
    failed = request.session.testsfailed
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light", media="screen")
    if not page.url.startswith(website) or page.url.endswith(START):
        page.goto(website + START)
        page.evaluate("(text) => localStorage.setItem('site-preferences', text)", PREFERENCES)
        page.evaluate("sessionStorage.setItem('own', 'kept')")
    reader = Reader(page, website, violations)
    yield reader
    stored = page.evaluate("() => [{ ...localStorage }, { ...sessionStorage }]")
    page.unroute_all()
    if reader.preferences != PREFERENCES or request.session.testsfailed > failed:
        page.goto(website + START)  # a failed test can leave the page in any state
    assert violations.collect(page) == []
    stored[1].pop("site-language-offered", None)  # of the page itself
    assert stored == [{"site-preferences": reader.preferences}, {"own": "kept"}]


def button(panel: Locator, name: str) -> Locator:
    return panel.get_by_role("button", name=name, exact=True)


def frame_of(panel: Locator, number: int = 0) -> FrameLocator:
    """The document that runs, inside the outer one."""
    return panel.locator("iframe").nth(number).content_frame.locator("iframe").content_frame


def find_faults(page: Page, include: str = ".live-panel") -> list[str]:
    """The violations in a panel, or in the whole page, in both color modes."""
    faults = []
    for scheme, rules in SCHEMES.items():
        page.evaluate("(mode) => document.documentElement.dataset.theme = mode", scheme)
        faults += find_violations(page, rules, include=include)
    page.evaluate("() => document.documentElement.dataset.theme = 'light'")
    return faults


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


def test_a_sample_runs_below_its_code_but_is_not_printed(reader: Reader) -> None:
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
    reader.page.emulate_media(media="print")
    expect(panel).to_be_hidden()
    expect(reader.page.locator(".live-run").first).to_be_hidden()


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


def test_two_tabs_stay_in_sync_and_are_accessible(reader: Reader) -> None:
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
    assert find_faults(reader.page, include="") == []
    button(panel, "Second tab").click()
    expect(panel.locator("iframe")).to_have_count(1)
    first.click()
    expect(first).to_have_text("Theme: dark")


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
    expect(page.locator(".live-panel, iframe")).to_have_count(0)
    expect(block.locator(".live-run")).to_be_focused()


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


def test_another_sample_of_a_group_replaces_the_one_that_runs(reader: Reader) -> None:
    reader.open(QUICK_START)
    group = reader.page.locator(".code-group", has_text=APP)
    reader.run(group.locator("[data-run]:visible"))
    group.get_by_role("radio", name="React").check()
    reader.preferences = '{"colorMode":"light","choices":{"framework":"react"}}'
    panel = reader.run(group.locator("[data-run]:visible"))
    expect(panel).to_have_count(1)
    expect(panel).to_have_accessible_name("Result of React")
    expect(frame_of(panel).get_by_role("button")).to_have_text("Theme: light")


def test_a_second_tab_runs_the_code_that_the_sample_has_for_it(reader: Reader) -> None:
    reader.open(QUESTIONS)
    panel = reader.run(reader.block("This tab"))
    button(panel, "Second tab").click()
    expect(panel.locator(".live-console li")).to_have_text(["this tab shows dark"])
    expect_stored(panel, ("Local storage", "settings", {"theme": "dark"}))
    expect(panel.locator("iframe")).to_have_count(2)


def test_earlier_visits_come_first_and_leave_their_entries(reader: Reader) -> None:
    reader.open(VERSIONS)
    blocks = reader.page.locator("[data-run]", has_text="migrations")
    panel = reader.run(blocks.first)
    expect(panel.locator(".live-past")).to_contain_text("Previous visit")
    expect(panel.locator(".live-past .inspector-key")).to_have_text(["settings"])
    expect_stored(panel, ("Local storage", "settings_v2", {"colorMode": "dark"}))
    expect(panel.locator("iframe")).to_have_count(1)
    assert find_faults(reader.page) == []


def test_an_error_is_accessible_and_links_to_its_page_in_the_same_language(reader: Reader) -> None:
    reader.open(f"/zh{PROTECTION}")
    panel = reader.run(reader.block("protect.ts"))
    status = panel.get_by_role("status")
    expect(status).to_contain_text("运行出错")
    line = panel.locator("[data-level=uncaught]")
    expect(line).to_contain_text("Uncaught TuffetError: [tuffet] protected-key")
    assert find_faults(reader.page) == []
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


def replace_program(page: Page, code: str) -> None:
    """Makes all samples run this code."""

    def answer(route: Route) -> None:
        sample = route.fetch().json()
        module = {"code": code, "isAsync": False}
        sample |= {"program": {"entry": "a.ts", "modules": {"a.ts": module}}, "before": []}
        route.fulfill(json=sample)

    page.route(SAMPLE_FILES, answer)


def test_a_failed_request_can_be_retried_and_a_long_output_scrolls_to_its_last_line(
    reader: Reader,
) -> None:
    page = reader.page
    page.route(SAMPLE_FILES, lambda route: route.abort())
    reader.open(QUICK_START, is_new=True)
    reader.app().locator(".live-run").click()
    alert = page.get_by_role("alert").filter(has_text=re.compile("."))
    expect(alert).to_be_visible()
    page.unroute_all()
    replace_program(page, "for (let i = 1; i <= 50; i++) console.log('line', i);")
    alert.get_by_role("button").first.click()
    panel = page.locator(".live-panel")
    expect(panel.locator(".live-console .live-title")).to_have_text("Console50 lines")
    lines = panel.locator(".live-console ol")
    distance = "(e) => e.scrollHeight - e.clientHeight - e.scrollTop"
    assert lines.evaluate(distance) < 1, "the last line is out of view"
    assert lines.evaluate("(e) => e.offsetHeight") <= 256
    expect(lines).to_have_attribute("tabindex", "0")
    assert find_violations(page, include=".live-panel") == []


def test_the_panel_is_used_by_touch_and_its_preview_is_accessible(
    browser: Browser, website: str
) -> None:
    width = 320
    viewport = {**PHONE, "width": width}
    options = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    with browser.new_context(viewport=viewport, **options) as context:  # type: ignore[arg-type]
        add_axe(context)
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
        frame = page.frames[-1]
        for scheme in SCHEMES:
            page.evaluate("(mode) => document.documentElement.dataset.theme = mode", scheme)
            expect(frame.locator("html")).to_have_attribute("data-theme", scheme)
            assert find_violations(frame, "part") == []
        button(panel, "Second tab").tap()
        expect(panel.locator("iframe")).to_have_count(2)
        sizes = panel.locator(".live-bar button").evaluate_all(
            "(all) => all.map((e) => Math.min(e.offsetWidth, e.offsetHeight))"
        )
        assert min([*sizes, *heights]) >= 24
        assert page.evaluate("document.documentElement.scrollWidth") <= width
