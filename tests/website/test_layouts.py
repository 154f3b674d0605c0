"""Documents contain the styles of their layout. Those of other layouts load on demand."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.in_page import load_function
from tests.website.reading import Gate, is_marked, mark_document
from tests.website.routes import UNKNOWN
from tests.website.scripts import NUMBERS
from tests.website.trouble import WITHOUT_NAVIGATION

Visit = Callable[[str], Page]

GUIDE = "/guide/introduction.html"
STYLES = re.compile(r"/assets/css/.+\.css$")
LAYOUT = load_function("read-layout")
ROUTERS = {"Navigation API": "", "History API": WITHOUT_NAVIGATION["no Navigation API"]}


@dataclass(frozen=True)
class Trip:
    """A click that leads to a page with another layout."""

    start: str
    link: str
    end: str
    main: str
    """The element that only the other layout has."""
    script: str
    """The name of the script with the styles and the layout of the end."""


TRIPS = {
    "guide to home": Trip(GUIDE, "header .brand", "/", "main.front", str(NUMBERS["home"])),
    "home to guide": Trip("/", ".pitch .button", GUIDE, "main.text", "main"),
}
each_trip = pytest.mark.parametrize("trip", TRIPS.values(), ids=TRIPS)


def file_of(name: str, kind: str) -> re.Pattern[str]:
    return re.compile(rf"/assets/{kind}/({name})\.[0-9a-f]{{8}}\.{kind}$")


@pytest.fixture
def page(own_page: Page) -> Page:
    """A new tab, whose styles aren't in memory."""
    return own_page


def describe_layout(page: Page) -> list[object]:
    """Without hover, focus and scroll position, as a new document shows it."""
    page.mouse.move(0, 0)
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    layout: list[object] = page.evaluate(LAYOUT)
    return layout


SWEPT = {("guide to home", "History API"), ("home to guide", "Navigation API")}
"""A trip goes back and forward, so each router renders both layouts without them."""


@pytest.mark.parametrize(
    ("trip", "router"),
    [
        pytest.param(
            trip,
            router,
            id=f"{name}, {router}",
            marks=[pytest.mark.sweep] * ((name, router) in SWEPT),
        )
        for name, trip in TRIPS.items()
        for router in ROUTERS
    ],
)
def test_a_page_with_another_layout_looks_like_its_document(
    page: Page, visit: Visit, website: str, trip: Trip, router: str
) -> None:
    page.add_init_script(ROUTERS[router])
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.emulate_media(reduced_motion="reduce")
    # Features start with the first input, and change pages.
    page.route(file_of(str(NUMBERS["features"]), "js"), lambda route: route.abort())
    visit(trip.start)
    assert not [url for url in requests if STYLES.search(url)]
    mark_document(page)
    page.locator(trip.link).click()
    expect(page).to_have_url(website + trip.end)
    expect(page.locator(trip.main)).to_be_visible()
    page.go_back()
    expect(page.locator(trip.main)).to_have_count(0)
    first = describe_layout(page)
    page.go_forward()
    expect(page.locator(trip.main)).to_be_visible()
    assert is_marked(page)
    (styles,) = (url for url in requests if STYLES.search(url))
    assert file_of(trip.script, "css").search(styles)
    second = describe_layout(page)
    for path, shown in ((trip.start, first), (trip.end, second)):
        visit(path)
        assert len(shown) > 50
        assert shown == page.evaluate(LAYOUT)


@each_trip
def test_the_page_stays_until_the_styles_of_the_next_one_are_there(
    page: Page, visit: Visit, website: str, trip: Trip
) -> None:
    """Inserted elements have their styles from the start, so nothing flashes or moves."""
    visit(trip.start)
    gate = Gate(page, STYLES)
    page.evaluate(
        """(selector) => {
          window.padding = new Promise((resolve) => {
            new MutationObserver(() => {
              const main = document.querySelector(selector);
              if (main) resolve(getComputedStyle(main).paddingTop);
            }).observe(document.body, { childList: true, subtree: true });
          });
        }""",
        trip.main,
    )
    with page.expect_request(STYLES):
        page.locator(trip.link).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert page.url == website + trip.start
    expect(page.locator(trip.main)).to_have_count(0)
    gate.open()
    expect(page).to_have_url(website + trip.end)
    assert page.evaluate("() => window.padding") == "32px"


def test_the_document_for_unknown_paths_has_the_styles_of_all_layouts(
    page: Page, visit: Visit, website: str
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.emulate_media(reduced_motion="reduce")
    visit(UNKNOWN[0])
    mark_document(page)
    page.locator("main .button").click()
    expect(page.locator("main.front")).to_have_css("display", "grid")
    page.locator(".pitch .button").click()
    expect(page).to_have_url(website + GUIDE)
    expect(page.locator("main.text")).to_have_css("padding-top", "32px")
    assert is_marked(page)
    assert not [url for url in requests if STYLES.search(url)]


@pytest.mark.parametrize("kind", ["css", "js"])
def test_if_a_file_of_a_layout_is_missing_the_document_is_loaded(
    page: Page, visit: Visit, website: str, kind: str
) -> None:
    trip = TRIPS["guide to home"]
    visit(trip.start)
    mark_document(page)
    page.route(file_of(trip.script, kind), lambda route: route.fulfill(status=404), times=1)
    page.locator(trip.link).click()
    expect(page).to_have_url(website + trip.end)
    expect(page.locator(trip.main)).to_be_visible()
    assert not is_marked(page)
