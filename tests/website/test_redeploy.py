"""A new version is deployed while tabs are open: clicks lead to the new pages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from docsite.build import Folders, build_site
from harness.browsers.chromium import save_data
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import append, warm_work
from tests.website.conftest import wait_for_hydration
from tests.website.routes import ALL_ROUTES
from tests.website.scripts import PAGE_SCRIPT
from tests.website.trouble import FAR, NEXT, NOT_FOUND, START, Reader

EDITIONS = ["text", "theme"]
"""The changes of the new version: only pages, or pages and theme."""
NEWS = {"text": "This is the second edition.", "theme": "This is the third edition."}
LOADS = {"text": 0, "theme": 1}
"""The number of documents that a click loads."""
CHANGED = [route for route in ALL_ROUTES if route.plain in ("/", "/guide/", START, NEXT, FAR)]
"""The pages that the tests open after a deployment; building the others would only take time."""
PATHS = ["/", "/guide/", "/zh/guide/advanced/storage-helper.html", "/api/", "/zh/api/core.html"]
"""A page of each layout and folder, in both languages."""
REPEATED = ("/api/", "/zh/guide/advanced/storage-helper.html")


@dataclass(frozen=True)
class Host:
    """A server whose files can be replaced with those of another edition."""

    address: str
    root: Path
    editions: Path

    def deploy(self, edition: str) -> None:
        """Replaces all files with those of an edition."""
        shutil.rmtree(self.root)
        self.add(edition)

    def add(self, edition: str) -> None:
        """Adds the files of an edition, like a host that keeps old scripts."""
        shutil.copytree(self.editions / edition, self.root, dirs_exist_ok=True)


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory, dist: Path) -> Path:
    """The built site, one with edited pages, and one with edited pages and another theme."""
    folder = tmp_path_factory.mktemp("editions")
    (folder / "docs").mkdir()
    for beside in ("demos", "live"):
        (folder / "docs" / beside).symlink_to(ROOT / beside)
    work = warm_work(folder)
    shutil.copytree(dist, folder / "first", ignore=shutil.ignore_patterns("*.br"))
    for edition in EDITIONS:
        if edition == "theme":
            change_theme(work / "theme")
        docs = write_docs(folder / "docs" / edition, NEWS[edition])
        folders = Folders(docs, ROOT / "theme", folder / edition, work)
        assert not build_site(folders, is_compressed=False).has_errors
        new = scripts_of(folder / edition) - scripts_of(folder / "first")
        assert len(new) == len(CHANGED)
    assert theme_of(folder / "first") == theme_of(folder / "text") != theme_of(folder / "theme")
    return folder


def write_docs(docs: Path, news: str) -> Path:
    """The same pages, some with another sentence."""
    shutil.copytree(ROOT / "docs", docs)
    for route in CHANGED:
        append(docs / route.source, f"\n{news}\n")
    return docs


def change_theme(bundles: Path) -> None:
    """Changes the content and the name of the main script, like a change of its sources."""
    (main,) = bundles.glob("client/assets/js/main.*.js")
    main.write_text(f"{main.read_text(encoding='utf-8')}\n// new", encoding="utf-8")
    main.rename(main.with_name("main.00000000.js"))


def scripts_of(edition: Path) -> set[str]:
    names = {file.name for file in edition.glob("assets/js/*.js")}
    return {name for name in names if PAGE_SCRIPT.search(f"/assets/js/{name}")}


def theme_of(edition: Path) -> str:
    return str(json.loads((edition / "build.json").read_text(encoding="utf-8"))["theme"])


@pytest.fixture(scope="module")
def host(editions: Path) -> Iterator[Host]:
    root = editions / "live"
    shutil.copytree(editions / "first", root)
    with serve_nginx(root) as address:
        yield Host(address, root, editions)


@pytest.fixture(scope="module")
def tabs(browser: Browser, host: Host) -> Iterator[dict[str, Reader]]:
    """A tab per path, opened before the deployment and used after it."""
    with browser.new_context() as context:
        save_data(context)  # prefetched pages may be shown for five minutes
        readers = {path: start_tab(context, host, path) for path in PATHS}
        for reader in readers.values():
            wait_for_hydration(reader.page)
            reader.look_around()
        yield readers


def start_tab(context: BrowserContext, host: Host, path: str) -> Reader:
    reader = Reader(context.new_page(), host.address, host.editions / "first")
    reader.page.clock.install()
    reader.page.goto(host.address + path, wait_until="commit")
    return reader


@pytest.fixture(scope="module", params=EDITIONS)
def edition(request: pytest.FixtureRequest, tabs: dict[str, Reader], host: Host) -> str:
    """Deploys an edition while the tabs are open."""
    assert tabs
    host.deploy(request.param)
    return str(request.param)


def find_link(page: Page, turn: int) -> str:
    """One of the visible links to other pages."""
    links: list[str] = page.locator("a[href^='/']:visible").evaluate_all(
        "(links) => links.filter(({ hash }) => !hash).map((link) => link.pathname)"
    )
    changed = {route.path for route in CHANGED}
    others = sorted(changed.intersection(links) - {page.evaluate("location.pathname")})
    return others[turn % len(others)]


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=[pytest.mark.sweep] * (path in REPEATED)) for path in PATHS]
)
def test_a_click_in_an_old_tab_leads_to_the_new_page(
    tabs: dict[str, Reader], edition: str, path: str
) -> None:
    reader = tabs[path]
    if edition == "theme":
        # Another tab has cached the second edition, which may be shown for five minutes.
        reader.page.clock.fast_forward(5 * 60_000 + 2_000)
    reader.documents.clear()
    target = find_link(reader.page, PATHS.index(path))
    reader.click(target)
    reader.expect_at(target)
    expect(reader.page.get_by_role("main")).to_contain_text(NEWS[edition])
    assert len(reader.documents) == LOADS[edition]
    reader.page.go_back()
    reader.expect_at(path)


@pytest.fixture
def reader(own_page: Page, host: Host) -> Iterator[Reader]:
    host.deploy("first")
    reader = Reader(own_page, host.address, host.editions / "first")
    yield reader
    reader.line.restore()


@pytest.mark.parametrize(
    ("target", "new", "is_kept"),
    [(NEXT, "text", False), (FAR, "theme", False), (FAR, "text", True)],
    ids=["text", "theme", "text, with the old scripts"],
)
def test_a_click_in_a_tab_without_a_route_table_leads_to_the_new_page(
    reader: Reader, host: Host, new: str, target: str, is_kept: bool
) -> None:
    reader.open(START)
    if is_kept:
        host.add(new)
    else:
        host.deploy(new)
    reader.click(target)
    reader.expect_at(target)
    expect(reader.page.get_by_role("main")).to_contain_text(NEWS[new])
    assert len(reader.documents) == LOADS[new]


def test_after_five_minutes_a_visited_page_is_loaded_again(reader: Reader, host: Host) -> None:
    reader.page.clock.install()
    reader.open(START)
    reader.click(NEXT)
    reader.expect_at(NEXT)
    host.deploy("text")
    reader.page.clock.fast_forward(5 * 60_000 + 2_000)
    reader.click(START)
    reader.expect_at(START)
    expect(reader.page.get_by_role("main")).to_contain_text(NEWS["text"])
    reader.click(NEXT)
    reader.expect_at(NEXT)
    expect(reader.page.get_by_role("main")).to_contain_text(NEWS["text"])
    assert reader.documents == []


def remove_page(root: Path, path: str) -> None:
    """Removes a page from a built edition."""
    (root / path[1:]).unlink()
    for file in root.glob("assets/routes/*.json"):
        table = json.loads(file.read_text(encoding="utf-8"))
        table["pages"].pop(path, None)
        file.write_text(json.dumps(table), encoding="utf-8")


def test_a_removed_page_is_not_found(reader: Reader, host: Host) -> None:
    reader.open_and_look_around()
    host.deploy("theme")
    remove_page(host.root, NEXT)
    reader.click(NEXT)
    expect(reader.page.locator("h1")).to_have_text(NOT_FOUND)
    expect(reader.page.locator("h1")).to_be_visible()
    expect(reader.page).to_have_url(host.address + NEXT)
    reader.page.go_back()
    reader.expect_at(START)
