"""Creates a release on GitHub, with its files: `make release-page TAG=v1.2.3`."""

from __future__ import annotations

import subprocess
import sys

from scripts.release.artifacts import RELEASE
from scripts.release.versions import CHANGELOG, read_notes


def main(tag: str) -> int:
    notes = read_notes(CHANGELOG.read_text(encoding="utf-8"), tag.removeprefix("v"))
    files = sorted(str(file) for file in RELEASE.rglob("*") if file.is_file())
    command = ["gh", "release", "create", tag, "--verify-tag", "--title", tag, "--notes-file", "-"]
    return subprocess.run([*command, *files], input=notes, text=True).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
