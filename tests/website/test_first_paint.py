"""Before the first paint the browser loads stylesheets, no script and no font."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.in_page import load_function
from tests.website.conftest import wait_for_life
from tests.website.routes import FRONT_PAGES, on_each_layout
from tests.website.scripts import NUMBERS

TEXT = "/guide/quick-start.html"
TIMES = load_function("read-times")


@pytest.fixture(scope="module")
def fresh(browser: Browser) -> Iterator[Page]:
    """A tab without a cache, as on a first visit."""
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
    """The time at which each script was requested."""
    return [file["start"] for file in times["files"] if file["path"].endswith(".js")]


@on_each_layout
def test_only_needed_stylesheets_block_and_scripts_load_after_the_first_paint(
    fresh: Page, website: str, path: str
) -> None:
    times = load(fresh, website + path)
    scripts = scripts_in(times)
    assert len(scripts) >= 2
    assert min(scripts) >= times["painted"]
    blocking = [Path(file["path"]) for file in times["files"] if file["isBlocking"]]
    layout = [str(NUMBERS["front-layouts"])] if path in FRONT_PAGES else []
    assert [file.name.split(".")[0] for file in blocking] == ["main", *layout]
    assert {str(file.parent) for file in blocking} == {"/assets/css"}
    assert (times["hints"], times["fonts"]) == (0, 0)


def test_scripts_wait_for_a_slow_stylesheet(browser: Browser, page: Page, website: str) -> None:
    requests: list[str] = []
    held: list[Route] = []
    page.on("request", lambda request: requests.append(request.url.removeprefix(website)))
    page.route("**/*.css", lambda route: held.append(route))
    with page.expect_request("**/*.css"):
        page.goto(website + TEXT, wait_until="commit")
    # While another tab loads completely, this one could have requested more.
    with browser.new_context() as context:
        load(context.new_page(), website + TEXT)
    assert [path.rpartition(".")[2] for path in requests] == ["html", "css"]
    (route,) = held
    route.continue_()
    wait_for_life(page)
    times = page.evaluate(TIMES)
    (stylesheet,) = (file for file in times["files"] if file["path"].endswith(".css"))
    assert min(scripts_in(times)) >= times["painted"] >= stylesheet["end"]
