"""Samples load nothing before they run, and one file when they run again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from harness.browsers.chromium import save_data
from harness.variants import build_variant
from tests.live.conftest import LiveSamples, find_run
from tests.website.conftest import wait_for_hydration
from tests.website.routes import ALL_ROUTES, Route
from tests.website.scripts import NUMBERS

MARK = re.compile(r' data-run="[0-9a-f]{8}"|<div class="code-tools">.*?</div>')
HASH = re.compile(r'(?<="hash":")[0-9a-f]{8}')
"""The hash of the HTML. It depends on the attribute, but always has the same length."""
LINKS = re.compile(r'"links":\{.*?\}\}\},')
"""The scripts of other pages, whose names depend on their samples, but not their lengths."""
QUICK_START = "/guide/quick-start.html"
PROTECTION = "/guide/advanced/module-protect.html"
LIVE, EDITOR = NUMBERS["live"], NUMBERS["editor"]
LIVE_FILES = re.compile(rf"/assets/(?:live/|workers/compiler|js/(?:{LIVE}|{EDITOR})\.)")

_BOX = re.compile(r"^::: live .*$", re.MULTILINE)
_SETTINGS = re.compile(r"^\[live\]\n(?:\w.*\n)+", re.MULTILINE)


# --- Before a sample is run -----------------------------------------------------------------------


def remove_live_samples(docs: Path) -> None:
    """Removes the samples; the boxes of instruments become notes."""
    settings = docs / "site.toml"
    settings.write_text(_SETTINGS.sub("", settings.read_text(encoding="utf-8")), encoding="utf-8")
    for page in docs.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        if _BOX.search(text):
            page.write_text(_BOX.sub("::: tip", text), encoding="utf-8")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without runnable samples."""
    return build_variant(tmp_path_factory.mktemp("bare"), remove_live_samples)


def list_first_files(document: str) -> list[str]:
    """The scripts and styles of a document."""
    return re.findall(r"/assets/[\w./-]+\.(?:js|css)", document)


@pytest.mark.parametrize("route", ALL_ROUTES, ids=lambda route: route.path)
def test_a_runnable_sample_only_adds_an_attribute_and_a_button_to_the_document(
    dist: Path, bare: Path, route: Route
) -> None:
    live, without = (
        LINKS.sub("", (folder / route.file).read_text(encoding="utf-8")) for folder in (dist, bare)
    )
    assert list_first_files(live) == list_first_files(without)
    if "container details live" not in live:  # an instrument adds text around it
        assert HASH.sub("", MARK.sub("", live)) == HASH.sub("", without)


def test_the_files_of_the_first_load_are_the_same(dist: Path, bare: Path) -> None:
    pattern = "assets/js/main.*.js"
    (live,), (without,) = dist.glob(pattern), bare.glob(pattern)
    assert live.read_bytes() == without.read_bytes()


def test_a_site_without_live_samples_contains_none_of_their_files(bare: Path) -> None:
    assert not (bare / "assets/live").exists()
    assert [*(bare / "assets/workers").glob("compiler*")] == []


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One tab for all tests."""
    with browser.new_context(reduced_motion="reduce") as context:
        save_data(context)
        yield context.new_page()


def open_page(page: Page, address: str) -> None:
    """Opens a page, unless it is open, and moves the mouse, which loads the lazy features."""
    if page.url != address:
        page.goto(address)
        wait_for_hydration(page)
    page.mouse.move(1, 1)


def test_nothing_is_fetched_before_a_sample_is_run(page: Page, website: str) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    open_page(page, website + QUICK_START)
    page.wait_for_load_state("networkidle")
    assert requested
    assert [url for url in requested if LIVE_FILES.search(url)] == []
    page.locator(".live-run:visible").first.click()
    page.locator(".live-panel iframe").first.wait_for(state="attached")
    fetched = {match[0] for url in requested if (match := LIVE_FILES.search(url))}
    assert fetched == {"/assets/live/", f"/assets/js/{LIVE}."}


# --- When a sample is run -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "name", "output"),
    [
        (PROTECTION, "guide/module-protect/accident.ts", ".live-console li"),
        (QUICK_START, "guide/quick-start/react/ThemeButton.tsx", ".inspector-entry"),
        (QUICK_START, "guide/quick-start/vue/ThemeButton.vue", ".inspector-entry"),
    ],
    ids=["plain", "react", "vue"],
)
def test_a_second_run_only_fetches_the_frame(
    page: Page,
    website: str,
    dist: Path,
    live_samples: LiveSamples,
    path: str,
    name: str,
    output: str,
) -> None:
    run = find_run(dist, live_samples, path, name)
    open_page(page, website + path)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url.removeprefix(website)))
    for _ in range(2):
        requested.clear()
        page.locator(f"[data-run='{run}'] .live-run").dispatch_event("click")
        page.locator(f".live-panel {output}").first.wait_for()
        page.locator(".live-close").click()
    # The pointer loads the hovers of the code below it.
    requested = [url for url in requested if not url.startswith("/assets/hovers/")]
    assert requested == [live_samples[f"{run}.json"]["frame"]]
