"""Updates the screenshots in the READMEs: `make pictures`."""

from __future__ import annotations

import base64
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect, sync_playwright

from harness.browsers.chromium import launch_options
from harness.paths import ROOT
from harness.servers import serve_nginx
from scripts.local.screenshots import LANGUAGES, SCHEMES

OUTPUT = ROOT / ".github/pictures"
LOCALES = {"en": "en-US", "zh": "zh-CN"}
MARGIN = 16
SCALE = 2
QUALITY = 80


def take_home(page: Page, address: str) -> bytes:
    """The top of the home page, after typing a name into the first of its tabs."""
    page.set_viewport_size({"width": 1040, "height": 900})
    open_page(page, address)
    tabs = page.locator(".hero .live")
    first, second = (find_document(tabs, number) for number in (0, 1))
    expect(second.get_by_text("Hello, Ada!")).to_be_visible()
    first.get_by_role("textbox").fill("Grace")
    expect(second.get_by_text("Hello, Grace!")).to_be_visible()
    expect(tabs.locator(".inspector-json")).to_contain_text("Grace")
    return take_picture(page, page.locator(".navbar"), tabs, margin=0)


def take_live(page: Page, address: str) -> bytes:
    """A migration that has run, with the entry before and after."""
    page.set_viewport_size({"width": 834, "height": 1200})
    open_page(page, f"{address}guide/advanced/version-control.html")
    code = page.locator("[data-run]", has_text="migrations:").first
    code.locator(".live-run").click()
    panel = page.locator(".live-panel")
    expect(panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")
    return take_picture(page, code, panel, margin=MARGIN)


PICTURES = {"home": take_home, "live": take_live}


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("switch").and_(page.locator(":enabled")).first.wait_for()
    page.mouse.move(300, 300)  # samples are loaded on the first user input
    page.mouse.move(310, 310)


def find_document(around: Locator, number: int) -> FrameLocator:
    """The document that runs the sample, nested in the outer iframe."""
    outer = around.locator("iframe").nth(number).content_frame
    return outer.locator("iframe").content_frame


def take_picture(page: Page, first: Locator, last: Locator, margin: int) -> bytes:
    """Captures two elements and everything between them, as WebP, which Playwright can't write."""
    first.evaluate("(element) => element.scrollIntoView({ block: 'start' })")
    page.wait_for_timeout(1500)  # frames report their heights, and changes fade in
    x, top, width, _ = first.evaluate(_READ_BOX)
    bottom = last.evaluate(_READ_BOX)[3] + MARGIN
    clip = {
        "x": x - margin,
        "y": top - margin,
        "width": width + 2 * margin,
        "height": bottom - top + margin,
    }
    options = {"format": "webp", "quality": QUALITY, "clip": {**clip, "scale": 1}}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", options)
    return base64.b64decode(taken["data"])


_READ_BOX = """(element) => {
  const { x, top, width, bottom } = element.getBoundingClientRect();
  return [x, top + scrollY, width, bottom + scrollY];
}"""


@contextmanager
def launch_sharp() -> Iterator[Browser]:
    """A browser for high resolution. Cross-origin iframes ignore the scale of the context."""
    options = launch_options()
    options["args"] = [*options["args"], f"--force-device-scale-factor={SCALE}"]
    with sync_playwright() as playwright, playwright.chromium.launch(**options) as browser:
        yield browser


def take_pictures(browser: Browser, address: str) -> None:
    for scheme, (language, prefix) in product(SCHEMES, LANGUAGES.items()):
        with browser.new_context(
            device_scale_factor=SCALE,
            color_scheme=scheme,
            locale=LOCALES[language],
            reduced_motion="reduce",
        ) as context:
            for name, take in PICTURES.items():
                picture = take(context.new_page(), address + prefix)
                (OUTPUT / f"{name}-{language}-{scheme}.webp").write_bytes(picture)


def main() -> int:
    expect.set_options(timeout=30_000)
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir(parents=True)
    with serve_nginx(ROOT / "dist") as address, launch_sharp() as browser:
        take_pictures(browser, address)
    print(f"{len([*OUTPUT.iterdir()])} pictures in {OUTPUT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
