"""docsite on Windows and macOS: other paths, other encodings, and no functions of POSIX."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite import translations
from docsite.build import Folders, build_site
from docsite.check.names import check_names
from docsite.load import load_site
from generator.tests import windows
from generator.tests.support import ROOT, THEME_OPTION, copy_site, folders_in

SOURCES = ROOT / "generator/src/docsite"
ENVIRONMENT = {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C", "PYTHONUTF8": "0"}
STRICT = ("-X", "warn_default_encoding", "-W", "error")


class WindowsPath(PosixPath):
    """A path of this system that is displayed with backslashes."""

    if sys.version_info < (3, 12):
        _flavour = PosixPath._flavour  # type: ignore[attr-defined]

    def __str__(self) -> str:
        return self.as_posix().replace("/", "\\")

    def __fspath__(self) -> str:
        return self.as_posix()

    def as_posix(self) -> str:
        return super().__str__()

    def glob(self, pattern: Any, **options: Any) -> Any:
        return (type(self)(path) for path in Path(os.fspath(self)).glob(pattern, **options))

    def rglob(self, pattern: Any, **options: Any) -> Any:
        return (type(self)(path) for path in Path(os.fspath(self)).rglob(pattern, **options))


def read_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in Path(os.fspath(folder)).rglob("*") if path.is_file())
    return {path.relative_to(os.fspath(folder)).as_posix(): path.read_bytes() for path in files}


def run_on_windows(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *STRICT, windows.__file__, *arguments]
    environment = {**os.environ, **ENVIRONMENT}
    return subprocess.run(command, env=environment, capture_output=True, encoding="cp1252")


def test_the_names_that_windows_lacks_are_known() -> None:
    assert {"pread", "fork", "geteuid", "killpg", "O_NOFOLLOW"} <= windows.find_missing(os)
    assert {"SIGKILL", "SIGHUP", "alarm"} <= windows.find_missing(signal)
    portable = {"replace", "stat", "fstat", "getpid", "path", "environ", "O_RDONLY", "SIGINT"}
    assert not portable & (windows.find_missing(os) | windows.find_missing(signal))


def test_a_site_is_built_without_functions_of_posix(built: Folders, tmp_path: Path) -> None:
    output, work = str(tmp_path / "dist"), str(tmp_path / "work")
    folders_in(tmp_path, built.docs)
    options = ("--output", output, "--work", work, *THEME_OPTION)
    done = run_on_windows("build", str(built.docs), *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert read_files(tmp_path / "dist") == read_files(built.output)


def test_separators_of_windows_change_no_file(built: Folders, tmp_path: Path) -> None:
    docs = WindowsPath(copy_site(tmp_path))
    assert str(docs / "guide" / "start.md").endswith("\\docs\\guide\\start.md")
    local = folders_in(tmp_path, docs)
    # Node, which reads the work folder, has the paths of this system.
    folders = Folders(docs, local.theme, WindowsPath(local.output), local.work)
    assert build_site(folders).problems == ()
    assert read_files(folders.output) == read_files(built.output)


def test_characters_that_the_output_cannot_encode_are_escaped() -> None:
    code = "from docsite import cli\ntry: cli.main(['--version'])\nfinally: print(chr(0x8336))"
    command = [sys.executable, "-X", "utf8=0", "-c", code]
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="cp1252")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "\\u8336")


def test_the_names_of_translations_may_have_separators_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = copy_site(tmp_path)
    monkeypatch.setattr(translations, "PurePath", PureWindowsPath)
    site = load_site(docs)
    changed = translations.record_translations(docs, site, ["zh\\guide\\start.md"])
    assert changed == translations.record_translations(docs, site, ["zh/guide/start.md"])


def find_calls() -> Iterator[tuple[str, ast.Call]]:
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{file.relative_to(ROOT).as_posix()}:{node.lineno}", node


def test_text_files_have_the_same_encoding_and_line_endings_on_every_system() -> None:
    """Without `newline`, Windows writes carriage returns. Without `encoding`, it isn't UTF-8."""
    needed = {
        ".write_text": {"encoding", "newline"},
        ".read_text": {"encoding"},
        "subprocess.run": {"encoding"},
    }
    wrong: list[str] = []
    for place, call in find_calls():
        given_names = {keyword.arg for keyword in call.keywords}
        function = ast.unparse(call.func)
        wrong += [
            place
            for name, keywords in needed.items()
            if function.endswith(name) and keywords - given_names
        ]
    assert wrong == []


def test_page_names_that_other_systems_cannot_store_are_reported() -> None:
    names = ["a:b.md", "guide/con.md", "aux", "end./a.md", "LPT1.svg", 'what?"*.md', "a\\b.md"]
    assert [problem.file for problem in check_names(names)] == sorted(names)
    assert list(check_names(["guide/console.md", "zh/a-b_c.md", "com.md", "a.b/茶.md"])) == []


def test_page_names_that_differ_only_in_case_are_reported() -> None:
    found = list(check_names(["Start.md", "start.md", "caf\u00e9.md", "cafe\u0301.md"]))
    assert [problem.file for problem in found] == ["café.md", "start.md"]
    assert all("the same file" in problem.message for problem in found)


@given(st.lists(st.sampled_from(["con", "guide", "a:b", "Guide", "x."]), min_size=1, max_size=4))
def test_a_name_is_portable_if_each_of_its_segments_is(segments: list[str]) -> None:
    invalid = {"con", "a:b", "x."} & set(segments)
    assert bool(list(check_names(["/".join(segments)]))) == bool(invalid)


def test_a_built_site_has_only_portable_names(built: Folders) -> None:
    assert list(check_names(read_files(built.output))) == []
