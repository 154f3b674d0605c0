"""Feeds: the second-level headings of a page, each with a date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from docsite.pages.parse import ParsedPage
from docsite.records import Heading, Section

ENTRY_LEVEL = 2

_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_PERMALINK = re.compile(r' <a class="permalink"[^>]*></a>')


@dataclass(frozen=True)
class FeedEntry:
    heading: Heading
    day: date
    html: str
    """The content below the heading, including smaller headings."""


def find_day(heading: Heading) -> date | None:
    """Returns the first valid date in a heading."""
    for text in _DAY.findall(heading.title):
        with suppress(ValueError):
            return date.fromisoformat(text)
    return None


def find_entries(page: ParsedPage) -> tuple[FeedEntry, ...]:
    """Returns the entries in the order of the page."""
    return tuple(
        FeedEntry(heading, day, _render(sections))
        for heading, sections in _group_sections(page.document.sections)
        if (day := find_day(heading))
    )


def _group_sections(
    sections: Sequence[Section],
) -> Iterator[tuple[Heading, list[Section]]]:
    """Yields each second-level heading with its section and those of smaller headings."""
    group: list[Section] = []
    for section in sections:
        if section.heading and section.heading.level <= ENTRY_LEVEL:
            yield from _close(group)
            group = []
        group.append(section)
    yield from _close(group)


def _close(group: list[Section]) -> Iterator[tuple[Heading, list[Section]]]:
    heading = group[0].heading if group else None
    if heading and heading.level == ENTRY_LEVEL:
        yield heading, group


def _render(sections: Sequence[Section]) -> str:
    """Renders the content without the heading of the entry, which is its title."""
    first, *others = sections
    html = first.body + "".join(section.head + section.body for section in others)
    return _PERMALINK.sub("", html).strip()
