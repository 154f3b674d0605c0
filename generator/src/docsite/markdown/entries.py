"""Records of stored entries, shown as cards like those of running samples.

A record is a file `*.stored.txt`. Each line is an entry with three columns: place, key and text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.common.utils import escapeHtml

from docsite.markdown.context import Snippet
from docsite.records.markup import ContentClass, classes

_ENTRY = re.compile(r"(?P<place>\w+) {2,}(?P<key>\S+(?: \S+)*) {2,}(?P<text>.+)")


def is_record(file: str | None) -> bool:
    return file is not None and file.endswith(".stored.txt")


@dataclass(frozen=True)
class Entry:
    place: str
    key: str
    text: Snippet


def read_record(lines: Sequence[str]) -> tuple[Entry, ...]:
    """Returns the entries of a record, or none if a line is not an entry."""
    found = [entry for entry in map(_ENTRY.fullmatch, lines) if entry]
    is_complete = len(found) == len(lines)
    return tuple(map(_to_entry, found)) if is_complete else ()


def _to_entry(found: re.Match[str]) -> Entry:
    return Entry(found["place"], found["key"], _format(found["text"]))


def _format(text: str) -> Snippet:
    """Formats JSON with one value per line. Other text stays unchanged."""
    try:
        return Snippet(json.dumps(json.loads(text), indent=2, ensure_ascii=False), "json")
    except ValueError:
        return Snippet(text, "")


def render_entry(entry: Entry, lines: Sequence[str]) -> str:
    """Renders a card with the highlighted lines of the entry."""
    key, place = escapeHtml(entry.key), escapeHtml(entry.place)
    head = f"<span {classes(ContentClass.ENTRY)}><b>{key}</b> {place}</span>"
    return head + "\n".join(f"<span {classes(ContentClass.LINE)}>{line}</span>" for line in lines)
