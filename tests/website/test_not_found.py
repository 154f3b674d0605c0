"""The page for unknown paths: suggestions and the search."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from harness.browsers.page_messages import PageMessages
from tests.axe import find_violations
from tests.violations import Violations
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.keyboard import find_problems, remember_stops, walk
from tests.website.reading import DESKTOP, PHONE, Gate, watching
from tests.website.routes import CHINESE, ENGLISH, Language, in_english_with_sweep
from tests.website.scripts import PAGE_SCRIPT, theme_script

Visit = Callable[[str], Page]

HEADINGS = {ENGLISH.tag: "Did you mean", CHINESE.tag: "你是不是要找"}
SCRIPT = theme_script("not-found")
MISSPELLED = "/guide/quick-strat.html"


LOST = {
    "/guide/quick-strat.html": "/guide/quick-start.html",
    "/zh/guide/快速上手": "/zh/guide/quick-start.html",
    "/quick-start.html": "/guide/quick-start.html",
    "/zh/docs/guide/quick_start.php": "/zh/guide/quick-start.html",
    "/guide/intro": "/guide/introduction.html",
    "/zh/guide/advanced/helper.html": "/zh/guide/advanced/storage-helper.html",
    "/advanced/module-protection.html": "/guide/advanced/module-protect.html",
    "/zh/guide/advanced/versions.html": "/zh/guide/advanced/version-control.html",
    "/api/core/storage-module.html": "/api/core.html",
    "/zh/api/types/vue-hooks.html": "/zh/api/type-definition/vue-hooks.html",
    "/apis/": "/api/",
    "/api/useStorage": "/api/hooks.html#use-storage",
    "/zh/guide/migration": "/zh/guide/advanced/version-control.html#migrations",
    "/zh/guide/nothing-of-this-name.html": "/zh/guide/",
}
"""Misspelled or guessed paths, and the page or heading that each of them means."""
KINDS = (MISSPELLED, "/zh/guide/快速上手", "/api/useStorage", "/zh/guide/nothing-of-this-name.html")
"""A misspelled path, a title, a heading, and one without a similar name."""


def suggestions(page: Page) -> Locator:
    return page.get_by_role("status").get_by_role("link")


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=[pytest.mark.sweep] * (path not in KINDS)) for path in LOST]
)
def test_an_unknown_path_suggests_the_page_that_was_meant(
    tab: Page, website: str, path: str
) -> None:
    tab.goto(website + quote(path))
    suggestions(tab).first.wait_for()
    links = [link.get_attribute("href") for link in suggestions(tab).all()]
    assert LOST[path] in links
    assert len(set(links)) == len(links) <= 3
    is_chinese = path.startswith("/zh/")
    assert all((link or "").startswith("/zh/") == is_chinese for link in links)


@in_english_with_sweep
def test_suggestions_are_announced_and_take_no_focus(
    visit: Visit, website: str, console: PageMessages, language: Language
) -> None:
    page = visit(language.prefix + MISSPELLED)
    status = page.get_by_role("status")
    expect(status).to_contain_text(HEADINGS[language.tag])
    assert page.evaluate("document.activeElement === document.body")
    expect(page.locator("h1")).to_have_text(language.not_found)
    page.get_by_role("main").get_by_role("button", name=language.search).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    suggestions(page).first.click()
    expect(page).to_have_url(f"{website}{language.prefix}/guide/quick-start.html")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("main").get_by_role("status")).to_have_count(0)
    assert [text for text in console.messages if "404" not in text] == []


def test_an_unfamiliar_name_gets_no_suggestion(page: Page, website: str) -> None:
    with settled(page):
        page.goto(f"{website}/zzzzzzzz")
        page.get_by_role("main").get_by_role("button", name=ENGLISH.search).wait_for()
    expect(page.get_by_role("status")).to_have_count(0)


def test_nothing_is_suggested_before_the_path_is_known_to_be_unknown(
    page: Page, website: str
) -> None:
    gate = Gate(page, "**/build.json")
    with watching(page) as seen:
        with settled(page, held=1):
            page.goto(website + MISSPELLED)
            page.keyboard.press("Shift")
        assert [path for path in seen.requests if "/routes/" in path] == []
        expect(suggestions(page)).to_have_count(0)
        gate.open()
        suggestions(page).first.wait_for()


def test_other_pages_do_not_load_the_suggestions(visit: Visit) -> None:
    page = visit("/guide/")
    with watching(page) as seen, settled(page):
        page.keyboard.press("Shift")
    assert [path for path in seen.requests if SCRIPT.search(path) or PAGE_SCRIPT.search(path)] == []


@pytest.mark.parametrize(
    ("language", "size"),
    [pytest.param(ENGLISH, DESKTOP, marks=pytest.mark.sweep), (CHINESE, PHONE)],
    ids=["desktop", "phone"],
)
def test_suggestions_are_accessible_and_comply_with_the_policy(
    browser: Browser, website: str, language: Language, size: ViewportSize
) -> None:
    with browser.new_context(viewport=size, reduced_motion="reduce") as context:
        violations = Violations(context)
        page = context.new_page()
        page.goto(website + language.prefix + MISSPELLED)
        wait_for_hydration(page)
        suggestions(page).first.wait_for()
        assert find_violations(page) == []
        expected = remember_stops(page)
        assert find_problems(walk(page), expected) == []
        assert violations.collect(page) == []
