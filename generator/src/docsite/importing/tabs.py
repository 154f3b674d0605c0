"""Content tabs: `=== "Label"`. Tabs that each contain one code block become a code group."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from docsite.importing.context import Context, Converted
from docsite.importing.lines import TAB, Line, colons_around, indent, strip_blank, take_indented
from docsite.importing.plain import plain_text
from docsite.importing.summary import Construct

TAB_MARK = re.compile(r"===[!+]{0,2}\s+(?P<quote>[\"'])(?P<label>.*)(?P=quote)\s*$")
_SLASH_TAB = re.compile(r"(?P<mark>/{3,})\s*tab\s*\|\s*(?P<label>.*)$")
_SLASH_OPTION = re.compile(r" {4}[\w-]+:.*")
_NAMED = re.compile(r"(?P<head>(?:`{3,}|~{3,}|<<< )[^\[\]]*?)\s*(?:\[(?P<title>[^\[\]]*)\])?\s*$")
_NOT_A_PARAGRAPH = re.compile(r"\s*(?:[-*+>#|]|\d+[.)]|:::|```|~~~|<<<|!\[)")


class Tab(NamedTuple):
    label: str
    line: Line
    body: list[Line]
    """The converted lines."""


def convert_tabs(
    _found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    width = lines[at].indent
    found: list[Tab] = []
    end = at
    while end < len(lines):
        mark = TAB_MARK.match(lines[end].text.lstrip())
        is_new = mark and "!" in lines[end].text.lstrip()[:6] and found
        if not mark or lines[end].indent != width or is_new:
            break
        body, end_of_tab = take_indented(lines, end + 1, width + TAB)
        converted = strip_blank(context.convert(body))
        found.append(Tab(_clean(mark["label"]), lines[end], converted))
        end = _skip_blank(lines, end_of_tab)
    return indent(_render(found, context), width), end


def convert_slash_tabs(lines: Sequence[Line], at: int, context: Context) -> Converted | None:
    width = lines[at].indent
    found: list[Tab] = []
    end = at
    while end < len(lines) and lines[end].indent == width:
        mark = _SLASH_TAB.match(lines[end].text.lstrip())
        close = _find_close(mark["mark"], lines, end) if mark else None
        if not mark or close is None:
            break
        body = [
            line._replace(text=line.text[min(width, line.indent) :])
            for line in lines[end + 1 : close]
        ]
        while body and _SLASH_OPTION.fullmatch(body[0].text):
            body.pop(0)
        found.append(Tab(_clean(mark["label"]), lines[end], strip_blank(context.convert(body))))
        end = _skip_blank(lines, close + 1)
    return (indent(_render(found, context), width), end) if found else None


def _find_close(mark: str, lines: Sequence[Line], start: int) -> int | None:
    closing = (at for at in range(start + 1, len(lines)) if lines[at].text.strip() == mark)
    return next(closing, None)


def _skip_blank(lines: Sequence[Line], at: int) -> int:
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return at


def _clean(label: str) -> str:
    return plain_text(label).replace("[", "(").replace("]", ")") or "Tab"


def _render(found: Sequence[Tab], context: Context) -> list[Line]:
    members = [_name_code(tab) for tab in found]
    labels = {member[0].text.rpartition("[")[2] for member in members if member}
    if all(members) and len(labels) == len(found) > 1:
        context.summary.count(Construct.TABS, times=len(found))
        inner = [line for member in members if member for line in (*member, member[-1].to(""))]
        colons = colons_around(inner)
        first = found[0].line
        head = [first.to(f"{colons} code-group"), first.to("")]
        return [*head, *inner, first.to(colons), first.to("")]
    done: list[Line] = []
    for tab in found:
        context.summary.simplify(Construct.TABS)
        done += [tab.line.to(f"**{tab.label}**"), tab.line.to(""), *tab.body, tab.line.to("")]
    return done


def _name_code(tab: Tab) -> list[Line] | None:
    """Returns a code block named after the label, and at most one paragraph after it."""
    body = tab.body
    found = _NAMED.fullmatch(body[0].text) if body and body[0].is_code else None
    if not found:
        return None
    is_include = body[0].text.startswith("<<<")
    fence = re.match(r"[`~]+", body[0].text)
    end = 0 if is_include else _find_end(body, fence[0] if fence else "```")
    rest = strip_blank(body[end + 1 :])
    if any(line.is_blank or line.is_code or _NOT_A_PARAGRAPH.match(line.text) for line in rest):
        return None
    title = found["title"]
    label = f"{tab.label} ({title})" if title and title != tab.label else tab.label
    lines = f" {{{lines}}}" if (lines := _highlighted(found["head"])) else ""
    head = re.sub(r"\s*\{[\d,\s-]+\}", "", found["head"])
    named = body[0].to(f"{head}{lines} [{label}]", is_code=True)
    gap = [named.to("")] if rest else []
    return [named, *body[1 : end + 1], *gap, *rest]


def _highlighted(head: str) -> str:
    found = re.search(r"\{([\d,\s-]+)\}", head)
    return found[1] if found else ""


def _find_end(body: Sequence[Line], fence: str) -> int:
    closing = (at for at in range(1, len(body)) if body[at].text.strip() == fence)
    return next(closing, len(body) - 1)
