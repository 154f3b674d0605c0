"""Ctrl+C and a full disk end a command with a message, and leave no half-written files."""

from __future__ import annotations

import errno
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docsite import cli
from docsite.cli import main
from docsite.site.text_files import edit_text
from docsite.starter.new import create_site
from generator.tests.support import ROOT, copy_site, read_files

FULL = OSError(errno.ENOSPC, "No space left on device", "docs/site.toml")


class FullFile(io.FileIO):
    """Writes the first half, then the disk is full."""

    def write(self, data: Any) -> int:
        super().write(bytes(data)[: len(data) // 2])
        raise FULL


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Fills the disk after a number of files that are opened for writing."""

    def fill(after: int) -> None:
        left = after
        real = Path.open

        def open_file(path: Path, mode: str = "r", *args: Any, **options: Any) -> Any:
            nonlocal left
            if "w" not in mode or (left := left - 1) >= 0:
                return real(path, mode, *args, **options)
            raw = FullFile(path, "w")
            return (
                raw if "b" in mode else io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
            )

        monkeypatch.setattr(Path, "open", open_file)

    return fill


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "docsite: interrupted\n"),
        (FULL, 1, "docsite: docs/site.toml: the disk is full\n  Free some space, and run"),
    ],
    ids=["interrupted", "full disk"],
)
def test_a_command_that_cannot_finish_ends_with_a_message_and_a_code(
    error: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_options: object) -> int:
        raise error

    monkeypatch.setattr(cli, "run_check", fail)
    assert main(["check", "docs"]) == code
    assert capsys.readouterr().err.startswith(message)


def test_other_errors_of_the_system_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_options: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(cli, "run_check", fail)
    with pytest.raises(OSError, match="Input/output"):
        main(["check", "docs"])


def test_an_interruption_while_modules_are_imported_prints_no_traceback() -> None:
    code = (
        "import sys, docsite.command as command\n"
        "class Stop:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'docsite.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.exit(command.main())"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (130, "docsite: interrupted\n")


def test_the_package_starts_with_the_module_that_handles_interruptions() -> None:
    text = (ROOT / "generator/pyproject.toml").read_text(encoding="utf-8")
    assert '\ndocsite = "docsite.command:main"\n' in text


def test_a_page_is_either_edited_or_unchanged(
    tmp_path: Path, full_disk: Callable[[int], None]
) -> None:
    docs = copy_site(tmp_path)
    before = read_files(docs)
    full_disk(0)
    with pytest.raises(OSError, match="No space left"):
        edit_text(docs / "index.md", lambda text: f"{text}\nMore.\n" * 1000)
    assert read_files(docs) == before


def test_an_edited_page_keeps_its_permissions_and_links(tmp_path: Path) -> None:
    page, link = tmp_path / "page.md", tmp_path / "link.md"
    page.write_text("one", encoding="utf-8")
    page.chmod(0o640)
    link.symlink_to(page)
    edit_text(link, lambda text: f"{text} two")
    assert link.is_symlink()
    assert page.read_text(encoding="utf-8") == "one two"
    assert page.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_new_site_is_either_complete_or_absent(
    tmp_path: Path, full_disk: Callable[[int], None], after: int, exists: bool
) -> None:
    folder = tmp_path / "docs"
    if exists:
        folder.mkdir()
    full_disk(after)
    with pytest.raises(OSError, match="No space left"):
        create_site(folder)
    assert [*tmp_path.rglob("*")] == ([folder] if exists else [])
