"""Line breaks in the source of Chinese text.

A browser shows a line break as a space, which Chinese doesn't have between its characters or next
to full-width punctuation. Such line breaks are removed, so that authors can wrap lines anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.cjk import has_no_space, is_full_width_punctuation


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("line_breaks", _drop_breaks)


def _drop_breaks(state: StateCore) -> None:
    for token in state.tokens:
        children = token.children or []
        for index, child in enumerate(children):
            if child.type == "softbreak" and _is_needless(children, index):
                # Replaced with an empty `text` token, because the line must still be counted.
                child.type, child.tag, child.meta = "text", "", {"is_break": True}


def _is_needless(children: Sequence[Token], index: int) -> bool:
    before = _first_text(children[i] for i in range(index - 1, -1, -1))[-1:]
    after = _first_text(children[i] for i in range(index + 1, len(children)))[:1]
    if is_full_width_punctuation(before) or is_full_width_punctuation(after):
        return True
    return has_no_space(before, after)


def _first_text(tokens: Iterable[Token]) -> str:
    """Returns the nearest text, across tokens that open or close emphasis or links."""
    for token in tokens:
        if token.type == "text" and token.content:
            return token.content
        if token.nesting == 0 and token.type != "text":
            return ""
    return ""
