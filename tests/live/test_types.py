"""The editor checks types like the build does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from harness.paths import ROOT
from scripts.docs.examples.compiler import Message, load_messages
from tests.axe import find_violations
from tests.live.editor import HELPER, LOOK, WATCHED, Panel, block_of, wake
from tests.violations import Violations
from tests.website.conftest import save_data
from tests.website.scripts import theme_script

EXAMPLES = ROOT / "docs" / "examples"
CHECKER = re.compile(r"/assets/workers/checker")
SCRIPT = theme_script("editor-types")
EDITOR = theme_script("editor")

LOADED_MS = 60_000
"""Loading the type checker takes a second of computing, which can be many on a busy machine."""

MISTAKES = {
    "look.ts": (LOOK, "nickname.set('Ada')", "nickname.set(7)"),
    "Vue 3": (WATCHED, "theme = 'dark'", "theme = 'drak'"),
}
"""By the title of a block: its file, and what is replaced by what."""


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """One browser for all tests: scripts are cached."""
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


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the compiler of the build says of each mistake, by title."""
    folder = tmp_path_factory.mktemp("mistakes")
    for name in ("tsconfig.json", "guide/storage-helper"):
        (folder / name).parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (EXAMPLES / name).is_dir() else shutil.copy
        copy(EXAMPLES / name, folder / name)
    settings = folder / "tsconfig.json"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("../../", f"{ROOT}/"), encoding="utf-8")
    (folder / "node_modules").symlink_to(EXAMPLES / "node_modules")
    for file, old, new in MISTAKES.values():
        replace(folder / file, old, new)
    found = load_messages(folder)
    assert found.keys() == {file for file, _, _ in MISTAKES.values()}
    return {title: render(*found[file]) for title, (file, _, _) in MISTAKES.items()}


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def render(message: Message) -> str:
    """As the editor shows the only error of a file."""
    return f"1 type error · Line {message.line}: {message.text.strip()}"


def expect_message_of_the_build(panel: Panel, compiled: dict[str, str], title: str) -> None:
    """Writes a mistake, and resets the sample."""
    _, old, new = MISTAKES[title]
    types = panel.editor.locator(".live-types")
    text = panel.read()
    assert old in text
    panel.write(text.replace(old, new))
    expect(types).to_have_text(compiled[title], timeout=LOADED_MS)
    expect(panel.code.locator(".cm-lintRange-error").first).to_be_visible()
    panel.button("Reset").click()
    expect(types).to_have_text("No type errors", timeout=LOADED_MS)
    expect(panel.code.locator(".cm-lintRange-error")).to_have_count(0)


def test_a_mistake_has_the_message_of_the_build(page: Page, compiled: dict[str, str]) -> None:
    panel = Panel(page)
    panel.open(block_of(page, "Vue 3"))
    types = panel.editor.locator(".live-types")
    expect(types).to_have_text("No type errors", timeout=LOADED_MS)
    expect_message_of_the_build(panel, compiled, "Vue 3")


def test_a_checker_that_fails_is_loaded_again_with_the_next_change(
    page: Page, compiled: dict[str, str]
) -> None:
    page.route(CHECKER, lambda route: route.abort())
    panel = Panel(page)
    panel.open(block_of(page, "look.ts"))
    expect(panel.editor.locator(".live-types")).to_have_text("Type checking is unavailable.")
    page.unroute(CHECKER)
    expect_message_of_the_build(panel, compiled, "look.ts")


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


@pytest.mark.parametrize("title", ["look.ts", "theme-first.js"])
def test_types_are_not_loaded_where_they_are_not_checked(
    browser: Browser, website: str, title: str
) -> None:
    """With the data saver, and in JavaScript."""
    asked: list[str] = []
    is_script = title.endswith(".js")
    with browser.new_context() as context:
        if not is_script:
            save_data(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(website + ("/guide/essentials/recipes.html" if is_script else HELPER))
        wake(page)
        panel = Panel(page)
        panel.open(block_of(page, title))
        off = panel.editor.locator(".live-types")
        expect(off).to_have_text("Type checking is unavailable.")
        panel.write("let a: string = 1;")
        panel.run()
    assert [url for url in asked if CHECKER.search(url) or SCRIPT.search(url)] == []
