"""A reader goes from the home page to the quick start, copies what is there, and it works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from scripts.examples.check import Report, check_samples
from tests.packages import ROOT
from tests.projects import write_project
from tests.servers import serve_preview

SITE = ROOT / "dist"


@dataclass(frozen=True)
class Way:
    """One of the four ways to use Tuffet, as the quick start offers it."""

    package: str
    file: str
    """Where the page says to save the code."""


WAYS = (
    Way("vue-hooks", "ThemeButton.vue"),
    Way("react-hooks", "ThemeButton.tsx"),
    Way("hooks", "theme-button.ts"),
    Way("core", "theme-button.ts"),
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert (SITE / "index.html").is_file(), "Run `make build`."
    with serve_preview(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def reader(browser: Browser, address: str) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        yield context


@pytest.fixture(scope="module", params=["/", "/zh/"], ids=["en-US", "zh-CN"])
def projects(
    request: pytest.FixtureRequest,
    reader: BrowserContext,
    address: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A project for each way, with nothing in it but what was copied from the pages."""
    folder = tmp_path_factory.mktemp("newcomer")
    tab = reader.new_page()
    open_quick_start(tab, f"{address}{request.param}")
    for way in WAYS:
        command = copy(tab, f"npm install @tuffet/{way.package}")
        packages = re.findall(r"@tuffet/([\w-]+)", command)
        steps = Path(way.file).with_suffix(".steps.txt").name
        files = {way.file: copy(tab, f"from '@tuffet/{way.package}'"), steps: STEPS}
        write_project(folder / way.package, files, packages)
    tab.close()
    return write_project(folder, {}, [])


STEPS = "click light\nother tab: click dark\nclick light\nreload\n"
SHOWN = """light
> click light
dark
> other tab: click dark
light
> click light
dark
> reload
dark
"""


def open_quick_start(tab: Page, home: str) -> None:
    """By links alone, as one who has never been here."""
    tab.goto(home)
    tab.locator("main a[href$='/guide/introduction.html']").first.click()
    tab.wait_for_url("**/guide/introduction.html")
    tab.locator("main a[href$='/guide/quick-start.html']").first.click()
    tab.wait_for_url("**/guide/quick-start.html")


def copy(tab: Page, text: str) -> str:
    """What the copy button of the first code block with this text puts on the clipboard."""
    block = tab.locator(".code", has_text=text).first
    if not block.is_visible():
        label = block.locator("xpath=preceding-sibling::label[1]")
        label.click()
    block.locator(".copy").click()
    block.locator(".copy.done").wait_for()
    copied: str = tab.evaluate("navigator.clipboard.readText()")
    assert text in copied
    return copied


@pytest.fixture(scope="module")
def report(projects: Path, browser: Browser) -> Report:
    return check_samples(browser, projects)


def test_what_was_copied_compiles_and_runs_on_every_framework(report: Report) -> None:
    assert report.problems == ()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.package)
def test_what_was_copied_is_a_working_module(report: Report, projects: Path, way: Way) -> None:
    name = str(Path(way.package) / Path(way.file).stem)
    assert report.records[projects / f"{name}.shown.txt"] == SHOWN
    stored = report.records[projects / f"{name}.stored.txt"]
    assert stored == 'localStorage    settings    {"theme":"dark"}\n'
