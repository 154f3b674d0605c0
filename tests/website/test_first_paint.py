"""What happens before a reader sees the page: one stylesheet, no script, no font."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.in_page import load_function
from tests.website.conftest import wait_for_life
from tests.website.routes import ALL_ROUTES, LANGUAGES

UNKNOWN = tuple(f"{language.prefix}/no-such-page.html" for language in LANGUAGES)
TEXT = "/guide/quick-start.html"

each_page = pytest.mark.parametrize("path", [*(route.path for route in ALL_ROUTES), *UNKNOWN])

TIMES = load_function("read-times")


@pytest.fixture(scope="module")
def fresh(browser: Browser) -> Iterator[Page]:
    """A tab that keeps nothing, as on a first visit."""
    with browser.new_context() as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
        yield page


def load(page: Page, address: str) -> dict[str, Any]:
    page.goto(address)
    wait_for_life(page)
    times: dict[str, Any] = page.evaluate(TIMES)
    return times


def scripts_in(times: dict[str, Any]) -> list[float]:
    """When each script was asked for."""
    return [file["start"] for file in times["files"] if file["path"].endswith(".js")]


@each_page
def test_one_stylesheet_blocks_and_scripts_come_after_the_first_paint(
    fresh: Page, website: str, path: str
) -> None:
    times = load(fresh, website + path)
    scripts = scripts_in(times)
    assert len(scripts) >= 2
    assert min(scripts) >= times["painted"]
    (blocking,) = (file["path"] for file in times["files"] if file["isBlocking"])
    assert blocking.startswith("/assets/css/main.")
    assert (times["hints"], times["fonts"]) == (0, 0)


def test_so_it_is_when_the_stylesheet_is_slow(browser: Browser, page: Page, website: str) -> None:
    asked: list[str] = []
    held: list[Route] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(website)))
    page.route("**/*.css", lambda route: held.append(route))
    with page.expect_request("**/*.css"):
        page.goto(website + TEXT, wait_until="commit")
    # In the time that another tab takes to load, this one could have asked for more.
    with browser.new_context() as context:
        load(context.new_page(), website + TEXT)
    assert [path.rpartition(".")[2] for path in asked] == ["html", "css"]
    (route,) = held
    route.continue_()
    wait_for_life(page)
    times = page.evaluate(TIMES)
    (stylesheet,) = (file for file in times["files"] if file["path"].endswith(".css"))
    assert min(scripts_in(times)) >= times["painted"] >= stylesheet["end"]
