"""Sections of a page, and whether a translation was written from them as they are now.

A section is what stands between a heading and the next one, whatever their levels. A translation
notes the hash of each section of the original it was written from; when the original changes, that
section is stale and no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from docsite.digests import short_hash
from docsite.pages.parse import ParsedPage
from docsite.records import Heading, Json, SiteConfig, Source

RECORDED = "translated"
"""The table in the front matter of a translation: ids of headings, and the hashes."""

_TRANSLATED_KEYS = ("summary", "title", "text")
"""What in front matter is text for readers."""


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
        texts[title.slug] = "\n".join([*_words(source.frontmatter), texts[title.slug]])
    return {slug: short_hash(text) for slug, text in texts.items()}


def _normalize(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).strip()


def _words(value: Json | Mapping[str, Json]) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key in _TRANSLATED_KEYS and isinstance(item, str):
                yield item
            else:
                yield from _words(item)


def recorded_hashes(source: Source) -> dict[str, str]:
    """What a translation was written from, as it says itself."""
    table = source.frontmatter.get(RECORDED)
    return {slug: str(value) for slug, value in table.items()} if isinstance(table, dict) else {}


def find_stale(recorded: Mapping[str, str], current: Mapping[str, str]) -> tuple[str, ...]:
    """The sections that have changed, in their order."""
    return tuple(
        slug for slug, value in current.items() if slug in recorded and recorded[slug] != value
    )
