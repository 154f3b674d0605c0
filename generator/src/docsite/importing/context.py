"""The state of a page during its conversion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from docsite.importing.files import PageFile
from docsite.importing.includes import Includer
from docsite.importing.lines import Line
from docsite.importing.settings import Project, Values
from docsite.importing.summary import Summary

Converted = tuple[list[Line], int]
"""The new lines, and the number of the next old line."""


@dataclass
class Page:
    file: PageFile
    front: Values
    lines: list[Line]
    footnotes: dict[str, list[Line]] = field(default_factory=dict)
    """Keyed by label, in the order of their definitions."""
    abbreviations: dict[str, str] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)
    """New ids, keyed by old ids."""
    examples: dict[str, Path] = field(default_factory=dict)
    """Included files, keyed by their path in the new docs folder."""
    title: str = ""


@dataclass(frozen=True)
class Context:
    project: Project
    summary: Summary
    includer: Includer
    page: Page
    convert_with: Callable[[Sequence[Line], Context], list[Line]]
    has_tags_in_code: bool = False
    """Whether code blocks contain HTML that a script animates."""

    def convert(self, lines: Sequence[Line]) -> list[Line]:
        """Converts nested blocks."""
        return self.convert_with(lines, self)
