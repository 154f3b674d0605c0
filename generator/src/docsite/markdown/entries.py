"""Records of stored entries, shown as cards like those of running samples.

A record is a file `*.stored.txt`. Each line is an entry: place, key and text, in columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from markdown_it.common.utils import escapeHtml

from docsite.markdown.context import Highlighter
from docsite.records.markup import ContentClass, classes

_ENTRY = re.compile(r"(?P<place>\w+) {2,}(?P<key>\S+(?: \S+)*) {2,}(?P<text>.+)")


def is_record(file: str | None) -> bool:
    return file is not None and file.endswith(".stored.txt")


def render_record(lines: Sequence[str], highlight: Highlighter) -> str | None:
    """The entries of a record; None if a line is not an entry."""
    entries = [_ENTRY.fullmatch(line) for line in lines]
    cards = [_render_entry(entry.group, highlight) for entry in entries if entry]
    return "\n".join(cards) if len(cards) == len(lines) else None


def _render_entry(group: Callable[[str], str], highlight: Highlighter) -> str:
    key, place = escapeHtml(group("key")), escapeHtml(group("place"))
    head = f"<span {classes(ContentClass.ENTRY)}><b>{key}</b> {place}</span>"
    text, language = _format(group("text"))
    lines = highlight(text, language)
    return head + "\n".join(f"<span {classes(ContentClass.LINE)}>{line}</span>" for line in lines)


def _format(text: str) -> tuple[str, str]:
    """The text with one value per line and its language, if it is JSON."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False), "json"
    except ValueError:
        return text, ""
