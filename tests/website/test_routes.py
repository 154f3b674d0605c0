"""Every route of the specification, opened by its address and by clicks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.browsers.chromium import save_data
from tests.website.conftest import wait_for_hydration
from tests.website.documents import Element, parse_html, read_document
from tests.website.reading import (
    DESKTOP,
    is_marked,
    language_menu,
    mark_document,
    scroll_position,
    sidebar,
    top_navigation,
    watching,
)
from tests.website.routes import (
    CHINESE,
    ENGLISH,
    Language,
    Route,
    in_english_with_sweep,
    on_each_other_page_with_sweep,
    on_some_pages_with_sweep,
)
from tests.website.scripts import NUMBERS

THEME = re.compile(
    rf"/assets/(css|js)/(main|analytics|{'|'.join(map(str, NUMBERS.values()))})"
    r"\.[0-9a-f]{8}\.(css|js)|/(logo(-dark)?|mark)\.svg|(/zh)?/diagrams/[\w-]+\.svg"
)
"""Files of the theme and images, which don't belong to one page."""

Node = tuple[str, frozenset[tuple[str, str]], tuple["Node | str", ...]]


ADDED = {"copy", "copy-page", "code-tools", "live-run"}
"""Classes of elements that scripts add."""
CHANGED = {
    "button": ("disabled",),
    # Images that are larger than their box open in a dialog.
    "img": ("class", "role", "tabindex", "aria-haspopup", "aria-label"),
}
"""Attributes that scripts change, by element."""


def simplify(element: Element) -> Node:
    """Returns an element without the elements and attributes that scripts change."""
    children: list[Node | str] = []
    for child in element.children:
        if isinstance(child, Element):
            if not ADDED & set(child["class"].split()):
                children.append(simplify(child))
        elif children and isinstance(children[-1], str):
            children[-1] += child
        elif child:
            children.append(child)
    attributes = set(element.attributes.items()) - {("aria-current", "location")}
    changed = CHANGED.get(element.tag, ())
    attributes = {(name, value) for name, value in attributes if name not in changed}
    return element.tag, frozenset(attributes), tuple(children)


def shown_app(page: Page) -> Node:
    return root_of(parse_html(page.evaluate("() => document.body.outerHTML")))


def built_app(dist: Path, route: Route) -> Node:
    return root_of(read_document(dist / route.file))


def root_of(document: Element) -> Node:
    """Returns the root of hydration: the first element of the body."""
    first, *_ = (child for child in document.one("body").children if isinstance(child, Element))
    return simplify(first)


def click_through(page: Page, route: Route) -> None:
    """Opens a page with the links in the navigation and the sidebar."""
    if not route.section:
        top_navigation(page).get_by_role("link", name=route.language.guide).click()
        expect(page.locator("h1")).to_be_focused()
        page.locator("header").get_by_role("link", name="Tuffet").click()
        return
    names = {"guide": route.language.guide, "api": route.language.api}
    top_navigation(page).get_by_role("link", name=names[route.section], exact=True).click()
    if not route.plain.endswith("/"):
        sidebar(page).locator(f'a[href="{route.path}"]').click()


@pytest.fixture(scope="module")
def shared_page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=DESKTOP) as context:
        save_data(context)  # so that the sample on the home page doesn't start
        yield context.new_page()


@pytest.fixture
def opened(shared_page: Page, website: str, route: Route) -> Page:
    """A tab with any page of the site, in the language of the route.

    Tests share the document, unless one of them fails.
    """
    if shared_page.locator("html").get_attribute("lang") != route.language.tag or not (
        is_marked(shared_page)
    ):
        shared_page.goto(f"{website}{route.language.prefix}/")
        wait_for_hydration(shared_page)
        mark_document(shared_page)
    return shared_page


@on_each_other_page_with_sweep
@pytest.mark.requirement("site-lazy-pages", "site-chunk-path", "site-dark-mode")
def test_a_page_opens_by_its_address_without_a_page_script(
    tab: Page, website: str, dist: Path, route: Route
) -> None:
    with watching(tab) as seen:
        response = tab.goto(website + route.path)
        wait_for_hydration(tab)
    assert response is not None
    assert response.status == 200
    assert seen.messages == []
    assert [path for path in seen.requests if not THEME.fullmatch(path)] == [route.path]
    assert shown_app(tab) == built_app(dist, route)


@on_some_pages_with_sweep
@pytest.mark.requirement("site-nav-guide", "site-nav-api", "site-scroll-top", "site-lazy-pages")
def test_a_page_opens_by_clicks_at_the_top_with_its_title_focused(
    opened: Page, website: str, dist: Path, route: Route
) -> None:
    built = read_document(dist / route.file)
    with watching(opened) as seen:
        click_through(opened, route)
        expect(opened).to_have_url(website + route.path)
        expect(opened.locator("h1")).to_be_focused()
    assert is_marked(opened)
    assert seen.messages == []
    assert opened.title() == built.one("title").text
    assert opened.locator("html").get_attribute("lang") == route.language.tag
    assert scroll_position(opened) == 0
    assert shown_app(opened) == built_app(dist, route)


@pytest.mark.requirement("site-two-languages", "site-chinese-prefix", "site-language-tags")
def test_the_language_menu_leads_to_the_same_page_and_back(
    visit: Callable[[str], Page], website: str
) -> None:
    plain = "/api/type-definition/core.html"
    page = visit(plain)
    mark_document(page)
    for here, there in ((ENGLISH, CHINESE), (CHINESE, ENGLISH)):
        page.get_by_role("button", name=here.language).click()
        language_menu(page).get_by_role("link", name=there.language).click()
        expect(page.locator("html")).to_have_attribute("lang", there.tag)
        expect(page.locator("h1")).to_be_focused()
        expect(language_menu(page)).to_be_hidden()
        expect(page).to_have_url(website + there.prefix + plain)
    assert is_marked(page)


@pytest.mark.parametrize(
    ("path", "language"),
    [("/nowhere", ENGLISH), ("/guide/nowhere.html", CHINESE), ("/a:b", ENGLISH)],
    ids=["top", "nested in Chinese", "with a colon"],
)
@pytest.mark.requirement("site-not-found", "site-history-mode", "site-no-other-error-screen")
def test_an_unknown_path_returns_404_with_the_not_found_layout_in_its_language(
    page: Page, website: str, path: str, language: Language
) -> None:
    address = website + language.prefix + path
    response = page.goto(address)
    assert response is not None
    assert response.status == 404
    expect(page.locator("h1")).to_have_text(language.not_found)
    wait_for_hydration(page)
    expect(page.locator("main section")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", language.tag)
    assert page.url == address


@in_english_with_sweep
@pytest.mark.requirement("site-not-found", "site-nav-guide")
def test_the_not_found_layout_has_the_navigation_and_a_link_to_the_home_page(
    visit: Callable[[str], Page], website: str, language: Language
) -> None:
    page = visit(f"{language.prefix}/nowhere")
    top_navigation(page).get_by_role("link", name=language.guide).click()
    expect(page).to_have_url(f"{website}{language.prefix}/guide/")
    page.go_back()
    expect(page.locator("h1")).to_have_text(language.not_found)
    expect(page.locator("main section")).to_have_count(1)
    page.locator("main a").click()
    expect(page).to_have_url(f"{website}{language.prefix}/")
    expect(page.locator("h1")).to_have_text("Tuffet")
