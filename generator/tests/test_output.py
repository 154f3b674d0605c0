"""The output folder of a build: which files it removes, and which it must not change."""

import errno
import itertools
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from docsite.build import Folders, build_site
from docsite.cache import Cache
from docsite.cli import main
from docsite.emit import ledger
from docsite.emit.manifest import check_output
from docsite.emit.output import Output
from docsite.emit.records import write_records
from docsite.errors import OutputError
from docsite.load import load_site
from docsite.records.assets import MANIFEST_FILE, STAGE_FOLDER
from generator.tests.support import (
    ROOT,
    SITES,
    THEME_OPTION,
    copy_site,
    edit,
    folders_in,
    memory_cache,
    read_files,
)


def folders_with(tmp_path: Path, output: Path) -> Folders:
    return replace(folders_in(tmp_path, copy_site(tmp_path)), output=output)


def put(path: Path, text: str = "mine") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def write(folder: Path, files: Mapping[str, str], cache: Cache | None = None) -> Sequence[str]:
    """Builds a folder that has only these files."""
    with Output(folder, cache) as output:
        output.write_all(files)
        return output.commit()


def names_in(folder: Path) -> set[str]:
    return {name for name in read_files(folder) if name != MANIFEST_FILE}


# --- What a build refuses -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["letters.txt", "deep/down/letters.txt", "CNAME"])
def test_a_folder_with_other_files_is_unchanged(tmp_path: Path, name: str) -> None:
    mine = put(tmp_path / "home" / name)
    folders = folders_with(tmp_path, tmp_path / "home")
    before = read_files(folders.work)
    with pytest.raises(OutputError, match=name.split("/")[0]):
        build_site(folders)
    assert [path for path in (tmp_path / "home").rglob("*") if path.is_file()] == [mine]
    assert read_files(folders.work) == before, "it is reported before the build starts"


def test_the_message_has_the_folder_and_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "home/CNAME")
    folders = folders_with(tmp_path, tmp_path / "home")
    options = ["--output", str(folders.output), "--work", str(folders.work)]
    assert main(["build", str(folders.docs), *THEME_OPTION, *options]) == 1
    message = capsys.readouterr().err
    assert f"{tmp_path / 'home'}: this folder contains files that docsite didn't write" in message
    assert "CNAME, belong in public/" in message


def test_the_output_cannot_be_a_file(tmp_path: Path) -> None:
    mine = put(tmp_path / "home")
    with pytest.raises(OutputError):
        build_site(folders_with(tmp_path, mine))
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["docs", "theme", "work"])
def test_the_output_cannot_contain_source_folders(tmp_path: Path, name: str) -> None:
    output = tmp_path / "all"
    write(output, {"index.html": "earlier"})
    folders = {key: tmp_path / key for key in ("docs", "theme", "work")} | {name: output / name}
    mine = put(folders[name] / "mine.txt")
    with pytest.raises(OutputError, match=name):
        check_output(output, folders.values())
    assert mine.is_file()


def test_bundles_are_not_written_into_the_theme(tmp_path: Path) -> None:
    theme = put(tmp_path / "theme/client/mine.ts")
    folders = Folders(copy_site(tmp_path), tmp_path / "theme", tmp_path / "dist", tmp_path)
    with pytest.raises(OutputError, match="overwrite its sources"):
        build_site(folders)
    assert theme.is_file()


def test_bundles_are_not_written_into_a_folder_with_other_files(tmp_path: Path) -> None:
    mine = put(tmp_path / "work/theme/client/mine.ts")
    folders = Folders(copy_site(tmp_path), ROOT / "theme", tmp_path / "dist", tmp_path / "work")
    with pytest.raises(OutputError, match="the theme is bundled into this folder"):
        build_site(folders)
    assert mine.is_file()


@pytest.mark.parametrize("place", [".", "dist"])
def test_a_site_is_not_built_into_its_docs_folder(tmp_path: Path, place: str) -> None:
    """The Markdown in the output would count as pages."""
    docs = copy_site(tmp_path)
    with pytest.raises(OutputError):
        build_site(Folders(docs, ROOT / "theme", docs / place, tmp_path / "work"))


