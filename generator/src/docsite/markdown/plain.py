"""Converts tokens to standard Markdown, without docsite's syntax.

Includes are expanded, links are absolute URLs, callouts and live boxes become quotes, other
containers are removed around their content, and headings have no ids. A block with added or removed
lines becomes a diff; other marks of lines are removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from docsite.markdown.cjk import is_cjk
from docsite.markdown.code import Code
from docsite.markdown.containers import CODE_GROUP, LISTS
from docsite.markdown.context import ParseContext
from docsite.markdown.math import BLOCK, write_formula
from docsite.markdown.plain_inline import HARD_BREAK, escape, longest_run, write_inline
from docsite.records.markup import ContentClass

_BLOCK_MARK = re.compile(
    r"(?P<number>\d{1,9}(?=[.)](?:\s|$)))|#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|-+\s*$|~~~|:::|"
    r"<<<|[-:|](?=[\s:|-])"
)
_CLOSING_MARK = re.compile(r"#+$")
_INTERRUPTS = re.compile(r"(?:[-*+]|1[.)]) \S|```|#+(?: |$)|>|___$")
"""Syntax that interrupts a paragraph without an empty line."""
_MAX_NUMBER = 999_999_999
_CHANGES = {ContentClass.ADDED: "+", ContentClass.REMOVED: "-"}
_ALIGNMENTS: Mapping[str, str] = {
    ContentClass.ALIGN_LEFT: ":--",
    ContentClass.ALIGN_CENTER: ":-:",
    ContentClass.ALIGN_RIGHT: "--:",
}


@dataclass
class _Element:
    """An open element, and its content as Markdown."""

    token: Token
    parts: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    """The alignment of each cell, in the head of a table."""
    is_loose: bool = False
    """Whether there are empty lines between the items of a list."""


def write_markdown(tokens: Sequence[Token], context: ParseContext) -> str:
    """Returns the whole content, one line per paragraph."""
    shown = "\n\n".join(token.content for token in tokens if "code" in token.meta)
    elements = [_Element(Token("root", "", 1))]
    for token in tokens:
        if token.nesting == 1:
            elements.append(_Element(token))
        elif token.nesting == -1:
            _close(elements.pop(), elements[-1], context)
        elif "code" in token.meta:
            elements[-1].parts.append(_write_code(token, shown))
        else:
            elements[-1].parts.append(_write_leaf(token, context))
    return f"{_join(elements[0].parts)}\n"


def _close(element: _Element, outer: _Element, context: ParseContext) -> None:
    token = element.token
    if token.type == "paragraph_open":
        outer.is_loose |= not token.hidden
    elif token.type == "list_item_open":
        outer.is_loose |= element.is_loose
    elif token.type == "th_open":
        outer.columns.append(_ALIGNMENTS.get(str(token.attrs.get("class")), "---"))
    if token.type == "container_any_open":
        outer.parts.append(_write_container(element, context))
    else:
        write = _WRITERS.get(token.type)
        outer.parts += [write(element)] if write else element.parts


def _write_leaf(token: Token, context: ParseContext) -> str:
    if token.type == "inline":
        return write_inline(token.children or (), context)
    if token.type == BLOCK:
        return write_formula(token)
    # In any context, this is neither a list nor a heading.
    return "___" if token.type == "hr" else ""


def _write_container(element: _Element, context: ParseContext) -> str:
    kind, title = element.token.meta["kind"], element.token.meta["title"]
    if kind == CODE_GROUP or kind in LISTS:
        return _join(element.parts)
    name = str(getattr(context.strings, kind, title))
    if title != name and kind != "details":
        title = f"{name}{'：' if is_cjk(name[-1:]) else ': '}{title}"
    return _quote([_write_label(title), *element.parts])


def _write_code(token: Token, shown: str) -> str:
    """Renders the title, the code, and compiler messages that no other block shows."""
    code: Code = token.meta["code"]
    changes = [_CHANGES.get(names[0], " ") if names else " " for names in code.marks]
    is_diff = set(changes) != {" "}
    rows = [
        (f"{change} {line}" if line else change.strip()) if is_diff else line
        for change, line in zip(changes, code.lines, strict=True)
    ]
    text = "\n".join(rows)
    fence = "`" * max(3, longest_run(text) + 1)
    block = f"{fence}{'diff' if is_diff else code.language}\n{text}\n{fence}"
    messages = [text for text in code.messages.values() if text not in shown]
    title = _write_label(token.meta.get("name", code.title))
    return _join([title, block, *map(_write_message, messages)])


def _write_message(message: str) -> str:
    return _quote([HARD_BREAK.join(escape(line.strip()) for line in message.split("\n"))])


def _write_label(title: str) -> str:
    return f"**{escape(title)}**" if title else ""


def _write_paragraph(element: _Element) -> str:
    lines = "".join(element.parts).split("\n")
    return "\n".join(_BLOCK_MARK.sub(_escape_mark, line, count=1) for line in lines)


def _escape_mark(found: re.Match[str]) -> str:
    if found.start():
        return found[0]
    return f"{found[0]}\\" if found["number"] else f"\\{found[0]}"


def _write_heading(element: _Element) -> str:
    level = int(element.token.tag[1:])
    text = _CLOSING_MARK.sub(r"\\\g<0>", "".join(element.parts).replace(HARD_BREAK, " "))
    return f"{'#' * level} {text}".rstrip()


def _write_quote(element: _Element) -> str:
    return _quote(element.parts)


def _write_list(element: _Element) -> str:
    token = element.token
    number = int(token.attrs.get("start", 1))
    items: list[str] = []
    for item in element.parts:
        is_numbered = token.type == "ordered_list_open"
        marker = f"{min(number, _MAX_NUMBER)}{token.markup}" if is_numbered else token.markup
        items.append(f"{marker} {_indent(item, len(marker) + 1)}" if item else marker)
        number += 1
    return ("\n\n" if element.is_loose else "\n").join(items)


def _write_item(element: _Element) -> str:
    """Joins the parts of an item, without empty lines between them where possible."""
    text = ""
    for part in filter(None, element.parts):
        is_close = not element.is_loose and _INTERRUPTS.match(part)
        text += ("\n" if is_close else "\n\n") + part if text else part
    return text


def _write_row(element: _Element) -> str:
    rows = [element.parts, element.columns] if element.columns else [element.parts]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _write_table(element: _Element) -> str:
    return "\n".join(element.parts)


def _write_cell(element: _Element) -> str:
    return "".join(element.parts).replace("|", "\\|")


def _join(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts))


def _quote(parts: Iterable[str]) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in _join(parts).split("\n"))


def _indent(text: str, width: int) -> str:
    return "\n".join(" " * width + line if line else "" for line in text.split("\n"))[width:]


_WRITERS: Mapping[str, Callable[[_Element], str]] = {
    "paragraph_open": _write_paragraph,
    "heading_open": _write_heading,
    "blockquote_open": _write_quote,
    "bullet_list_open": _write_list,
    "ordered_list_open": _write_list,
    "list_item_open": _write_item,
    "table_open": _write_table,
    "tr_open": _write_row,
    "th_open": _write_cell,
    "td_open": _write_cell,
}
