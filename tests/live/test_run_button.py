"""Code that can be run has its button in the first paint, and no click on it is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, Route, expect

from harness.browsers.chromium import save_data
from tests.waiting import settled, wait_until
from tests.website.conftest import wait_for_hydration
from tests.website.scripts import theme_script

QUICK_START = "/guide/quick-start.html"
ALL_SCRIPTS = re.compile(r"/assets/js/")
FRAMES = re.compile(r"/assets/live/.*\.html$")


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A context with touch events, in which nothing is prefetched."""
    with browser.new_context(has_touch=True, reduced_motion="reduce") as context:
        save_data(context)
        yield context


@pytest.fixture
def page(phone: BrowserContext) -> Iterator[Page]:
    with phone.new_page() as page:
        yield page


def first_button(page: Page) -> Locator:
    return page.locator(".live-run:visible").first


def click(button: Locator) -> None:
    button.click()


def tap(button: Locator) -> None:
    button.tap()


def press(button: Locator) -> None:
    button.press("Enter")


@pytest.mark.parametrize(
    ("path", "name"),
    [("/zh/", "运行 localStorage"), (QUICK_START, "Run Vue 3")],
)
def test_run_is_visible_before_any_script_has_loaded(
    page: Page, website: str, path: str, name: str
) -> None:
    page.route(ALL_SCRIPTS, lambda route: route.abort())
    page.goto(website + path)
    expect(page.get_by_role("button", name=name, exact=True).first).to_be_visible()


@pytest.mark.parametrize(
    ("act", "held"),
    [(click, ALL_SCRIPTS), (tap, theme_script("features")), (press, ALL_SCRIPTS)],
    ids=["click before all", "tap before the features", "key before all"],
)
def test_presses_before_the_scripts_have_loaded_run_the_sample_once(
    page: Page, website: str, act: Callable[[Locator], None], held: re.Pattern[str]
) -> None:
    waiting: list[Route] = []
    frames: list[str] = []

    def record_frame(request: Request) -> None:
        if FRAMES.search(request.url):
            frames.append(request.url)

    page.on("request", record_frame)
    page.route(held, lambda route: waiting.append(route))
    page.goto(website + QUICK_START, wait_until="domcontentloaded")
    if held is not ALL_SCRIPTS:
        wait_for_hydration(page)
    for _ in range(2):
        act(first_button(page))
    wait_until(page, lambda: waiting != [])
    page.route(held, lambda route: route.continue_())
    with settled(page):
        for route in waiting:
            route.continue_()
        status = page.locator(".live-panel").get_by_role("status")
        expect(status).to_have_attribute("data-outcome", "done")
    expect(page.locator(".live-panel iframe")).to_have_count(1)
    assert len(frames) == 1


def test_nothing_moves_when_the_other_buttons_arrive(page: Page, website: str) -> None:
    page.goto(f"{website}{QUICK_START}")
    wait_for_hydration(page)
    run = first_button(page)
    run.scroll_into_view_if_needed()
    before = run.bounding_box()
    page.mouse.move(300, 300)
    page.locator(".code-tools > .copy").first.wait_for(state="attached")
    assert run.bounding_box() == before
