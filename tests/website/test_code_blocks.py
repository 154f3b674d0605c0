"""Code blocks: what is copied, numbers of lines, wrapped lines, and code on paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Position,
    ViewportSize,
    expect,
)

from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import append, build_variant
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.routes import CHINESE, ENGLISH, Language, Route, in_each_language, on_each_page
from tests.website.written_code import read_typed_code, type_code

LONG = "/api/vue-hooks.html"
REJECTED = "/guide/other/questions-and-answers.html"
CORNER = Position(x=3, y=3)
PHONE = ViewportSize(width=390, height=844)
WRAP = {ENGLISH.tag: "Wrap lines", CHINESE.tag: "自动换行"}

STRANGE = {
    "prompts.sh": "$ pnpm add it\nadded 1 package\n$ echo $ HOME\n",
    "changes.ts": """\
const before = 1; // [!code --]
const after = 2; // [!code ++]
const money = '$ 3'; // [!code highlight]
console.log(after, money);
""",
}
"""Samples that the documentation has no need of yet."""


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site whose quick start ends with other samples."""

    def change(docs: Path) -> None:
        for name, code in STRANGE.items():
            (docs / "examples" / name).write_text(code, encoding="utf-8")
            for language in ("", "zh/"):
                append(docs / f"{language}guide/quick-start.md", f"\n<<< examples/{name}\n")

    with serve_nginx(build_variant(tmp_path_factory.mktemp("strange"), change)) as address:
        yield address


# --- Copying --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def copying(browser: Browser) -> Iterator[Page]:
    """One tab for all, which writes down what is copied."""
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.install()
        yield page


def copy_all(page: Page, address: str) -> list[str]:
    """What each copy button of a page copies, in their order."""
    page.goto(address)
    wait_for_life(page)
    page.clock.run_for(1000)
    copied: list[str] = page.evaluate(
        """async () => {
          const copied = [];
          navigator.clipboard.writeText = async (text) => { copied.push(text); };
          for (const button of document.querySelectorAll('main .code .copy')) button.click();
          return copied;
        }"""
    )
    assert len(copied) == page.locator("main .code").count()
    return copied


@pytest.mark.requirement("site-copy-button")
@on_each_page
def test_every_block_copies_what_its_author_wrote(
    copying: Page, website: str, route: Route
) -> None:
    written = read_typed_code(ROOT / "docs", route.source)
    if route.plain == "/":
        written = written[:1]  # the other one shows what the reader's own browser holds
    assert copy_all(copying, website + route.path)[: len(written) or None] == written


@pytest.mark.requirement("site-copy-button")
def test_prompts_and_removed_lines_are_left_out(copying: Page, strange: str) -> None:
    prompts, changes = copy_all(copying, f"{strange}/guide/quick-start.html")[-2:]
    assert prompts == "pnpm add it\nadded 1 package\necho $ HOME"
    assert changes == "const after = 2;\nconst money = '$ 3';\nconsole.log(after, money);"


def test_the_reader_of_sources_reads_as_it_should() -> None:
    assert type_code("$ a\n$ b # [!code --]\nc", "sh") == "a\nc"
    assert type_code("$ a // [!code ++]", "ts") == "$ a"


@pytest.mark.requirement("site-copy-button")
def test_messages_of_the_compiler_are_not_copied(copying: Page, website: str) -> None:
    """They stand in the code, and nobody types them."""
    copied = copy_all(copying, f"{website}{REJECTED}")
    messages = copying.locator("main .code .message").all_inner_texts()
    assert len(messages) > 0
    assert [message for message in messages if any(message in text for text in copied)] == []


# --- Numbers --------------------------------------------------------------------------------------

NUMBERS = """(block) => [...block.querySelectorAll('.line')].map(
  (line) => getComputedStyle(line, '::before').content,
)"""


