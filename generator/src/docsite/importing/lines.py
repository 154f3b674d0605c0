"""Lines of a page with their origin, so that notes contain the file and line in the project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

TAB = 4
"""The indentation of nested blocks in MkDocs."""

_COLONS = re.compile(r" *(:{3,})")
_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)")


class Line(NamedTuple):
    text: str
    file: str
    """The path relative to the folder of the pages. It can start with `../`."""
    number: int
    is_code: bool = False
    """Whether the line must stay unchanged."""

    def to(self, text: str, *, is_code: bool = False) -> Line:
        """Returns a line with other text and the same origin."""
        return Line(text, self.file, self.number, is_code)

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def split_lines(text: str, file: str, first: int = 1) -> list[Line]:
    """Splits text into lines. Replaces tabs with spaces, like Python-Markdown."""
    rows = text.replace("\r\n", "\n").split("\n")
    return [Line(row.expandtabs(TAB), file, number) for number, row in enumerate(rows, first)]


def indent(lines: Iterable[Line], width: int) -> list[Line]:
    return [
        line._replace(text=f"{' ' * width}{line.text}") if line.text else line for line in lines
    ]


def dedent(lines: Iterable[Line], width: int) -> list[Line]:
    """Removes up to `width` leading spaces."""
    return [line._replace(text=line.text[min(width, line.indent) :]) for line in lines]


def strip_blank(lines: Sequence[Line]) -> list[Line]:
    """Removes blank lines at both ends."""
    start, end = 0, len(lines)
    while start < end and lines[start].is_blank:
        start += 1
    while end > start and lines[end - 1].is_blank:
        end -= 1
    return list(lines[start:end])


def take_indented(lines: Sequence[Line], start: int, width: int) -> tuple[list[Line], int]:
    """Returns the block that is indented by `width`, without that indentation, and the line after
    it."""
    end = start
    while end < len(lines) and (lines[end].is_blank or lines[end].indent >= width):
        end += 1
    while end > start and lines[end - 1].is_blank:
        end -= 1
    return dedent(lines[start:end], width), end


def open_fence(text: str) -> re.Match[str] | None:
    """Returns the match if a line opens a fence."""
    return _FENCE.fullmatch(text.strip())


def find_fence_end(lines: Sequence[Line], start: int) -> int:
    """Returns the line that closes the fence on line `start`, or the number of lines."""
    opened = open_fence(lines[start].text)
    fence = opened["fence"] if opened else ""
    for at in range(start + 1, len(lines)):
        text = lines[at].text.strip()
        is_near = lines[at].indent < lines[start].indent + TAB
        if is_near and len(text) >= len(fence) and set(text) == {fence[0]}:
            return at
    return len(lines)


def colons_around(lines: Iterable[Line]) -> str:
    """Returns the marker for a container around these lines, longer than all markers in it."""
    # Code is included, because a container ends at the first marker, even inside code.
    found = (_COLONS.match(line.text) for line in lines)
    longest = max((len(mark[1]) for mark in found if mark), default=2)
    return ":" * (longest + 1)


def squeeze(lines: Sequence[Line]) -> list[Line]:
    """Reduces consecutive blank lines to one, except in code."""
    return [
        line
        for at, line in enumerate(lines)
        if line.is_code or not line.is_blank or not (at and lines[at - 1].is_blank)
    ]
