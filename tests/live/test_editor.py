"""Editing samples: running, resetting and sharing code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from harness.browsers.chromium import save_data
from harness.browsers.page_messages import PageMessages
from tests.axe import Rules, find_violations
from tests.live.editor import (
    CHINESE,
    ENGLISH,
    HELPER,
    LOOK,
    PATIENCE_MS,
    TOOLBAR,
    WATCHED,
    Panel,
    Words,
    block_of,
    link_to,
    wake,
)
from tests.violations import Violations
from tests.waiting import settled
from tests.website.reading import DESKTOP
from tests.website.scripts import theme_script

EDITOR_SCRIPTS = theme_script("editor", "editor-vue")
TYPE_CHECKERS = re.compile(rf"/assets/workers/checker|{theme_script('editor-types').pattern}")
COMPILERS = re.compile(r"/assets/workers/compiler")
SAYS_HELLO = "console.log('hello', 1 + 1);\n"


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """One context for all tests, so that scripts are cached."""
    context = browser.new_context(
        permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce"
    )
    save_data(context)  # the type checker has its own tests
    with context:
        yield context


@pytest.fixture(scope="module")
def watch(reader: BrowserContext) -> Callable[[Page], list[str]]:
    """Returns violations of the policy and uncaught errors since the last call."""
    violations, errors = Violations(reader), list[str]()
    reader.on("weberror", lambda error: errors.append(str(error.error)))

    def collect(page: Page) -> list[str]:
        found = [*violations.collect(page), *errors]
        errors.clear()
        return found

    return collect


@pytest.fixture
def page(reader: BrowserContext, watch: Callable[[Page], list[str]]) -> Iterator[Page]:
    """A tab without violations of the policy and uncaught errors."""
    with reader.new_page() as page:
        yield page
        assert watch(page) == []


class Tab:
    """A tab that tests share as long as they use the same page. Drafts end with their tab."""

    def __init__(self, reader: BrowserContext, website: str) -> None:
        self._reader = reader
        self._website = website
        self._is_damaged = False
        self.page = reader.new_page()

    def edit(self, title: str, path: str, words: Words) -> Panel:
        """Opens the editor of a sample, with the code of the sample."""
        if self._is_damaged or self.page.url != self._website + path:
            self._open_page(path)
        self.page.set_viewport_size(DESKTOP)
        self.page.emulate_media(color_scheme="light")
        panel = Panel(self.page, words)
        block = block_of(self.page, title)
        if panel.place.count() and not block.locator(".live-editor").count():
            self._reset(panel)
            panel.close()
        if not block.locator(".live-editor").is_visible():
            panel.open(block)
        self._reset(panel)
        return panel

    def _reset(self, panel: Panel) -> None:
        if (reset := panel.button(panel.words.reset)).is_visible():
            reset.click()

    def mark_as_damaged(self) -> None:
        """Makes the next test open a new page."""
        self._is_damaged = True

    def _open_page(self, path: str) -> None:
        self.page.close()
        self.page = self._reader.new_page()
        self.page.goto(self._website + path)
        wake(self.page)
        self._is_damaged = False


@pytest.fixture(scope="module")
def tab(reader: BrowserContext, website: str) -> Tab:
    return Tab(reader, website)


@pytest.fixture
def edit(
    tab: Tab, watch: Callable[[Page], list[str]], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Panel]]:
    """Opens the editor of a sample, with the code of the sample."""
    failed = request.session.testsfailed

    def open_editor(title: str = "look.ts", path: str = HELPER, words: Words = ENGLISH) -> Panel:
        return tab.edit(title, path, words)

    yield open_editor
    if request.session.testsfailed > failed:
        tab.mark_as_damaged()  # a failed test can leave the page in any state
    assert watch(tab.page) == []


Edit = Callable[..., Panel]


def test_edited_code_runs_with_the_files_of_the_sample(edit: Edit) -> None:
    panel = edit()
    text = panel.read()
    assert "from './settings'" in text
    panel.write(text.replace("'Ada'", "'Grace'") + "\nconsole.log(nickname.get());")
    panel.run()
    panel.expect_lines("2 false", "3 true", "Grace")
    expect(panel.place.locator(".live-body")).to_contain_text("Grace")


def test_a_syntax_error_is_shown_at_its_line_and_nothing_runs(edit: Edit) -> None:
    panel = edit()
    panel.write("console.log('first');\nconst = 1;\n")
    panel.run()
    expect(panel.problem).to_have_text(re.compile(r"^Not run\. Line 2: .{5,}"), timeout=PATIENCE_MS)
    message = (panel.problem.text_content() or "").removeprefix("Not run. Line 2: ")
    expect(panel.code.locator(".error + .message")).to_have_text(message)
    expect(panel.code.locator(".error")).to_have_text("const = 1;")
    expect(panel.console.filter(has_text="first")).to_have_count(0)
    panel.write(SAYS_HELLO)
    panel.run()
    panel.expect_lines("hello 2")
    expect(panel.problem).to_be_hidden()
    expect(panel.code.locator(".message")).to_have_count(0)


def test_closing_the_panel_keeps_the_code_and_reset_restores_the_sample(edit: Edit) -> None:
    panel = edit()
    sample = panel.read()
    panel.write(SAYS_HELLO)
    panel.button("Close").click()
    panel.open(block_of(panel.page, "look.ts"))
    assert panel.read() == SAYS_HELLO
    panel.button("Reset").click()
    assert panel.read() == sample
    expect(panel.editor.locator("output")).to_have_text("The sample has been reset.")
    panel.run()
    panel.expect_lines("2 false", "3 true")


def test_the_block_becomes_the_editor(edit: Edit) -> None:
    panel = edit()
    page = panel.page
    block = block_of(page, "look.ts")
    expect(block.locator(".live-editor")).to_be_visible()
    expect(block.locator("pre")).to_be_hidden()
    expect(block.locator("+ .live-panel")).to_be_visible()
    expect(panel.editor.locator(".live-edited")).to_have_text("Editing")
    expect(panel.button("Reset")).to_be_hidden()
    panel.write(SAYS_HELLO)
    expect(panel.editor.locator(".live-edited")).to_have_text("Edited")
    block.locator(".copy").click()
    expect(block.locator(".copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == SAYS_HELLO
    panel.button("Edit").click()
    expect(panel.editor).to_be_hidden()
    expect(block.locator("pre")).to_be_visible()
    panel.button("Edit").click()
    assert panel.read() == SAYS_HELLO
    panel.button("Close").click()
    expect(panel.editor).to_have_count(0)
    expect(block.locator("pre")).to_be_visible()


def test_edits_are_restored_with_the_page(page: Page, website: str) -> None:
    page.goto(website + HELPER)
    wake(page)
    panel = Panel(page)
    panel.open(block_of(page, "look.ts"))
    sample = panel.read()
    panel.write(SAYS_HELLO)
    page.locator("nav").get_by_role("link", name="Introduction").first.click()
    expect(page).to_have_title(re.compile("^Introduction"))
    expect(panel.editor).to_have_count(0)
    page.go_back()
    expect(panel.code).to_have_text(SAYS_HELLO.strip())
    assert page.locator("iframe").count() == 0, "restored code doesn't run by itself"
    page.reload()
    wake(page)
    expect(panel.code).to_have_text(SAYS_HELLO.strip())
    panel.button("Reset").click()
    assert panel.read() == sample
    page.reload()
    wake(page)
    block_of(page, "look.ts").locator(".live-run").click()
    expect(panel.place.locator("[data-outcome=done]")).to_be_visible()
    expect(panel.editor).to_have_count(0)


def test_edited_code_from_a_link_keeps_its_warning(page: Page, website: str) -> None:
    panel = Panel(page)
    page.goto(website + HELPER + link_to(LOOK, "let one;"))
    expect(panel.code).to_have_text("let one;")
    panel.code.focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("let two;")
    page.reload()
    expect(panel.code).to_have_text("let one;let two;")
    page.goto(f"{website}/guide/introduction.html")
    page.goto(website + HELPER)
    wake(page)
    expect(panel.code).to_have_text("let one;let two;")
    expect(panel.editor.locator(".live-linked")).to_be_visible()
    assert page.locator("iframe").count() == 0
    page.goto(website + HELPER + link_to(LOOK, "let three;"))
    expect(panel.code).to_have_text("let three;")
    panel.button("Reset").click()
    expect(panel.editor.locator(".live-linked")).to_be_hidden()


def test_an_endless_loop_is_stopped_and_can_be_fixed(edit: Edit) -> None:
    panel = edit()
    panel.code.focus()
    panel.page.keyboard.press("Control+a")
    panel.page.keyboard.type("console.log('in');\nwhile (true) {}\nconsole.log('out');")
    panel.run()
    expect(panel.status).to_have_text("Stopped after 1 s: infinite loop", timeout=PATIENCE_MS)
    expect(panel.console.first).to_have_text("in")
    expect(panel.console.filter(has_text="out")).to_have_count(0)
    panel.write(SAYS_HELLO)
    panel.run()
    panel.expect_lines("hello 2")


def test_text_over_a_line_complies_with_the_policy(edit: Edit) -> None:
    panel = edit()
    panel.write("let one;")
    expect(panel.code.locator(".cm-line span")).not_to_have_count(0)
    panel.write("let two;")
    expect(panel.code).to_have_text("let two;")
    panel.page.keyboard.press("Control+a")
    panel.page.keyboard.type("let three;")
    expect(panel.code).to_have_text("let three;")


def test_the_outcome_stays_in_view(edit: Edit) -> None:
    panel = edit()
    page = panel.page
    page.set_viewport_size({"width": 390, "height": 500})
    panel.write("for (let i = 0; i < 50; i++) console.log(i); localStorage.setItem('a', '1');")
    panel.run()
    expect(panel.status).to_have_text("1 entry stored", timeout=PATIENCE_MS)
    # The entry appears after the status, and makes the panel higher.
    expect(panel.place.locator(".live-stored .inspector-entry")).to_be_visible()
    panel.place.locator(".live-body").evaluate("(body) => body.scrollIntoView({ block: 'end' })")
    top = panel.status.evaluate("(status) => status.getBoundingClientRect().top")
    below = page.locator("header").first.evaluate("(it) => it.getBoundingClientRect().bottom")
    assert top >= below, "below the header of the page"
    expect(panel.status).to_be_in_viewport(ratio=1)
    expect(panel.place.locator(".live-stored")).to_be_in_viewport()


def test_the_editor_is_accessible_and_has_the_colors_of_the_page(edit: Edit) -> None:
    panel = edit()
    page = panel.page
    expect(panel.code).to_have_accessible_name("Source of look.ts")
    expect(panel.code).to_have_accessible_description(re.compile("Esc, then Tab"))
    shown = {}
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for mode in schemes:
        page.emulate_media(color_scheme=mode)
        for name in "ksfo":
            read = "element => getComputedStyle(element).color"
            on_page = block_of(page, "look.ts").locator(f".line .{name}").first.evaluate(read)
            assert panel.code.locator(f".{name}").first.evaluate(read) == on_page
            shown[mode, name] = on_page
    assert len(set(shown.values())) == len(shown)
    panel.write("const = 1;\nimport { a as b } from './settings'; // 'all' `kinds` of 4 colors\n")
    panel.run()
    expect(panel.problem).to_be_visible(timeout=PATIENCE_MS)
    rules: dict[Literal["light", "dark"], Rules] = {"light": "all", "dark": "colors"}
    for mode in schemes:
        page.emulate_media(color_scheme=mode)
        assert find_violations(page, rules[mode]) == []


def test_react_is_edited(edit: Edit) -> None:
    panel = edit("React")
    text = panel.read()
    panel.write(text.replace("<ThemeButton />", "<em>Edited</em>"))
    panel.run_to_the_end()
    expect(panel.interface.get_by_text("Edited")).to_be_visible(timeout=PATIENCE_MS)


def test_vue_is_edited_and_its_errors_are_shown(edit: Edit) -> None:
    panel = edit("Vue 3")
    text = panel.read()
    panel.write(text.replace("</template>", "<em>{{ 6 * 7 }} edits</em></template>"))
    panel.run_to_the_end()
    expect(panel.interface.get_by_text("42 edits")).to_be_visible(timeout=PATIENCE_MS)
    panel.write(text.replace("</template>", "<em></template>"))
    panel.run()
    expect(panel.problem).to_have_text(
        re.compile(r"^Not run\. Line \d+: .{5,}"), timeout=PATIENCE_MS
    )


def test_a_link_shares_the_code_which_does_not_run_by_itself(
    edit: Edit, page: Page, website: str
) -> None:
    panel = edit()
    text = "// 你好 👋\nconsole.log('ran'); localStorage.setItem('ran', 'yes');\n"
    panel.write(text)
    panel.button("Copy link").click()
    expect(panel.editor.locator("output")).to_have_text("Copied")
    link = panel.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{website}{HELPER}#live=1~{LOOK}~")
    console, stranger = PageMessages(), Panel(page)
    console.watch(page)
    with settled(page):
        page.goto(link)
        expect(stranger.code).to_be_visible()
        expect(stranger.editor.locator(".live-linked")).to_contain_text(
            "This code comes from a link"
        )
    assert stranger.read() == text
    changed = stranger.code.locator(".changed")
    expect(changed).to_have_text([line for line in text.splitlines() if line])
    expect(block_of(page, "look.ts").locator("+ .live-panel")).to_be_visible()
    assert page.locator("iframe").count() == 0
    expect(stranger.console).to_have_count(0)
    assert page.evaluate("localStorage.getItem('ran')") is None
    assert console.messages == []
    stranger.run()
    stranger.expect_lines("ran")
    expect(stranger.place.locator(".live-body")).to_contain_text("yes")
    assert page.evaluate("localStorage.getItem('ran')") is None


def test_a_link_is_followed_within_the_site_and_on_the_same_page(page: Page, website: str) -> None:
    page.goto(f"{website}/guide/introduction.html")
    wake(page)
    page.evaluate("window.isSameDocument = true")
    panel = Panel(page)

    def follow(link: str) -> None:
        page.evaluate("address => { location.href = address; }", HELPER + link)

    for text in ("let one;", "let two;"):
        follow(link_to(LOOK, text))
        expect(panel.code).to_have_text(text)
    expect(panel.place).to_have_count(1)
    page.evaluate("() => { location.hash = '#what-renders-again'; }")
    page.go_back()
    expect(panel.code).to_have_text("let two;")
    panel.close()
    # In a group, the tab of the linked sample is selected.
    for sample, text, tab in (
        (TOOLBAR, "export {};", "React"),
        (WATCHED, "<template>Hi</template>", "Vue 3"),
    ):
        follow(link_to(sample, text))
        expect(panel.code).to_have_text(text)
        expect(block_of(page, tab)).to_be_visible()
    assert page.evaluate("window.isSameDocument")


def test_a_link_that_cannot_be_followed_says_why(page: Page, website: str) -> None:
    for link, reason in (
        (link_to(LOOK, SAYS_HELLO)[:-9], "part of it is missing"),
        (link_to("guide/no-more.ts", SAYS_HELLO), SAYS_HELLO.strip()),
    ):
        page.goto(website + HELPER + link)
        expect(page.locator("main h1 + [role=alert]")).to_contain_text(reason)
        expect(page.locator(".live-panel")).to_have_count(0)


def test_the_editor_is_used_by_keyboard(browser: Browser, website: str) -> None:
    # A context keeps its fake clock, which breaks the frames of later pages.
    with browser.new_context() as context:
        save_data(context)
        use_keyboard(context.new_page(), website)


def use_keyboard(page: Page, website: str) -> None:
    page.goto(website + HELPER)
    wake(page)
    panel = Panel(page)
    block_of(page, "look.ts").locator(".live-run").focus()
    page.keyboard.press("Enter")
    expect(panel.button("Edit")).to_be_visible()
    panel.button("Edit").focus()
    page.keyboard.press("Enter")
    expect(panel.code).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("if (true) {\nconsole.log(4 / 2);\n")  # neither / nor Enter is for the page
    page.keyboard.press("Tab")
    page.keyboard.type("// deep\n}")
    expect(panel.code).to_be_focused()
    assert panel.read().splitlines()[1:3] == ["  console.log(4 / 2);", "    // deep"]
    page.keyboard.press("Control+Enter")
    panel.expect_lines("2")
    page.clock.install()
    page.keyboard.press("Escape")
    expect(panel.place).to_be_visible()
    page.clock.fast_forward(60_000)  # there is no hurry
    page.keyboard.press("Tab")
    expect(panel.code).not_to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(panel.code).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(panel.button("Copy link")).to_be_focused()


def test_the_editor_has_the_comments_of_the_page_and_runs_as_the_page_says(edit: Edit) -> None:
    panel = edit("remove.ts", path=f"/zh{HELPER}", words=CHINESE)
    text = panel.read()
    lines = block_of(panel.page, "remove.ts").locator(".line").all_text_contents()
    assert "\n".join(lines) in text
    assert "// 没有初始值，因此会被移除" in text
    panel.write(text + "\nconsole.log('hello');")
    panel.run()
    expect(panel.console.last).to_have_text("hello", timeout=PATIENCE_MS)


def test_the_editor_is_translated(edit: Edit) -> None:
    panel = edit(path=f"/zh{HELPER}", words=CHINESE)
    expect(panel.code).to_have_accessible_name("look.ts 的代码")
    expect(panel.code).to_have_accessible_description(re.compile("先按 Esc 再按 Tab"))
    panel.write("import './other';\n")
    panel.run()
    expect(panel.problem).to_have_text(
        "未运行。第 1 行：找不到文件 ./other，这个示例包含 ./settings。",
        timeout=PATIENCE_MS,
    )
    panel.button("重置").click()
    panel.button("复制链接").click()
    expect(panel.editor.locator("output")).to_have_text("已复制")
    link = panel.page.evaluate("navigator.clipboard.readText()")
    panel.page.goto("about:blank")
    panel.page.goto(link)
    expect(panel.editor).to_contain_text("这段代码来自链接")
    expect(panel.editor).to_contain_text("请只运行你信任的代码")


def test_the_editor_and_the_compiler_load_on_demand_and_can_be_retried(
    page: Page, website: str
) -> None:
    """The type checker isn't loaded at all with the data saver, which these tests turn on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route(COMPILERS, lambda route: route.abort())
    page.goto(website + HELPER)
    wake(page)
    panel = Panel(page)
    block_of(page, "look.ts").locator(".live-run").click()
    expect(panel.place.locator("[data-outcome=done]")).to_be_visible()
    assert [url for url in asked if EDITOR_SCRIPTS.search(url)] == []
    panel.button("Edit").click()
    expect(panel.code).to_be_visible()
    assert len([url for url in asked if EDITOR_SCRIPTS.search(url)]) == 1
    assert [url for url in asked if COMPILERS.search(url)] == []
    expect(panel.editor.locator(".live-types")).to_have_text("Type checking is unavailable.")
    panel.write(SAYS_HELLO)
    panel.run()
    expect(page.get_by_role("alert").filter(has_text="again").first).to_be_visible()
    assert len([url for url in asked if COMPILERS.search(url)]) == 1
    page.unroute(COMPILERS)
    panel.run()
    panel.expect_lines("hello 2")
    assert len([url for url in asked if COMPILERS.search(url)]) == 2
    assert [url for url in asked if TYPE_CHECKERS.search(url)] == []
