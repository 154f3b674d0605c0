"""Front matter: YAML to TOML, with a summary for every page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import ValidationError, convert

from docsite.errors import ConfigError
from docsite.importing.context import Page
from docsite.importing.lines import Line, split_lines
from docsite.importing.plain import plain_text, shorten
from docsite.importing.settings import Values, parse_yaml
from docsite.importing.summary import Construct, Summary
from docsite.importing.toml_text import render_table
from docsite.records.values import TagId

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<head>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
_CONVERTED = frozenset({"title", "description", "draft"})
_TAGS = "tags"
_LOOK = frozenset(
    {
        "hide",
        "icon",
        "status",
        "template",
        "search",
        "social",
        "comments",
        "subtitle",
        "render_macros",
    }
)
"""Keys that only affect appearance or a plugin."""
_NOT_TEXT = re.compile(r"\s*(?:#|:::|[|>]|!\[|\[!|<<<|---|\*\*\*|\[[^\]]+\]:)|^ {4,}")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")


def read_front_matter(text: str, source: str, summary: Summary) -> tuple[Values, list[Line]]:
    """The values, and the lines after them."""
    found = _FRONT_MATTER.match(text)
    if not found:
        return {}, split_lines(text, source)
    first = found[0].count("\n") + 1
    lines = split_lines(text[found.end() :], source, first)
    try:
        return parse_yaml(found["head"], source, 1), lines
    except ConfigError as error:
        where = Line("", source, error.line or 1)
        summary.skip(Construct.FRONT_MATTER, where, error.message, "Write it as TOML.")
        return {}, lines


def render_front_matter(page: Page, redirects: Sequence[str], summary: Summary) -> list[Line]:
    front = page.front
    for key in front:
        where = Line("", page.file.source, 1)
        if key in _CONVERTED:
            summary.count(Construct.FRONT_MATTER)
        elif key in _LOOK:
            summary.simplify(Construct.FRONT_MATTER)
        elif key == _TAGS:
            _count_tags(page, where, summary)
        else:
            summary.skip(Construct.FRONT_MATTER, where, f"{key}: {str(front[key])[:60]}")
    described = front.get("description")
    text = " ".join(described.split()) if isinstance(described, str) else ""
    values: dict[str, object] = {"summary": shorten(text or _first_paragraph(page) or page.title)}
    if front.get("draft") is True:
        values["draft"] = True
    if tags := [tag for tag in map(_make_tag, _list_tags(page)) if _is_tag(tag)]:
        values[_TAGS] = list(dict.fromkeys(tags))
    if redirects:
        values["redirect_from"] = list(dict.fromkeys(redirects))
    start = Line("", page.file.source, 1)
    rows = ["+++", *render_table(values), "+++", ""]
    return [start.to(row, is_code=True) for row in rows]


def _list_tags(page: Page) -> list[object]:
    tags = page.front.get(_TAGS)
    return tags if isinstance(tags, list) else [tags] if tags else []


def _count_tags(page: Page, where: Line, summary: Summary) -> None:
    tags = _list_tags(page)
    if other := [tag for tag in tags if not _is_tag(_make_tag(tag))]:
        text = ", ".join(map(str, other))
        hint = "Tags can only contain lower-case letters, digits and hyphens: first-steps."
        summary.skip(Construct.FRONT_MATTER, where, f"{_TAGS}: {text[:60]}", hint)
    elif all(map(_is_tag, tags)):
        summary.count(Construct.FRONT_MATTER)
    else:
        summary.simplify(Construct.FRONT_MATTER)


def _make_tag(tag: object) -> str:
    """`Hot water` -> `hot-water`."""
    return re.sub(r"[\s_./-]+", "-", tag.lower()).strip("-") if isinstance(tag, str) else ""


def _is_tag(value: object) -> bool:
    try:
        convert(value, TagId)
    except ValidationError:
        return False
    return True


def _first_paragraph(page: Page) -> str:
    """The first text of the page, or of its first list."""
    collected: list[str] = []
    for line in page.lines:
        is_text = not line.is_code and not line.is_blank and not _NOT_TEXT.match(line.text)
        if is_text:
            collected.append(_ITEM.sub("", line.text).strip())
        elif collected:
            text = plain_text(" ".join(collected))
            if re.search(r"\w", text):
                return text
            collected = []
    return plain_text(" ".join(collected))