def block_with(page: Page, *, lines: int) -> Locator:
    """The first visible block with so many lines or more."""
    longer = page.locator(f"main .code:visible:has(.line:nth-child({lines} of .line))")
    return longer.filter(has_not=page.locator(".message")).first


@pytest.fixture(scope="module")
def reading(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def test_long_samples_have_numbers_and_short_ones_have_none(reading: Page, website: str) -> None:
    reading.goto(website + LONG)
    found = reading.locator("main .code").evaluate_all(f"blocks => blocks.map({NUMBERS})")
    is_numbered = {len(lines): "counter(line)" in lines[0] for lines in found}
    assert is_numbered == {count: count > 15 for count in is_numbered}
    assert {True, False} == set(is_numbered.values())
    assert 16 in is_numbered or min(n for n, long in is_numbered.items() if long) < 20


def test_lines_with_numbers_are_one_line_apart_empty_ones_too(reading: Page, website: str) -> None:
    reading.goto(website + LONG)
    lines = block_with(reading, lines=16).locator(".line")
    assert "" in lines.all_inner_texts()
    tops = lines.evaluate_all("lines => lines.map((e) => e.getBoundingClientRect().top)")
    steps = {round(after - before, 1) for before, after in pairwise(tops)}
    assert max(steps) - min(steps) <= 0.1


def test_numbers_are_neither_selected_nor_read_out(page: Page, website: str) -> None:
    page.goto(website + LONG)
    block = block_with(page, lines=16)
    pre = block.locator("pre")
    text = pre.evaluate("e => (getSelection().selectAllChildren(e), String(getSelection()))")
    assert text.rstrip("\n") == pre.inner_text().rstrip("\n")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    said = {str(node.get("name", {}).get("value", "")).strip() for node in nodes}
    assert "16" not in said
    lines = pre.locator(".line").all_inner_texts()
    assert any(lines[0].startswith(word) for word in said if word)


# --- Wrapped lines --------------------------------------------------------------------------------


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(PHONE)
    return page


def wide_block(page: Page) -> Locator:
    """A visible block whose lines are longer than its box, marked for good."""
    page.evaluate(
        """() => [...document.querySelectorAll('.code[data-language=ts]')]
          .find((block) => {
            const pre = block.querySelector('pre');
            return block.checkVisibility() && pre.scrollWidth > pre.clientWidth;
          }).id = 'wide'"""
    )
    return page.locator("#wide")


def toggle_of(block: Locator) -> Locator:
    return block.locator("button[aria-pressed]")


def scrolls(block: Locator) -> bool:
    return bool(block.locator("pre").evaluate("e => e.scrollWidth > e.clientWidth"))


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    wait_for_life(page)
    page.locator("main .copy").first.wait_for(state="attached")


@in_each_language
def test_code_that_is_too_wide_can_be_wrapped_and_is_from_then_on(
    phone: Page, website: str, language: Language
) -> None:
    open_page(phone, website + language.prefix + LONG)
    block = wide_block(phone)
    block.hover(position=CORNER)
    toggle = toggle_of(block)
    expect(toggle).to_have_accessible_name(WRAP[language.tag])
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert not scrolls(block)
    phone.wait_for_function("() => localStorage['site-preferences']?.includes('\"wrap\":true')")
    # Before the first paint, on every page, and without any sign of interest.
    phone.goto(website + language.prefix + "/api/core.html", wait_until="commit")
    phone.locator("main .code").first.wait_for(state="attached")
    assert phone.evaluate("document.documentElement.dataset.wrap") == ""
    assert [block for block in phone.locator("main .code:visible").all() if scrolls(block)] == []


def test_it_can_be_taken_back(phone: Page, website: str) -> None:
    phone.add_init_script("localStorage['site-preferences'] ??= '{\"wrap\":true}'")
    open_page(phone, website + LONG)
    phone.evaluate("document.documentElement.removeAttribute('data-wrap')")
    block = wide_block(phone)
    phone.evaluate("document.documentElement.dataset.wrap = ''")
    block.hover(position=CORNER)
    expect(toggle_of(block)).to_have_attribute("aria-pressed", "true")
    toggle_of(block).click()
    assert scrolls(block)
    phone.wait_for_function("() => localStorage['site-preferences'].includes('\"wrap\":false')")
    open_page(phone, website + LONG)
    assert scrolls(wide_block(phone))


def test_what_one_looks_at_stays_where_it_is(phone: Page, website: str) -> None:
    open_page(phone, website + LONG)
    block = wide_block(phone)
    block.hover(position=CORNER)
    toggle = toggle_of(block)
    toggle.scroll_into_view_if_needed()
    before = toggle.bounding_box()
    toggle.click()
    after = toggle.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) <= 1


