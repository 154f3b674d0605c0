"""Splits pages into sections, which are separate search results."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from docsite.pages.parse import ParsedPage
from docsite.records import SearchSection


class FoundSection(Struct, frozen=True, array_like=True):
    """A section with the data that the index needs."""

    page: str
    """The path of its page, without base."""
    title: str
    """The title of its page."""
    section: SearchSection
    names: str
    """The first cell of each table row."""

    @property
    def path(self) -> str:
        """The path and id of its heading, without base."""
        return f"{self.page}#{self.section.id}" if self.section.id else self.page


def split_page(page: ParsedPage) -> Iterator[FoundSection]:
    """Yields the sections of a page in order. The first one is the text below the title."""
    yield _make_first(page)
    parents: list[tuple[int, str]] = []
    for section in page.document.sections:
        if section.heading is None or section.heading.level == 1:
            continue
        while parents and parents[-1][0] >= section.heading.level:
            parents.pop()
        above = tuple(title for _, title in parents)
        found = SearchSection(section.heading.slug, section.title, above, "\n".join(section.lines))
        yield FoundSection(page.path, page.document.title, found, " ".join(section.names))
        parents.append((section.heading.level, section.title))


def _make_first(page: ParsedPage) -> FoundSection:
    title = page.document.title
    sections = [
        section
        for section in page.document.sections
        if section.heading is None or section.heading.level == 1
    ]
    home = tuple(_home_lines(page))
    # The layout of a home page has its own title, without an id.
    slugs = [section.heading.slug for section in sections if section.heading and not home]
    lines = (*home, *(line for section in sections for line in section.lines))
    found = SearchSection("".join(slugs), title, (), "\n".join(lines))
    names = " ".join(name for section in sections for name in section.names)
    return FoundSection(page.path, title, found, names)


def _home_lines(page: ParsedPage) -> Iterator[str]:
    """Yields the text of a home page from its front matter."""
    front = page.source.frontmatter
    if front.is_home:
        yield front.summary
        yield from (f"{feature.title} {feature.text}" for feature in front.features)
        yield from (f"{fact.value} {fact.text}" for fact in front.facts)
        yield from (f"{way.title} {way.text} {way.note}" for way in front.ways)
