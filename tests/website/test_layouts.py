"""The layouts of the home page and the 404 page have files that other pages don't load."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.website.reading import is_marked, mark_document
from tests.website.scripts import NUMBERS

Visit = Callable[[str], Page]

GUIDE = "/guide/quick-start.html"
HOME_LINK = "header .brand"


def file_of(kind: str) -> re.Pattern[str]:
    return re.compile(rf"/assets/{kind}/{NUMBERS['front-layouts']}\.[0-9a-f]{{8}}\.{kind}$")


def test_a_guide_loads_no_other_layout_and_a_click_loads_the_styled_home_page(
    page: Page, visit: Visit, website: str
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))

    def count(kind: str) -> int:
        return len([url for url in requests if file_of(kind).search(url)])

    visit(GUIDE)
    assert (count("js"), count("css")) == (0, 0)
    mark_document(page)
    page.locator(HOME_LINK).click()
    expect(page).to_have_url(f"{website}/")
    expect(page.locator("main.front")).to_have_css("display", "grid")
    page.go_back()
    expect(page.locator("main.text")).to_be_visible()
    page.go_forward()
    expect(page.locator("main.front")).to_be_visible()
    assert (count("js"), count("css")) == (1, 1)
    assert is_marked(page)


def test_the_home_page_and_the_404_page_load_their_layout_once(
    page: Page, visit: Visit, website: str
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.removeprefix(website)))
    for path in ("/", "/no-such-page.html"):
        requests.clear()
        visit(path)
        for kind in ("js", "css"):
            found = [url for url in requests if file_of(kind).search(url)]
            assert len(found) == 1, (path, kind)


@pytest.mark.parametrize("kind", ["js", "css"])
def test_if_a_file_of_a_layout_is_missing_the_document_is_loaded(
    page: Page, visit: Visit, website: str, kind: str
) -> None:
    visit(GUIDE)
    mark_document(page)
    page.route(file_of(kind), lambda route: route.fulfill(status=404))
    page.locator(HOME_LINK).click()
    expect(page).to_have_url(f"{website}/")
    expect(page.locator("main.front h1")).to_have_text("Tuffet")
    assert not is_marked(page)
