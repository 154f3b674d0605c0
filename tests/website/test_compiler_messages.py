"""What the compiler says of a line: below it, in view, and no part of the code."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from harness.paths import ROOT
from tests.website.reading import DESKTOP
from tests.website.routes import Language, in_each_language

REFUSED = ROOT / "docs/examples/rejected/guide"
PAGE = "/guide/other/questions-and-answers.html"
NARROWEST = ViewportSize(width=320, height=640)

Visit = Callable[[str], Page]

IS_IN_VIEW = """(message) => {
  const own = message.getBoundingClientRect();
  const pre = message.closest('pre').getBoundingClientRect();
  return Math.abs(own.left - pre.left) < 1 && own.right <= pre.right + 1;
}"""


def first_message(page: Page) -> Locator:
    return page.locator("main .code .message").first


@in_each_language
def test_the_message_stands_below_its_line_without_scripts(
    browser: Browser, website: str, language: Language
) -> None:
    with browser.new_context(java_script_enabled=False, viewport=DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{website}{language.prefix}{PAGE}")
        said = first_message(page)
        expect(said).to_be_visible()
        recorded = (REFUSED / "interface.message.txt").read_text(encoding="utf-8")
        assert said.inner_text() == recorded.rstrip()
        line = said.locator("xpath=preceding-sibling::*[1]")
        assert line.get_attribute("class") == "line error"
        assert "createLocalStorage<Settings>" in line.inner_text()


@pytest.mark.parametrize("viewport", [DESKTOP, NARROWEST], ids=["desktop", "narrowest"])
def test_the_message_stays_in_view_when_the_code_is_scrolled(
    page: Page, visit: Visit, viewport: ViewportSize
) -> None:
    page.set_viewport_size(viewport)
    said = first_message(visit(PAGE))
    assert said.evaluate(IS_IN_VIEW)
    said.evaluate("(message) => message.closest('pre').scrollTo({ left: 1000 })")
    assert said.evaluate(IS_IN_VIEW)


def test_the_message_is_not_copied(context: BrowserContext, visit: Visit) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit(PAGE)
    block = page.locator("main .code").filter(has=page.locator(".message")).first
    block.hover()
    block.locator(".copy").click()
    expect(block.locator(".copy")).to_have_text("Copied")
    sample = (REFUSED / "interface.ts").read_text(encoding="utf-8").rstrip()
    copied = page.evaluate("navigator.clipboard.readText()").rstrip()
    assert copied == sample.replace(" // [!code error]", "")
