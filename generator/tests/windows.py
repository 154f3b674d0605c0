"""Runs docsite without the functions that Python lacks on Windows: `python windows.py build docs`.

Only for docsite itself: the standard library of this system needs them.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import mypy

TYPESHED = Path(mypy.__file__).parent / "typeshed/stdlib"


def find_missing(module: ModuleType) -> frozenset[str]:
    """Returns the public names of a module that are missing on Windows, according to mypy's
    types."""
    folder = TYPESHED / module.__name__
    file = folder / "__init__.pyi" if folder.is_dir() else folder.with_suffix(".pyi")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    public = {name for name in dir(module) if not name.startswith("_")}
    return frozenset(public - set(_names_on_windows(tree.body)) - set(sys.stdlib_module_names))


def _names_on_windows(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.If():
                yield from _names_on_windows(_choose(node))
            case ast.FunctionDef() | ast.ClassDef():
                yield node.name
            case ast.AnnAssign(target=ast.Name(name)):
                yield name
            case ast.Assign():
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))
            case ast.Import() | ast.ImportFrom():
                yield from (alias.asname or alias.name for alias in node.names)


def _choose(node: ast.If) -> list[ast.stmt]:
    """Returns the statements of a condition that apply on Windows, in any version of Python."""
    match ast.unparse(node.test):
        case "sys.platform == 'win32'":
            return node.body
        case test if "sys.platform == " in test or "sys.platform != 'win32'" in test:
            return node.orelse
        case _:
            return [*node.body, *node.orelse]


def hide_missing(module: ModuleType) -> None:
    missing = find_missing(module)

    class OnWindows(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            caller = str(sys._getframe(1).f_globals.get("__name__", ""))
            if name in missing and caller.partition(".")[0] == "docsite":
                raise AttributeError(f"there is no {module.__name__}.{name} on Windows")
            return super().__getattribute__(name)

    module.__class__ = OnWindows


if __name__ == "__main__":
    for each in (os, signal):
        hide_missing(each)
    from docsite.cli import main

    sys.exit(main(sys.argv[1:]))
