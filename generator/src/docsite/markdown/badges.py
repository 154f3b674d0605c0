"""Badges: `{badge: since 1.2}` or, with a kind, `{badge warning: experimental}`."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from docsite.markdown.context import ParseContext, add_renderer
from docsite.records.markup import ContentClass, classes

_BADGE = re.compile(r"\{badge(?: (tip|warning|danger))?: ([^{}\n]+)\}")


def install(parser: MarkdownIt) -> None:
    # Otherwise, `{` would be part of a `text` token, and the rule wouldn't be called.
    parser.inline.add_terminator_char("{")
    parser.inline.ruler.before("link", "badge", _tokenize)
    add_renderer(parser, "badge", _render)


def _tokenize(state: StateInline, silent: bool) -> bool:
    found = _BADGE.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        token = state.push("badge", "span", 0)
        token.info = found[1] or "tip"
        token.content = found[2].strip()
    state.pos = found.end()
    return True


def _render(token: Token, _context: ParseContext) -> str:
    names = classes(ContentClass.BADGE, ContentClass(token.info))
    return f"<span {names}>{escapeHtml(token.content)}</span>"
