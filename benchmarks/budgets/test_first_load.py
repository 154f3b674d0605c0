"""Downloads of a first visit with Chromium and nginx. 1 kB is 1000 bytes, in brotli."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import brotli
import pytest
from playwright.sync_api import Browser

from benchmarks.corpus import plan_copies, plan_sections, render_config
from benchmarks.first_load import list_paths
from benchmarks.site.bare import write_bundle
from benchmarks.site.first_load import ANALYTICS, QUICK_START, FirstLoad, load_first
from docsite.build import Folders, build_site
from docsite.emit.compress import MINIMUM_BYTES, compress_files
from docsite.emit.site_files import document_name
from docsite.pages.navigation import first_pages
from docsite.site.config import CONFIG_FILE, load_config
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import build_variant, set_analytics, warm_work

KB = 1000
SCRIPTS_OVER_REACT = 9 * KB
STYLES = 6 * KB
DOCUMENT = 7.2 * KB
"""Without the styles in it."""
TOTAL = 80 * KB
HOME_TOTAL = 81.5 * KB
"""With its own layout."""
CHINESE_HOME_TOTAL = 82 * KB
"""Chinese text takes more bytes."""
ANALYTICS_SCRIPT = 3750
SHOWCASE = 40 * KB
ANALYTICS_MARKUP = 150
"""Bytes by which analytics may make documents larger, on average: Brotli varies by 60 bytes."""
GROWTH = 2 * KB
LARGE = 1000
"""Pages of a large site."""
SHORT_PAGE = """\
+++
summary = "One of very many."
+++

# Page {} {{#page}}

There are so many that nobody has read them all.
"""
FIRST_FILES = (
    QUICK_START.removeprefix("/"),
    "logo.svg",
    "assets/js/main.*.js",
    "assets/js/analytics.*.js",
)


@pytest.fixture(scope="module")
def first_load(browser: Browser, website: str) -> FirstLoad:
    return load_first(browser, website)


@pytest.fixture(scope="module")
def bare_react(tmp_path_factory: pytest.TempPathFactory) -> int:
    """Bytes of React itself: one button that comes to life, bundled as the theme is."""
    script = write_bundle(tmp_path_factory.mktemp("bare"))
    return len(brotli.compress(script.read_bytes(), quality=10))


@pytest.mark.requirement("site-lazy-pages")
def test_the_first_load_has_no_page_script(first_load: FirstLoad) -> None:
    scripts = [file.path for file in first_load.files if file.kind == "script"]
    names = [re.sub(r"\.[0-9a-f]{8}\.js$", "", Path(path).name) for path in scripts]
    assert names == ["main"]


def test_what_is_fetched_first_is_one_document_one_script_and_the_logo(
    first_load: FirstLoad,
) -> None:
    *kinds, last = [file.kind for file in first_load.files]
    assert sorted(kinds) == ["document", "image", "script"]
    assert last == ANALYTICS


def test_every_file_of_the_first_load_comes_in_brotli(first_load: FirstLoad) -> None:
    plain = [file for file in first_load.files if file.encoding != "br"]
    assert [file for file in plain if file.size >= MINIMUM_BYTES] == []


def test_the_scripts_are_little_more_than_react(first_load: FirstLoad, bare_react: int) -> None:
    assert first_load.sizes["script"] <= bare_react + SCRIPTS_OVER_REACT


def test_document_and_styles_keep_to_their_budgets(first_load: FirstLoad, dist: Path) -> None:
    document = (dist / QUICK_START.removeprefix("/")).read_text(encoding="utf-8")
    (styles,) = re.findall("<style>(.+)</style>", document)
    assert len(brotli.compress(styles.encode())) <= STYLES
    assert 0 < first_load.sizes["document"] <= DOCUMENT + STYLES


def test_the_analytics_script_keeps_to_its_budget(first_load: FirstLoad) -> None:
    assert 0 < first_load.sizes[ANALYTICS] <= ANALYTICS_SCRIPT


def test_analytics_makes_no_document_much_larger(
    tmp_path_factory: pytest.TempPathFactory, dist: Path
) -> None:
    plain = build_variant(
        tmp_path_factory.mktemp("plain"), lambda docs: set_analytics(docs, config="")
    )
    names = [*(document_name(path) for path in list_paths(dist)), "404.html", "zh/404.html"]
    first = {plain / document_name(path) for path in first_pages(load_config(ROOT / "docs"))}
    compress_files((plain / name for name in names), shared=first)
    growth = [size_of(dist / name) - size_of(plain / name) for name in names]
    assert min(growth) > 0
    assert mean(growth) <= ANALYTICS_MARKUP


def size_of(file: Path) -> int:
    """Bytes in brotli."""
    return file.with_name(f"{file.name}.br").stat().st_size


def test_no_page_needs_a_web_font(first_load: FirstLoad) -> None:
    assert first_load.sizes["font"] == 0


def test_the_whole_first_load_keeps_to_its_budget(first_load: FirstLoad) -> None:
    assert first_load.total <= TOTAL


@pytest.mark.parametrize(("path", "budget"), [("/", HOME_TOTAL), ("/zh/", CHINESE_HOME_TOTAL)])
def test_the_first_load_of_a_home_page_keeps_to_its_budget(
    browser: Browser, website: str, path: str, budget: float
) -> None:
    """The sample in its hero starts when the page is idle, unless the visitor saves data."""
    page = load_first(browser, website, path, saves_data=True).total
    assert page <= budget
    assert 0 < load_first(browser, website, path).total - page <= SHOWCASE


def write_many_pages(docs: Path) -> None:
    """Ours as they are, and short ones: how long the others are is nothing to a first load."""
    shutil.copytree(ROOT / "docs", docs, ignore=shutil.ignore_patterns("tests"))
    config = load_config(docs)
    per_language = LARGE // len(config.locales)
    sections = plan_sections([f"page-{number}.md" for number in range(20)], per_language)
    for copy in plan_copies(docs, config, sections):
        path = docs / copy.target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SHORT_PAGE.format(copy.number), encoding="utf-8")
    settings = render_config(ROOT / "docs", config, sections)
    (docs / CONFIG_FILE).write_text(settings, encoding="utf-8")


@pytest.fixture(scope="module")
def large_website(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that has the pages of our site, and many more."""
    folder = tmp_path_factory.mktemp("large")
    folders = Folders(folder / "docs", ROOT / "theme", folder / "site", warm_work(folder))
    write_many_pages(folders.docs)
    # Compressing all of them takes longer than the rest; the server needs those that are loaded.
    assert not build_site(folders, is_compressed=False).has_errors
    files = [file for pattern in FIRST_FILES for file in folders.output.glob(pattern)]
    compress_files(files, shared=[file for file in files if file.suffix != ".html"])
    with serve_nginx(folders.output) as address:
        yield address


@pytest.mark.sweep
def test_a_thousand_pages_do_not_make_the_first_load_larger(
    browser: Browser, large_website: str, first_load: FirstLoad
) -> None:
    large = load_first(browser, large_website)
    assert {file.encoding for file in large.files} == {"br"}
    assert large.total <= first_load.total + GROWTH
