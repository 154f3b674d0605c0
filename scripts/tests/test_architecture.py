"""Python imports follow the table in ARCHITECTURE.md. dependency-cruiser checks TypeScript."""

import re
import subprocess
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


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES.values(), cache_dir=None)


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_folder_only_imports_folders_in_its_row(folder: str, graph: grimp.ImportGraph) -> None:
    package = PACKAGES[folder]
    modules = {package, *graph.find_descendants(package)}
    found = {name for module in modules for name in graph.find_modules_directly_imported_by(module)}
    folders = {
        other for other, root in PACKAGES.items() if root in {n.split(".")[0] for n in found}
    }
    assert folders - {folder} <= TABLE[folder]


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_row_lists_no_python_folder_that_is_not_imported(
    folder: str, graph: grimp.ImportGraph
) -> None:
    named = [PACKAGES[name] for name in TABLE[folder] if name in PACKAGES]
    unused = [
        name
        for name in named
        if not graph.direct_import_exists(
            importer=PACKAGES[folder], imported=name, as_packages=True
        )
    ]
    assert unused == []


def test_the_table_has_a_row_for_every_folder_with_code_and_no_others() -> None:
    files = subprocess.run(
        ["git", "ls-files", "*.py", "*.ts", "*.tsx", "*.css"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    folders = {file.split("/")[0] for file in files if "/" in file}
    assert {row.split("/")[0] for row in TABLE} == folders
    assert [row for row in TABLE if not (ROOT / row).is_dir()] == []


@pytest.mark.parametrize(
    "folder", ["generator", "contracts", "design", "scripts", "harness", "benchmarks"]
)
def test_a_readme_lists_the_imports_of_its_row_and_an_entry_point(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^Imports: (.+?)\. Entry point: ", text, re.MULTILINE)
    assert found, f"{folder}/README.md doesn't say what it imports"
    assert set(re.findall(r"`([^`]+)`", found[1])) == TABLE[folder]
