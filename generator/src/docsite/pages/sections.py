"""Sections of a page, and whether a translation was written from them as they are now.

A section is what stands between a heading and the next one, whatever their levels. A translation
notes the hash of each section of the original it was written from; when the original changes, that
section is stale and no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from docsite.digests import short_hash
from docsite.pages.parse import ParsedPage
from docsite.records import Heading, SiteConfig, Source

RECORDED = "translated"
"""The table in the front matter of a translation: ids of headings, and the hashes."""

Originals = Mapping[str, Mapping[str, str]]
"""The hashes of the sections of each page in the first language, by path."""


def hash_originals(config: SiteConfig, pages: Iterable[ParsedPage]) -> Originals:
    return {
        page.path: hash_sections(page.source, page.document.headings)
        for page in pages
        if page.source.locale == config.locales[0].tag
    }


def hash_sections(source: Source, headings: Sequence[Heading]) -> dict[str, str]:
    """The hash of each section by the id of its heading; the title has that of front matter too."""
    lines = source.text.replace("\r\n", "\n").split("\n")
    starts = [heading.line - source.first_line for heading in headings]
    texts = {
        heading.slug: _normalize(lines[start:end])
        for heading, (start, end) in zip(headings, pairwise([*starts, len(lines)]), strict=True)
    }
    for title in headings[:1]:
        texts[title.slug] = "\n".join([*source.frontmatter.texts, texts[title.slug]])
    return {slug: short_hash(text) for slug, text in texts.items()}


def _normalize(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).strip()


def find_stale(recorded: Mapping[str, str], current: Mapping[str, str]) -> tuple[str, ...]:
    """The sections that have changed, in their order."""
    return tuple(
        slug for slug, value in current.items() if slug in recorded and recorded[slug] != value
    )
