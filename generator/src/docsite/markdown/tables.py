"""Tables: alignment by class instead of inline style, and a box that can scroll."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from docsite.markdown.context import context_of
from docsite.records import TableShape
from docsite.records.markup import ContentClass, classes


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("tables", _read_tables)
    parser.add_render_rule("table_open", _render_open)
    parser.add_render_rule("table_close", _render_close)


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
            line = opening.map[0] if opening.map else 0
            opening.meta = {"found": TableShape(rows, columns, context.line_of(line))}


def _render_open(
    _renderer: RendererProtocol,
    _tokens: Sequence[Token],
    _index: int,
    _options: OptionsDict,
    _env: EnvType,
) -> str:
    return f'<div {classes(ContentClass.TABLE)} tabindex="0"><table>\n'


def _render_close(
    _renderer: RendererProtocol,
    _tokens: Sequence[Token],
    _index: int,
    _options: OptionsDict,
    _env: EnvType,
) -> str:
    return "</table></div>\n"
