"""Badges: `{badge: since 1.2}` or, with a kind, `{badge warning: experimental}`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from docsite.records.markup import ContentClass, classes

_BADGE = re.compile(r"\{badge(?: (tip|warning|danger))?: ([^{}\n]+)\}")


def install(parser: MarkdownIt) -> None:
    # `{` must end a run of plain text, or the rule would never be asked.
    parser.inline.add_terminator_char("{")
    parser.inline.ruler.before("link", "badge", _tokenize)
    parser.add_render_rule("badge", _render)


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


def _render(
    _renderer: RendererProtocol,
    tokens: Sequence[Token],
    index: int,
    _options: OptionsDict,
    _env: EnvType,
) -> str:
    token = tokens[index]
    names = classes(ContentClass.BADGE, ContentClass(token.info))
    return f"<span {names}>{escapeHtml(token.content)}</span>"
