"""Inline code: line breaks are only allowed in long code."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

from docsite.records.markup import ContentClass

LEAST_BREAKABLE = 24
"""In characters. Shorter code fits on a line of any screen."""


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("inline_code", _mark_long_code)


def _mark_long_code(state: StateCore) -> None:
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "code_inline" and len(child.content) >= LEAST_BREAKABLE:
                child.attrs["class"] = ContentClass.BREAKABLE
