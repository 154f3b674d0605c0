"""The code that a newcomer copies from the quick start works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from harness.paths import ROOT
from harness.projects import write_project
from harness.servers import serve_preview
from scripts.docs.examples.check import Report, check_samples

SITE = ROOT / "dist"


@dataclass(frozen=True)
class Option:
    """One of the four tabs in the quick start."""

    package: str
    value: str
    """The value of its radio buttons."""
    files: tuple[str, str, str]
    """The file names on the page for the module, the button and the app."""

    @property
    def app(self) -> Path:
        """The file that renders the app, without its suffix."""
        return Path(self.package) / Path(self.files[-1]).stem


OPTIONS = (
    Option("vue-hooks", "vue", ("settings.ts", "ThemeButton.vue", "App.vue")),
    Option("react-hooks", "react", ("settings.ts", "ThemeButton.tsx", "App.tsx")),
    Option("hooks", "standalone", ("settings.ts", "theme-button.ts", "main.ts")),
    Option("core", "core", ("settings.ts", "theme-button.ts", "main.ts")),
)
STYLES = "styles.html"


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


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("/", id="en-US"),
        # The samples are the same; only the comments and the prose around them differ.
        pytest.param("/zh/", id="zh-CN", marks=pytest.mark.sweep),
    ],
)
def projects(
    request: pytest.FixtureRequest,
    reader: BrowserContext,
    address: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """One project per option that only contains code copied from the pages."""
    folder = tmp_path_factory.mktemp("newcomer")
    tab = reader.new_page()
    open_quick_start(tab, f"{address}{request.param}")
    for option in OPTIONS:
        # One click switches all groups: the command and all files.
        tabs = tab.locator(f".code-group input[value={option.value}]")
        tabs.first.check()
        expect(tabs.and_(tab.locator(":checked"))).to_have_count(1 + len(option.files))
        blocks = tab.locator(".code-group:has([name^='framework:']) > .code:visible")
        command, *samples = (copy(block) for block in blocks.all())
        packages = re.findall(r"@tuffet/([\w-]+)", command)
        assert packages == [option.package]
        files = dict(zip(option.files, samples, strict=True))
        files[f"{Path(option.files[-1]).stem}.steps.txt"] = STEPS
        write_project(folder / option.package, files, packages)
    styles = copy(tab.locator(".code", has_text="<style>"))
    tab.close()
    return write_project(folder, {STYLES: styles}, [])


STEPS = """click Theme: light
other tab: click Theme: dark
click Theme: light
reload
"""
SHOWN = """Theme: light
> click Theme: light
Theme: dark
> other tab: click Theme: dark
Theme: light
> click Theme: light
Theme: dark
> reload
Theme: dark
"""


def open_quick_start(tab: Page, home: str) -> None:
    """Opens the quick start by links, like a newcomer."""
    tab.goto(home)
    tab.locator("main a[href$='/guide/introduction.html']").first.click()
    tab.wait_for_url("**/guide/introduction.html")
    tab.locator("main a[href$='/guide/quick-start.html']").first.click()
    tab.wait_for_url("**/guide/quick-start.html")


def copy(block: Locator) -> str:
    """Clicks the copy button of a code block and returns the text in the clipboard."""
    block.locator(".copy").click()
    block.locator(".copy.done").wait_for()
    copied: str = block.page.evaluate("navigator.clipboard.readText()")
    return copied


@pytest.fixture(scope="module")
def report(projects: Path, browser: Browser) -> Report:
    # `tests/library/test_samples.py` runs the same samples on the oldest frameworks.
    return check_samples(browser, projects, others=[])


def test_copied_code_compiles_and_runs(report: Report) -> None:
    assert report.problems == ()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.package)
def test_copied_code_is_a_working_module(report: Report, projects: Path, option: Option) -> None:
    assert report.records[projects / f"{option.app}.shown.txt"] == SHOWN
    stored = report.records[projects / f"{option.app}.stored.txt"]
    assert stored == 'localStorage    settings    {"theme":"dark"}\n'


COLORS = """(theme) => {
  document.documentElement.dataset.theme = theme;
  const { color, backgroundColor } = getComputedStyle(document.documentElement);
  return [color, backgroundColor];
}"""


def test_the_copied_styles_make_the_theme_visible(projects: Path, own_page: Page) -> None:
    own_page.set_content((projects / STYLES).read_text(encoding="utf-8"))
    light, dark = (own_page.evaluate(COLORS, theme) for theme in ("light", "dark"))
    assert all(one != other for one, other in zip(light, dark, strict=True))
