"""Applies the inline rules to the paragraphs of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsite.importing.context import Page
from docsite.importing.footnotes import append_footnotes
from docsite.importing.inline import Inline
from docsite.importing.lines import Line
from docsite.importing.links import Links
from docsite.importing.settings import Project
from docsite.importing.summary import Summary

_CONTAINER = re.compile(r"\s*(?:> ?)*:{3,}(?:\s|$)")
_ALONE = re.compile(r"\s*(?:[#|>]|\[[^\]]+\]:)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_LABEL = re.compile(r"\s{0,3}\[(?P<label>[^\]^]+)\]:\s*<?(?P<href>[^\s<>]+)")


def convert_paragraphs(page: Page, links: Links, project: Project, summary: Summary) -> None:
    labels = (_LABEL.match(line.text) for line in page.lines if not line.is_code)
    known = {" ".join(each["label"].lower().split()): each["href"] for each in labels if each}
    inline = Inline(page, links, project, summary, known, pending=dict(page.abbreviations))
    body = [*_convert(page.lines, inline)]
    for label, lines in page.footnotes.items():
        page.footnotes[label] = [*_convert(lines, inline)]
    page.lines = [*_drop_unused(body, page)]
    page.lines += append_footnotes(page, inline.used_footnotes)


def _drop_unused(lines: Sequence[Line], page: Page) -> Iterator[Line]:
    """Removes link definitions of included files that the page doesn't use."""
    notes = (line for note in page.footnotes.values() for line in note)
    shown = [*(line for line in lines if not _LABEL.match(line.text)), *notes]
    own = "\n".join(line.text.lower() for line in shown)
    for line in lines:
        found = None if line.is_code else _LABEL.match(line.text)
        if not found or line.file == page.file.source or f"[{found['label'].lower()}]" in own:
            yield line


def _convert(lines: Sequence[Line], inline: Inline) -> Iterator[Line]:
    for chunk in _split(lines):
        first = chunk[0]
        if first.is_code or first.is_blank or _CONTAINER.match(first.text):
            yield from chunk
            continue
        rows = inline.convert("\n".join(line.text for line in chunk), first).split("\n")
        for at, row in enumerate(rows):
            yield chunk[min(at, len(chunk) - 1)].to(row)


def _split(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yields paragraphs. Headings, table rows, quoted lines and definitions are separate."""
    chunk: list[Line] = []
    for line in lines:
        is_alone = line.is_code or line.is_blank or _is_alone(line)
        if chunk and (is_alone or _ITEM.match(line.text) or line.file != chunk[0].file):
            yield chunk
            chunk = []
        if is_alone:
            yield [line]
        else:
            chunk.append(line)
    if chunk:
        yield chunk


def _is_alone(line: Line) -> bool:
    return bool(_ALONE.match(line.text) or _CONTAINER.match(line.text))
