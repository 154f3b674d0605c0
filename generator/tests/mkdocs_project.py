"""A small MkDocs project with a page for each case, and the files that the pages link to or
include."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from docsite.importing.mkdocs import Imported, import_mkdocs
from docsite.records import SiteConfig
from docsite.site.config import load_config

CONFIG = """\
site_name: Kettle
site_description: Boils water
site_url: https://kettle.example/docs/
repo_url: https://git.example/tea/kettle
edit_uri: edit/trunk/docs/
theme:
  name: material
  palette: { primary: teal }
  logo: img/logo.svg
plugins:
  - search
  - macros
  - redirects:
      redirect_maps:
        old.md: guide/Brew_Tea.md
        older.md: guide/Brew_Tea.md#milk
        gone.md: https://elsewhere.example/
markdown_extensions:
  - pymdownx.snippets: { base_path: [snippets], auto_append: [shared.md] }
  - attr_list
  - pymdownx.keys
  - pymdownx.mark
  - pymdownx.caret
  - pymdownx.tilde
  - pymdownx.magiclink
  - pymdownx.arithmatex
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
"""

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>'

FILES: Mapping[str, str] = {
    "docs/index.md": "# Kettle\n\nBoils water.\n",
    "docs/guide/Brew_Tea.md": (
        "# Brew tea\n\nWith water.\n\n## With milk? { #milk }\n\nSome.\n\n## Milk_2\n\nMore.\n"
    ),
    "docs/files/manual one.pdf": "%PDF",
    "snippets/shared.md": (
        "[shared link]: ../docs/guide/Brew_Tea.md\n"
        "[unused]: https://x.example/\n"
        "\n"
        "*[SPA]: Shared page\n"
    ),
    "snippets/note.md": "A shared [page](../docs/guide/Brew_Tea.md).\n",
    "snippets/boil.py": (
        "import kettle\n\n# --8<-- [start:boil]\nkettle.boil()\n# --8<-- [end:boil]\n"
    ),
}


def write_project(folder: Path, pages: Mapping[str, str], config: str = CONFIG) -> Path:
    """`pages` is keyed by path in the project."""
    files = {"mkdocs.yml": config, **FILES, "docs/img/logo.svg": SVG, **pages}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def import_pages(
    folder: Path, pages: Mapping[str, str], config: str = CONFIG
) -> tuple[Imported, SiteConfig]:
    result = import_mkdocs(write_project(folder / "kettle", pages, config), folder / "new")
    return result, load_config(result.target)


def read_page(imported: Imported, name: str) -> str:
    return (imported.target / name).read_text(encoding="utf-8")