@pytest.mark.parametrize("place", ["guide/start.html", "guide/start.html/mine.txt", "guide"])
def test_a_file_in_the_way_is_not_replaced(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "dist"
    write(folder, {"index.html": "1"})
    mine = put(folder / place)
    before = read_files(folder)
    with pytest.raises(OutputError, match=r"guide.*: the build would replace this"):
        write(folder, {"index.html": "2", "guide/start.html": "new"})
    assert mine.read_text(encoding="utf-8") == "mine"
    assert read_files(folder) == before


def test_a_file_in_the_way_with_the_same_content_belongs_to_the_site_from_then_on(
    tmp_path: Path,
) -> None:
    put(tmp_path / ".nojekyll", "")
    write(tmp_path, {".nojekyll": "", "index.html": "1"})
    write(tmp_path, {"index.html": "1"})
    assert names_in(tmp_path) == {"index.html"}


# --- What a build deletes -------------------------------------------------------------------------

FOREIGN = (".git/HEAD", ".gitignore", "CNAME", "notes.txt", "guide/notes.md", "assets/mine.js")


def test_files_that_docsite_did_not_write_survive_every_build(tmp_path: Path) -> None:
    folders = folders_with(tmp_path, tmp_path / "dist")
    put(folders.output / ".git/HEAD")
    build_site(folders)
    mine = {name: put(folders.output / name) for name in FOREIGN}
    (folders.output / "empty").mkdir()
    for title in ("Teapots", "Cups"):
        for prefix in ("", "zh/"):
            edit(folders.docs / f"{prefix}guide/start.md", "#start}", f"#start}}\n\n{title}.\n")
        build_site(folders)
    assert {name: path.read_text(encoding="utf-8") for name, path in mine.items()} == dict.fromkeys(
        FOREIGN, "mine"
    )
    assert (folders.output / "empty").is_dir()


def test_stale_files_are_removed_with_their_folders(tmp_path: Path) -> None:
    stale = ("a/b/stale.txt", "a/b/c/stale.txt", "x/stale.html", "x/stale.html.br", "stale.txt")
    kept = ("kept.html", "x/y/kept.html", "a/kept.json", ".well-known/kept.json")
    write(tmp_path, dict.fromkeys((*stale, *kept), "text"))
    (tmp_path / "a/empty").mkdir()
    write(tmp_path, dict.fromkeys(kept, "text"))
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    folders = {"a", "a/empty", "x", "x/y", ".well-known"}
    assert left == {*kept, *folders, MANIFEST_FILE}


@pytest.mark.parametrize(("old", "new"), [("tea", "tea/cup.html"), ("tea/cup.html", "tea")])
def test_a_stale_file_makes_room_for_a_folder_and_the_other_way_round(
    tmp_path: Path, old: str, new: str
) -> None:
    write(tmp_path, {old: "old"})
    write(tmp_path, {new: "new"})
    assert names_in(tmp_path) == {new}


def test_a_path_cannot_be_a_file_and_a_folder(tmp_path: Path) -> None:
    folders = folders_with(tmp_path, tmp_path / "dist")
    build_site(folders, is_compressed=False)
    before = read_files(folders.output)
    blocking = put(folders.docs / "public/guide/start.html/in-the-way.txt")
    with pytest.raises(OutputError, match=r"start\.html.*\n?.*both a file and a folder"):
        build_site(folders, is_compressed=False)
    assert read_files(folders.output) == before
    shutil.rmtree(blocking.parent)
    assert build_site(folders, is_compressed=False).problems == ()


@pytest.mark.parametrize(
    "name", ["../mine.txt", "/mine.txt", "a/../../mine.txt", "linked/mine.txt"]
)
def test_a_manifest_cannot_make_a_build_delete_files_elsewhere(tmp_path: Path, name: str) -> None:
    mine = put(tmp_path / "mine.txt")
    elsewhere = put(tmp_path / "elsewhere/mine")
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/linked").symlink_to(elsewhere.parent)
    absolute = f"{tmp_path}{name}" if name.startswith("/") else name
    put(tmp_path / "dist" / MANIFEST_FILE, json.dumps([absolute, "linked"]))
    write(tmp_path / "dist", {"index.html": "1"})
    assert mine.is_file()
    assert elsewhere.is_file()
    assert (tmp_path / "dist/linked").is_symlink()


@pytest.mark.parametrize("text", ["", "[", "{}", "[1]", "null"])
def test_a_damaged_manifest_does_not_count(tmp_path: Path, text: str) -> None:
    put(tmp_path / "index.html")
    put(tmp_path / MANIFEST_FILE, text)
    with pytest.raises(OutputError, match=r"index\.html"):
        check_output(tmp_path)


def test_links_and_their_targets_are_not_removed(tmp_path: Path) -> None:
    mine = put(tmp_path / "elsewhere/mine.txt")
    write(tmp_path / "dist", {"kept.txt": "kept"})
    (tmp_path / "dist/elsewhere").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    write(tmp_path / "dist", {"kept.txt": "kept"})
    assert mine.is_file()
    assert (tmp_path / "dist/elsewhere").is_symlink()


# --- A folder of an earlier release ---------------------------------------------------------------


def test_a_site_of_a_release_without_manifests_is_updated(tmp_path: Path) -> None:
    folders = folders_with(tmp_path, tmp_path / "dist")
    build_site(folders)
    current = read_files(folders.output)
    (folders.output / MANIFEST_FILE).unlink()
    put(folders.output / "index.html", "old")
    put(folders.output / "assets/js/9.0123abcd.js")
    put(folders.output / "assets/search/0123abcd/words-0.json")
    mine = {name: put(folders.output / name) for name in (*FOREIGN, "removed.html")}
    (problem,) = build_site(folders).problems
    assert (problem.severity, problem.file) == ("warning", "../dist")
    assert "contains 5 files" in problem.message, "without .git and .gitignore"
    expected = {**current, **dict.fromkeys(mine, b"mine")}
    assert read_files(folders.output) == expected
    assert build_site(folders).problems == (), "it is reported once"
    assert read_files(folders.output) == expected


# --- A build that fails ---------------------------------------------------------------------------


class FullDisk:
    """Lets a number of writes succeed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
        self._write, self._left = Path.write_bytes, count
        monkeypatch.setattr(Path, "write_bytes", lambda path, data: self.write(path, data))

    def write(self, path: Path, data: bytes) -> int:
        if ".docsite-new" in path.parts:
            self._left -= 1
            if self._left < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return self._write(path, data)


@pytest.mark.parametrize("writes", [0, 1, 2, 10])
def test_a_full_disk_leaves_the_previous_build(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    writes: int,
) -> None:
    folders = folders_with(tmp_path, tmp_path / "dist")
    options = ["--output", str(folders.output), "--work", str(folders.work), *THEME_OPTION]
    assert main(["build", str(folders.docs), *options]) == 0
    assert re.fullmatch(rf"Built \d+ pages in {folders.output}\.\n", capsys.readouterr().out)
    before = read_files(folders.output)
    edit(folders.docs / "site.toml", 'address = "https://', 'address = "https://new.')
    with monkeypatch.context() as patch:
        FullDisk(patch, writes)
        assert main(["build", str(folders.docs), *options]) == 1
    message = capsys.readouterr().err
    assert "the disk is full, so this folder still contains the previous build" in message
    assert "Free some space, and build again." in message
    assert "Traceback" not in message
    assert read_files(folders.output) == before
    assert main(["build", str(folders.docs), *options]) == 0
    assert read_files(folders.output) != before


def test_a_first_build_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    with suppress(ZeroDivisionError), Output(tmp_path / "dist") as output:
        output.write("index.html", "1")
        raise ZeroDivisionError
    assert not (tmp_path / "dist").exists()


def test_the_files_of_a_killed_build_are_removed(tmp_path: Path) -> None:
    put(tmp_path / "dist" / STAGE_FOLDER / "files/index.html", "half")
    check_output(tmp_path / "dist")
    write(tmp_path / "dist", {"guide.html": "1"})
    assert names_in(tmp_path / "dist") == {"guide.html"}


def test_a_killed_commit_is_completed_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stands for SIGKILL after each system call that moves or deletes a file."""
    old = dict.fromkeys(("a.html", "b/1.html", "c.html"), "old")
    new = dict.fromkeys(("a.html", "b/2.html", "d/3.html"), "new")
    for count in range(10):
        folder = tmp_path / str(count)
        write(folder, old)
        with monkeypatch.context() as patch:
            calls = itertools.count()
            for name in ("replace", "unlink"):
                patch.setattr(Path, name, _dying(getattr(Path, name), calls, count))
            with suppress(KeyboardInterrupt):
                write(folder, new)
        put(folder / "CNAME")
        write(folder, new)
        assert names_in(folder) == {*new, "CNAME"}, count


def _dying(method: Any, calls: Iterator[int], last: int) -> Any:
    def run(*arguments: Any, **options: Any) -> Any:
        if next(calls) >= last:
            raise KeyboardInterrupt
        return method(*arguments, **options)

    return run


@pytest.mark.skipif(sys.platform == "win32", reason="the second build fails there")
def test_a_second_build_of_a_folder_waits_for_the_first(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        with Output(tmp_path) as first:
            waiting = pool.submit(write, tmp_path, {"a.html": "second"})
            first.write("a.html", "first")
            first.write("b.html", "first")
            first.commit()
            assert not waiting.done()
        waiting.result()
    assert read_files(tmp_path)["a.html"] == b"second"
    assert names_in(tmp_path) == {"a.html"}


# --- What a build reads and writes ----------------------------------------------------------------


def test_each_file_and_each_folder_is_checked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lstat, seen = os.lstat, list[str]()

    def count(path: str) -> os.stat_result:
        seen.append(Path(path).relative_to(tmp_path).as_posix())
        return lstat(path)

    with Output(tmp_path) as output:
        monkeypatch.setattr(os, "lstat", count)
        output.write_all({"a/b/1.txt": "1", "a/b/2.txt": "2", "a/3.txt": "3"})
        monkeypatch.undo()
    assert seen == ["a", "a/b", "a/b/1.txt", "a/b/2.txt", "a/3.txt"]


def test_a_file_is_current_until_its_inputs_or_its_content_change(tmp_path: Path) -> None:
    cache = memory_cache()

    def is_current(name: str, key: str, cache: Cache | None = cache) -> bool:
        with Output(tmp_path / "dist", cache) as output:
            return output.is_current(name, key)

    with Output(tmp_path / "dist", cache) as output:
        output.write_generated("a/1.txt", "key", "tea")
    assert not is_current("a/1.txt", "key"), "the build has not ended"
    with Output(tmp_path / "dist", cache) as output:
        output.write_generated("a/1.txt", "key", "tea")
        output.commit()
    assert is_current("a/1.txt", "key")
    assert not is_current("a/1.txt", "other key")
    assert not is_current("a/2.txt", "key")
    assert not is_current("a/1.txt", "key", None), "without a cache"
    put(tmp_path / "new.txt", "pot").replace(tmp_path / "dist/a/1.txt")
    assert not is_current("a/1.txt", "key")


def test_another_release_does_not_use_the_entries_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = memory_cache()
    with Output(tmp_path / "dist", cache) as output:
        output.write_generated("1.txt", "key", "tea")
        output.commit()
    monkeypatch.setattr(ledger, "code_digest", lambda: "other")
    with Output(tmp_path / "dist", cache) as output:
        assert not output.is_current("1.txt", "key")


def test_a_current_file_is_not_removed(tmp_path: Path) -> None:
    cache = memory_cache()
    for _ in range(3):
        with Output(tmp_path / "dist", cache) as output:
            if not output.is_current("1.txt", "key"):
                output.write_generated("1.txt", "key", "tea")
            output.commit()
        assert read_files(tmp_path / "dist")["1.txt"] == b"tea"


def test_a_file_that_is_written_twice_has_its_last_content(tmp_path: Path) -> None:
    for texts in (("1", "2"), ("2", "1"), ("1", "2"), ("3", "2")):
        with Output(tmp_path) as output:
            for text in texts:
                output.write("a.txt", text)
            output.commit()
        assert read_files(tmp_path)["a.txt"].decode() == texts[1]


def test_a_folder_with_another_name_reuses_files_that_have_not_changed(tmp_path: Path) -> None:
    write(tmp_path, {"a/old/1.json": "1", "a/old/2.json": "2", "a/old/3.json": "3"})
    before = (tmp_path / "a/old/1.json").stat()
    with Output(tmp_path) as output:
        output.reuse_folder("a/old", "a/new")
        output.reuse_folder("a/missing", "a/other")
        output.write_all({"a/new/1.json": "1", "a/new/2.json": "two", "a/other/4.json": "4"})
        output.commit()
    files = {name: text for name, text in read_files(tmp_path).items() if name != MANIFEST_FILE}
    assert files == {"a/new/1.json": b"1", "a/new/2.json": b"two", "a/other/4.json": b"4"}
    after = (tmp_path / "a/new/1.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_link_to_a_folder_is_not_reused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site/old").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="symbolic link"), Output(tmp_path / "site") as output:
        output.reuse_folder("old", "new")
    assert (tmp_path / "elsewhere").is_dir()


def test_records_are_not_written_into_a_folder_with_other_files(tmp_path: Path) -> None:
    mine = put(tmp_path / "home/pages/mine.json", "{}")
    put(tmp_path / "home/routes.json", "{}")
    site = load_site(SITES / "good")
    with pytest.raises(OutputError):
        write_records(site, tmp_path / "home")
    assert mine.is_file()
