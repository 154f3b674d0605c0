"""Accessibility, keyboard, reflow, policy and caching of the demos."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from docsite.hosts.headers import CACHE_RULES, DEFAULT_CACHE
from harness.browsers.chromium import save_data
from harness.network import send_request
from harness.paths import ROOT
from harness.servers import serve_preview
from tests.axe import find_violations
from tests.demos.conftest import OpenDemo
from tests.demos.demo import FRAMEWORKS, Demo, Framework, Language
from tests.website.conftest import wait_for_hydration
from tests.website.reading import Gate, watching

LOOKS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (320, "light"),
    (1440, "dark"),
)
"""With the inspector below and next to the shelf, and in both color schemes."""
MAX_SCRIPT_BYTES = {"vue": 45_000, "react": 85_000}
"""Compressed by brotli: the framework, our packages and the application."""


def find_violations_in_every_mode(page: Page) -> list[str]:
    faults = []
    for width, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        faults += [f"{width} {scheme}: {fault}" for fault in find_violations(page)]
    return faults


def test_axe_reports_nothing_with_the_inspector_and_messages_open(
    open_demo: OpenDemo, framework: Framework, language: Language
) -> None:
    demo = open_demo(framework, language)
    demo.button("brewTea", name=str(demo.teas.first.text_content())).click()
    demo.button("unnamed").click()
    demo.button("corruptDraft").click()
    expect(demo.notices).to_have_count(2)
    assert find_violations_in_every_mode(demo.page) == []


def test_everything_fits_into_320_px(
    open_demo: OpenDemo, framework: Framework, language: Language
) -> None:
    demo = open_demo(framework, language, width=320)
    demo.button("drawer").click()
    demo.button("unnamed").click()
    expect(demo.notices).to_be_visible()
    assert demo.page.evaluate("document.documentElement.scrollWidth") == 320
    assert demo.page.locator(".drawer").evaluate("(drawer) => drawer.scrollWidth") <= 320


def test_the_demo_works_by_keyboard_and_the_inspector_covers_nothing(
    open_demo: OpenDemo, framework: Framework
) -> None:
    demo = open_demo(framework, width=834)
    drawer = demo.page.get_by_role("complementary")
    expect(drawer).to_be_hidden()
    for _ in range(2):
        demo.page.keyboard.press("Tab")
    toggle = demo.button("drawer")
    expect(toggle).to_be_focused()
    expect(toggle).to_have_css("outline-style", "solid")
    demo.page.keyboard.press("Enter")
    expect(drawer).to_be_visible()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    demo.reload()
    expect(drawer).to_be_visible()
    main, box = demo.page.locator("main").bounding_box(), drawer.bounding_box()
    assert main
    assert box
    assert main["x"] + main["width"] <= box["x"], "the inspector covers the page"
    demo.page.get_by_role("radio", name="°C").focus()
    demo.page.keyboard.press("ArrowRight")
    expect(demo.page.locator(".tin-facts").first).to_contain_text("176 °F")


def test_the_source_is_linked_and_nothing_needs_inline_styles_or_markup_from_strings(
    demo: Demo,
) -> None:
    link = demo.page.get_by_role("link", name=demo.string("source"))
    address = f"https://github.com/tuffet/tuffet/tree/main/demos/{demo.framework}"
    expect(link).to_have_attribute("href", address)
    assert (ROOT / "demos" / demo.framework / "index.html").is_file()
    demo.button("brewTea", name="Longjing").click()
    demo.button("bypass").click()
    expect(demo.notices).to_be_visible()
    assert demo.page.locator("[style], style, script:not([src])").count() == 0
    blocked = demo.page.evaluate(
        "() => { try { document.body.innerHTML = '<b>'; } catch ({ name }) { return name; } }"
    )
    assert blocked == "TypeError"
    # The violation is expected.
    demo.problems()
    demo.clear_problems()


def test_the_first_paint_has_the_stored_color_mode(demo: Demo) -> None:
    demo.choose("theme", "Dark")
    gate = Gate(demo.page, "**/*.js")
    with demo.page.expect_request("**/*.js"):
        demo.page.reload(wait_until="commit")
    # While another tab loads completely, this one could have painted.
    demo.open_tab(demo.framework).page.close()
    gate.open()
    demo.page.wait_for_function("() => performance.getEntriesByName('first-paint').length > 0")
    painted = demo.page.evaluate(
        """() => {
          const [paint] = performance.getEntriesByName('first-paint');
          const [script] = performance.getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('.js'));
          return paint.startTime - script.responseEnd;
        }"""
    )
    assert painted > 0


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_hashed_files_are_cached_and_the_document_is_revalidated(
    dist: Path, website: str, framework: Framework
) -> None:
    document = send_request(website, f"/{framework}-demo/")
    assert (document.status, document.headers["cache-control"]) == (200, DEFAULT_CACHE)
    names = re.findall(rf'/{framework}-demo/assets/[^"]+', document.body.decode())
    assert len(names) == 4, "script, stylesheet and an icon per color mode"
    for name in names:
        answer = send_request(website, name, {"Accept-Encoding": "br"})
        assert (answer.status, answer.headers["content-encoding"]) == (200, "br")
        assert answer.headers["cache-control"] == CACHE_RULES["/assets/*"]
    missing = send_request(website, f"/{framework}-demo/assets/index-00000000.js")
    assert (missing.status, missing.headers["cache-control"]) == (404, DEFAULT_CACHE)
    assert send_request(website, f"/{framework}-demo/nowhere").status == 404
    (script,) = (dist / f"{framework}-demo/assets").glob("index-*.js.br")
    assert script.stat().st_size < MAX_SCRIPT_BYTES[framework]


@pytest.mark.requirement("site-nav-demos")
def test_the_site_navigation_links_to_the_demos_which_are_separate_sites(
    page: Page, dist: Path
) -> None:
    save_data(page.context)  # no page is prefetched
    with serve_preview(dist) as address:
        page.goto(f"{address}/guide/")
        for name, path in (("Vue 3", "/vue-demo/"), ("React", "/react-demo/")):
            wait_for_hydration(page)
            with watching(page) as seen:
                page.get_by_role("button", name="Demos").click()
                page.get_by_role("banner").get_by_role("link", name=name, exact=True).click()
                expect(page).to_have_url(address + path)
                expect(page.get_by_role("heading", level=1)).to_have_text("Tea shelf")
            assert seen.page_scripts == []
            # The router would first check whether the path has a document.
            assert seen.requests.count(path) == 1
            page.get_by_role("link", name="Documentation").click()
            expect(page).to_have_url(f"{address}/guide/")
