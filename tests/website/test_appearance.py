"""A site with its own color, styles, font, head and announcement, in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from docsite.build import Folders, build_site
from docsite.cli import main
from generator.tests.test_images import png
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import append, prepend, warm_work
from tests.axe import find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration

CONFIG = """\
accent = { light = "#0b57d0" }
styles = "brand.css"
announcement = { id = "1", text = { en-US = "Version 2 is out" }, page = "/guide/start.html" }
head = [
  { tag = "meta", attributes = { name = "verification", content = "yes" } },
  { tag = "script", text = "document.documentElement.dataset.own = 'yes';" },
  { tag = "script", attributes = { src = "/own.js", defer = "" } },
]
"""
STYLES = """
@font-face { font-family: Own; src: url(/own.woff2) }
.prose p, .hero p { font-family: Own, serif; text-decoration: overline }
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("appearance")
    docs = folder / "docs"
    assert main(["new", str(docs)]) == 0
    prepend(docs / "site.toml", CONFIG)
    append(docs / "guide/start.md", "\n![Cup](/cup.png)\n")
    (docs / "brand.css").write_text(STYLES, encoding="utf-8")
    (docs / "public/own.js").write_text("globalThis.ownFile = true;", encoding="utf-8")
    (docs / "public/own.woff2").write_bytes(b"not a font")
    (docs / "public/cup.png").write_bytes(png(30, 20))
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    assert build_site(folders, is_compressed=False).problems == ()
    with serve_nginx(folders.output) as found:
        yield found


def decoration_of(page: Page) -> str:
    script = "() => getComputedStyle(document.querySelector('main p')).textDecorationLine"
    return str(page.evaluate(script))


def test_nothing_of_it_violates_the_policy(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        violations = Violations(context)
        page = context.new_page()
        with page.expect_request("**/own.woff2"):
            page.goto(address)
        wait_for_hydration(page)
        expect(page.locator("html")).to_have_attribute("data-own", "yes")
        assert page.evaluate("ownFile")
        assert decoration_of(page) == "overline"
        page.get_by_role("link", name="Version 2 is out").click()
        expect(page.locator("h1")).to_have_text("Get started")
        assert decoration_of(page) == "overline"
        image = page.get_by_role("img", name="Cup")
        assert image.evaluate("image => image.naturalWidth == image.width") is True
        assert violations.collect(page) == []


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_accent_color_can_be_read(browser: Browser, address: str, mode: str) -> None:
    with browser.new_context(color_scheme="dark" if mode == "dark" else "light") as context:
        page = context.new_page()
        page.goto(f"{address}/guide/writing.html")
        wait_for_hydration(page)
        color = page.locator(".prose a").first.evaluate("link => getComputedStyle(link).color")
        assert (color == "rgb(11, 87, 208)") == (mode == "light")
        assert find_violations(page) == []
