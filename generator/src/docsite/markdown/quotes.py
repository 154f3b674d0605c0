"""Quotes: every line must start with `>`.

CommonMark makes `>` optional for continuation lines. Supporting that takes quadratic time for
hostile input, because the parser reads the rest of the text once per quote.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote


def install(parser: MarkdownIt) -> None:
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.at("blockquote", _quote, {"alt": interrupted})


def _quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not _is_quoted(state, start):
        return False
    last, old = start + 1, state.lineMax
    while not silent and last < end and _is_quoted(state, last):
        last += 1
    state.lineMax = end if silent else last
    try:
        return blockquote(state, start, state.lineMax, silent)
    finally:
        state.lineMax = old


def _is_quoted(state: StateBlock, line: int) -> bool:
    start = state.bMarks[line] + state.tShift[line]
    return state.src.startswith(">", start) and state.sCount[line] >= state.blkIndent
