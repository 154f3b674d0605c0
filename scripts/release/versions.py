"""Bumps versions according to the changesets, and updates the changelog: `make release-version`.

With `--tag v1.2.3`, it only checks that the tag matches the version: `make release-tag`.

`changeset version` bumps all `package.json` files. Python packages have one too, and its version is
copied to their `pyproject.toml`. The text of each changeset becomes a line in `CHANGELOG.md`.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from harness.packages import load_manifest
from harness.paths import BIN, ROOT
from scripts.release.artifacts import PYTHON_PROJECTS, read_commit_time

CHANGELOG = ROOT / "CHANGELOG.md"
CHANGESETS = ROOT / ".changeset"

_UNRELEASED = "## Unreleased\n"
_ANNOUNCEMENT = re.compile(r"^This will be .*\n\n?", re.MULTILINE)
_VERSION = re.compile(r'^version = "[^"]*"', re.MULTILINE)
_CHANGESET = re.compile(r"\A---\n(?P<packages>.*?)---\n(?P<text>.*)\Z", re.DOTALL)
_PACKAGE = re.compile(r"""^["']?(?P<name>[^"':]+)["']?:""", re.MULTILINE)


@dataclass(frozen=True)
class Change:
    """A changeset: the packages that changed, and the text for the changelog."""

    packages: tuple[str, ...]
    text: str

    def render(self) -> str:
        names = ", ".join(f"`{name}`" for name in self.packages)
        text = self.text.replace("\n", "\n  ")
        return f"- {names}: {text}\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag")
    tag = parser.parse_args(arguments).tag
    return check_tag(tag) if tag else raise_versions()


def check_tag(tag: str) -> int:
    """Fails if the tag or the changelog doesn't match the version of this commit."""
    version = load_manifest("core")["version"]
    if tag != f"v{version}":
        print(f"The tag is {tag}, but this commit is version {version}.", file=sys.stderr)
        return 1
    read_notes(CHANGELOG.read_text(encoding="utf-8"), version)
    return 0


def raise_versions() -> int:
    changes = load_changes(CHANGESETS)
    if changes:
        subprocess.run([BIN / "changeset", "version"], cwd=ROOT, check=True)
    for project in PYTHON_PROJECTS:
        copy_version(ROOT / project)
    version = load_manifest("core")["version"]
    date = datetime.fromtimestamp(read_commit_time(), UTC).date().isoformat()
    text = CHANGELOG.read_text(encoding="utf-8")
    CHANGELOG.write_text(date_changelog(text, version, date, changes), encoding="utf-8")
    print(f"Version {version}, dated {date}, from {len(changes)} changesets.")
    print(f"Review and commit the diff. Once it is merged into main, push the tag v{version}.")
    return 0


def load_changes(folder: Path) -> list[Change]:
    """The changesets, in the order of their file names."""
    files = sorted(file for file in folder.glob("*.md") if file.name != "README.md")
    return [parse_change(file.read_text(encoding="utf-8"), file.name) for file in files]


def parse_change(source: str, name: str) -> Change:
    match = _CHANGESET.match(source)
    packages = tuple(_PACKAGE.findall(match["packages"])) if match else ()
    if not match or not packages or not match["text"].strip():
        raise SystemExit(
            f".changeset/{name} needs packages between two --- lines and a text below them. "
            "Create it with `changeset add`."
        )
    return Change(packages, match["text"].strip())


def copy_version(project: Path) -> None:
    """Copies the version of `package.json` to `pyproject.toml`."""
    version = json.loads((project / "package.json").read_text(encoding="utf-8"))["version"]
    file = project / "pyproject.toml"
    text = _VERSION.sub(f'version = "{version}"', file.read_text(encoding="utf-8"), count=1)
    file.write_text(text, encoding="utf-8")


def date_changelog(text: str, version: str, date: str, changes: Sequence[Change]) -> str:
    """Turns the unreleased lines and the changesets into the section of a version."""
    if f"\n## {version} - " in text:
        raise SystemExit(
            f"CHANGELOG.md already has {version}. Add a changeset first: `changeset add`."
        )
    before, heading, after = text.partition(_UNRELEASED)
    if not heading:
        raise SystemExit("CHANGELOG.md has no line “## Unreleased”.")
    unreleased, separator, older = after.partition("\n## ")
    body = _ANNOUNCEMENT.sub("", unreleased).strip()
    lines = "".join(change.render() for change in changes)
    parts = [part for part in (body, lines.strip()) if part]
    section = f"## {version} - {date}\n\n" + "\n\n".join(parts) + "\n"
    return f"{before}{heading}\n{section}{separator}{older}"


def read_notes(text: str, version: str) -> str:
    """The section of a version."""
    _, heading, after = text.partition(f"\n## {version} - ")
    if not heading:
        raise SystemExit(f"CHANGELOG.md has no section for {version}. Run `make release-version`.")
    _, _, rest = after.partition("\n")
    return rest.partition("\n## ")[0].strip() + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
