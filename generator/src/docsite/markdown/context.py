"""What the rules know about the page they work on, and how they report problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from docsite.records import Choice, Problem
from docsite.site.live import Live
from docsite.site.strings import TextStrings

ExampleLoader = Callable[[str], str | None]
"""The text of an example file by its path below the docs; None when there is none."""


class Highlighter(Protocol):
    """Colours code. Returns the HTML of each line, with classes and without inline style."""

    def __call__(self, code: str, language: str) -> Sequence[str]: ...


def plain_highlighter(code: str, language: str) -> Sequence[str]:  # noqa: ARG001
    """No colours."""
    return [escapeHtml(line) for line in code.split("\n")]


@dataclass(frozen=True)
class ParseContext:
    """The surroundings of one page."""

    file: str
    """The source, relative to the docs folder."""
    strings: TextStrings
    """The words of its language."""
    first_line: int = 1
    """The line of the file on which the text begins."""
    address: str = ""
    """Where the site stands: scheme and host."""
    base: str = "/"
    """The path the site stands under."""
    highlight: Highlighter = plain_highlighter
    """Colours code blocks."""
    load_example: ExampleLoader = lambda _name: None
    """Finds files to include."""
    locale: str = ""
    """The tag of its language."""
    choices: Sequence[Choice] = ()
    """What code groups may follow."""
    live: Live | None = None
    """What runs beside the pages."""
    problems: list[Problem] = field(default_factory=list)
    """What the rules have found wrong so far."""

    def report(self, line: int, message: str, hint: str) -> None:
        """Notes a problem on a line of the text, counted from 0."""
        self.problems.append(Problem("error", self.file, self.line_of(line), message, hint))

    def line_of(self, line: int) -> int:
        """The line of the file for a line of the text, counted from 0."""
        return line + self.first_line


Env = MutableMapping[str, Any]


def env_with(context: ParseContext) -> Env:
    return {"context": context}


def context_of(env: Env) -> ParseContext:
    return cast(ParseContext, env["context"])


def inline_tokens(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    """Every inline token with its line in the text, counted from 0."""
    start = 0
    for token in tokens:
        start = token.map[0] if token.map else start
        line = start
        for child in token.children or ():
            yield child, line
            line += child.type in ("softbreak", "hardbreak") or "is_break" in child.meta
