"""Tables: alignment by class instead of inline styles, in an element that can scroll."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.context import add_renderer, context_of
from docsite.records import TableShape
from docsite.records.markup import ContentClass, classes


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("tables", _read_tables)
    opening = f'<div {classes(ContentClass.TABLE)} tabindex="0"><table>\n'
    add_renderer(parser, "table_open", lambda *_: opening)
    add_renderer(parser, "table_close", lambda *_: "</table></div>\n")


def _read_tables(state: StateCore) -> None:
    context = context_of(state.env)
    opening: Token | None = None
    rows = columns = 0
    for token in state.tokens:
        if token.type in ("th_open", "td_open"):
            columns += token.type == "th_open"
            style = str(token.attrs.pop("style", ""))
            if style:
                token.attrs["class"] = ContentClass(f"align-{style.rpartition(':')[2]}")
        elif token.type == "table_open":
            opening, rows, columns = token, -1, 0
        elif token.type == "tr_open":
            rows += 1
        elif token.type == "table_close" and opening:
            opening.meta = {"found": TableShape(rows, columns, context.line_of(opening))}
