"""The rule for directory names: kebab-case, except where a tool or Python decides."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import PurePosixPath

from scripts.quality.repository import load_files

_KEBAB = re.compile(r"\.?[a-z0-9]+(-[a-z0-9]+)*")
_SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_REQUIRED = frozenset({"ISSUE_TEMPLATE"})
"""Names that GitHub requires."""
_DUNDER = re.compile(r"__[a-z]+__")


def check_directory_names(files: Iterable[PurePosixPath]) -> list[str]:
    """One problem per directory with an invalid name, each with a suggestion."""
    paths = list(files)
    packages = {path.parent for path in paths if path.name == "__init__.py"}
    directories = {parent for path in paths for parent in path.parents if parent.name}
    return [
        problem
        for directory in sorted(directories)
        for problem in _check_directory(directory, is_package=directory in packages)
    ]


def _check_directory(directory: PurePosixPath, *, is_package: bool) -> list[str]:
    name = directory.name
    if _DUNDER.fullmatch(name) or name in _REQUIRED:
        return []  # named by a tool, such as __snapshots__
    if is_package:
        if _SNAKE.fullmatch(name):
            return []
        better = directory.with_name(_join_words(name, "_"))
        return [f"{directory}/ is a Python package. Give it a snake_case name: {better}/"]
    if _KEBAB.fullmatch(name):
        return []
    better = directory.with_name(_join_words(name, "-"))
    return [f"{directory}/ is not kebab-case. Rename it: {better}/"]


def _join_words(name: str, separator: str) -> str:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
    return separator.join(re.findall(r"[a-z0-9]+", spaced)) or "name"


def main() -> int:
    problems = check_directory_names(load_files())
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
