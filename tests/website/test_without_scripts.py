"""The site in a browser without scripts: all text, links and menus work."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.in_page import load_function
from tests.website.documents import read_document
from tests.website.reading import (
    DESKTOP,
    NARROWEST,
    PHONE,
    box_of,
    find_misfits,
    language_menu,
    sidebar,
    top_navigation,
)
from tests.website.routes import (
    LANGUAGES,
    Language,
    Route,
    in_english_with_sweep,
    on_some_pages_with_sweep,
)

HIDDEN_TEXTS = load_function("find-hidden-parts")
"""Finds text that is visible neither immediately nor after a click on the tab of its code."""
REACHABLE_LINKS = load_function("find-reachable-links")
"""Finds links that are visible immediately or after a button opens their menu."""


@on_some_pages_with_sweep
@pytest.mark.requirement(
    "site-static",
    "site-nav-guide",
    "site-nav-api",
    "site-nav-demos",
    "site-sidebar-guide",
    "site-sidebar-api",
)
def test_all_text_and_links_can_be_reached_at_every_width(
    plain: Page, website: str, dist: Path, route: Route
) -> None:
    built = read_document(dist / route.file)
    plain.goto(website + route.path)
    for size in (DESKTOP, PHONE):
        plain.set_viewport_size(size)
        assert plain.evaluate(HIDDEN_TEXTS) == [], size
        assert set(plain.evaluate(REACHABLE_LINKS)) == set(built.links()), size
        needs_scripts = plain.locator("button:not([popovertarget])")
        expect(needs_scripts.filter(visible=True)).to_have_count(0)
    text = plain.locator("main").text_content() or ""
    assert " ".join(text.split()) == built.one("main").text
    plain.set_viewport_size(NARROWEST)
    assert find_misfits(plain) == [], "the page scrolls in two directions"
    if route.section:
        expect_breadcrumbs_in_one_line(plain)


def expect_breadcrumbs_in_one_line(page: Page) -> None:
    """They are above the title, and fit into the window."""
    box = box_of(page.locator("main > nav:first-child"))
    title = box_of(page.locator("h1"))
    assert box["y"] + box["height"] <= title["y"]
    assert box["height"] < 48
    assert box["x"] + box["width"] <= NARROWEST["width"]


def open_menu(page: Page, name: str) -> None:
    page.locator("header").get_by_role("button", name=name).click()


@in_english_with_sweep
@pytest.mark.requirement("site-nav-guide", "site-nav-demos", "site-two-languages")
def test_menus_open_on_a_click_on_desktops(plain: Page, website: str, language: Language) -> None:
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


@in_english_with_sweep
@pytest.mark.requirement("site-sidebar-guide", "site-sidebar-api", "site-nav-api")
def test_the_drawer_opens_on_a_tap_on_phones(plain: Page, website: str, language: Language) -> None:
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
def test_an_unknown_path_shows_both_languages_if_its_language_is_unknown(
    plain: Page, website: str
) -> None:
    for path, languages in (("/nowhere", LANGUAGES), ("/zh/nowhere", LANGUAGES[1:])):
        response = plain.goto(website + path)
        assert response
        assert response.status == 404
        texts = plain.locator("main").get_by_role("heading").all_text_contents()
        assert texts == [language.not_found for language in languages]
        assert plain.evaluate(HIDDEN_TEXTS) == []
        # Suggestions and the search need scripts.
        expect(plain.locator("main a")).to_have_count(len(languages))
        expect(plain.locator("main button")).to_have_count(0)
