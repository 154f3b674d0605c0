"""Removes the notes that nothing is published yet, at the first release: `make release-version`.

The switch is the table `[[code_notes]]` of `docs/site.toml`. Tests check that the documentation of
docsite and all READMEs say the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from harness.paths import ROOT
from scripts.docs.readme import ORIGINAL, TRANSLATION, record

SWITCH = "docs/site.toml"

_MARKDOWN = re.compile(
    r"<!-- until the first release -->\n.*?<!-- from the first release on\n(?P<shown>.*?)-->\n\n",
    re.DOTALL,
)
_TOML = re.compile(
    r"# --- Until the first release -+\n.*?(?P<shown>)(?=^# --- |\Z)", re.DOTALL | re.MULTILINE
)


def list_files(root: Path) -> Sequence[Path]:
    """The files with notes that nothing is published yet."""
    names = ("README.md", "README.*.md", "packages/*/README.md", "generator/README.md")
    configs = (root / SWITCH, root / "generator/docs/site.toml")
    return (*configs, *sorted(path for name in names for path in root.glob(name)))


def publish(text: str) -> str:
    """Replaces each note with what a release shows instead."""
    for pattern in (_MARKDOWN, _TOML):
        text = pattern.sub(lambda found: f"{found['shown']}\n" if found["shown"] else "", text)
    return text


def remove_notes(root: Path) -> None:
    original, translation = root / ORIGINAL, root / TRANSLATION
    before = original.read_text(encoding="utf-8")
    for file in list_files(root):
        text = file.read_text(encoding="utf-8")
        file.write_text(publish(text), encoding="utf-8", newline="\n")
    after = original.read_text(encoding="utf-8")
    if after != before:
        text = record(after, translation.read_text(encoding="utf-8"))
        translation.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    remove_notes(ROOT)
