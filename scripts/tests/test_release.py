from __future__ import annotations

import gzip
import os
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from scripts.release.artifacts import list_checksums, write_archive
from scripts.release.rehearsal.__main__ import render_table
from scripts.release.rehearsal.consumers import CONSUMERS, Result
from scripts.release.rehearsal.registries import assemble_npm_environment
from scripts.release.reproducible import compare, parse_checksums

PROJECTS = Path(__file__).parents[1] / "release" / "rehearsal" / "projects"


def write_site(folder: Path, mtime: int) -> Path:
    (folder / "guide").mkdir(parents=True)
    for name in ("index.html", "guide/start.html"):
        (folder / name).write_text(name, encoding="utf-8")
        os.utime(folder / name, (mtime, mtime))
    return folder


def test_an_archive_only_depends_on_names_contents_and_the_commit(tmp_path: Path) -> None:
    first, second = write_site(tmp_path / "a", 1), write_site(tmp_path / "other/b", 10**9)
    (second / "index.html").chmod(0o600)
    for folder in (first, second):
        write_archive(folder, tmp_path / f"{folder.name}.tar.gz", 1_700_000_000)
    content = (tmp_path / "a.tar.gz").read_bytes()
    assert content == (tmp_path / "b.tar.gz").read_bytes()
    with tarfile.open(fileobj=BytesIO(gzip.decompress(content))) as archive:
        assert archive.getnames() == ["guide/start.html", "index.html"]
        assert {entry.mtime for entry in archive} == {1_700_000_000}


def test_checksums_have_the_format_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert list(list_checksums(tmp_path)) == [f"{digest}  empty\n"]


def test_changed_added_and_removed_files_are_reported() -> None:
    first = parse_checksums("1  same\n2  other\n3  only here\n")
    second = parse_checksums("1  same\n9  other\n4  only there\n")
    assert compare(first, second) == ["only here", "only there", "other"]


def test_every_project_has_a_consumer() -> None:
    folders = {folder.name for folder in PROJECTS.iterdir() if folder.is_dir()}
    assert folders == {consumer.name for consumer in CONSUMERS}


def test_settings_of_this_machine_do_not_reach_npm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "https://elsewhere.example")
    environment = assemble_npm_environment("http://127.0.0.1:1/", tmp_path, tmp_path)
    registries = {name: value for name, value in environment.items() if "REGISTRY" in name.upper()}
    assert registries == {"npm_config_registry": "http://127.0.0.1:1/"}


def test_the_table_shows_the_completed_steps_of_each_project() -> None:
    rows = [Result("vite-react", True, True, True), Result("docsite", True, None, False, "broken")]
    assert render_table(rows).splitlines() == [
        "project           installed  built  ran",
        "vite-react        yes        yes    yes",
        "docsite           yes        -      no",
    ]
