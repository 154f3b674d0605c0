"""The site for readers whose browser runs no scripts: everything but convenience is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.in_page import load_function
from tests.website.documents import read_document
from tests.website.reading import DESKTOP, PHONE, language_menu, sidebar, top_navigation
from tests.website.routes import (
    LANGUAGES,
    Language,
    Route,
    in_each_language,
    on_each_page,
)

HIDDEN_TEXTS = load_function("find-hidden-parts")
"""What can be seen neither at once nor after a click on the tab of its code."""

REACHABLE_LINKS = load_function("find-reachable-links")
"""What can be clicked at once, or after a button that opens a menu."""


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[Page]:
    """A tab in which no script runs."""
    with browser.new_context(java_script_enabled=False) as context:
        yield context.new_page()


@on_each_page
@pytest.mark.requirement(
    "site-static",
    "site-nav-guide",
    "site-nav-api",
    "site-nav-demos",
    "site-sidebar-guide",
    "site-sidebar-api",
)
def test_all_text_and_links_can_be_reached_and_no_button_lies_on_a_desk_and_on_a_phone(
    plain: Page, website: str, dist: Path, route: Route
) -> None:
    built = read_document(dist / route.file)
    plain.goto(website + route.path)
    for size in (DESKTOP, PHONE):
        plain.set_viewport_size(size)
        assert plain.evaluate(HIDDEN_TEXTS) == []
        assert set(plain.evaluate(REACHABLE_LINKS)) == set(built.links())
        needs_scripts = plain.locator("button:not([popovertarget])")
        expect(needs_scripts.filter(visible=True)).to_have_count(0)
    text = plain.locator("main").text_content() or ""
    assert " ".join(text.split()) == built.one("main").text


def open_menu(page: Page, name: str) -> None:
    page.locator("header").get_by_role("button", name=name).click()


@in_each_language
@pytest.mark.requirement("site-nav-guide", "site-nav-demos", "site-two-languages")
def test_menus_open_by_a_click_and_lead_on_a_desk(
    plain: Page, website: str, language: Language
) -> None:
    (other,) = (found for found in LANGUAGES if found != language)
    plain.set_viewport_size(DESKTOP)
    plain.goto(f"{website}{language.prefix}/")
    top_navigation(plain).get_by_role("link", name=language.guide).click()
    sidebar(plain).locator('[href$="/quick-start.html"]').click()
    expect(plain).to_have_url(f"{website}{language.prefix}/guide/quick-start.html")
    demo = top_navigation(plain).get_by_role("link", name="Vue 3")
    expect(demo).to_be_hidden()
    open_menu(plain, language.demos)
    expect(demo).to_be_visible()
    open_menu(plain, language.language)
    expect(demo).to_be_hidden()
    language_menu(plain).get_by_role("link", name=other.language).click()
    expect(plain).to_have_url(f"{website}{other.prefix}/guide/quick-start.html")


@in_each_language
@pytest.mark.requirement("site-sidebar-guide", "site-sidebar-api", "site-nav-api")
def test_the_drawer_opens_by_a_tap_and_leads_on_a_phone(
    plain: Page, website: str, language: Language
) -> None:
    plain.set_viewport_size(PHONE)
    plain.goto(f"{website}{language.prefix}/")
    open_menu(plain, language.menu)
    sidebar(plain).get_by_role("link", name=language.api).click()
    expect(plain).to_have_url(f"{website}{language.prefix}/api/")
    expect(sidebar(plain)).to_be_hidden()
    open_menu(plain, language.menu)
    sidebar(plain).locator('[href$="/api/core.html"]').click()
    expect(plain).to_have_url(f"{website}{language.prefix}/api/core.html")
    open_menu(plain, language.menu)
    sidebar(plain).get_by_role("button").click()
    expect(sidebar(plain)).to_be_hidden()


@pytest.mark.requirement("site-not-found")
def test_an_unknown_path_is_told_in_both_languages_where_the_language_is_not_known(
    plain: Page, website: str
) -> None:
    for path, languages in (("/nowhere", LANGUAGES), ("/zh/nowhere", LANGUAGES[1:])):
        response = plain.goto(website + path)
        assert response is not None
        assert response.status == 404
        texts = plain.locator("main").get_by_role("heading").all_text_contents()
        assert texts == [language.not_found for language in languages]
        assert plain.evaluate(HIDDEN_TEXTS) == []
