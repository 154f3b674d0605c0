"""Small sites for tests: a right one, and what makes it wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

from docsite.config import load_config
from docsite.records import SiteConfig

SITES = Path(__file__).parent / "sites"
FIXTURES = Path(__file__).parent / "fixtures"
ROOT = Path(__file__).resolve().parents[2]


def copy_site(folder: Path, case: str = "good") -> Path:
    """The right site with the files of a case laid over it."""
    docs = folder / "docs"
    for name in dict.fromkeys(("good", case)):
        shutil.copytree(SITES / name, docs, dirs_exist_ok=True)
    return docs


def good_config() -> SiteConfig:
    return load_config(SITES / "good")
