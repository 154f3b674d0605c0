"""A Markdown file, parsed, and the problems found in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, TypeAlias

from docsite.records.frontmatter import FrontMatter

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True)
class Problem:
    """Something wrong in the content, with what to do about it."""

    severity: Severity
    """An error stops the build, a warning does not."""
    file: str
    """The file, relative to the docs folder."""
    line: int | None
    """The line, where one is to blame."""
    message: str
    """What is wrong."""
    hint: str
    """What to do."""


@dataclass(frozen=True)
class Source:
    """One Markdown file as it was read."""

    file: str
    """Its path relative to the docs folder, with slashes."""
    locale: str
    """The tag of its language."""
    text: str
    """What follows the front matter."""
    first_line: int
    """The line of the file on which `text` begins."""
    frontmatter: FrontMatter
    """What it says about itself."""
    last_updated: date
    """When it was last changed."""
    recorded: Mapping[str, str] | None = None
    """The hashes of the sections that it was translated from; None if it has no such table."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with its front matter."""


@dataclass(frozen=True)
class Header:
    """A heading below the title, with those under it."""

    level: int
    """2 for the largest."""
    title: str
    """Its text without marks."""
    slug: str
    """Its id, the same in every language."""
    children: tuple[Header, ...]
    """The headings under it."""


@dataclass(frozen=True)
class Heading:
    """A heading where it stands in the source."""

    level: int
    """1 for the title."""
    title: str
    """Its text without marks."""
    slug: str
    """Its id."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Link:
    """A link as the author wrote it."""

    href: str
    """The address in the source."""
    target: str
    """Where it leads: a path of the site without base, or an address outside."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class CodeBlock:
    """A code block, for comparing languages."""

    language: str
    """The name after the fence."""
    text: str
    """The code without marks."""
    line: int
    """Its line in the file."""
    file: str | None
    """The file it was included from; none where it stands on the page itself."""
    lines: tuple[int, ...] = ()
    """The line of that file, from 0, that each of its lines is."""
    indent: int = 0
    """How many blanks those lines have lost."""
    messages: Mapping[int, str] = field(default_factory=dict)
    """What the compiler says of its lines, from 0, where that is shown below them."""
    code: str = ""
    """The text without comments, which are translated."""
    comments: tuple[str, ...] = ()
    """The text of each line of each comment."""


@dataclass(frozen=True)
class CodeGroup:
    """A code group, for comparing languages."""

    choice: str
    """The id of the choice it follows; empty for one that follows none."""
    members: tuple[str, ...]
    """What its tabs stand for: options, or numbers where it follows no choice."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class LiveBox:
    """A place for something that runs, for comparing languages."""

    name: str
    """What runs there."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class TableShape:
    """The size of a table, for comparing languages."""

    rows: int
    """Rows below the header."""
    columns: int
    """Columns of the header."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Callout:
    """A tip, warning, danger or details, for counting and comparing."""

    kind: str
    """The name after the colons."""
    section: str
    """The id of the heading it stands under."""
    follows: bool
    """Whether nothing stands between it and the one before."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Prose:
    """The text of a paragraph, heading or cell, for those who look at words."""

    text: str
    """As a reader sees it, in the lines of the source; inline code is left out: `` `…` ``."""
    line: int
    """Its first line in the file."""


@dataclass(frozen=True)
class Section:
    """A heading and everything up to the next one."""

    heading: Heading | None
    """None for what stands above all headings."""
    head: str
    """The heading as HTML."""
    body: str
    """The rest as HTML."""
    title: str
    """The heading as plain text, with its badges."""
    lines: tuple[str, ...]
    """The rest as plain text: a line per paragraph, table row or line of code."""
    names: tuple[str, ...]
    """The first cell of each table row."""


@dataclass(frozen=True)
class Document:
    """What parsing makes of one source."""

    sections: tuple[Section, ...]
    """The whole text, the title included."""
    markdown: str
    """The whole text as Markdown that needs nothing of ours to be read."""
    title: str
    """The text of the h1."""
    headings: tuple[Heading, ...]
    """All headings in order, the title included."""
    links: tuple[Link, ...]
    """All links and images in order."""
    code_blocks: tuple[CodeBlock, ...]
    """All code blocks in order."""
    code_groups: tuple[CodeGroup, ...]
    """All code groups in order."""
    live_boxes: tuple[LiveBox, ...]
    """All boxes of `::: live` in order."""
    tables: tuple[TableShape, ...]
    """All tables in order."""
    callouts: tuple[Callout, ...]
    """All callouts in order."""
    prose: tuple[Prose, ...]
    """All texts in order."""
    problems: tuple[Problem, ...]
    """What is wrong with the text."""

    @property
    def html(self) -> str:
        """The whole text as HTML, with the title as its h1."""
        return "".join(section.head + section.body for section in self.sections)
