"""Screenshots of the dashboard with weeks of traffic: part of `make screenshots`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

from playwright.sync_api import Browser, Page

from harness.browsers.chromium import launch_chromium
from harness.collector.seed import Traffic, seed
from harness.collector.service import ORIGIN, Domain, add_domain, run_command, run_service
from harness.network import find_port
from harness.paths import ROOT
from harness.postgres import run_postgres
from scripts.local.screenshots import SCHEMES, WIDTHS

OUTPUT = ROOT / "build/screenshots/dashboard"
LANGUAGES = {"en": "en-US", "zh": "zh-CN"}


@contextmanager
def run_dashboard() -> Iterator[tuple[str, str, Domain, Domain]]:
    """The address, a token, a site with visits and one without."""
    with run_postgres() as postgres:
        run_command(postgres.dsn, "migrate")
        empty = add_domain(postgres.dsn, "Empty site", "https://empty.example")
        domain = add_domain(postgres.dsn, "Tuffet", ORIGIN, languages=["zh"])
        token = run_command(postgres.dsn, "token", "add", "pictures").strip()
        seed(postgres.dsn, domain, Traffic(views=420, active=7))
        with run_service(postgres.dsn, find_port()) as service:
            yield f"http://127.0.0.1:{service.port}/dashboard/", token, domain, empty


def take_screenshots(browser: Browser, address: str, token: str, queries: dict[str, str]) -> int:
    count = 0
    for scheme, (device, width), language in product(SCHEMES, WIDTHS.items(), LANGUAGES):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            locale=LANGUAGES[language],
            reduced_motion="reduce",
        )
        page = context.new_page()
        end = f"{language}-{scheme}-{device}.png"
        page.goto(address)
        page.locator("#token").wait_for()
        page.screenshot(path=OUTPUT / f"sign-in-{end}")
        page.locator("#token").fill(token)
        page.keyboard.press("Enter")
        page.locator(".tabs").wait_for()
        for name, query in queries.items():
            _open(page, address + query)
            page.screenshot(path=OUTPUT / f"{name}-{end}", full_page=True)
        _open(page, address + queries["overview"])
        page.locator(".field").focus()
        page.keyboard.press("PageDown")
        page.screenshot(path=OUTPUT / f"chart-{end}")
        page.locator(".opener").click()
        page.screenshot(path=OUTPUT / f"settings-{end}")
        context.close()
        count += len(queries) + 3
    return count


def _open(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".summary, .improve, .connect").first.wait_for()
    page.wait_for_timeout(200)


def main() -> int:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with run_dashboard() as (address, token, domain, empty), launch_chromium() as browser:
        queries = {
            "improve": f"?site={domain.id}",
            "overview": f"?site={domain.id}&tab=traffic",
            "today": f"?site={domain.id}&tab=traffic&days=1",
            "page": f"?site={domain.id}&page=/guide/quick-start.html",
            "empty": f"?site={empty.id}&days=7",
        }
        count = take_screenshots(browser, address, token, queries)
    print(f"{count} screenshots in {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
