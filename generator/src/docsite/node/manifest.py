"""`package.json` of a theme.

A theme is either a folder of sources, which docsite bundles, or packed: already bundled, with
everything that its Node process needs. The package on PyPI contains a packed theme.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from docsite.errors import RenderError

MANIFEST = "package.json"

PACKED_THEME = Path(__file__).parents[1] / "theme"
"""The theme in the package. This folder doesn't exist in a checkout."""


class AccentTokens(Struct, frozen=True):
    """The custom properties of a theme that change with the accent color of a site."""

    color: str
    """The accent color."""
    tints: tuple[str, ...] = ()
    """Colors that get its hue."""
    surfaces: tuple[str, ...] = ()
    """Background colors on which the accent color must be readable."""


@dataclass(frozen=True)
class ThemeManifest:
    """The section `docsite` of the file, and the versions of the packages that a theme uses."""

    strings: Mapping[str, Sequence[str]]
    """The folders of its strings, keyed by group."""
    inputs: Sequence[str]
    """Patterns of the files that the bundles depend on; empty if the theme is packed."""
    packed: str | None
    """The hash of the source files of a packed theme."""
    dependencies: Mapping[str, str]
    extras: Mapping[str, str]
    """Files with styles for rare content, keyed by the class of that content. The key of the styles
    for print versions is `print`."""
    accent: AccentTokens | None = None
    """`None` if sites can't choose an accent color."""


def load_manifest(folder: Path) -> ThemeManifest:
    path = folder / MANIFEST
    try:
        package = json.loads(path.read_text(encoding="utf-8"))
        section = package["docsite"]
        packed = section.get("packed")
        return ThemeManifest(
            strings=section["strings"],
            inputs=() if packed else section["inputs"],
            packed=packed,
            dependencies=package.get("dependencies", {}),
            extras=section.get("extras", {}),
            accent=msgspec.convert(section.get("accent"), AccentTokens | None),
        )
    except (OSError, ValueError, KeyError) as error:
        raise RenderError(
            "not a docsite theme",
            hint='Specify a folder whose package.json has "docsite": { "inputs", "strings" }.',
            file=str(path),
        ) from error


def find_packed_theme() -> Path:
    if (PACKED_THEME / MANIFEST).is_file():
        return PACKED_THEME
    raise RenderError(
        "this installation of docsite has no theme",
        hint="Specify the folder of one with --theme. The package on PyPI contains a theme.",
    )
