"""A reader goes from the home page to the quick start, copies what is there, and it works."""

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
class Way:
    """One of the four ways to use Tuffet, as the quick start offers it."""

    package: str
    option: str
    """The value of its tabs."""
    files: tuple[str, str, str]
    """Where the page says to save the module, the button and the app."""

    @property
    def app(self) -> Path:
        """The file that shows everything, without its ending."""
        return Path(self.package) / Path(self.files[-1]).stem


WAYS = (
    Way("vue-hooks", "vue", ("settings.ts", "ThemeButton.vue", "App.vue")),
    Way("react-hooks", "react", ("settings.ts", "ThemeButton.tsx", "App.tsx")),
    Way("hooks", "standalone", ("settings.ts", "theme-button.ts", "main.ts")),
    Way("core", "core", ("settings.ts", "theme-button.ts", "main.ts")),
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
    """A project for each way, with nothing in it but what was copied from the pages."""
    folder = tmp_path_factory.mktemp("newcomer")
    tab = reader.new_page()
    open_quick_start(tab, f"{address}{request.param}")
    for way in WAYS:
        # One choice switches all groups: the command, and each of the files.
        tabs = tab.locator(f".code-group input[value={way.option}]")
        tabs.first.check()
        expect(tabs.and_(tab.locator(":checked"))).to_have_count(1 + len(way.files))
        blocks = tab.locator(".code-group:has([name^='framework:']) > .code:visible")
        command, *samples = (copy(block) for block in blocks.all())
        packages = re.findall(r"@tuffet/([\w-]+)", command)
        assert packages == [way.package]
        files = dict(zip(way.files, samples, strict=True))
        files[f"{Path(way.files[-1]).stem}.steps.txt"] = STEPS
        write_project(folder / way.package, files, packages)
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
    """By links alone, as one who has never been here."""
    tab.goto(home)
    tab.locator("main a[href$='/guide/introduction.html']").first.click()
    tab.wait_for_url("**/guide/introduction.html")
    tab.locator("main a[href$='/guide/quick-start.html']").first.click()
    tab.wait_for_url("**/guide/quick-start.html")


def copy(block: Locator) -> str:
    """What the copy button of a code block puts on the clipboard."""
    block.locator(".copy").click()
    block.locator(".copy.done").wait_for()
    copied: str = block.page.evaluate("navigator.clipboard.readText()")
    return copied


@pytest.fixture(scope="module")
def report(projects: Path, browser: Browser) -> Report:
    return check_samples(browser, projects)


def test_what_was_copied_compiles_and_runs_on_every_framework(report: Report) -> None:
    assert report.problems == ()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.package)
def test_what_was_copied_is_a_working_module(report: Report, projects: Path, way: Way) -> None:
    assert report.records[projects / f"{way.app}.shown.txt"] == SHOWN
    stored = report.records[projects / f"{way.app}.stored.txt"]
    assert stored == 'localStorage    settings    {"theme":"dark"}\n'


COLORS = """(theme) => {
  document.documentElement.dataset.theme = theme;
  const { color, backgroundColor } = getComputedStyle(document.documentElement);
  return [color, backgroundColor];
}"""


def test_with_the_copied_styles_a_theme_can_be_seen(projects: Path, page: Page) -> None:
    page.set_content((projects / STYLES).read_text(encoding="utf-8"))
    light, dark = (page.evaluate(COLORS, theme) for theme in ("light", "dark"))
    assert all(one != other for one, other in zip(light, dark, strict=True))
