"""The page that the rules process, and its problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, cast

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from docsite.records import Choice, CodeNote, Problem, Severity
from docsite.site.live import Live
from docsite.site.strings import TextStrings

ExampleLoader = Callable[[str], str | None]
"""Returns the content of an example file, given its path in the docs folder, or `None` if it
doesn't exist."""


class Snippet(NamedTuple):
    """A piece of code to highlight."""

    code: str
    language: str


class Highlighter(Protocol):
    """Returns the HTML of each line of each snippet, with classes and without inline styles."""

    def __call__(self, snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]: ...


def plain_highlighter(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
    """Only escapes the code."""
    return [escape_lines(snippet.code) for snippet in snippets]


def escape_lines(code: str) -> Sequence[str]:
    return [escapeHtml(line) for line in code.split("\n")]


@dataclass(frozen=True)
class ParseContext:
    """A page and the settings of its site. Methods take lines of the text, from 0. Problems have
    lines of the file, from 1."""

    file: str
    """The path of the source, relative to the docs folder."""
    strings: TextStrings
    first_line: int = 1
    """The line of the file on which the text starts."""
    address: str = ""
    """Scheme and host of the site."""
    base: str = "/"
    highlight: Highlighter = plain_highlighter
    load_example: ExampleLoader = lambda _name: None
    locale: str = ""
    """The tag of the text's language: the first language if the page isn't translated."""
    choices: Sequence[Choice] = ()
    notes: Sequence[CodeNote] = ()
    """Notes below code blocks."""
    math: bool = False
    """Whether dollar signs enclose formulas."""
    live: Live | None = None
    localize: Callable[[str], str] = lambda target: target
    """Converts link targets on untranslated pages, so that links stay in the visitor's language."""
    problems: list[Problem] = field(default_factory=list)

    def report(
        self, position: Token | int, message: str, hint: str, severity: Severity = "error"
    ) -> None:
        """Adds a problem at a token or on a line."""
        self.problems.append(Problem(severity, self.file, self.line_of(position), message, hint))

    def line_of(self, position: Token | int) -> int:
        """Returns the line in the file for a token or a line of the text."""
        if isinstance(position, Token):
            position = position.map[0] if position.map else 0
        return position + self.first_line


Env = MutableMapping[str, Any]


def env_with(context: ParseContext) -> Env:
    return {"context": context}


def context_of(env: Env) -> ParseContext:
    return cast(ParseContext, env["context"])


def add_renderer(
    parser: MarkdownIt, name: str, render: Callable[[Token, ParseContext], str]
) -> None:
    """Renders all tokens of a type with a function."""

    def rule(
        _renderer: RendererProtocol,
        tokens: Sequence[Token],
        index: int,
        _options: OptionsDict,
        env: EnvType,
    ) -> str:
        return render(tokens[index], context_of(env))

    parser.add_render_rule(name, rule)


def inline_tokens(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    """Yields every inline token with its line in the text, from 0. Line breaks inside inline code,
    alternative text and link titles aren't counted."""
    start = 0
    for token in tokens:
        start = token.map[0] if token.map else start
        line = start
        for child in token.children or ():
            yield child, line
            line += child.type in ("softbreak", "hardbreak") or "is_break" in child.meta
            line += child.content.count("\n") if child.type == "math_inline" else 0
