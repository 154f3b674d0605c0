"""Bold and italics that also work next to Chinese, Japanese and Korean text.

In CommonMark, a run of `*` next to punctuation can only open or close emphasis if a space or
punctuation is on its other side. Chinese has no spaces, so ``**`reset()`**方法`` would stay
literal. Two changes fix this: full-width punctuation counts as a letter, and a CJK character
outside the emphasized text counts as a space. Other text follows CommonMark.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.emphasis import tokenize as tokenize_commonmark
from markdown_it.rules_inline.state_inline import Delimiter

from docsite.markdown.cjk import is_cjk

_VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors belong to the character before them."""


def install(parser: MarkdownIt) -> None:
    parser.inline.ruler.at("emphasis", _tokenize)


def _tokenize(state: StateInline, silent: bool) -> bool:
    if silent or state.src[state.pos] != "*":
        return tokenize_commonmark(state, silent)
    start, end = state.pos, state.pos
    while end < state.posMax and state.src[end] == "*":
        end += 1
    before, after = _char_before(state.src, start), state.src[end : min(end + 1, state.posMax)]
    can_open, can_close = _flanks(before, after), _flanks(after, before)
    for _ in range(end - start):
        state.push("text", "", 0).content = "*"
        state.delimiters.append(
            Delimiter(
                marker=ord("*"),
                length=end - start,
                token=len(state.tokens) - 1,
                end=-1,
                open=can_open,
                close=can_close,
            )
        )
    state.pos = end
    return True


def _char_before(text: str, position: int) -> str:
    while position > 0 and _VARIATION.match(text[position - 1]):
        position -= 1
    return text[position - 1 : position]


def _flanks(outer: str, inner: str) -> bool:
    """Returns whether a run of `*` between `outer` and `inner` can open emphasis that starts with
    `inner`, or close emphasis that ends with it."""
    if _is_space(inner):
        return False
    if not _is_punctuation(inner):
        return True
    return _is_space(outer) or _is_punctuation(outer) or is_cjk(outer)


def _is_space(char: str) -> bool:
    return not char or isWhiteSpace(ord(char))


def _is_punctuation(char: str) -> bool:
    return bool(char) and not is_cjk(char) and (isMdAsciiPunct(ord(char)) or isPunctChar(char))
