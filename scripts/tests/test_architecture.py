"""Imports follow the table in ARCHITECTURE.md, and the table lists no others.

dependency-cruiser, which reads the same table, checks that TypeScript and JavaScript files import
nothing else.
"""

import json
import os
import re
import subprocess
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "generator": "docsite",
    "collector": "collector",
    "harness": "harness",
    "scripts": "scripts",
    "benchmarks": "benchmarks",
    "tests": "tests",
}
"""The Python package of each folder that has one."""
ROW = re.compile(r"^\| `([\w/-]+)` +\|[^|]+\|([^|]+)\|$", re.MULTILINE)
TABLE = {
    folder: set(re.findall(r"`([^`]+)`", imports))
    for folder, imports in ROW.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
}
CODE_FOLDERS = sorted({*TABLE} - {"docs"})
"""The samples in `docs` import packages by their names; compiling them checks that."""
CSS_IMPORT = re.compile(r"""^@import\s+(?:url\()?["']([^"']+)""", re.MULTILINE)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES.values(), cache_dir=None)


@pytest.fixture(scope="module")
def script_imports() -> list[tuple[str, str]]:
    """Each import in TypeScript, JavaScript and CSS: the importing file and the imported one."""
    folders = sorted({row.split("/")[0] for row in CODE_FOLDERS})
    command = ["node_modules/.bin/depcruise", "--output-type", "json", *folders]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    found = [
        (module["source"], dependency["resolved"])
        for module in json.loads(output)["modules"]
        for dependency in module["dependencies"]
    ]
    return [*found, *find_css_imports()]


@cache
def find_css_imports() -> list[tuple[str, str]]:
    """Imports between stylesheets, which dependency-cruiser doesn't follow."""
    return [
        (file, os.path.normpath(Path(file).parent / target))
        for file in list_files("*.css")
        for target in CSS_IMPORT.findall((ROOT / file).read_text(encoding="utf-8"))
    ]


def list_files(*patterns: str) -> list[str]:
    command = ["git", "ls-files", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def list_python_imports(folder: str, graph: grimp.ImportGraph) -> set[str]:
    """The folders whose Python packages are imported by that of a folder."""
    return {
        other
        for other, package in PACKAGES.items()
        if folder in PACKAGES
        and other != folder
        and graph.direct_import_exists(
            importer=PACKAGES[folder], imported=package, as_packages=True
        )
    }


@pytest.mark.parametrize("folder", PACKAGES)
def test_python_code_only_imports_folders_in_its_row(folder: str, graph: grimp.ImportGraph) -> None:
    assert list_python_imports(folder, graph) <= TABLE[folder]


@pytest.mark.parametrize("folder", TABLE)
def test_a_stylesheet_only_imports_from_folders_in_its_row(folder: str) -> None:
    allowed = tuple(f"{name}/" for name in (folder, *TABLE[folder]))
    found = [pair for pair in find_css_imports() if pair[0].startswith(f"{folder}/")]
    assert [pair for pair in found if not pair[1].startswith(allowed)] == []


@pytest.mark.parametrize("folder", CODE_FOLDERS)
def test_a_row_lists_only_folders_that_its_code_imports(
    folder: str, graph: grimp.ImportGraph, script_imports: list[tuple[str, str]]
) -> None:
    sources = f"{folder}/src/" if folder.startswith("packages/") else f"{folder}/"
    targets = [target for source, target in script_imports if source.startswith(sources)]
    imported = list_python_imports(folder, graph)
    named = {name for name in TABLE[folder] if (ROOT / name).is_dir()}
    assert folder.startswith("packages/") or named == TABLE[folder], "a folder doesn't exist"
    used = {name for name in named if any(target.startswith(f"{name}/") for target in targets)}
    assert named - used - imported == set()


def test_the_table_has_a_row_for_every_folder_with_code_and_no_others() -> None:
    files = list_files("*.py", "*.ts", "*.tsx", "*.css")
    folders = {file.split("/")[0] for file in files if "/" in file}
    assert {row.split("/")[0] for row in TABLE} == folders
    assert [row for row in TABLE if not (ROOT / row).is_dir()] == []


@pytest.mark.parametrize("folder", [row for row in CODE_FOLDERS if "/" not in row])
def test_a_readme_lists_the_imports_of_its_row_and_an_entry_point(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^Imports: ([^.]+)\.\s+Entry points?:\s", text, re.MULTILINE)
    assert found, f"{folder}/README.md doesn't say what it imports"
    assert set(re.findall(r"`([^`]+)`", found[1])) == TABLE[folder]


def test_the_readme_of_the_packages_refers_to_their_rows_and_names_the_entry_point() -> None:
    text = (ROOT / "packages/README.md").read_text(encoding="utf-8")
    head = " ".join(text.partition("\n## ")[0].split())
    assert "(../ARCHITECTURE.md#layout)" in head
    assert "Entry point: `src/index.ts`" in head
    rows = [row for row in TABLE if row.startswith("packages/")]
    assert [row for row in rows if not (ROOT / row / "src/index.ts").is_file()] == []
