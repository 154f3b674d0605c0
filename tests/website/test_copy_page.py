"""Viewing and copying a page as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from harness.network import send_request
from tests.axe import find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.keyboard import expect_seen
from tests.website.reading import expect_page, language_menu, sidebar
from tests.website.routes import CHINESE, ENGLISH, Language

Visit = Callable[[str], Page]

VIEW = {ENGLISH.tag: "View as Markdown", CHINESE.tag: "查看 Markdown"}
COPY = {ENGLISH.tag: "Copy as Markdown", CHINESE.tag: "复制 Markdown"}
COPIED = {ENGLISH.tag: "Copied", CHINESE.tag: "已复制"}
POSITIONS = """() => [...document.querySelectorAll('main time, main a')].map((element) => {
  const { left, top } = element.getBoundingClientRect();
  return [left + scrollX, top + scrollY];
})"""
"""The positions of elements in the document."""


FEATURES_DELAY_MS = 100
"""Features load this long after the input, which may be a click on a link."""


def copy_button(page: Page) -> Locator:
    return page.locator("main .copy-page")


def load_button(page: Page) -> None:
    """Causes the first interaction, which adds the button."""
    page.keyboard.press("Shift")
    page.clock.run_for(FEATURES_DELAY_MS)
    copy_button(page).wait_for()


@pytest.mark.parametrize(
    ("language", "path"), [(ENGLISH, "/"), (CHINESE, "/guide/")], ids=["English", "Chinese"]
)
def test_a_click_copies_the_markdown_file_and_confirms_it_for_2000_ms(
    own_page: Page, website: str, language: Language, path: str
) -> None:
    page = own_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(website + language.prefix + path)
    wait_for_hydration(page)
    load_button(page)
    button = copy_button(page)
    expect(button).to_have_text(COPY[language.tag])
    button.click()
    expect(button).to_have_text(COPIED[language.tag])
    served = send_request(website, f"{language.prefix}{path}index.md").body.decode("utf-8")
    assert served.startswith("# ")
    assert page.evaluate("() => navigator.clipboard.readText()") == served
    page.clock.run_for(1999)
    expect(button).to_have_text(COPIED[language.tag])
    page.clock.run_for(1)
    expect(button).to_have_text(COPY[language.tag])


def test_without_scripts_the_link_works_and_there_is_no_button(plain: Page, website: str) -> None:
    plain.goto(f"{website}/zh/guide/quick-start.html")
    expect(plain.locator("main button:visible")).to_have_count(0)
    link = plain.get_by_role("link", name=VIEW[CHINESE.tag])
    with plain.expect_response("**/*.md") as answer:
        link.click()
    assert answer.value.status == 200
    assert answer.value.headers["content-type"].startswith("text/markdown")


def test_the_router_ignores_the_link_to_the_file(visit: Visit, website: str) -> None:
    page = visit("/guide/")
    with page.expect_response("**/*.md") as answer:
        page.get_by_role("link", name=VIEW[ENGLISH.tag]).click()
    assert answer.value.request.is_navigation_request()
    assert answer.value.url == f"{website}/guide/index.md"


def test_the_button_works_after_changes_of_page_and_language(visit: Visit, website: str) -> None:
    page = visit("/guide/introduction.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    load_button(page)
    sidebar(page).get_by_role("link", name="Quick start").click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    page.get_by_role("button", name=ENGLISH.language).click()
    language_menu(page).get_by_role("link", name=CHINESE.language).click()
    expect(copy_button(page)).to_have_text(COPY[CHINESE.tag])
    copy_button(page).click()
    expect(copy_button(page)).to_have_text(COPIED[CHINESE.tag])
    served = send_request(website, "/zh/guide/quick-start.md").body.decode("utf-8")
    assert page.evaluate("() => navigator.clipboard.readText()") == served


def test_wide_screens_have_page_tools_next_to_the_text(visit: Visit, website: str) -> None:
    page = visit("/zh/guide/quick-start.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    load_button(page)
    tools = page.locator(".page-tools")
    expect(tools.locator("p")).to_have_text(re.compile(r"^阅读约需 \d+ 分钟$"))
    expect(tools.locator("a")).to_have_attribute("href", re.compile(r"/edit/main/docs/.*\.md$"))
    tools.get_by_role("button", name=COPY[CHINESE.tag]).click()
    expect(tools.get_by_role("button")).to_have_text(COPIED[CHINESE.tag])
    served = send_request(website, "/zh/guide/quick-start.md").body.decode("utf-8")
    assert page.evaluate("() => navigator.clipboard.readText()") == served
    page.set_viewport_size({"width": 1100, "height": 900})
    expect(tools).to_be_hidden()


def test_a_failed_download_and_a_denied_clipboard_have_different_messages(
    own_page: Page, website: str
) -> None:
    page = own_page
    page.goto(f"{website}/guide/")
    wait_for_hydration(page)
    load_button(page)
    page.evaluate(
        "() => { navigator.clipboard.write = () => Promise.reject(new DOMException('')); }"
    )
    copy_button(page).click()
    expect(copy_button(page)).to_have_text("Couldn’t copy")
    page.context.set_offline(True)
    copy_button(page).click()
    expect(copy_button(page)).to_have_text("This page couldn’t be loaded.")
    page.context.set_offline(False)


def test_the_button_works_by_keyboard_and_is_announced(
    visit: Visit,
) -> None:
    page = visit("/guide/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    load_button(page)
    page.get_by_role("link", name=VIEW[ENGLISH.tag]).focus()
    page.keyboard.press("Tab")
    expect(copy_button(page)).to_be_focused()
    expect_seen(page)
    page.keyboard.press("Enter")
    expect(copy_button(page)).to_have_text("Copied")
    expect(copy_button(page)).to_be_focused()
    expect(copy_button(page).locator("[aria-live=polite]")).to_have_text("Copied")


def test_the_confirmation_is_accessible_and_complies_with_the_policy(
    browser: Browser, website: str
) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        violations = Violations(context)
        page = context.new_page()
        page.goto(f"{website}/zh/guide/")
        wait_for_hydration(page)
        load_button(page)
        copy_button(page).click()
        expect(copy_button(page)).to_have_text(COPIED[CHINESE.tag])
        assert find_violations(page) == []
        assert violations.collect(page) == []


@pytest.mark.parametrize(
    ("language", "width"),
    [(CHINESE, 320), (ENGLISH, 1440)],
    ids=["320", "1440"],
)
def test_the_button_and_its_confirmation_cause_no_layout_shift(
    browser: Browser, website: str, language: Language, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}) as context:
        context.grant_permissions(["clipboard-write"])
        page = context.new_page()
        page.goto(f"{website}{language.prefix}/guide/quick-start.html")
        wait_for_hydration(page)
        before = page.evaluate(POSITIONS)
        load_button(page)
        assert page.evaluate(POSITIONS) == before
        copy_button(page).click()
        expect(copy_button(page)).to_have_text(COPIED[language.tag])
        assert page.evaluate(POSITIONS) == before
