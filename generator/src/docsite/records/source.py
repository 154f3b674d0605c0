"""A Markdown file, parsed, and the problems found in it.

The parts of a document are structs: a site has hundreds of them per page, and each build after the
first decodes them from the cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from msgspec import Struct, field

from docsite.records.frontmatter import FrontMatter

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True)
class Problem:
    """A mistake in the content. Errors stop the build, warnings don't."""

    severity: Severity
    file: str
    """Relative to the docs folder."""
    line: int | None
    message: str
    hint: str
    """How to fix it."""
    is_unfinished: bool = False
    """Whether a warning is an error in `build`: it is normal while a page is written."""


@dataclass(frozen=True)
class Source:
    """A Markdown file."""

    file: str
    """The path relative to the docs folder, with slashes."""
    locale: str
    """The tag of its language."""
    text: str
    """The content without front matter."""
    first_line: int
    """The line of the file on which `text` starts."""
    frontmatter: FrontMatter
    last_updated: date
    recorded: Mapping[str, str] | None = None
    """The hashes of the original sections that it was translated from; `None` without such a
    table."""
    keys: frozenset[str] = frozenset()
    """The keys in its front matter."""
    problems: tuple[Problem, ...] = ()
    """The problems of the front matter."""
    contributors: tuple[str, ...] = ()
    """The names of its authors."""
    original: str | None = None
    """The file in the first language that provides the text of an untranslated page."""
    is_generated: bool = False
    """Whether docsite generated the page, so there is no file to edit."""


@dataclass(frozen=True)
class Header:
    """A heading below the title, with its subheadings."""

    level: int
    """The level; 2 is the highest."""
    title: str
    """Plain text."""
    slug: str
    """Its id, the same in every language."""
    children: tuple[Header, ...]
    """The subheadings."""


class Heading(Struct, frozen=True, array_like=True):
    """A heading with its line in the file."""

    level: int
    """The level; 1 is the title."""
    title: str
    """Plain text."""
    slug: str
    line: int


class Link(Struct, frozen=True, array_like=True):
    href: str
    """The target as in the source."""
    target: str
    """A path of the site without base, or an external URL."""
    line: int


class CodeBlock(Struct, frozen=True, array_like=True):
    language: str
    text: str
    """The code without marks."""
    line: int
    file: str | None
    """The included file; `None` if the code is on the page itself."""
    lines: tuple[int, ...] = ()
    """The line numbers in that file, from 0."""
    indent: int = 0
    """The width of the removed indentation."""
    messages: Mapping[int, str] = field(default_factory=dict)
    """Compiler messages, keyed by line from 0."""
    code: str = ""
    """The code without blank lines and comments, which are translated."""
    comments: tuple[str, ...] = ()
    """The text of each line of each comment."""


class CodeGroup(Struct, frozen=True, array_like=True):
    choice: str
    """The id of its choice; empty without a choice."""
    members: tuple[str, ...]
    """The ids of the options, or numbers without a choice."""
    line: int


class LiveBox(Struct, frozen=True, array_like=True):
    name: str
    """The name of the sample."""
    line: int


class TableShape(Struct, frozen=True, array_like=True):
    rows: int
    """The number of rows, without the header."""
    columns: int
    line: int


class Formula(Struct, frozen=True, array_like=True):
    text: str
    """The LaTeX code on one line."""
    key: str
    r"""The code without the text in commands such as `\text{…}`, which may be translated."""
    line: int


class Callout(Struct, frozen=True, array_like=True):
    kind: str
    """`tip`, `warning`, `danger` or `details`."""
    section: str
    """The id of the heading above it."""
    follows: bool
    """Whether it comes directly after another callout."""
    line: int


class Prose(Struct, frozen=True, array_like=True):
    """The text of a paragraph, heading or cell, for checks of its wording."""

    text: str
    """The text with the line breaks of the source. Inline code is replaced with `` `…` ``."""
    line: int


class Section(Struct, frozen=True, array_like=True):
    """A heading and everything up to the next one."""

    heading: Heading | None
    """`None` for text before the first heading."""
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


class Document(Struct, frozen=True, array_like=True):
    """A parsed source. Tuples are in the order of the page."""

    sections: tuple[Section, ...]
    """The whole content, including the title."""
    markdown: str
    """The whole content as standard Markdown."""
    title: str
    headings: tuple[Heading, ...]
    """All headings, including the title."""
    links: tuple[Link, ...]
    """All links, including images."""
    code_blocks: tuple[CodeBlock, ...]
    code_groups: tuple[CodeGroup, ...]
    live_boxes: tuple[LiveBox, ...]
    tables: tuple[TableShape, ...]
    formulas: tuple[Formula, ...]
    callouts: tuple[Callout, ...]
    prose: tuple[Prose, ...]
    minutes: int
    """The estimated reading time."""
    styles: tuple[str, ...]
    """The declarations of the classes in formulas."""
    problems: tuple[Problem, ...]

    @property
    def html(self) -> str:
        return "".join(section.head + section.body for section in self.sections)
