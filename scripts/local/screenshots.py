"""Screenshots of every layout, to compare side by side: `make screenshots`."""

from __future__ import annotations

import re
import shutil
import sys
from itertools import product
from typing import Literal

from playwright.sync_api import Browser, Page

from harness.browsers.chromium import launch_chromium
from harness.paths import ROOT
from harness.servers import serve_nginx

OUTPUT = ROOT / "build/screenshots"
PAGES = {
    "home": "",
    "guide": "guide/quick-start.html",
    "api": "api/hooks.html",
    "not-found": "nowhere",
}
DEMOS = ("vue-demo", "react-demo")
SAMPLES = {"live": "guide/advanced/version-control.html", "live-group": "guide/quick-start.html"}
"""Pages with a sample that is run first."""
LANGUAGES = {"en": "/", "zh": "/zh/"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = {"desktop": 1440, "tablet": 834, "phone": 390}


def run_sample(page: Page) -> None:
    """Runs the first sample with a migration or a theme."""
    page.mouse.move(200, 300)  # the buttons appear on the first user input
    page.wait_for_timeout(1200)
    wanted = re.compile(r"migrations:|dataset\.theme")
    page.locator("[data-run]:visible", has_text=wanted).first.locator(".live-run").click()
    page.locator(".live-status:not([data-outcome=running])").wait_for()
    page.wait_for_timeout(500)  # iframes report their heights


def take_screenshots(browser: Browser, address: str) -> int:
    count = 0
    for scheme, (device, width) in product(SCHEMES, WIDTHS.items()):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
        )
        page = context.new_page()
        for (language, prefix), (name, path) in product(LANGUAGES.items(), PAGES.items()):
            page.goto(f"{address}{prefix}{path}", wait_until="networkidle")
            page.wait_for_timeout(1200)  # copy buttons appear after a second
            page.screenshot(
                path=OUTPUT / f"{name}-{language}-{scheme}-{device}.png", full_page=True
            )
            count += 1
        for (language, prefix), (name, path) in product(LANGUAGES.items(), SAMPLES.items()):
            page.goto(f"{address}{prefix}{path}", wait_until="networkidle")
            run_sample(page)
            page.screenshot(path=OUTPUT / f"{name}-{language}-{scheme}-{device}.png")
            count += 1
        for language, name in product(LANGUAGES, DEMOS):
            page.goto(f"{address}/{name}/?lang={language}", wait_until="networkidle")
            page.screenshot(
                path=OUTPUT / f"{name}-{language}-{scheme}-{device}.png", full_page=True
            )
            count += 1
        context.close()
    return count


def main() -> int:
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir(parents=True)
    with serve_nginx(ROOT / "dist") as address, launch_chromium() as browser:
        count = take_screenshots(browser, address)
    print(f"{count} screenshots in {OUTPUT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
