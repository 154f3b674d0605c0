"""Builds a release in two clones and compares the bytes: `make release-reproducible`.

The clones have different paths, time zones and locales. They don't contain uncommitted changes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.paths import ROOT
from scripts.release.artifacts import CHECKSUMS

_MACHINES = {
    "first": {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"},
    "second/and-deeper": {"TZ": "America/St_Johns", "LC_ALL": "C"},
}


def main() -> int:
    with TemporaryDirectory(prefix="release-") as name:
        first, second = (
            build(Path(name) / path, variables) for path, variables in _MACHINES.items()
        )
    different = compare(first, second)
    for file in different:
        print(f"{file} differs between two builds of the same commit.", file=sys.stderr)
    print(f"Compared {len(first)} files. {len(different)} of them differ.")
    return 1 if different else 0


def build(folder: Path, variables: dict[str, str]) -> dict[str, str]:
    """The checksums of a release, by file."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    command = ["make", "--silent", "setup", "release-artifacts"]
    environment = {**os.environ, **variables}
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return parse_checksums((folder / CHECKSUMS.relative_to(ROOT)).read_text(encoding="utf-8"))


def parse_checksums(text: str) -> dict[str, str]:
    return {file: digest for digest, file in (line.split("  ", 1) for line in text.splitlines())}


def compare(first: dict[str, str], second: dict[str, str]) -> list[str]:
    """The files that differ, or that only one of the builds has."""
    return sorted(
        file for file in first.keys() | second.keys() if first.get(file) != second.get(file)
    )


if __name__ == "__main__":
    sys.exit(main())
