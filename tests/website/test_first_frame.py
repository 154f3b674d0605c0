"""No flash: the first frame on the screen has the colours and the tabs that the reader chose."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, ViewportSize

from tests.website.conftest import wait_for_life
from tests.website.tabs import QUICK_START, open_panels, remember

CHOICES = {"framework": "core", "package-manager": "yarn"}
PATIENCE_S = 30
SCRIPTS = "**/assets/js/*.js"
VIEW = ViewportSize(width=1000, height=1760)
"""High enough for all groups of the page but the last: a frame may come before that has arrived."""

# Before each frame the browser asks who wants to draw. What is there then is what it paints.
WATCH = """
  self.frames = [];
  const look = () => {
    const tabs = [...document.querySelectorAll('.code-group :checked')];
    frames.push([document.documentElement.dataset.theme, ...tabs.map((tab) => tab.value)].join());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""

# How many dots of a picture are neither empty nor as in another, and how many are not empty. Empty
# is what its corner is: a frame may come before the end of the document. The header is left out,
# because its logo may come a frame later. Edges are smoothed a little differently in each frame, so
# colors that nobody can tell apart count as the same.
COMPARE = """async (pictures) => {
  const header = 64 * 1000;
  const dots = await Promise.all(pictures.map(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Uint32Array(data.buffer).subarray(header);
  }));
  const [one, other] = dots;
  const isAlike = (dot, near) =>
    [0, 8, 16].every((shift) => Math.abs(((dot >> shift) & 255) - ((near >> shift) & 255)) < 8);
  const count = (isFound) => one.reduce((sum, dot, i) => sum + (isFound(dot, i) ? 1 : 0), 0);
  return {
    drawn: count((dot) => dot !== one[0]),
    wrong: count((dot, i) => !isAlike(dot, other[i]) && (dot !== one[0] || dot !== other[0])),
  };
}"""


@dataclass
class Film:
    """Every frame that a tab shows, as pictures, from now on."""

    session: CDPSession
    frames: list[tuple[float, str]] = field(default_factory=list)
    """Each with the time at which it was shown."""

    def start(self) -> None:
        self.session.on("Page.screencastFrame", self._keep)
        self.session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def _keep(self, event: dict[str, Any]) -> None:
        self.frames.append((event["metadata"]["timestamp"], event["data"]))
        self.session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """One who likes dark colours, with a system that likes light ones."""
    with browser.new_context(viewport=VIEW, color_scheme="light") as context:
        yield context.new_page()


def first_picture(page: Page, film: Film, start: float) -> str:
    """The first frame since a time that shows more than an empty page."""
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        for shown_at, frame in sorted(film.frames):
            if shown_at >= start and page.evaluate(COMPARE, [frame, frame])["drawn"] > 1000:
                return frame
        page.screenshot()
    pytest.fail(f"Nothing was drawn in {len(film.frames)} frames.")


def film_page(page: Page, address: str) -> str:
    """The first frame of a page whose scripts never arrive: nothing but the inline one ran."""
    page.route(SCRIPTS, lambda _route: None)
    film = Film(page.context.new_cdp_session(page))
    page.goto("about:blank")
    page.screenshot()  # the page before must have left the screen
    start = page.evaluate("() => Date.now() / 1000")
    film.start()
    page.goto(address, wait_until="commit")
    page.locator("footer").wait_for()
    first = first_picture(page, film, start)
    film.session.send("Page.stopScreencast")
    return first


def test_the_first_frame_is_the_picture_of_what_was_chosen(reader: Page, website: str) -> None:
    remember(reader, website, {"colorMode": "dark", "choices": CHOICES})
    first = film_page(reader, website + QUICK_START)
    assert open_panels(reader) == ["yarn", *["Core"] * 4]
    settled = b64encode(reader.screenshot()).decode()
    assert reader.evaluate(COMPARE, [first, settled])["wrong"] == 0
    # So that this can fail: without the choices it is another picture.
    reader.evaluate("() => localStorage.clear()")
    other = film_page(reader, website + QUICK_START)
    assert reader.evaluate(COMPARE, [first, other])["wrong"] > 1000


def test_a_shared_address_is_right_in_the_first_frame_too(reader: Page, website: str) -> None:
    remember(reader, website, {"choices": {"framework": "vue", "package-manager": "pnpm"}})
    first = film_page(reader, f"{website}{QUICK_START}?framework=core&package-manager=yarn")
    assert open_panels(reader) == ["yarn", *["Core"] * 4]
    settled = b64encode(reader.screenshot()).decode()
    assert reader.evaluate(COMPARE, [first, settled])["wrong"] == 0


@pytest.mark.parametrize("speed", [0, 20_000, 4_000], ids=["fast", "slow", "crawling"])
def test_no_frame_shows_anything_else_however_slowly_the_document_comes(
    reader: Page, website: str, speed: int
) -> None:
    remember(reader, website, {"colorMode": "dark", "choices": CHOICES})
    reader.add_init_script(WATCH)
    if speed:
        reader.context.new_cdp_session(reader).send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": speed, "uploadThroughput": -1},
        )
    reader.goto(website + QUICK_START)
    wait_for_life(reader)
    frames: list[str] = reader.evaluate("() => frames")
    whole = ",".join(("dark", "yarn", *["core"] * 4))
    assert frames[-1] == whole
    assert [frame for frame in frames if not whole.startswith(frame)] == []


def test_half_a_document_shows_no_other_code_and_nothing_moves_when_the_rest_arrives(
    reader: Page, website: str
) -> None:
    remember(reader, website, {"choices": CHOICES})
    reader.route(SCRIPTS, lambda _route: None)

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


def test_a_page_put_in_later_is_right_in_its_first_frame(reader: Page, website: str) -> None:
    remember(reader, website, {"choices": CHOICES})
    reader.add_init_script(WATCH)
    reader.goto(f"{website}/guide/")
    wait_for_life(reader)
    reader.locator(f'a[href="{QUICK_START}"]').first.click()
    reader.locator(".code-group").first.wait_for()
    reader.wait_for_timeout(200)
    frames: list[str] = reader.evaluate("() => frames")
    shown = {frame for frame in frames if frame.count(",") > 0}
    assert shown == {",".join(("", "yarn", *["core"] * 4))}


def test_a_hash_leads_to_its_heading_although_the_tabs_above_are_others(
    reader: Page, website: str
) -> None:
    remember(reader, website, {"choices": {"framework": "core"}})
    reader.set_viewport_size({"width": 1000, "height": 600})
    tops = []
    reader.goto(f"{website}{QUICK_START}#trouble")
    wait_for_life(reader)
    tops.append(reader.locator("#trouble").evaluate("(h) => h.getBoundingClientRect().top"))
    reader.goto(f"{website}/guide/")
    wait_for_life(reader)
    reader.evaluate(
        "(href) => { document.querySelector('main a').href = href; }", f"{QUICK_START}#trouble"
    )
    reader.locator("main a").first.click()
    reader.locator("#trouble").wait_for()
    reader.wait_for_timeout(200)
    tops.append(reader.locator("#trouble").evaluate("(h) => h.getBoundingClientRect().top"))
    assert tops[0] == pytest.approx(tops[1], abs=1)
    assert tops[1] < 120
