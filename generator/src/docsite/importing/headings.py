"""Headings: ids, levels, and the mapping of old anchors to new ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from docsite.importing.context import Page
from docsite.importing.files import slug
from docsite.importing.lines import Line
from docsite.importing.plain import plain_text
from docsite.importing.summary import Construct, Outcome, Summary

HEADING = re.compile(
    r"(?P<before>\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)*)(?P<marks>#{1,6})(?:\s+(?P<text>.*?))?\s*$"
)
_ATTRIBUTES = re.compile(r"\s*\{:?\s*(?P<list>[^{}]*)\}\s*$")
_ID = re.compile(r"#(?P<id>[\w.:-]+)")
_CLOSING = re.compile(r"\s+#+\s*$")
_ANCHOR = re.compile(
    r"""<a\s[^<>]*?(?:id|name)=["']?(?P<html>[\w.:-]+)|\{:?[^{}#\n]*+#(?P<list>[\w.:-]++)[^{}\n]*+\}"""
)
_NUMBER = "section"


def old_slug(text: str) -> str:
    """Returns the id that Python-Markdown generates."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    kept = re.sub(r"[^\w\s-]", "", plain).strip().lower()
    return re.sub(r"[-\s]+", "-", kept)


def _unicode_slug(text: str) -> str:
    """Returns the id that pymdownx.slugs generates."""
    kept = re.sub(r"[^\w\- ]", "", unicodedata.normalize("NFC", text)).strip().lower()
    return kept.replace(" ", "-")


def read_heading(line: Line) -> re.Match[str] | None:
    return None if line.is_code else HEADING.fullmatch(line.text)


def _levels_of(page: Page) -> list[int]:
    found = map(read_heading, page.lines)
    return [len(heading["marks"]) for heading in found if heading and heading["text"]]


def _fit_levels(levels: Sequence[int]) -> list[int]:
    """Returns levels of which only the first is 1, and none is skipped."""
    fitted: list[int] = []
    shift = 0
    for level in levels:
        shift = 1 if level == 1 and fitted else shift
        fitted.append(min(level + shift, fitted[-1] + 1, 6) if fitted else 1)
    return fitted


def convert_headings(page: Page, title: str, summary: Summary, original: Page | None) -> None:
    """Adds a title and ids, changes levels so that none is skipped, and removes empty headings.

    `title` is used if the page has no title. A translation whose headings have the same levels as
    those of its original gets the same ids. Otherwise, only its title does.
    """
    page.lines = [line for line in page.lines if not _is_empty(line)]
    _add_title(page, title)
    slugs = _slugs_of(original) if original else ()
    levels = _levels_of(page)
    fitted = _fit_levels(levels)
    if original and _levels_of(original) != fitted:
        slugs = slugs[:1]
    taken: set[str] = set()
    counts: dict[str, int] = {}
    number = 0
    done: list[Line] = []
    current = ""
    for line in page.lines:
        found = read_heading(line)
        if not found or not found["text"]:
            _add_anchors(line, current, page)
            done.append(line)
            continue
        text, named = _split_attributes(found["text"])
        is_same = levels[number] == fitted[number]
        summary.count(Construct.HEADING, Outcome.CONVERTED if is_same else Outcome.SIMPLIFIED)
        current = slugs[number] if number < len(slugs) else _new_id(text, named, taken, number)
        taken.add(current)
        _name_anchor(text, named, current, counts, page)
        page.title = page.title or plain_text(text)
        done.append(line.to(f"{found['before']}{'#' * fitted[number]} {text} {{#{current}}}"))
        number += 1
    page.lines = done


def _slugs_of(page: Page) -> Sequence[str]:
    return [
        found[1]
        for line in page.lines
        if (found := re.search(r"\{#([a-z0-9-]+)\}$", line.text)) and read_heading(line)
    ]


def _add_title(page: Page, title: str) -> None:
    first = next((found for found in map(read_heading, page.lines) if found), None)
    if first is None or len(first["marks"]) != 1 or not first["text"]:
        start = page.lines[0] if page.lines else Line("", page.file.source, 1)
        page.lines = [start.to(f"# {title}"), start.to(""), *page.lines]


def _is_empty(line: Line) -> bool:
    """Returns whether a line is a heading without text, which some projects use to hide the
    title."""
    found = read_heading(line)
    if not found or found["before"].strip():
        return False
    text = re.sub(r"^#+$", "", found["text"] or "")
    return not _split_attributes(text)[0]


def _split_attributes(text: str) -> tuple[str, str]:
    """Returns the text without closing marks, and the id in its attribute list."""
    text = _CLOSING.sub("", text)
    found = _ATTRIBUTES.search(text)
    if not found or not re.match(r"[#.:]|[\w-]+=", found["list"].strip()):
        return text.strip(), ""
    named = _ID.search(found["list"])
    return _CLOSING.sub("", text[: found.start()]).strip(), named["id"] if named else ""


def _new_id(text: str, named: str, taken: set[str], number: int) -> str:
    wanted = slug(named) or slug(plain_text(text)) or f"{_NUMBER}-{number + 1}"
    if not wanted[0].isalpha():
        wanted = f"{_NUMBER}-{wanted}"
    found, count = wanted, 2
    while found in taken:
        found, count = f"{wanted}-{count}", count + 1
    return found


def _name_anchor(text: str, named: str, current: str, counts: dict[str, int], page: Page) -> None:
    plain = plain_text(text)
    for old in dict.fromkeys((named,) if named else (old_slug(plain), _unicode_slug(plain))):
        times = counts.get(old, 0)
        counts[old] = times + 1
        page.anchors.setdefault(f"{old}_{times}" if times else old, current)
    page.anchors.setdefault(current, current)


def _add_anchors(line: Line, current: str, page: Page) -> None:
    """Maps ids of other elements to the heading above them."""
    if not line.is_code and current:
        for found in _ANCHOR.finditer(line.text):
            page.anchors.setdefault(found["html"] or found["list"], current)
