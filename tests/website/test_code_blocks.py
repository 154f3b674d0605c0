"""Code blocks: the copied text, line numbers, wrapped lines and compiler messages."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Position, expect

from harness.paths import ROOT
from tests.violations import Violations
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.documents import Element, read_document
from tests.website.reading import DESKTOP, NARROWEST, PHONE, box_of

LONG = "/api/vue-hooks.html"
REJECTED = "/guide/other/questions-and-answers.html"
MESSAGES = ROOT / "docs/examples/rejected/guide"
CORNER = Position(x=3, y=3)
IS_IN_VIEW = """(message) => {
  const own = message.getBoundingClientRect();
  const pre = message.closest('pre').getBoundingClientRect();
  return Math.abs(own.left - pre.left) < 1 && own.right <= pre.right + 1;
}"""


# --- Copying --------------------------------------------------------------------------------------


def text_of(block: Element) -> str:
    """The text that the copy button copies, without prompts and removed lines."""
    prompt = "$ " if block["data-language"] == "sh" else ""
    lines = [line for line in block.walk() if "line" in line.classes]
    kept = [line.raw_text for line in lines if "removed" not in line.classes]
    return "\n".join(line.removeprefix(prompt) for line in kept)


@pytest.mark.requirement("site-copy-button")
@pytest.mark.parametrize("path", ["/guide/quick-start.html", f"/zh{REJECTED}"])
def test_every_button_copies_its_block_without_compiler_messages(
    own_page: Page, website: str, dist: Path, path: str
) -> None:
    page = own_page
    page.clock.install()
    page.goto(website + path)
    wait_for_hydration(page)
    page.clock.run_for(1000)
    copied: list[str] = page.evaluate(
        """async () => {
          const copied = [];
          navigator.clipboard.writeText = async (text) => { copied.push(text); };
          for (const button of document.querySelectorAll('main .code .copy')) button.click();
          return copied;
        }"""
    )
    main = read_document(dist / path[1:]).one("main")
    assert copied == [text_of(block) for block in main.walk() if "code" in block.classes]


# --- Compiler messages ----------------------------------------------------------------------------


def test_a_compiler_message_is_below_its_line_and_stays_in_view_when_code_scrolls(
    plain: Page, website: str
) -> None:
    plain.set_viewport_size(DESKTOP)
    plain.goto(f"{website}/zh{REJECTED}")
    message = plain.locator("main .code .message").first
    expect(message).to_be_visible()
    recorded = (MESSAGES / "interface.message.txt").read_text(encoding="utf-8")
    assert message.inner_text() == recorded.rstrip()
    line = message.locator("xpath=preceding-sibling::*[1]")
    assert line.get_attribute("class") == "line error"
    assert "createLocalStorage<Settings>" in line.inner_text()
    for size in (DESKTOP, NARROWEST):
        plain.set_viewport_size(size)
        for left in (0, 1000):
            message.evaluate("(e, left) => e.closest('pre').scrollTo({ left })", left)
            assert message.evaluate(IS_IN_VIEW), (size, left)


# --- Line numbers ---------------------------------------------------------------------------------

NUMBERS = """(block) => [...block.querySelectorAll('.line')].map(
  (line) => getComputedStyle(line, '::before').content,
)"""


def test_long_samples_have_line_numbers_that_are_neither_selected_nor_read_out(
    page: Page, website: str
) -> None:
    page.goto(website + LONG)
    found = page.locator("main .code").evaluate_all(f"blocks => blocks.map({NUMBERS})")
    is_numbered = {len(lines): "counter(line)" in lines[0] for lines in found}
    assert is_numbered == {count: count > 15 for count in is_numbered}
    assert {True, False} == set(is_numbered.values())
    assert 16 in is_numbered or min(n for n, long in is_numbered.items() if long) < 20
    longer = page.locator("main .code:visible:has(.line:nth-child(16 of .line))")
    pre = longer.filter(has_not=page.locator(".message")).first.locator("pre")
    lines = pre.locator(".line")
    assert "" in lines.all_inner_texts()
    tops = lines.evaluate_all("lines => lines.map((e) => e.getBoundingClientRect().top)")
    steps = {round(after - before, 1) for before, after in pairwise(tops)}
    assert max(steps) - min(steps) <= 0.1, "an empty line has another height"
    text = pre.evaluate("e => (getSelection().selectAllChildren(e), String(getSelection()))")
    assert text.rstrip("\n") == pre.inner_text().rstrip("\n")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    read_out = {str(node.get("name", {}).get("value", "")).strip() for node in nodes}
    assert "16" not in read_out
    assert any(lines.first.inner_text().startswith(word) for word in read_out if word)


# --- Wrapped lines --------------------------------------------------------------------------------


@pytest.fixture
def phone(own_page: Page) -> Page:
    own_page.set_viewport_size(PHONE)
    return own_page


def wide_block(page: Page) -> Locator:
    """A visible block whose lines are longer than its box, with an id."""
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
    wait_for_hydration(page)
    page.locator("main .copy").first.wait_for(state="attached")


def test_wrapping_is_stored_and_applies_to_other_tabs_and_pages(
    phone: Page, context: BrowserContext, website: str
) -> None:
    violations = Violations(context)
    other = context.new_page()
    open_page(other, website + LONG)
    with settled(other):
        other.keyboard.press("Shift")  # loads the features
    open_page(phone, f"{website}/zh{LONG}")
    block = wide_block(phone)
    block.hover(position=CORNER)
    toggle = toggle_of(block)
    expect(toggle).to_have_accessible_name("自动换行")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.scroll_into_view_if_needed()
    before = box_of(toggle)["y"]
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert not scrolls(block)
    assert abs(box_of(toggle)["y"] - before) <= 1
    assert phone.locator("[style]").count() == 0
    phone.wait_for_function("() => localStorage['site-preferences']?.includes('\"wrap\":true')")
    expect(other.locator("html")).to_have_attribute("data-wrap", "")
    assert violations.collect(phone) == []
    # On every page, before the first paint.
    phone.goto(f"{website}/zh/api/core.html", wait_until="commit")
    phone.locator("main .code").first.wait_for(state="attached")
    assert phone.evaluate("document.documentElement.dataset.wrap") == ""
    assert [block for block in phone.locator("main .code:visible").all() if scrolls(block)] == []


def test_wrapping_can_be_turned_off(phone: Page, website: str) -> None:
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


def test_code_that_fits_has_no_wrap_button(page: Page, website: str) -> None:
    open_page(page, website + LONG)
    blocks = page.locator("main .code:visible").all()
    narrow = [block for block in blocks if not scrolls(block)][:6]
    assert len(narrow) > 3
    with settled(page):
        for block in narrow:
            block.locator("pre").focus()
            block.hover()
    assert [block for block in narrow if toggle_of(block).count()] == []


def test_both_buttons_work_by_key_even_if_storage_is_blocked(phone: Page, website: str) -> None:
    phone.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })"
    )
    open_page(phone, website + LONG)
    block = wide_block(phone)
    block.locator("pre").focus()
    expect(toggle_of(block)).to_be_visible()
    phone.keyboard.press("Tab")
    expect(toggle_of(block)).to_be_focused()
    phone.keyboard.press("Space")
    expect(toggle_of(block)).to_have_attribute("aria-pressed", "true")
    assert not scrolls(block)
    expect(toggle_of(block)).to_be_focused()
    phone.keyboard.press("Tab")
    expect(block.locator(".copy")).to_be_focused()
