from __future__ import annotations

import gzip
import os
import subprocess
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from scripts.release import image
from scripts.release.artifacts import (
    add_dependencies,
    list_checksums,
    render_sbom,
    write_archive,
)
from scripts.release.rehearsal.__main__ import render_table
from scripts.release.rehearsal.consumers import CONSUMERS, Result, copy_project
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


def test_an_sbom_names_the_direct_dependencies_of_a_python_package() -> None:
    content: dict[str, Any] = {
        "metadata": {"component": {"bom-ref": "root", "name": "docsite"}},
        "components": [
            {"bom-ref": "line-1", "name": "h11"},
            {"bom-ref": "line-2", "name": "uvicorn"},
        ],
        "dependencies": [{"ref": "line-1"}, {"ref": "line-2"}, {"ref": "root"}],
    }
    add_dependencies(content, ["uvicorn==0.54.0"])
    assert content["dependencies"][-1] == {"ref": "root", "dependsOn": ["line-2"]}


def test_an_sbom_depends_neither_on_the_order_nor_on_the_time_of_a_run() -> None:
    def render(names: Sequence[str], time: str) -> str:
        refs = [f"pkg:npm/{name}@0.1.0" for name in names]
        return render_sbom(
            {
                "serialNumber": time,
                "metadata": {"timestamp": time},
                "components": [{"bom-ref": ref} for ref in refs],
                "dependencies": [{"ref": ref, "dependsOn": [*refs]} for ref in refs],
            }
        )

    assert render(["hooks", "shared", "core"], "1") == render(["shared", "hooks", "core"], "2")


def test_changed_added_and_removed_files_are_reported() -> None:
    first = parse_checksums("1  same\n2  other\n3  only here\n")
    second = parse_checksums("1  same\n9  other\n4  only there\n")
    assert compare(first, second) == ["only here", "only there", "other"]


def test_every_project_has_a_consumer() -> None:
    folders = {folder.name for folder in PROJECTS.iterdir() if folder.is_dir()}
    assert folders == {consumer.name for consumer in CONSUMERS}


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("vite-react", {"ThemeButton.tsx", "main.tsx", "settings.ts"}),
        ("vite-vue", {"ThemeButton.vue", "main.ts", "settings.ts"}),
    ],
)
def test_the_vite_projects_run_the_samples_of_the_readme(
    name: str, files: set[str], tmp_path: Path
) -> None:
    consumer = next(consumer for consumer in CONSUMERS if consumer.name == name)
    copy_project(consumer, tmp_path / name)
    assert {file.name for file in (tmp_path / name / "src").iterdir()} == files


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


def test_the_image_command_exits_with_the_status_of_the_program_that_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_arguments: object) -> None:
        raise subprocess.CalledProcessError(125, ["buildah"])

    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/buildah")
    monkeypatch.setattr(image, "build_image", fail)
    assert image.main([]) == 125
