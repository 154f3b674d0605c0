"""Formats Markdown tables."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import east_asian_width


def render_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a Markdown table with aligned columns."""
    widths = [max(3, *map(_width, column)) for column in zip(header, *rows, strict=True)]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join(_render_line(line, widths) for line in lines)


def _render_line(line: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell + " " * (w - _width(cell)) for cell, w in zip(line, widths, strict=True))
    return f"| {' | '.join(cells)} |"


def _width(text: str) -> int:
    """The number of columns in an editor; wide characters count twice."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
