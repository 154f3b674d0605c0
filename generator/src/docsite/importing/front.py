"""Front matter: converts YAML to TOML, and adds a summary to every page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from msgspec import ValidationError, convert

from docsite.errors import ConfigError
from docsite.importing.context import Page
from docsite.importing.definitions import API_LABEL
from docsite.importing.lines import Line, split_lines
from docsite.importing.plain import plain_text, shorten
from docsite.importing.settings import Values, parse_yaml
from docsite.importing.summary import Construct, Summary
from docsite.importing.toml_text import render_table
from docsite.records.values import TagId

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<head>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
_CONVERTED = frozenset({"title", "description", "draft"})
_TAGS = "tags"
INHERITED = ("description", "draft", _TAGS)
"""The keys that a folder can set for its pages."""
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
"""Keys that only affect the appearance or a plugin."""
_INVALID = (
    "The front matter was left out. Correct it and import the project again with --force, or add "
    "its keys to the new page as TOML."
)
_NOT_TEXT = re.compile(r"\s*(?:#|:::|[|>]|!\[|\[!|<<<|---|\*\*\*|\[[^\]]+\]:)|^ {4,}")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_CONTAINER = re.compile(r"\s*(?:> ?)*:{3,}[ \t]*(?P<name>\S*)")
_FORMULA = re.compile(r"\$[^$\s](?:[^$]*[^$\s])?\$|\$\$|\\[(\[]|\\begin\{")
_CODE = re.compile(r"`+[^`]*`+")
_LABELS = re.compile(r"\*\*[^*]+\*\*|__[^_]+__|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])")
_MIN_WIDTH = 20
"""The minimum width of a description in columns. Shorter sentences such as "Any free port." don't
describe a page."""


def read_front_matter(text: str, source: str, summary: Summary) -> tuple[Values, list[Line]]:
    """Returns the values, and the lines after them."""
    found = _FRONT_MATTER.match(text)
    if not found:
        return {}, split_lines(text, source)
    first = found[0].count("\n") + 1
    lines = split_lines(text[found.end() :], source, first)
    try:
        return parse_yaml(found["head"], source, 1), lines
    except ConfigError as error:
        where = Line("", source, error.line or 1)
        summary.skip(Construct.FRONT_MATTER, where, error.message, _INVALID)
        return {}, lines


def render_front_matter(
    page: Page, original: Page | None, redirects: Sequence[str], summary: Summary
) -> list[Line]:
    """`original` is `None` for pages in the first language, and for translations without an
    original."""
    front = page.front
    for key in front:
        where = Line("", page.file.source, 1)
        if key in _CONVERTED:
            summary.count(Construct.FRONT_MATTER)
        elif key in _LOOK:
            summary.simplify(Construct.FRONT_MATTER)
        elif key == _TAGS:
            _count_tags(page, original, where, summary)
        else:
            summary.skip(Construct.FRONT_MATTER, where, f"{key}: {str(front[key])[:60]}")
    values: dict[str, object] = {"summary": _find_summary(page, summary)}
    if front.get("draft") is True:
        values["draft"] = True
    # Translations have the tags of their originals.
    if not page.file.language.folder and (tags := list_tags(front)):
        values[_TAGS] = tags
    if redirects:
        values["redirect_from"] = list(dict.fromkeys(redirects))
    start = Line("", page.file.source, 1)
    rows = ["+++", *render_table(values), "+++", ""]
    return [start.to(row, is_code=True) for row in rows]


def list_tags(front: Values) -> list[str]:
    """Returns the valid tags in kebab-case."""
    tags = [tag for tag in map(_make_tag, _read_tags(front)) if _is_tag(tag)]
    return list(dict.fromkeys(tags))


def _read_tags(front: Values) -> list[object]:
    tags = front.get(_TAGS)
    return tags if isinstance(tags, list) else [tags] if tags else []


def _count_tags(page: Page, original: Page | None, where: Line, summary: Summary) -> None:
    tags = _read_tags(page.front)
    if original:
        lost = [tag for tag in list_tags(page.front) if tag not in list_tags(original.front)]
        if lost:
            hint = (
                f"Translations use the tags of their original. Add them to {original.file.target}."
            )
            text = ", ".join(lost)
            summary.skip(Construct.FRONT_MATTER, where, f"{_TAGS}: {text[:60]}", hint)
        else:
            summary.count(Construct.FRONT_MATTER)
    elif other := [tag for tag in tags if not _is_tag(_make_tag(tag))]:
        text = ", ".join(map(str, other))
        hint = (
            "These tags were left out. Tags can only contain the letters a to z, digits and "
            "hyphens, such as first-steps."
        )
        summary.skip(Construct.FRONT_MATTER, where, f"{_TAGS}: {text[:60]}", hint)
    elif all(map(_is_tag, tags)):
        summary.count(Construct.FRONT_MATTER)
    else:
        summary.simplify(Construct.FRONT_MATTER)


def _make_tag(tag: object) -> str:
    """Converts `Hot water` to `hot-water`."""
    return re.sub(r"[\s_./-]+", "-", tag.lower()).strip("-") if isinstance(tag, str) else ""


def _is_tag(value: object) -> bool:
    try:
        convert(value, TagId)
    except ValidationError:
        return False
    return True


def _find_summary(page: Page, summary: Summary) -> str:
    described = page.front.get("description")
    if isinstance(described, str) and described.strip():
        return shorten(" ".join(described.split()))
    summary.derived.append(page.file.target)
    return shorten(_first_description(page.lines) or page.title)


def _first_description(lines: Sequence[Line]) -> str:
    """Returns the first paragraph that describes a page, as plain text, or an empty string."""
    return next(filter(None, map(_describe, _find_paragraphs(lines))), "")


def _find_paragraphs(lines: Sequence[Line]) -> Iterator[str]:
    """Yields the paragraphs outside lists, formulas and containers."""
    collected: list[str] = []
    depth, is_formula, is_list, was_blank = 0, False, False, True
    for line in lines:
        text = "" if line.is_code else line.text
        is_formula ^= _CODE.sub("", text).count("$$") % 2 == 1
        depth = max(depth + _nest(text), 0)
        is_continued = not was_blank or text[:1] in ("", " ")
        is_list = bool(_ITEM.match(text)) or (is_list and is_continued)
        was_blank = not text.strip()
        is_inside = is_list or is_formula or depth > 0
        if not text.strip() or is_inside or _NOT_TEXT.match(text):
            yield " ".join(collected)
            collected = []
        else:
            collected.append(text.strip())
    yield " ".join(collected)


def _nest(text: str) -> int:
    """Returns 1 for a line that opens a container, -1 for one that closes it, and otherwise 0."""
    found = _CONTAINER.match(text)
    return 0 if not found else 1 if found["name"] else -1


def _describe(paragraph: str) -> str:
    """Returns the plain text of a paragraph, or an empty string if it is a label, consists of
    links, contains a formula, is too short, or introduces a block."""
    if paragraph.startswith(API_LABEL):
        return ""
    if _FORMULA.search(_CODE.sub("", paragraph)) or not re.search(
        r"\w", _LABELS.sub("", paragraph)
    ):
        return ""
    text = plain_text(paragraph)
    is_long = sum(1 + (east_asian_width(char) in "FW") for char in text) >= _MIN_WIDTH
    return text if is_long and not text.endswith((":", "：")) else ""
