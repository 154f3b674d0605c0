"""The output folder of a build: which files it removes, and which it must not change."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from docsite.build import Folders, build_site
from docsite.cli import main
from docsite.emit import ledger
from docsite.emit.output import Output, check_output
from docsite.emit.records import write_records
from docsite.errors import OutputError
from docsite.hosts import RECORD_FILE
from docsite.load import load_site
from generator.tests.support import (
    ROOT,
    SITES,
    THEME_OPTION,
    copy_site,
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


@pytest.mark.parametrize("name", ["letters.txt", "deep/down/letters.txt", ".hidden"])
def test_a_folder_with_other_files_is_unchanged(tmp_path: Path, name: str) -> None:
    mine = put(tmp_path / "home" / name)
    folders = folders_with(tmp_path, tmp_path / "home")
    before = read_files(folders.work)
    with pytest.raises(OutputError, match=r"empty"):
        build_site(folders)
    assert [path for path in (tmp_path / "home").rglob("*") if path.is_file()] == [mine]
    assert read_files(folders.work) == before, "it is reported before the build starts"


def test_the_message_has_the_folder_and_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "home/letters.txt")
    folders = folders_with(tmp_path, tmp_path / "home")
    options = ["--output", str(folders.output), "--work", str(folders.work)]
    assert main(["build", str(folders.docs), *THEME_OPTION, *options]) == 1
    message = capsys.readouterr().err
    assert str(tmp_path / "home") in message
    assert "Choose a new or empty folder" in message


def test_the_output_cannot_be_a_file(tmp_path: Path) -> None:
    mine = put(tmp_path / "home")
    with pytest.raises(OutputError):
        build_site(folders_with(tmp_path, mine))
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["docs", "theme", "work"])
def test_the_output_cannot_contain_source_folders(tmp_path: Path, name: str) -> None:
    output = tmp_path / "all"
    put(output / RECORD_FILE, "{}")
    folders = {key: tmp_path / key for key in ("docs", "theme", "work")} | {name: output / name}
    mine = put(folders[name] / "mine.txt")
    with pytest.raises(OutputError, match=name):
        check_output(output, RECORD_FILE, folders.values())
    assert mine.is_file()


def test_bundles_are_not_written_into_the_theme(tmp_path: Path) -> None:
    theme = put(tmp_path / "theme/client/mine.ts")
    folders = Folders(copy_site(tmp_path), tmp_path / "theme", tmp_path / "dist", tmp_path)
    with pytest.raises(OutputError, match="overwrite its sources"):
        build_site(folders)
    assert theme.is_file()


@pytest.mark.parametrize("place", [".", "dist"])
def test_a_site_is_not_built_into_its_docs_folder(tmp_path: Path, place: str) -> None:
    """The Markdown in the output would count as pages."""
    docs = copy_site(tmp_path)
    with pytest.raises(OutputError):
        build_site(Folders(docs, ROOT / "theme", docs / place, tmp_path / "work"))


def test_an_incomplete_build_can_be_repeated(tmp_path: Path) -> None:
    """The file that marks the folder as a build is written first."""
    folders = folders_with(tmp_path, tmp_path / "dist")
    (folders.docs / "public/guide/start.html/in-the-way.txt").parent.mkdir(parents=True)
    put(folders.docs / "public/guide/start.html/in-the-way.txt")
    with pytest.raises(OSError, match=r"start\.html"):
        build_site(folders, is_compressed=False)
    (folders.docs / "public/guide/start.html/in-the-way.txt").unlink()
    (folders.docs / "public/guide/start.html").rmdir()
    assert build_site(folders, is_compressed=False).problems == ()


def test_targets_of_symlinks_are_not_removed(tmp_path: Path) -> None:
    mine = put(tmp_path / "elsewhere/mine.txt")
    output = Output(tmp_path / "dist")
    output.write("kept.txt", "kept")
    (tmp_path / "empty").mkdir()
    for name in ("elsewhere", "empty"):
        (tmp_path / "dist" / name).symlink_to(tmp_path / name, target_is_directory=True)
    output.remove_stale()
    assert mine.is_file()
    assert (tmp_path / "empty").is_dir()
    assert [path.name for path in (tmp_path / "dist").iterdir()] == ["kept.txt"]


def test_stale_files_are_removed_with_their_folders(tmp_path: Path) -> None:
    for name in ("a/b/stale.txt", "a/b/c/stale.txt", "x/stale.html.br", "stale.txt"):
        put(tmp_path / "dist" / name)
    (tmp_path / "dist/a/empty").mkdir()
    output = Output(tmp_path / "dist")
    for name in ("kept.html", "x/y/kept.html", "a/kept.json", ".well-known/kept.json"):
        output.write(name, "kept")
        put(tmp_path / "dist" / f"{name}.br", "compressed")
    output.remove_stale()
    left = sorted(
        path.relative_to(tmp_path / "dist").as_posix() for path in tmp_path.glob("dist/**/*")
    )
    # JSON has no compressed copies.
    assert left == [
        ".well-known",
        ".well-known/kept.json",
        "a",
        "a/kept.json",
        "kept.html",
        "kept.html.br",
        "x",
        "x/y",
        "x/y/kept.html",
        "x/y/kept.html.br",
    ]


def test_each_file_and_each_folder_is_checked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lstat, seen = os.lstat, list[str]()

    def count(path: str) -> os.stat_result:
        seen.append(Path(path).relative_to(tmp_path).as_posix())
        return lstat(path)

    output = Output(tmp_path)
    monkeypatch.setattr(os, "lstat", count)
    output.write_all({"a/b/1.txt": "1", "a/b/2.txt": "2", "a/3.txt": "3"})
    monkeypatch.undo()
    assert seen == ["a", "a/b", "a/b/1.txt", "a/b/2.txt", "a/3.txt"]


def test_a_file_is_current_until_its_inputs_or_its_content_change(tmp_path: Path) -> None:
    cache = memory_cache()

    def is_current(name: str, key: str) -> bool:
        return Output(tmp_path / "dist", cache).is_current(name, key)

    output = Output(tmp_path / "dist", cache)
    output.write_generated("a/1.txt", "key", "tea")
    assert not is_current("a/1.txt", "key"), "the build has not ended"
    output.remove_stale()
    assert is_current("a/1.txt", "key")
    assert not is_current("a/1.txt", "other key")
    assert not is_current("a/2.txt", "key")
    assert not Output(tmp_path / "dist").is_current("a/1.txt", "key"), "without a cache"
    put(tmp_path / "new.txt", "pot").replace(tmp_path / "dist/a/1.txt")
    assert not is_current("a/1.txt", "key")


def test_another_release_does_not_use_the_entries_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = memory_cache()
    output = Output(tmp_path / "dist", cache)
    output.write_generated("1.txt", "key", "tea")
    output.remove_stale()
    monkeypatch.setattr(ledger, "code_digest", lambda: "other")
    assert not Output(tmp_path / "dist", cache).is_current("1.txt", "key")


def test_a_current_file_is_not_removed(tmp_path: Path) -> None:
    cache = memory_cache()
    for _ in range(3):
        output = Output(tmp_path / "dist", cache)
        if not output.is_current("1.txt", "key"):
            output.write_generated("1.txt", "key", "tea")
        output.remove_stale()
        assert read_files(tmp_path / "dist") == {"1.txt": b"tea"}


def test_a_renamed_folder_keeps_files_that_have_not_changed(tmp_path: Path) -> None:
    Output(tmp_path).write_all({"a/old/1.json": "1", "a/old/2.json": "2", "a/old/3.json": "3"})
    before = (tmp_path / "a/old/1.json").stat()
    output = Output(tmp_path)
    output.rename_folder("a/old", "a/new")
    output.rename_folder("a/missing", "a/other")
    output.write_all({"a/new/1.json": "1", "a/new/2.json": "two"})
    output.remove_stale()
    assert read_files(tmp_path) == {"a/new/1.json": b"1", "a/new/2.json": b"two"}
    after = (tmp_path / "a/new/1.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_link_to_a_folder_is_not_renamed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site/old").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="symbolic link"):
        Output(tmp_path / "site").rename_folder("old", "new")
    assert (tmp_path / "elsewhere").is_dir()


def test_records_are_not_written_into_a_folder_with_other_files(tmp_path: Path) -> None:
    mine = put(tmp_path / "home/pages/mine.json", "{}")
    site = load_site(SITES / "good")
    with pytest.raises(OutputError):
        write_records(site, tmp_path / "home")
    assert mine.is_file()
