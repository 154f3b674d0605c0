"""Production files and functions are short, and docsite has few top-level modules."""

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 40
MAX_MODULES = 24
"""Folders and files at the top level of docsite."""


def is_production(name: str) -> bool:
    path = Path(name)
    is_test = "tests" in path.parts or ".test." in path.name or path.name == "conftest.py"
    return not is_test and ".gen." not in path.name and not name.startswith("docs/reference/")


FILES = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "*.py", "*.ts", "*.tsx", "*.mjs", "*.vue"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    if is_production(name) and (ROOT / name).is_file()
]


def test_no_production_file_is_too_long() -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in FILES}
    long = {path: count for path, count in lines.items() if count > MAX_FILE_LINES}
    assert len(lines) > 300
    assert long == {}


@pytest.mark.parametrize("folder", ["generator", "collector", "scripts", "harness", "benchmarks"])
def test_no_python_function_is_too_long(folder: str) -> None:
    paths = [path for path in FILES if path.is_relative_to(ROOT / folder) and path.suffix == ".py"]
    functions = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    }
    assert functions
    assert {name: n for name, n in functions.items() if n > MAX_FUNCTION_LINES} == {}


def test_docsite_has_few_top_level_modules() -> None:
    modules = [
        path
        for path in (ROOT / "generator/src/docsite").iterdir()
        if (path.suffix == ".py" or path.is_dir()) and not path.name.startswith("__")
    ]
    assert 1 < len(modules) <= MAX_MODULES
