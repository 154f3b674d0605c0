"""The first paint needs the document, and no other file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from harness.browsers.chromium import save_data
from tests.in_page import load_function
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE
from tests.website.routes import ALL_ROUTES, LAYOUT_SCRIPTS, LAYOUTS, UNKNOWN, on_each_layout

TIMES = load_function("read-times")
WRITE = load_function("write-slowly")
FILES = {route.path: route.file for route in ALL_ROUTES} | {UNKNOWN[1]: "zh/404.html"}
PIECE = 700
"""Characters. More than a hundred pieces of the longest document."""
SLOW = re.compile(r"(?:^|[\s>+~,{}])(?:html|body|:root|\*)?(?::not\([^{}]*?)?:has\((?!>)[^{}]*\{")
"""Selectors with `:has()` for any element, or for the whole document, except its topmost elements.
Browsers check them again for every element that arrives."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"


@pytest.fixture(scope="module")
def fresh(browser: Browser) -> Iterator[Page]:
    """A tab without a cache, as on a first visit."""
    with browser.new_context() as context:
        save_data(context)  # a prefetched page can have another layout
        page = context.new_page()
        context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
        yield page


def load(page: Page, address: str) -> dict[str, Any]:
    page.goto(address)
    wait_for_hydration(page)
    times: dict[str, Any] = page.evaluate(TIMES)
    return times


@on_each_layout
def test_nothing_blocks_and_the_scripts_of_the_layout_load_once_after_the_first_paint(
    fresh: Page, website: str, path: str
) -> None:
    times = load(fresh, website + path)
    files: list[dict[str, Any]] = times["files"]
    scripts = [file for file in files if file["path"].endswith(".js")]
    assert min(file["start"] for file in scripts) >= times["painted"]
    assert [file for file in files if file["isBlocking"] or file["path"].endswith(".css")] == []
    assert (times["hints"], times["fonts"]) == (0, 0)
    names = [Path(file["path"]).name.partition(".")[0] for file in scripts]
    layouts = [name for name in names if name in LAYOUT_SCRIPTS.values()]
    assert layouts == [name for name in [LAYOUT_SCRIPTS.get(path)] if name]
    assert len(names) == len(set(names)) >= 2


@pytest.mark.parametrize("path", ["/", LAYOUTS[2], UNKNOWN[1]])
def test_the_styled_page_is_painted_while_all_other_files_are_missing(
    page: Page, website: str, path: str
) -> None:
    def answer(route: Route) -> None:
        # Other requests stay without an answer.
        if route.request.is_navigation_request():
            route.continue_()

    page.route("**/*", answer)
    page.goto(website + path, wait_until="commit")
    page.wait_for_function(PAINTED)
    expect(page.locator("header.navbar")).to_have_css("position", "sticky")
    expect(page.locator("main")).not_to_have_css("padding", "0px")


@pytest.mark.parametrize(
    ("path", "size"),
    [*((path, PHONE) for path in LAYOUTS), ("/", DESKTOP), (LAYOUTS[2], DESKTOP)],
    ids=str,
)
def test_a_document_that_arrives_in_pieces_never_moves(
    page: Page, website: str, dist: Path, path: str, size: ViewportSize
) -> None:
    document = (dist / FILES[path]).read_text(encoding="utf-8")
    # The inline script would block writing.
    text = re.sub(r"<script.*?</script>", "", document, flags=re.DOTALL)
    start, style, rest = text.partition("</style>")
    pieces = [start + style, *(rest[i : i + PIECE] for i in range(0, len(rest), PIECE))]
    page.set_viewport_size(size)
    page.route(website + path, lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(website + path)
    assert page.evaluate(WRITE, pieces) == []


@on_each_layout
def test_styles_search_for_descendants_of_few_elements(dist: Path, path: str) -> None:
    document = (dist / FILES[path]).read_text(encoding="utf-8")
    style = document.partition("<style>")[2].partition("</style>")[0]
    assert ":has(" in style
    assert SLOW.findall(style) == []


@pytest.mark.parametrize(
    "selector",
    ["html:has(.a)", "nav > :not(:has(a))", ".a>:not(p,:has(+*))", ".a > :has(+ p)", "*:has(b)"],
)
def test_slow_selectors_are_found(selector: str) -> None:
    assert SLOW.search(f"b{{color:red}}{selector}{{color:red}}")
