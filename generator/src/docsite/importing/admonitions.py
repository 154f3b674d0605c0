"""Admonitions: `!!! tip "Title"`, `??? note`, `/// tip | Title` and `> [!NOTE]`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docsite.importing import tabs
from docsite.importing.context import Context, Converted
from docsite.importing.lines import TAB, Line, colons_around, indent, strip_blank, take_indented
from docsite.importing.plain import plain_text
from docsite.importing.summary import Construct, Outcome

ADMONITION = re.compile(
    r"(?P<mark>!!!|\?\?\?\+?)\s*(?P<kind>[\w-]+)(?P<classes>(?:\s+[\w-]+)*)"
    r"(?:\s+(?P<quote>[\"'])(?P<title>.*)(?P=quote))?\s*$"
)
SLASHES = re.compile(r"(?P<mark>/{3,})\s*(?P<kind>[\w-]+)\s*(?:\|\s*(?P<title>.*))?$")
_ALERT = re.compile(r"\[!(?P<kind>\w+)\][-+]?\s*(?P<title>.*)")
_OPTION = re.compile(r" {4}[\w-]+:.*")

_KINDS = {
    "tip": "tip",
    "warning": "warning",
    "danger": "danger",
    **dict.fromkeys(("caution", "attention"), "warning"),
    **dict.fromkeys(("failure", "fail", "missing", "error", "bug"), "danger"),
}
"""Kinds of admonitions, and the docsite containers that replace them. All other kinds become
tips."""
_CAPTIONS = frozenset({"caption", "figure-caption", "table-caption"})
_UNWRAPPED = frozenset({"html", "definition"})


def convert_admonition(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    line = lines[at]
    body, end = take_indented(lines, at + 1, line.indent + TAB)
    is_closed = found["mark"] == "???"
    block = render_admonition(line, found["kind"], found["title"], body, is_closed, context)
    return indent(block, line.indent), end


def render_admonition(
    line: Line,
    kind: str,
    title: str | None,
    body: Sequence[Line],
    is_closed: bool,
    context: Context,
) -> list[Line]:
    kind = kind.lower()
    container = "details" if is_closed else _KINDS.get(kind, "tip")
    default = "" if container == kind else kind.replace("-", " ").capitalize()
    text = plain_text(title or "") or default
    is_same = title != "" and (container in (kind, "details") or bool(title))
    context.summary.count(
        Construct.ADMONITION, Outcome.CONVERTED if is_same else Outcome.SIMPLIFIED
    )
    inner = strip_blank(context.convert(body))
    colons = colons_around(inner)
    return [line.to(f"{colons} {container} {text}".rstrip()), *inner, line.to(colons), line.to("")]


def convert_slashes(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted | None:
    """Converts blocks of pymdownx.blocks."""
    line, kind, title = lines[at], found["kind"].lower(), found["title"]
    if kind == "tab":
        return tabs.convert_slash_tabs(lines, at, context)
    body, end = take_slashes(found["mark"], lines, at)
    if end > len(lines):
        return None
    if kind in _CAPTIONS:
        text = " ".join(each.text.strip() for each in body).strip()
        context.summary.simplify(Construct.ATTRIBUTES)
        return indent([line.to(""), line.to(f"*{text}*"), line.to("")], line.indent), end
    if kind in _UNWRAPPED:
        context.summary.simplify(Construct.HTML)
        return indent(context.convert(body), line.indent), end
    block = render_admonition(line, kind, title, body, kind == "details", context)
    return indent(block, line.indent), end


def take_slashes(mark: str, lines: Sequence[Line], at: int) -> tuple[list[Line], int]:
    """Returns the lines up to the closing mark, without options, and the index of the line after
    it. If the mark is missing, the index is greater than the number of lines."""
    width = lines[at].indent
    for end in range(at + 1, len(lines)):
        if lines[end].text.strip() == mark:
            inner = [
                each._replace(text=each.text[min(width, each.indent) :])
                for each in lines[at + 1 : end]
            ]
            while inner and _OPTION.fullmatch(inner[0].text):
                inner.pop(0)
            return strip_blank(inner), end + 1
    return [], len(lines) + 1


def convert_alert(inner: Sequence[Line], context: Context) -> list[Line]:
    """Converts a quote that starts with `[!NOTE]`. Returns an empty list for other quotes."""
    found = _ALERT.fullmatch(inner[0].text.strip())
    if not found:
        return []
    return render_admonition(inner[0], found["kind"], found["title"], inner[1:], False, context)
