"""Bold and italics that also work beside Chinese, Japanese and Korean text.

CommonMark lets a run of `*` open or close only where spaces or punctuation set it off, as English
does. Chinese has no spaces, so ``**`reset()`**方法`` stays literal. Two changes mend this:
full-width punctuation counts as a letter, and a Chinese character sets off like a space.
Text without such characters is read exactly as CommonMark says.
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
"""Chooses a shape of the character before it, and is none itself."""


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
    """Whether a run between these characters may begin (or, mirrored, end) at the inner one."""
    if _is_space(inner):
        return False
    if not _is_punctuation(inner):
        return True
    return _is_space(outer) or _is_punctuation(outer) or is_cjk(outer)


def _is_space(char: str) -> bool:
    return not char or isWhiteSpace(ord(char))


def _is_punctuation(char: str) -> bool:
    return bool(char) and not is_cjk(char) and (isMdAsciiPunct(ord(char)) or isPunctChar(char))
