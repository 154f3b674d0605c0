"""Reports syntax of other tools in code blocks, which would be published as a part of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.code import MARKS
from docsite.markdown.context import ParseContext, context_of

_DIAGRAMS = frozenset({"mermaid", "mmd"})
_SOURCES = frozenset({"", "markdown", "md", "mdx", "text", "txt"})
"""Languages whose code shows how something is written."""
_OPENER = r"(?://|#|--|/\*|<!--)[ \t]*"
_MARK = re.compile(rf"{_OPENER}(\[!code [^\]\n]*\])")
_MAGIC = re.compile(rf"^[ \t]*\{{?{_OPENER}((?:highlight|error)-(?:next-line|start|end))\b")


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.after("code", "foreign_code", _report_foreign_code)


def _report_foreign_code(state: StateCore) -> None:
    context = context_of(state.env)
    for token in state.tokens:
        if token.type == "fence":
            _report_block(token, context)


def _report_block(token: Token, context: ParseContext) -> None:
    code = token.meta["code"]
    if token.info.strip() in _DIAGRAMS:
        hint = "Add it as an image: ![Description](/diagram.svg). Use ```text for its source."
        context.report(token, "This diagram would be published as code.", hint, "warning")
    if code.language == "math":
        hint = "Set math = true in site.toml, and write $$ instead of ```math and ```."
        context.report(token, "This formula would be published as code.", hint, "warning")
    if code.language not in _SOURCES:
        for text in dict.fromkeys(_find_marks(code.lines)):
            hint = (
                f"Mark each line with a comment at its end: [!code highlight]. "
                f"The marks are {', '.join(MARKS)}."
            )
            message = f"“{text}” isn't a mark of docsite, and would be published as code."
            context.report(token, message, hint, "warning")


def _find_marks(lines: tuple[str, ...]) -> Iterator[str]:
    for line in lines:
        for pattern in (_MARK, _MAGIC):
            if match := pattern.search(line):
                yield match[1]