def test_other_tabs_follow(phone: Page, context: BrowserContext, website: str) -> None:
    open_page(phone, website + LONG)
    other = context.new_page()
    open_page(other, website + LONG)
    other.keyboard.press("Shift")  # a sign of interest
    other.wait_for_load_state("networkidle")
    block = wide_block(phone)
    block.hover(position=CORNER)
    toggle_of(block).click()
    expect(other.locator("html")).to_have_attribute("data-wrap", "")


def test_code_that_fits_and_messages_have_no_such_button(page: Page, website: str) -> None:
    open_page(page, website + LONG)
    blocks = page.locator("main .code:visible").all()
    narrow = [block for block in blocks if not scrolls(block)]
    assert len(narrow) > 3
    for block in narrow[:6]:
        block.locator("pre").focus()
        block.hover()
    page.wait_for_load_state("networkidle")
    assert [block for block in narrow[:6] if toggle_of(block).count()] == []


def test_both_buttons_can_be_used_with_a_keyboard(phone: Page, website: str) -> None:
    open_page(phone, website + LONG)
    block = wide_block(phone)
    block.locator("pre").focus()
    expect(toggle_of(block)).to_be_visible()
    phone.keyboard.press("Tab")
    expect(toggle_of(block)).to_be_focused()
    phone.keyboard.press("Space")
    expect(toggle_of(block)).to_have_attribute("aria-pressed", "true")
    expect(toggle_of(block)).to_be_focused()
    phone.keyboard.press("Tab")
    expect(block.locator(".copy")).to_be_focused()


def test_with_storage_denied_it_holds_for_the_page(phone: Page, website: str) -> None:
    phone.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })"
    )
    open_page(phone, website + LONG)
    block = wide_block(phone)
    block.hover(position=CORNER)
    toggle_of(block).click()
    expect(toggle_of(block)).to_have_attribute("aria-pressed", "true")
    assert not scrolls(block)


def test_nothing_of_it_breaks_the_policy(
    phone: Page, context: BrowserContext, website: str
) -> None:
    violations = Violations(context)
    open_page(phone, website + LONG)
    block = wide_block(phone)
    block.hover(position=CORNER)
    toggle_of(block).click()
    expect(toggle_of(block)).to_have_attribute("aria-pressed", "true")
    assert phone.locator("[style]").count() == 0
    assert violations.collect(phone) == []


# --- Paper ----------------------------------------------------------------------------------------


def test_on_paper_no_code_is_cut_off_and_every_tab_is_shown(page: Page, website: str) -> None:
    page.set_viewport_size({"width": 640, "height": 900})
    page.goto(f"{website}/guide/quick-start.html")
    page.emulate_media(media="print")
    blocks = page.locator("main .code")
    assert blocks.count() > 10
    assert [block for block in blocks.all() if not block.is_visible()] == []
    assert [block for block in blocks.all() if scrolls(block)] == []
    names = page.locator("main :is(.code-title, .code-group > label)")
    assert names.count() > 10
    assert [name for name in names.all() if not name.is_visible()] == []
    assert page.locator("main button:visible").count() == 0
