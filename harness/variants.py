"""The site of this repository, built from a changed copy of its docs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from docsite.build import Folders, build_site
from harness.paths import ROOT

_COPIED = ("docs", "build", "dist")
"""What a copy of the checkout has itself or doesn't need; everything else in it is a link."""
_ANALYTICS = re.compile(r"^\[analytics[.\]].*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def warm_work(folder: Path) -> Path:
    """The work folder of a build. It starts with the results of `make build`, if there are any."""
    work = folder / "work"
    if not work.exists() and (ROOT / "build/cache.sqlite").exists():
        shutil.copytree(ROOT / "build/theme", work / "theme")
        shutil.copy(ROOT / "build/cache.sqlite", work)
    return work


def copy_docs(folder: Path) -> Path:
    """A copy of the docs that may be changed, in a new folder.

    Pages name files outside of the docs, so links to the rest of the checkout are next to it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for entry in ROOT.iterdir():
        if entry.name not in _COPIED and not entry.name.startswith(".git"):
            (folder / entry.name).symlink_to(entry)
    return shutil.copytree(ROOT / "docs", folder / "docs")


def build_variant(folder: Path, change: Callable[[Path], None]) -> Path:
    """Builds the site after `change` was called with a copy of the docs; returns its folder."""
    docs = copy_docs(folder / "checkout")
    change(docs)
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    site = build_site(folders, is_compressed=False)
    assert [problem for problem in site.problems if problem.severity == "error"] == []
    return folders.output


def replace_analytics(text: str, config: str) -> str:
    """A `site.toml` with another section about analytics, or without one."""
    return _ANALYTICS.sub("", text) + config


def set_analytics(docs: Path, config: str) -> None:
    """Replaces what the site says about analytics; an empty string leaves no such section."""
    file = docs / "site.toml"
    file.write_text(replace_analytics(file.read_text(encoding="utf-8"), config), encoding="utf-8")


def prepend(path: Path, text: str) -> None:
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
