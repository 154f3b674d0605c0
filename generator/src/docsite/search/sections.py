"""Pages to sections: what stands between a heading and the next one is found by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from docsite.records import Page, SearchSection, render_compact_json

_BLOCK_NAMES = "blockquote dd details div dl dt figcaption li ol p pre summary table tr ul"
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_CELLS = frozenset({"td", "th"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NOT_TEXT = frozenset({"button", "script", "style", "svg", "template"})
_NOTES = frozenset({"stale"})
"""Classes of what docsite itself adds to a text."""
_SPANS = re.compile(r"</?span[^>]*>")
"""Colours of code: nine of ten tags, and they say nothing about the text."""


@dataclass(frozen=True)
class FoundSection:
    """A section, and what the index must know besides."""

    section: SearchSection
    """What readers get."""
    rendered: str
    """The same as JSON."""
    names: str
    """What its tables describe: the first cell of each row."""

    @property
    def slug(self) -> str:
        """The id of its heading, in words."""
        return self.section.path.rpartition("#")[2] if "#" in self.section.path else ""


def split_page(page: Page) -> Iterator[FoundSection]:
    """The sections of a page in their order; the first is what stands below its title."""
    reader = _SectionReader()
    reader.feed(_SPANS.sub("", page.html))
    reader.close()
    first, *rest = reader.sections
    yield _make_section(page, first, page.title, (), [*_home_lines(page), *first.lines])
    parents: list[_Section] = []
    for section in rest:
        while parents and parents[-1].level >= section.level:
            parents.pop()
        above = tuple(parent.heading for parent in parents)
        yield _make_section(page, section, section.heading, above, section.lines)
        parents.append(section)


def _make_section(
    page: Page, found: _Section, heading: str, parents: tuple[str, ...], lines: Sequence[str]
) -> FoundSection:
    # The layout of a home page has a title of its own, without an id.
    path = f"{page.path}#{found.slug}" if found.slug else page.path
    text = "\n".join(lines)
    section = SearchSection(path, page.path, page.title, heading, parents, text)
    return FoundSection(section, render_compact_json(section), " ".join(found.names))


def _home_lines(page: Page) -> Iterator[str]:
    """What a home page shows of its front matter."""
    if page.frontmatter.get("layout") != "home":
        return
    yield str(page.frontmatter["summary"])
    for name in ("features", "ways"):
        items = page.frontmatter.get(name)
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict):
                yield " ".join(str(item[key]) for key in ("title", "text", "note") if key in item)


class _Section:
    """A section while it is being read."""

    def __init__(self, level: int, slug: str) -> None:
        self.level = level
        self.slug = slug
        self.heading = ""
        self.parts: list[str] = []
        self.names: list[str] = []

    @property
    def lines(self) -> list[str]:
        lines = (" ".join(line.split()) for line in "".join(self.parts).split("\n"))
        return [line for line in lines if line]


class _SectionReader(HTMLParser):
    """Reads the text of a page. Its HTML is our own: every element that is opened is closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections = [_Section(1, "")]
        self._heading: list[str] | None = None
        self._pre = 0
        self._cells = 0
        """How many cells of the row have begun."""
        self._hidden = 0
        """How many elements stand around this place that are not text."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if self._hidden or tag in _NOT_TEXT or set((named.get("class") or "").split()) & _NOTES:
            self._hidden += tag not in ("br", "img", "input", "hr", "wbr")
            return
        self._pre += tag == "pre"
        if tag in _HEADINGS:
            self._open_heading(int(tag[1]), named.get("id") or "")
        elif tag in _BLOCKS or tag == "br":
            self._cells = 0
            self._add("\n")
        elif tag in _CELLS:
            self._cells += 1
            self._add(" ")
        elif tag == "img":
            self._add(f" {named.get('alt') or ''} ")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden -= 1
            return
        self._pre -= tag == "pre"
        if tag in _HEADINGS and self._heading is not None:
            self.sections[-1].heading = " ".join("".join(self._heading).split())
            self._heading = None
        elif tag in _BLOCKS:
            self._cells = 0
            self._add("\n")
        elif tag in _CELLS:
            self._add(" ")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._add(data if self._pre else data.replace("\n", " "))
            if self._cells == 1:
                self.sections[-1].names.append(data)

    def _open_heading(self, level: int, slug: str) -> None:
        if level == 1:
            self.sections[0].slug = slug
        else:
            self.sections.append(_Section(level, slug))
        self._heading = []

    def _add(self, text: str) -> None:
        if self._heading is None:
            self.sections[-1].parts.append(text)
        else:
            self._heading.append(text)
