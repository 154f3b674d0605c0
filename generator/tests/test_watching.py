"""`docsite dev` notices changes, also in folders that are created or replaced while it runs."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import pytest
from watchfiles import Change

from docsite.cli import main
from docsite.serve import dev
from docsite.serve.watching import Watched, create_filter, watch_folders
from docsite.site.config import find_built_folders
from generator.tests.support import THEME, THEME_OPTION, append, copy_site, edit, prepend

MOUNT = 'mounts = [{ path = "/demo/", folder = "../demo", made_by = "make demo" }]\n'
LIVE = '\n[live]\nfolder = "../live"\nmade_by = "make live"\nsamples = "examples"\n'

Expect = Callable[[Callable[[], object]], Awaitable[None]]
"""Changes files, and waits until the change is noticed."""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A site with a mount and live samples that aren't built yet."""
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", MOUNT)
    append(docs / "site.toml", LIVE)
    return docs


def watch(docs: Path, use: Callable[[Expect], Awaitable[None]]) -> None:
    async def run() -> None:
        watched = Watched([docs], lambda: find_built_folders(docs))
        async with aclosing(watch_folders(watched)) as changes:

            async def expect(act: Callable[[], object]) -> None:
                waiting = asyncio.ensure_future(anext(changes))
                await asyncio.sleep(0)  # starts to watch
                act()
                await asyncio.wait_for(waiting, 20)

            await use(expect)

    asyncio.run(run())


async def expect_edits(expect: Expect, folder: Path) -> None:
    """Edits more often than changes before could still be noticed."""
    for number in range(4):
        await expect((folder / f"{number}.txt").touch)


def test_a_missing_folder_is_watched_once_it_exists(docs: Path) -> None:
    async def build(expect: Expect) -> None:
        for folder in (docs / "../demo", docs / "../live"):
            await expect(folder.mkdir)
            await expect_edits(expect, folder)

    watch(docs, build)


def move_away(folder: Path) -> None:
    folder.rename(f"{folder}-old")


@pytest.mark.parametrize("remove", [shutil.rmtree, move_away])
@pytest.mark.parametrize("name", ["demo", "demo/dist"])
def test_a_folder_that_is_replaced_is_still_watched(
    docs: Path, name: str, remove: Callable[[Path], object]
) -> None:
    edit(docs / "site.toml", "../demo", f"../{name}")
    (docs.parent / "demo/dist/assets").mkdir(parents=True)

    def replace() -> None:
        remove(docs.parent / "demo")
        (docs.parent / name).mkdir(parents=True)

    async def rebuild(expect: Expect) -> None:
        await expect(replace)
        await expect_edits(expect, docs.parent / name)

    watch(docs, rebuild)


def test_a_deleted_folder_is_watched_again_once_it_exists(docs: Path) -> None:
    folder = docs.parent / "demo"
    folder.mkdir()

    async def rebuild(expect: Expect) -> None:
        await expect(folder.rmdir)
        await expect(folder.mkdir)
        await expect_edits(expect, folder)

    watch(docs, rebuild)


def test_a_mount_that_is_added_is_watched(docs: Path) -> None:
    (docs.parent / "other").mkdir()

    def disable() -> None:
        edit(docs / "site.toml", "mounts = [{", "mounts = {")

    def move() -> None:
        edit(docs / "site.toml", "mounts = {", "mounts = [{")
        edit(docs / "site.toml", "../demo", "../other")

    async def configure(expect: Expect) -> None:
        await expect(disable)
        await expect(move)
        await expect_edits(expect, docs.parent / "other")

    watch(docs, configure)


def test_files_that_a_build_writes_are_ignored(tmp_path: Path) -> None:
    watched = [tmp_path / "docs", tmp_path / "docs/build/demo", tmp_path / "live"]
    accept = create_filter(watched, [tmp_path / "docs/build", tmp_path / "live", tmp_path])
    paths = {
        "docs/index.md": True,
        "docs/build": False,
        "docs/build/cache.sqlite": False,
        "docs/builds.md": True,
        "docs/build/demo/index.html": True,
        "docs/.index.md.swp": False,
        "live/manifest.json": True,
    }
    assert {path: accept(Change.modified, str(tmp_path / path)) for path in paths} == paths


def test_the_development_server_ignores_its_own_files(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Watched] = []
    monkeypatch.setattr(dev, "develop_site", lambda *arguments: found.append(arguments[2]))
    monkeypatch.chdir(docs)
    assert main(["dev", ".", "--output", "../site", *THEME_OPTION]) == 0
    (watched,) = found
    assert [path.resolve() for path in watched.find()] == [
        *(docs, THEME, docs.parent / "demo", docs.parent / "live")
    ]
    assert [path.resolve() for path in watched.written] == [docs.parent / "site", docs / "build"]
