"""Symbolic links are never published, because they could lead to any file of the build machine."""

from pathlib import Path

import pytest

from docsite.build import build_site
from docsite.cli import main
from docsite.emit.output import Output
from docsite.errors import OutputError
from docsite.load import load_site
from generator.tests.support import THEME_OPTION, copy_site, folders_in

CONTENT = "the token of the machine that builds"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "secret.md").write_text(CONTENT, encoding="utf-8")
    return folder / "secret.md"


def link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


PLACES = ["public/leak.txt", "public/deep/leak.txt", "guide/leak.md", "zh/leak.md"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("is_folder", [False, True])
def test_check_reports_a_symlink_with_its_location(
    place: str, is_folder: bool, secret: Path, tmp_path: Path
) -> None:
    docs = copy_site(tmp_path)
    link(docs / place, secret.parent if is_folder else secret)
    (problem,) = load_site(docs).problems
    assert (problem.severity, problem.file) == ("error", place)
    assert "symbolic link" in problem.message
    assert "Replace it" in problem.hint
    assert main(["check", str(docs), *THEME_OPTION]) == 1


def test_a_public_folder_that_is_a_symlink_is_reported(secret: Path, tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    if (docs / "public").exists():
        (docs / "public").rename(tmp_path / "public")
    link(docs / "public", secret.parent)
    assert "public" in [problem.file for problem in load_site(docs).problems]


@pytest.mark.parametrize("place", ["", "deep/"])
def test_check_reports_a_symlink_in_a_mount(place: str, secret: Path, tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    with (docs / "site.toml").open("a", encoding="utf-8") as config:
        config.write('\n[[mounts]]\npath = "/demo/"\nfolder = "../demo"\nmade_by = "make demo"\n')
    link(tmp_path / "demo" / place / "leak.txt", secret)
    (problem,) = load_site(docs).problems
    assert problem.file == f"../demo/{place}leak.txt"


def test_a_build_does_not_publish_targets_of_symlinks(secret: Path, tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    link(docs / "public/leak.txt", secret)
    folders = folders_in(tmp_path, docs)
    assert build_site(folders, is_compressed=False).has_errors
    assert not folders.output.exists()


def test_a_symlink_created_after_the_check_is_not_copied(secret: Path, tmp_path: Path) -> None:
    link(tmp_path / "public/leak.txt", secret)
    with pytest.raises(OutputError, match=r"leak\.txt"), Output(tmp_path / "dist") as output:
        output.copy(tmp_path / "public")
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("name", ["secret.md", "deep/secret.md"])
def test_nothing_is_written_through_a_symlink(name: str, secret: Path, tmp_path: Path) -> None:
    if "/" in name:
        link(tmp_path / "dist/deep", secret.parent)
    else:
        link(tmp_path / "dist" / name, secret)
    (tmp_path / "dist").mkdir(exist_ok=True)
    with pytest.raises(OutputError, match="symbolic link"), Output(tmp_path / "dist") as output:
        output.write(name, "new")
    assert secret.read_text(encoding="utf-8") == CONTENT


def test_a_symlink_in_a_folder_with_written_files_is_refused(secret: Path, tmp_path: Path) -> None:
    with Output(tmp_path / "site") as output:
        output.write("guide/first.html", "first")
        link(tmp_path / "site/guide/second.html", secret)
        with pytest.raises(OutputError, match="symbolic link"):
            output.write("guide/second.html", "second")
    assert secret.read_text(encoding="utf-8") == CONTENT
