"""Tables: rendered in a scrollable element, with alignment by class instead of inline styles.

Narrow screens show the rows of larger tables as lists, so cells contain the name of their column.
"""

from __future__ import annotations

from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.context import ParseContext, add_renderer, context_of
from docsite.records import TableShape
from docsite.records.markup import ContentAttribute, ContentClass, classes

LEAST_NAMED_COLUMNS = 3
"""Two columns fit on any screen."""


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("tables", _read_tables)
    parser.core.ruler.push("columns", _name_cells)
    add_renderer(parser, "table_open", _render_opening)
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


def _render_opening(token: Token, _context: ParseContext) -> str:
    shape: TableShape = token.meta["found"]
    names = [ContentClass.TABLE]
    if shape.columns >= LEAST_NAMED_COLUMNS:
        names.append(ContentClass.STACKED)
    return f'<div {classes(*names)} tabindex="0"><table>\n'


def _name_cells(state: StateCore) -> None:
    """Adds the column name to cells. The first cell needs none, because it is the name of its
    row."""
    names: list[str] = []
    column = 0
    for token, content in pairwise(state.tokens):
        if token.type == "table_open":
            names = []
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            names.append("".join(child.content for child in content.children or ()))
        elif token.type == "td_open":
            if column > 0 and len(names) >= LEAST_NAMED_COLUMNS:
                token.attrs[ContentAttribute.COLUMN] = names[column]
            column += 1
