"""The way to a page, above its title."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.website.conftest import wait_for_life
from tests.website.reading import expect_page
from tests.website.routes import ALL_ROUTES, CHINESE, ENGLISH, Language, Route, in_each_language

GROUPS = {
    ENGLISH.tag: {
        "/guide/": "Getting Started",
        "/guide/essentials/": "Essentials",
        "/guide/advanced/": "Advanced",
        "/guide/other/": "Other",
        "/api/": "",
        "/api/type-definition/": "Type Definition",
    },
    CHINESE.tag: {
        "/guide/": "入门",
        "/guide/essentials/": "基础",
        "/guide/advanced/": "进阶",
        "/guide/other/": "其他",
        "/api/": "",
        "/api/type-definition/": "类型定义",
    },
}
"""The group of the pages in a folder; that of the API is named as its section."""
NAMES = {ENGLISH.tag: "Breadcrumbs", CHINESE.tag: "当前位置"}
SMALLEST = ViewportSize(width=320, height=640)


def expected_way(route: Route) -> list[str]:
    if route.plain.endswith("/"):
        return ["Tuffet"]
    section = {"guide": route.language.guide, "api": route.language.api}[route.section]
    group = GROUPS[route.language.tag][route.plain[: route.plain.rindex("/") + 1]]
    return ["Tuffet", section, *([group] if group else [])]


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[Page]:
    """A tab without scripts: the way is part of the document."""
    with browser.new_context(java_script_enabled=False) as context:
        yield context.new_page()


@pytest.mark.parametrize(
    "route", [route for route in ALL_ROUTES if route.section], ids=lambda route: str(route.path)
)
def test_every_page_shows_its_way_in_one_line_above_the_title(
    plain: Page, website: str, route: Route
) -> None:
    plain.set_viewport_size(SMALLEST)
    plain.goto(website + route.path)
    way = plain.get_by_role("navigation", name=NAMES[route.language.tag], exact=True)
    expect(way.get_by_role("listitem")).to_have_text(expected_way(route))
    links = [link.get_attribute("href") for link in way.get_by_role("link").all()]
    prefix = route.language.prefix
    assert links == [f"{prefix}/", f"{prefix}/{route.section}/"][: len(expected_way(route))]
    box, title = way.bounding_box(), plain.locator("h1").bounding_box()
    assert box is not None
    assert title is not None
    assert box["y"] + box["height"] <= title["y"]
    assert box["height"] < 48
    assert box["x"] + box["width"] <= SMALLEST["width"]


@in_each_language
def test_the_way_leads_back_and_follows_the_reader(
    visit: Callable[[str], Page], website: str, language: Language
) -> None:
    page = visit(f"{language.prefix}/guide/advanced/storage-helper.html")
    way = page.get_by_role("navigation", name=NAMES[language.tag], exact=True)
    way.get_by_role("link", name=language.guide).click()
    expect_page(page, f"{website}{language.prefix}/guide/", language.guide)
    expect(way.get_by_role("listitem")).to_have_text(["Tuffet"])


def test_a_way_that_is_too_long_ends_in_dots_and_moves_nothing(page: Page, website: str) -> None:
    page.set_viewport_size(SMALLEST)
    page.goto(f"{website}/guide/quick-start.html")
    wait_for_life(page)  # React would put back what was there
    width = page.evaluate("() => document.documentElement.scrollWidth")
    last = page.locator("main > nav:first-child li").last
    last.evaluate("(item) => { item.textContent = 'A group with quite a long name '.repeat(4); }")
    fit = page.evaluate(
        """() => {
          const last = document.querySelector('nav > ol > :last-child');
          const { scrollWidth, clientWidth, offsetHeight } = last;
          const { textOverflow } = getComputedStyle(last);
          return {
            isCut: scrollWidth > clientWidth && textOverflow === 'ellipsis',
            isOneLine: offsetHeight < 48,
            width: document.documentElement.scrollWidth,
          };
        }"""
    )
    assert fit == {"isCut": True, "isOneLine": True, "width": width}
