"""No flash: the first frame has the stored colors and tabs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from tests.in_page import load_function
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.tabs import QUICK_START, open_panels, remember

CHOICES = {"framework": "core", "package-manager": "yarn"}
FIND_SHIFTS = load_function("find-shifts")
SCRIPTS = "**/assets/js/*.js"
VIEW = ViewportSize(width=1000, height=1760)
"""High enough for most code groups of the page."""

# Runs before each frame, so it sees the state that the browser paints. A group is invisible until
# its last tab has arrived.
WATCH = """
  self.frames = [];
  const look = () => {
    const tabs = [...document.querySelectorAll('.code-group:has([data-last]) :checked')];
    frames.push([document.documentElement.dataset.theme, ...tabs.map((tab) => tab.value)].join());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A tab in a system in light mode."""
    with browser.new_context(viewport=VIEW, color_scheme="light") as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("speed", "query"),
    [(20_000, ""), (0, "?framework=core&package-manager=yarn")],
    ids=["slow", "shared address"],
)
def test_no_frame_shows_another_state_even_if_the_document_is_slow(
    reader: Page, website: str, speed: int, query: str
) -> None:
    stored = {"framework": "vue", "package-manager": "pnpm"} if query else CHOICES
    remember(reader, website, {"colorMode": "dark", "choices": stored})
    reader.add_init_script(WATCH)
    if speed:
        reader.context.new_cdp_session(reader).send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": speed, "uploadThroughput": -1},
        )
    reader.goto(website + QUICK_START + query)
    wait_for_hydration(reader)
    frames: list[str] = reader.evaluate("() => frames")
    whole = ",".join(("dark", "yarn", *["core"] * 4))
    assert frames[-1] == whole
    assert [frame for frame in frames if not whole.startswith(frame)] == []


def test_half_a_document_shows_no_other_code_and_nothing_moves_afterwards(
    reader: Page, website: str
) -> None:
    remember(reader, website, {"choices": CHOICES})
    # Scripts that never arrive would prevent `load` if the first paint precedes it.
    reader.route(SCRIPTS, lambda route: route.abort())

    def cut_before_the_last_tab(route: Route) -> None:
        document = route.fetch().text()
        end = document.rindex('<label><input type="radio"')
        route.fulfill(body=document[:end], content_type="text/html; charset=utf-8")

    reader.route(f"**{QUICK_START}", cut_before_the_last_tab)
    reader.goto(website + QUICK_START)
    assert open_panels(reader) == ["yarn", *["Core"] * 3, ""]
    title = reader.locator("h1").bounding_box()
    reader.unroute(f"**{QUICK_START}")
    reader.reload()
    assert open_panels(reader) == ["yarn", *["Core"] * 4]
    assert reader.locator("h1").bounding_box() == title


@pytest.mark.parametrize(
    ("path", "width"),
    [("/zh/", 412), (QUICK_START, 412), ("/", 1280)],
)
def test_what_has_arrived_of_a_document_never_moves(
    reader: Page, website: str, path: str, width: int
) -> None:
    reader.set_viewport_size({"width": width, "height": 823})
    reader.route(SCRIPTS, lambda route: route.abort())
    reader.goto(website + path)
    assert reader.evaluate(FIND_SHIFTS) == []


def test_the_next_page_has_the_stored_tabs_in_its_first_frame(reader: Page, website: str) -> None:
    remember(reader, website, {"choices": CHOICES})
    reader.add_init_script(WATCH)
    reader.goto(f"{website}/guide/")
    wait_for_hydration(reader)
    with settled(reader):
        reader.locator(f'a[href="{QUICK_START}"]').first.click()
        reader.locator(".code-group").first.wait_for()
    frames: list[str] = reader.evaluate("() => frames")
    shown = {frame for frame in frames if frame.count(",") > 0}
    assert shown == {",".join(("", "yarn", *["core"] * 4))}


def test_a_hash_leads_to_its_heading_if_other_tabs_are_open_above(
    reader: Page, website: str
) -> None:
    remember(reader, website, {"choices": {"framework": "core"}})
    reader.set_viewport_size({"width": 1000, "height": 600})
    tops = []
    reader.goto(f"{website}{QUICK_START}#trouble")
    wait_for_hydration(reader)
    tops.append(reader.locator("#trouble").evaluate("(h) => h.getBoundingClientRect().top"))
    reader.goto(f"{website}/guide/")
    wait_for_hydration(reader)
    reader.evaluate(
        "(href) => { document.querySelector('main a').href = href; }", f"{QUICK_START}#trouble"
    )
    with settled(reader):
        reader.locator("main a").first.click()
        reader.locator("#trouble").wait_for()
    tops.append(reader.locator("#trouble").evaluate("(h) => h.getBoundingClientRect().top"))
    assert tops[0] == pytest.approx(tops[1], abs=1)
    assert tops[1] < 120
