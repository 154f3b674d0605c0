"""Page changes in Firefox and WebKit, with the API that they have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.browsers.firefox import FirefoxTab, launch_firefox
from harness.browsers.webkit import WebKitTab, launch_webkit
from tests.in_page import load_function

Tab = FirefoxTab | WebKitTab

IS_ALIVE = "document.querySelector('[role=switch]:not(:disabled)') !== null"
WITHOUT_NAVIGATION = (
    "() => { delete window.navigation; delete window.NavigationPrecommitController; }"
)

CLICK = f"({load_function('click-new-link')})()"

STATE = """({
  path: location.pathname,
  title: document.title,
  lang: document.documentElement.lang,
  focused: document.activeElement === document.querySelector('h1'),
  isMarked: window.isMarked === true,
  position: scrollY,
})"""


@pytest.fixture(scope="module", params=["Firefox", "Firefox without Navigation API", "WebKit"])
def tab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    if request.param == "WebKit":
        with launch_webkit() as webkit:
            yield webkit
        return
    profile: Path = tmp_path_factory.mktemp("firefox")
    with launch_firefox(profile) as firefox:
        if "without" in request.param:
            firefox.call("script.addPreloadScript", functionDeclaration=WITHOUT_NAVIGATION)
        yield firefox.open_tab("about:blank")


def state_of(tab: Tab) -> dict[str, object]:
    state: dict[str, object] = tab.evaluate(STATE)
    return state


def wait_for_page(tab: Tab, path: str, title: str) -> None:
    tab.wait_for(f"location.pathname === {json.dumps(path)} && document.title === '{title}'")


@pytest.mark.requirement("site-progress-bar", "site-lazy-pages", "site-scroll-restored")
def test_a_click_shows_a_progress_bar_and_the_page_and_going_back_restores_the_position(
    tab: Tab, website: str
) -> None:
    tab.goto(f"{website}/guide/introduction.html")
    tab.wait_for(IS_ALIVE)
    assert tab.evaluate(CLICK) == "/guide/introduction.html", "the address waits for the page"
    wait_for_page(tab, "/zh/api/shared.html", "@tuffet/shared | Tuffet")
    tab.wait_for("document.activeElement === document.querySelector('h1')")
    assert state_of(tab) == {
        "path": "/zh/api/shared.html",
        "title": "@tuffet/shared | Tuffet",
        "lang": "zh-CN",
        "focused": True,
        "isMarked": True,
        "position": 0,
    }
    tab.wait_for("bars.includes(1) && bars.at(-1) === 0")
    # The back button skips entries that were added without a user gesture.
    tab.evaluate("void history.back()")
    wait_for_page(tab, "/guide/introduction.html", "Introduction | Tuffet")
    tab.wait_for("scrollY === 300")
    assert state_of(tab)["isMarked"] is True
