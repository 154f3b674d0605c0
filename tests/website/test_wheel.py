"""The docsite package alone, in an empty environment: no checkout, no npm, no Node on the PATH."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import brotli
import pytest
from playwright.sync_api import Browser, expect

from docsite.node.theme import find_node
from docsite.node.worker import Worker
from docsite.records import Json
from harness.network import find_port
from harness.paths import ROOT
from harness.servers import run_server
from harness.wheels import install_wheel
from scripts.release.packed_theme import build_docsite
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration

MAX_BYTES = 3_700_000
MAX_FIRST_LOAD = 80_000
"""Bytes of the home page with Brotli."""
START_SECONDS = 180
"""Python compiles the new packages first, which takes long on a busy machine."""
THEME = "docsite/theme/"
PACKED_FILES = {
    *("package.json", "LICENSES.txt", "boot/boot.js", "styles/base.css"),
    *("analytics/analytics.js", "analytics-detailed/analytics.js"),
    *("server/entry-server.mjs", "worker/worker.mjs", "types/template-helpers.d.ts"),
    *(f"strings/{group}/{name}.json" for group in ("document", "lazy") for name in ("en", "zh")),
}
WORKER = ROOT / "theme/worker.mjs"
SNIPPETS: Json = [
    {"language": "vue", "code": '<template><p @click="a++">{{ a }}</p></template>'},
    {"language": "markdown", "code": "# A\n\n```toml\na = 1\n```"},
    {"language": "py", "code": "def pour(cups: int) -> None: ..."},
]
HOVERS: Json = {
    "tsconfig": str(ROOT / "docs/examples/tsconfig.json"),
    "files": [str(ROOT / "docs/examples/readme/vue/ThemeButton.vue")],
    "typescript": str(ROOT / "node_modules/typescript/lib/typescript.js"),
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build_docsite(folder, folder / "sources", "--wheel", "--offline")
    (wheel,) = folder.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Installed:
    """The package in an environment with only its dependencies."""

    programs: Path
    folder: Path

    def run(self, *arguments: str) -> None:
        command = [str(self.programs / "docsite"), *arguments]
        own = {"PATH": str(self.programs), "HOME": str(self.folder), "PYTHONUTF8": "1"}
        done = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")

    @contextmanager
    def serve(self, output: str) -> Iterator[str]:
        port = find_port()
        site = str(self.folder / output)
        command = [str(self.programs / "docsite"), "preview", site, "--port", str(port)]
        with run_server(command, port, self.folder, START_SECONDS):
            yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("demo")
    programs = install_wheel(wheel, folder / "environment")
    assert not any((programs / name).exists() for name in ("node", "npm", "pnpm"))
    return Installed(programs, folder)


@pytest.fixture(scope="module")
def demo(installed: Installed) -> Iterator[str]:
    """The address of a new site that the installed package has created, checked and built."""
    for arguments in (("new", "demo"), ("check", "demo", "--strict"), ("build", "demo")):
        installed.run(*arguments)
    with installed.serve("dist") as address:
        yield address


@pytest.fixture(scope="module")
def own_docs(installed: Installed) -> Iterator[tuple[str, Path]]:
    """The address and the folder of docsite's own documentation, built as a user would."""
    shutil.copytree(ROOT / "generator/docs", installed.folder / "own")
    installed.run("check", "own", "--strict")
    folders = ("--output", "own-dist", "--work", "own-build")
    installed.run("build", "own", *folders, "--no-compression")
    with installed.serve("own-dist") as address:
        yield address, installed.folder / "own-dist"


def test_the_wheel_contains_all_of_docsite_and_the_packed_theme(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        files = {name for name in archive.namelist() if not name.endswith("/")}
        licenses = archive.read(f"{THEME}LICENSES.txt").decode()
    source = ROOT / "generator/src"
    own = {
        file.relative_to(source).as_posix()
        for file in source.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    theme = {name.removeprefix(THEME) for name in files if name.startswith(THEME)}
    assert own <= files
    assert theme >= PACKED_FILES
    assert any(name.startswith("client/assets/js/main.") for name in theme)
    grammars = {name for name in theme if name.startswith("worker/")}
    assert len(grammars) > 200, "one script per language of the highlighter"
    assert not any(name.endswith(".tsx") for name in theme), "no sources"
    for name in ("react", "shiki", "@codemirror/view", "@vue/language-core"):
        assert f"\n{name} " in licenses
    assert str(ROOT) not in licenses


def test_the_packed_theme_returns_the_same_as_its_sources(wheel: Path, tmp_path: Path) -> None:
    """Everything else in a theme is copied: its bundles have the same configuration."""
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = tmp_path / THEME / "worker/worker.mjs"
    node = find_node(ROOT / "theme")
    with Worker((node, str(program))) as packed, Worker((node, str(WORKER))) as sources:
        assert packed.call("languages") == sources.call("languages")
        assert packed.call("highlight", SNIPPETS) == sources.call("highlight", SNIPPETS)
        assert describe(packed) == describe(sources)


def describe(worker: Worker) -> list[tuple[Json, Json]]:
    """The hovers of a sample, without the files they depend on, which have other paths."""
    answer: Any = worker.call("hovers", HOVERS)
    return [(file["texts"], file["places"]) for file in answer]


def test_the_wheel_stays_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= MAX_BYTES


def test_a_new_site_works_in_a_browser(browser: Browser, demo: str) -> None:
    with browser.new_context() as context:
        violations = Violations(context)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{demo}/")
        wait_for_hydration(page)
        expect(page.locator("h1")).to_have_text("Demo")
        expect(page.locator(".navbar .language")).to_have_count(0)
        expect(page.get_by_role("contentinfo")).not_to_contain_text("MIT")
        page.get_by_role("link", name="See what a page can contain").click()
        expect(page.locator("h1")).to_have_text("Write a page")
        expect(page.locator("pre .k").first).to_have_text("def")
        page.keyboard.press("ControlOrMeta+k")
        page.get_by_role("combobox").fill("virtual environment callouts")
        expect(page.get_by_role("option").first).to_contain_text("Callouts")
        assert violations.collect(page) == []
        assert errors == []


def test_the_documentation_of_docsite_is_small_and_complies_with_the_policy(
    browser: Browser, own_docs: tuple[str, Path]
) -> None:
    address, folder = own_docs
    with browser.new_context() as context:
        violations = Violations(context)
        page = context.new_page()
        paths: list[str] = []
        page.on("request", lambda request: paths.append(urlsplit(request.url).path))
        page.goto(f"{address}/")
        wait_for_hydration(page)
        page.wait_for_load_state("networkidle")
        assert 0 < sum(measure(folder, paths)) <= MAX_FIRST_LOAD
        page.goto(f"{address}/zh/guide/writing.html")
        wait_for_hydration(page)
        expect(page.locator("h1")).to_have_text("编写页面")
        page.get_by_role("link", name="外观").first.click()
        expect(page.locator("h1")).to_have_text("外观")
        assert violations.collect(page) == []


def measure(folder: Path, paths: Iterable[str]) -> Iterator[int]:
    """The sizes of files with Brotli, which would take long for all of the site."""
    for path in paths:
        name = f"{path}index.html" if path.endswith("/") else path
        yield len(brotli.compress((folder / name.removeprefix("/")).read_bytes()))
