"""The sections of a page: HTML and plain text between one heading and the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from docsite.markdown.code import Code
from docsite.markdown.containers import CODE_GROUP
from docsite.markdown.context import Env
from docsite.markdown.math import BLOCK, INLINE, formula_text
from docsite.records import Section

_HEADING_TOKENS = 3
"""The opening, inline and closing tokens."""
_BLOCKS = frozenset({"blockquote", "div", "li", "ol", "p", "table", "tr", "ul"})
_CELLS = frozenset({"td", "th"})
_TEXTS = frozenset({"badge", "code_inline", INLINE, "text"})


def read_sections(tokens: Sequence[Token], parser: MarkdownIt, env: Env) -> tuple[Section, ...]:
    """Returns all sections in order. The first one has no heading if the page starts with other
    content."""
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    bounds = [*([] if starts[:1] == [0] else [0]), *starts, len(tokens)]
    return tuple(_read_section(tokens[start:end], parser, env) for start, end in pairwise(bounds))


def _read_section(tokens: Sequence[Token], parser: MarkdownIt, env: Env) -> Section:
    is_headed = bool(tokens) and tokens[0].type == "heading_open"
    size = _HEADING_TOKENS if is_headed else 0
    head, body = tokens[:size], tokens[size:]
    return Section(
        heading=tokens[0].meta["found"] if is_headed else None,
        head=str(parser.renderer.render(head, parser.options, env)),
        body=str(parser.renderer.render(body, parser.options, env)),
        title=" ".join("".join(map(_text_of, head)).split()),
        lines=tuple(_split_lines("".join(map(_text_of, body)))),
        names=tuple(_read_names(body)),
    )


def _split_lines(text: str) -> Iterator[str]:
    return filter(None, (" ".join(line.split()) for line in text.split("\n")))


def _text_of(token: Token) -> str:
    """Returns the text of a token, with line breaks around blocks."""
    if token.type == "inline":
        return "".join(map(_inline_text_of, token.children or ()))
    if token.type == "container_any_open":
        title = token.meta["title"] if token.meta["kind"] != CODE_GROUP else ""
        return f"\n{title}\n"
    if "code" in token.meta:
        return _code_text_of(token)
    if token.type == BLOCK:
        return f"\n{formula_text(token)}\n"
    if token.tag in _CELLS:
        return " "
    return "\n" if token.tag in _BLOCKS and not token.hidden else ""


def _inline_text_of(token: Token) -> str:
    if token.type in _TEXTS:
        return token.content
    if token.type == "image":
        # Set by the renderer.
        return f" {token.attrs['alt']} "
    return {"softbreak": " ", "hardbreak": "\n"}.get(token.type, "")


def _code_text_of(token: Token) -> str:
    """Returns the code below its name, with compiler messages."""
    code: Code = token.meta["code"]
    rows = (
        f"{line}\n{code.messages[at]}" if at in code.messages else line
        for at, line in enumerate(code.lines)
    )
    return "\n".join(("", token.meta.get("name", code.title), *rows, ""))


def _read_names(tokens: Sequence[Token]) -> Iterator[str]:
    """Yields the first cell of each row."""
    for row, _cell, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open":
            texts = (child.content for child in inline.children or () if child.type in _TEXTS)
            yield " ".join(texts)
