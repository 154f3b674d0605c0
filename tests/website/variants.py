"""The site built with other settings, and what all such builds have in common."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from docsite.build import Folders, build_site
from scripts.try_collector import replace_analytics
from tests.website.conftest import ROOT


def warm_work(folder: Path) -> Path:
    """A new work folder that begins with what the build of the site itself has made."""
    work = folder / "work"
    shutil.copytree(ROOT / "build/theme", work / "theme")
    shutil.copy(ROOT / "build/cache.sqlite", work)
    return work


def build_variant(folder: Path, change: Callable[[Path], None]) -> Path:
    """Builds a changed copy of the docs; `change` is given the copy, and the site is returned."""
    docs = folder / "docs"
    for beside in ("demos", "live"):
        (folder / beside).symlink_to(ROOT / beside)
    shutil.copytree(ROOT / "docs", docs, ignore=shutil.ignore_patterns("tests"))
    change(docs)
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    site = build_site(folders, is_compressed=False)
    assert [problem for problem in site.problems if problem.severity == "error"] == []
    return folders.output


def prepend(path: Path, text: str) -> None:
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


def set_analytics(docs: Path, config: str) -> None:
    """Replaces what the site says about analytics; an empty text leaves no such section."""
    file = docs / "site.toml"
    file.write_text(replace_analytics(file.read_text(encoding="utf-8"), config), encoding="utf-8")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
