"""Reduces pages of the built site to bare HTML and CSS, optionally with a minimal React bundle."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from docsite.emit.compress import compress_files
from docsite.emit.site_files import document_name
from docsite.hosts import RECORD_FILE
from docsite.node.theme import find_node
from docsite.site.routes import folder_of
from harness.bundles import BundleError
from harness.paths import ROOT

SOURCES = ROOT / "benchmarks" / "site"
SCRIPT = "bare.js"
STYLE = "bare.css"
_RECORD = "module.exports="
"""Precedes the record in a page script."""

BUTTON = '<button type="button" disabled="">0</button>'
"""The HTML that bare.tsx hydrates."""


def write_bundle(folder: Path) -> Path:
    """Bundles the script of the bare React page with the settings of the theme."""
    command = [find_node(ROOT / "theme"), str(SOURCES / "build-bare.mjs"), str(folder.resolve())]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise BundleError(f"Rspack failed:\n{result.stdout}{result.stderr}")
    return folder / SCRIPT


def write_bare_pages(folder: Path, dist: Path, paths: Iterable[str], *, script: str = "") -> None:
    """Writes bare versions of pages, with compressed copies, so that they can be served."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = [load_page(dist, path) for path in paths]
    for page in pages:
        file = folder / document_name(page["path"])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(render_bare_page(page, pages, script), encoding="utf-8")
    shutil.copy(SOURCES / STYLE, folder)
    shutil.copy(dist / RECORD_FILE, folder)
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    compress_files(files, shared=files)


def load_page(dist: Path, path: str) -> Mapping[str, Any]:
    """Reads the record of a page from its script."""
    folders = _load_json(dist / "build.json")["folders"]
    table = _load_json(dist / f"assets/routes/{folders[folder_of(path)]}.json")
    entry = table["pages"][path]
    file = dist / f"assets/js/{entry['number']}.{entry['hash']}.js"
    _, _, rest = file.read_text(encoding="utf-8").partition(_RECORD)
    record: Mapping[str, Any] = json.JSONDecoder().raw_decode(rest)[0]
    return record


def _load_json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def render_bare_page(
    page: Mapping[str, Any], others: Iterable[Mapping[str, Any]], script: str
) -> str:
    """Renders the text of a page, links to the other pages, and the script, if any."""
    links = " ".join(
        f'<a href="{other["path"]}">{escape(other["title"])}</a>'
        for other in others
        if other is not page
    )
    tag = f'<script defer src="/{script}"></script>' if script else ""
    return (
        f'<!doctype html><html lang="{page["locale"]}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(page['title'])}</title>"
        '<link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/{STYLE}">'
        f"{tag}</head>"
        f'<body><div id="app">{BUTTON if script else ""}<main>{page["html"]}</main></div>'
        f"<nav>{links}</nav></body></html>"
    )
