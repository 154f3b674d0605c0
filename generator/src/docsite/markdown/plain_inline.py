"""Converts inline tokens to standard Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markdown_it.token import Token

from docsite.markdown.context import ParseContext
from docsite.markdown.math import INLINE, write_formula
from docsite.records import Link
from docsite.site.routes import markdown_path, split_address, with_base

HARD_BREAK = "\\\n"

_MARK = re.compile(
    r"[\\`*\[\]]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#|[A-Za-z])|~(?=~)|\{(?=badge|#)"
)
_BACKTICKS = re.compile("`+")
_SPACES = str.maketrans("\t\n\r", "   ")
"""Whitespace from entities, which could otherwise start a line or a block."""


def escape(text: str) -> str:
    """Escapes Markdown syntax inside a line."""
    return _MARK.sub(_escape_mark, text if text.isprintable() else text.translate(_SPACES))


def _escape_mark(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


def write_inline(tokens: Iterable[Token], context: ParseContext) -> str:
    """Renders one line, except for hard breaks."""
    parts: list[str] = []
    targets: list[str] = []
    for token in tokens:
        if token.type == "link_open":
            targets.append(_write_target(token, "href", context))
            if parts and parts[-1].endswith("!"):  # would turn the link into an image
                parts[-1] = f"{parts[-1][:-1]}\\!"
            part = "["
        elif token.type == "link_close":
            part = f"]({targets.pop()})"
        elif token.type == "image":
            alt = "".join(child.content for child in token.children or ())
            part = f"![{escape(alt)}]({_write_target(token, 'src', context)})"
        elif token.type == INLINE:
            part = write_formula(token)
        else:
            part = _write_mark(token)
            if context.math and token.type == "text":
                part = part.replace("$", "\\$")
        if part:
            parts.append(part)
    return "".join(parts).strip()


def _write_mark(token: Token) -> str:
    match token.type:
        case "text":
            return escape(token.content)
        case "code_inline":
            return write_code_span(token.content)
        case "softbreak":
            return " "
        case "hardbreak":
            return HARD_BREAK
        case "badge":
            return f"({escape(token.content)})"
        case "em_open" | "em_close" | "strong_open" | "strong_close":
            return token.markup
    return ""  # a permalink, which isn't needed because headings have no ids


def write_code_span(code: str) -> str:
    fence = "`" * (longest_run(code) + 1)
    # Markdown removes one space on both sides.
    is_padded = code.startswith(" ") and code.endswith(" ") and code.strip()
    pad = " " if is_padded or "`" in (code[:1], code[-1:]) else ""
    return f"{fence}{pad}{code}{pad}{fence}"


def longest_run(text: str) -> int:
    """Returns the length of the longest run of backticks."""
    return max(map(len, _BACKTICKS.findall(text)), default=0) if "`" in text else 0


def _write_target(token: Token, attribute: str, context: ParseContext) -> str:
    found = token.meta.get("found")
    address = _address_of(found, context) if isinstance(found, Link) else token.attrs[attribute]
    target = f"<{address}>" if set("()") & set(str(address)) else str(address)
    title = str(token.attrs.get("title", "")).translate(_SPACES)
    quoted = re.sub(r'[\\"&]', r"\\\g<0>", title)
    return f'{target} "{quoted}"' if title else target


def _address_of(link: Link, context: ParseContext) -> str:
    if not link.target.startswith("/"):
        return link.target
    path, rest = split_address(link.target)
    # A link to a page is the relative path of its source. A path from the root is another file.
    inner = path if link.href.startswith("/") else markdown_path(path)
    return context.address + with_base(inner, context.base) + rest
