"""The text of a page without syntax and code, for checks of its wording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from docsite.markdown.containers import CODE_GROUP
from docsite.markdown.context import ParseContext
from docsite.markdown.math import INLINE
from docsite.records import Prose

CODE = "`…`"
"""Replaces inline code and formulas."""


def read_prose(tokens: Sequence[Token], context: ParseContext) -> Iterator[Prose]:
    """Yields paragraphs, headings, cells and titles of containers, in order."""
    line = 0
    for token in tokens:
        line = token.map[0] if token.map else line
        # The title of a code group is the id of a choice, which isn't shown.
        is_titled = token.type == "container_any_open" and token.meta["kind"] != CODE_GROUP
        if is_titled and token.meta["title"]:
            yield Prose(token.meta["title"], context.line_of(line))
        elif token.type == "inline":
            text = "".join(map(_text_of, token.children or ()))
            yield Prose(text, context.line_of(line))


def _text_of(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak") or "is_break" in token.meta:
        return "\n"
    if token.type in ("code_inline", INLINE):
        return CODE
    if token.type == "image":
        return "".join(map(_text_of, token.children or ()))
    return token.content if token.type in ("text", "badge") else ""
