"""HTML comments: they are removed, so no published file contains them."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from docsite.markdown.context import ParseContext, context_of

OPEN, CLOSE = "<!--", "-->"
_INCLUDE = re.compile(r"<!--[ \t]*@include:")
"""VitePress inserts a file here, so this isn't a comment."""
UNCLOSED = "This comment is never closed."
_INTERRUPTED = ["paragraph", "reference", "blockquote"]


def install(parser: MarkdownIt) -> None:
    # The replaced rules do nothing without raw HTML.
    parser.block.ruler.at("html_block", _skip_block, {"alt": _INTERRUPTED})
    parser.inline.ruler.at("html_inline", _skip_inline)


def starts_at(text: str, position: int) -> bool:
    return text.startswith(OPEN, position) and not _INCLUDE.match(text, position)


def find_end(text: str, start: int, limit: int) -> int:
    """Returns the position after the comment at `start`, or -1. `<!-->` is a comment."""
    found = text.find(CLOSE, start + 2, limit)
    return found + len(CLOSE) if found >= 0 else -1


def check_title(title: str, position: Token, context: ParseContext) -> None:
    """Titles are text, so a comment in one would be published."""
    if OPEN in title:
        hint = "Write it on a separate line above or below."
        context.report(position, "A title can't contain a comment.", hint)


def _skip_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    first = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not starts_at(state.src, first):
        return False
    line, close = _find_block_end(state, start, first, end)
    limit = state.eMarks[line]
    rest = _skip_all(state.src, close, limit) if close >= 0 else limit
    if line == start and rest < limit:
        return False  # the text after the comment is a paragraph, and the comment a part of it
    if silent:
        return True
    if close < 0:
        hint = "Write --> where it ends. It would hide the rest of the page."
        context_of(state.env).report(start, UNCLOSED, hint)
    if rest < limit:
        # The text after a comment of several lines is the first line of the next block.
        state.bMarks[line], state.tShift[line], state.sCount[line] = rest, 0, state.blkIndent
        line -= 1
    state.line = line + 1
    return True


def _find_block_end(state: StateBlock, start: int, first: int, end: int) -> tuple[int, int]:
    """Returns the last line and the position after the comment, which is -1 if the comment isn't
    closed in the list or quote that contains it."""
    close = find_end(state.src, first, state.eMarks[start])
    line = start
    while close < 0 and line + 1 < end:
        if not state.isEmpty(line + 1) and state.sCount[line + 1] < state.blkIndent:
            break
        line += 1
        found = state.src.find(CLOSE, state.bMarks[line], state.eMarks[line])
        close = found + len(CLOSE) if found >= 0 else -1
    return line, close


def _skip_all(text: str, start: int, limit: int) -> int:
    """Returns the position of the first character that is neither a space nor in a comment."""
    while start < limit:
        if text[start].isspace():
            start += 1
        elif starts_at(text, start) and (end := find_end(text, start, limit)) >= 0:
            start = end
        else:
            break
    return start


def _skip_inline(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not starts_at(state.src, start) or state.html_terminator_last(CLOSE) < start + 2:
        return False
    end = find_end(state.src, start, state.posMax)
    if end < 0:
        return False
    if not silent and state.src[end : end + 1] in ("", " ", "\n"):
        # One of the spaces around the comment remains.
        state.pending = state.pending.rstrip(" ")
    is_first = state.src[start - 1 : start] in ("", "\n")
    state.pos = _skip_all(state.src, end, state.posMax) if is_first else end
    return True
