"""Finds fixed sleeps in tests, which are too short on a busy machine and too long on others."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from scripts.quality.repository import load_files

_SLEEPS = {"sleep", "wait_for_timeout"}
_REASON = re.compile(r"# simulates \w+")
"""Marks a delay that is part of the test, such as a slow server."""
_PROMISE = re.compile(r"\(?(\w+)\)?\s*=>\s*\{?\s*setTimeout\(\s*\1\s*,(?!\s*0\b)")
_SCRIPTS = {".js", ".mjs", ".ts", ".tsx"}
_ADVICE = "Wait for a condition, or use a clock that the test controls."


def is_test(file: PurePosixPath) -> bool:
    is_in_folder = not {"tests", "harness"}.isdisjoint(file.parts)
    return is_in_folder or file.name.startswith(("test_", "conftest.")) or ".test." in file.name


def check_text(file: PurePosixPath, text: str) -> list[str]:
    """One problem per line that sleeps."""
    found = {*_find_promises(text), *(_find_calls(text) if file.suffix == ".py" else ())}
    lines = text.splitlines()
    return [
        f"{file}:{line}: a fixed sleep. {_ADVICE}"
        for line in sorted(found)
        if not _REASON.search(lines[line - 1])
    ]


def _find_promises(text: str) -> Iterator[int]:
    """Promises that only a timer resolves. Without a delay they wait for the next task."""
    for match in _PROMISE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1


def _find_calls(text: str) -> Iterator[int]:
    pending: list[tuple[ast.AST, bool]] = [(ast.parse(text), False)]
    while pending:
        node, is_polling = pending.pop()
        if isinstance(node, ast.While):
            is_polling = True
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            is_polling = False
        elif isinstance(node, ast.Call) and not is_polling and _is_sleep(node):
            yield node.lineno
        pending += [(child, is_polling) for child in ast.iter_child_nodes(node)]


def _is_sleep(call: ast.Call) -> bool:
    function = call.func
    name = getattr(function, "attr", getattr(function, "id", ""))
    is_turn = [ast.unparse(value) for value in call.args] == ["0"]
    return name in _SLEEPS and not is_turn


def main() -> int:
    problems = [
        problem
        for file in load_files()
        if is_test(file) and file.suffix in {".py", *_SCRIPTS} and Path(file).is_file()
        for problem in check_text(file, Path(file).read_text(encoding="utf-8"))
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
