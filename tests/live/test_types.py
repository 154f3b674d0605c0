"""The editor checks types, completes names and describes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.axe import find_violations
from tests.live.editor import HELPER, PATIENCE_MS, Panel, block_of, wake
from tests.violations import Violations
from tests.website.scripts import theme_script

CHECKER = re.compile(r"/assets/workers/checker")
SCRIPT = theme_script("editor-types")
EDITOR = theme_script("editor")

MISTAKE = (
    """1 type error · Line 15: TS2322: Type '"drak"' is not assignable to type """
    """'"light" | "dark"'."""
)

LOADED_MS = 60_000
"""Loading the type checker takes a second of computing, which can be many on a busy machine."""


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """One context for all tests, so that scripts are cached."""
    with browser.new_context(reduced_motion="reduce") as context:
        violations = Violations(context)
        yield context
        assert violations.collect(context.new_page()) == []


@pytest.fixture
def page(reader: BrowserContext, website: str) -> Iterator[Page]:
    with reader.new_page() as page:
        page.goto(website + HELPER)
        wake(page)
        yield page


def test_a_checker_that_fails_is_loaded_again_and_reports_a_mistake_at_its_line(
    page: Page,
) -> None:
    """live/src/checker/answer.test.ts compares messages with those of the build."""
    page.route(CHECKER, lambda route: route.abort())
    panel = Panel(page)
    panel.open(block_of(page, "Vue 3"))
    types = panel.editor.locator(".live-types")
    expect(types).to_have_text("Type checking is unavailable.")
    page.unroute(CHECKER)
    text = panel.read()
    mistake = text.replace("theme = 'dark'", "theme = 'drak'")
    assert mistake != text
    panel.write(mistake)
    expect(types).to_have_text(MISTAKE, timeout=LOADED_MS)
    expect(panel.code.locator(".cm-lintRange-error").first).to_be_visible()
    panel.button("Reset").click()
    expect(types).to_have_text("No type errors", timeout=LOADED_MS)
    expect(panel.code.locator(".cm-lintRange-error")).to_have_count(0)


def test_the_checker_starts_while_the_editor_loads_and_completes_and_describes_names(
    page: Page,
) -> None:
    panel = Panel(page)
    block_of(page, "settings.ts").locator(".live-run").click()
    expect(panel.place.locator("[data-outcome=done]")).to_be_visible()
    held: list[Route] = []
    page.route(EDITOR, lambda found: held.append(found))
    with page.expect_worker(lambda worker: bool(CHECKER.search(worker.url))):
        panel.button("Edit").click()
    expect(panel.editor).to_have_count(0)
    page.wait_for_function("() => true")  # handles the events that have arrived
    assert len(held) == 1
    held[0].continue_()
    expect(panel.code).to_be_focused()
    expect(panel.editor.locator(".live-types")).to_have_text("No type errors", timeout=LOADED_MS)
    page.keyboard.press("Control+End")
    page.keyboard.type("\nsettings.wrong")
    expect(panel.code.locator(".cm-lintRange-error")).to_be_visible(timeout=LOADED_MS)
    assert find_violations(page) == []
    for _ in "wrong":
        page.keyboard.press("Backspace")
    page.keyboard.press("Control+Space")
    options = panel.editor.get_by_role("option")
    expect(options.filter(has_text="storageModule")).to_be_visible(timeout=LOADED_MS)
    page.keyboard.type("ini")
    expect(options).to_have_count(1)
    page.keyboard.press("Enter")
    expect(panel.code).to_contain_text("settings.initial")
    panel.code.get_by_text("createLocalStorage").last.hover()
    described = panel.editor.locator(".description")
    expect(described).to_contain_text("Creates a module in local storage.", timeout=LOADED_MS)


def test_the_checker_is_not_loaded_for_javascript(page: Page, website: str) -> None:
    """Nor with the data saver: see test_editor.py."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{website}/guide/essentials/recipes.html")
    wake(page)
    panel = Panel(page)
    panel.open(block_of(page, "theme-first.js"))
    expect(panel.editor.locator(".live-types")).to_have_text("Type checking is unavailable.")
    panel.write("let a: string = 1;")
    panel.run()
    expect(panel.problem).to_be_visible(timeout=PATIENCE_MS)
    assert [url for url in asked if CHECKER.search(url) or SCRIPT.search(url)] == []
