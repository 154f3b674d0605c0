"""Detects outdated sections in translations.

A section is the text from a heading to the next one of any level. A translation stores the hash of
each original section, so a change makes only that section stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from docsite.digests import short_hash
from docsite.pages.parse import ParsedPage
from docsite.records import Heading, SiteConfig, Source

RECORDED = "translated"
"""The table in front matter with the hashes, keyed by the ids of headings."""

Originals = Mapping[str, Mapping[str, str]]
"""The hashes of sections in the first language, keyed by path and id."""


def hash_originals(config: SiteConfig, pages: Iterable[ParsedPage]) -> Originals:
    return {
        page.path: hash_sections(page.source, page.document.headings)
        for page in pages
        if page.source.locale == config.locales[0].tag and not page.source.is_generated
    }


def hash_sections(source: Source, headings: Sequence[Heading]) -> dict[str, str]:
    """Returns hashes, keyed by the ids of headings. The first hash includes the front matter."""
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
    return "\n".join(map(str.rstrip, lines)).strip()


def find_stale(recorded: Mapping[str, str], current: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the sections that have changed, in order."""
    return tuple(
        slug for slug, value in current.items() if slug in recorded and recorded[slug] != value
    )
