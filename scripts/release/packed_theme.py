"""Packs the theme, and builds docsite with it: users need neither its sources nor npm.

python -m scripts.release.packed_theme <folder for the wheel>
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from docsite.node.manifest import MANIFEST, load_manifest
from docsite.node.theme import digest_sources, find_node, load_extras, load_theme_strings
from docsite.records import Json, to_json
from harness.paths import ROOT, UV

THEME = ROOT / "theme"
GENERATOR = ROOT / "generator"

_SOURCES = ("pyproject.toml", "README.md", "src")


def build_docsite(output: Path, work: Path, *options: str, epoch: int = 0) -> None:
    """Builds a source archive and a wheel, or what the options of `uv build` say.

    `work` is a new folder for the sources with the theme.
    """
    copy_sources(work)
    pack_theme(work / "src" / "docsite" / "theme")
    subprocess.run(
        [str(UV), "build", "--quiet", *options, "--out-dir", str(output), str(work)],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
        check=True,
    )


def copy_sources(target: Path) -> None:
    target.mkdir(parents=True)
    for name in _SOURCES:
        source = GENERATOR / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def pack_theme(target: Path) -> None:
    """Bundles the theme and everything that its Node process imports, except TypeScript."""
    command = [find_node(THEME), str(THEME / "pack.mjs"), str(target)]
    subprocess.run(command, cwd=THEME, check=True)
    strings = load_theme_strings(THEME)
    groups = {"document": strings.document, "lazy": strings.lazy}
    for name, translations in groups.items():
        _write_strings(target / "strings" / name, translations)
    extras = load_extras(THEME)
    (target / "extras").mkdir()
    for name, styles in extras.items():
        (target / f"extras/{name}.css").write_text(styles, encoding="utf-8")
    accent = load_manifest(THEME).accent
    manifest: dict[str, Json] = {
        "type": "module",
        "private": True,
        "docsite": {
            "packed": digest_sources(THEME),
            "strings": {name: [f"strings/{name}"] for name in groups},
            "extras": {name: f"extras/{name}.css" for name in extras},
            "accent": to_json(accent),
        },
    }
    (target / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _write_strings(folder: Path, translations: Mapping[str, Mapping[str, Json]]) -> None:
    folder.mkdir(parents=True)
    for language, strings in translations.items():
        text = json.dumps(strings, ensure_ascii=False, indent=2)
        (folder / f"{language}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        build_docsite(Path(sys.argv[1]).resolve(), Path(folder) / "sources", "--wheel")
