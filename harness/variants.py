"""The site of this repository, built from a changed copy of its docs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from docsite.build import Folders, build_site
from harness.paths import ROOT

_COPIED = ("docs", "build", "dist")
"""Folders that a copy of the checkout has itself or doesn't need. The others are symlinks."""
_ANALYTICS = re.compile(r"^\[analytics[.\]].*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def warm_work(folder: Path) -> Path:
    """Returns the work folder of a build, initialized with the results of `make build` if any."""
    work = folder / "work"
    if not work.exists() and (ROOT / "build/cache.sqlite").exists():
        shutil.copytree(ROOT / "build/theme", work / "theme")
        shutil.copy(ROOT / "build/cache.sqlite", work)
    return work


def copy_docs(folder: Path) -> Path:
    """Copies the docs into a new folder, so that tests can change them.

    Pages include files outside the docs, so symlinks to the rest of the checkout are next to it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for entry in ROOT.iterdir():
        if entry.name not in _COPIED and not entry.name.startswith(".git"):
            (folder / entry.name).symlink_to(entry)
    return shutil.copytree(ROOT / "docs", folder / "docs")


def build_variant(folder: Path, change: Callable[[Path], None]) -> Path:
    """Calls `change` with a copy of the docs, builds the site and returns its folder."""
    docs = copy_docs(folder / "checkout")
    change(docs)
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    site = build_site(folders, is_compressed=False)
    assert [problem for problem in site.problems if problem.severity == "error"] == []
    return folders.output


def replace_analytics(text: str, config: str) -> str:
    """Replaces the analytics section of a `site.toml`."""
    return _ANALYTICS.sub("", text) + config


def set_analytics(docs: Path, config: str) -> None:
    """Replaces the analytics section of the site. An empty string removes it."""
    file = docs / "site.toml"
    file.write_text(replace_analytics(file.read_text(encoding="utf-8"), config), encoding="utf-8")


def prepend(path: Path, text: str) -> None:
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
