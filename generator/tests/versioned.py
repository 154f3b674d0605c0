"""A site with three versions: the current one, a Git tag and a folder."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from generator.tests.support import append, copy_site, edit

VERSIONS = """
[[versions]]
label = "3.x"

[[versions]]
label = "2.x"
path = "/v2/"
ref = "v2.0"

[[versions]]
label = "1.x"
path = "/v1/"
folder = "../first"
"""

SIDEBAR = '"/guide/pour.html"]'


def git(folder: Path, *arguments: str) -> None:
    settings = ("user.name=A", "user.email=a@kettle.example", "commit.gpgsign=false")
    options = [part for setting in settings for part in ("-c", setting)]
    subprocess.run(["git", *options, *arguments], cwd=folder, check=True, capture_output=True)


def create_versions(folder: Path) -> Path:
    """Creates the site in an empty folder, and returns the docs folder of the current version.

    All versions have guide/start. Only 1.x and 2.x have guide/steam, and only 3.x has guide/milk.
    In 3.x, guide/pour was renamed to guide/serve.
    """
    docs = copy_site(folder)
    _add_page(docs, "steam", "Let off the steam.")
    shutil.copytree(docs, folder / "first")
    append(folder / "first/guide/start.md", "\nFill the samovar.\n")
    append(docs / "guide/start.md", "\nFill the percolator.\n")
    git(folder, "init", "-q")
    git(folder, "add", "docs")
    git(folder, "commit", "-qm", "Release 2.0")
    git(folder, "tag", "v2.0")
    _release_next(docs)
    append(docs / "site.toml", VERSIONS)
    return docs


def _release_next(docs: Path) -> None:
    (docs / "guide/steam.md").unlink()
    edit(docs / "site.toml", "/guide/steam.html", "/guide/milk.html")
    _write_page(docs, "milk", "Add milk.")
    edit(docs / "guide/start.md", "Fill the percolator.", "Fill the thermos.")
    edit(docs / "site.toml", "/guide/pour.html", "/guide/serve.html")
    for prefix in ("", "zh/"):
        (docs / prefix / "guide/pour.md").rename(docs / prefix / "guide/serve.md")
        moved = f'redirect_from = ["/{prefix}guide/pour.html"]\n+++\n\n#'
        edit(docs / prefix / "guide/serve.md", "+++\n\n#", moved)


def _add_page(docs: Path, name: str, text: str) -> None:
    edit(docs / "site.toml", SIDEBAR, SIDEBAR.replace("]", f', "/guide/{name}.html"]'))
    _write_page(docs, name, text)


def _write_page(docs: Path, name: str, text: str) -> None:
    head = f'+++\nsummary = "{text}"\n+++\n\n# {name.capitalize()} {{#{name}}}\n'
    (docs / f"guide/{name}.md").write_text(f"{head}\n{text}\n", encoding="utf-8")
