"""The search index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSection:
    """A section of a page: what stands between a heading and the next one."""

    path: str
    """The address of its heading, without base."""
    page: str
    """The address of its page, without base."""
    title: str
    """The title of its page."""
    heading: str
    """Its heading; for what stands above all headings, the title."""
    parents: tuple[str, ...]
    """The headings it stands under, without the title."""
    text: str
    """Its text, one line per paragraph, cell row or line of code."""


@dataclass(frozen=True)
class SearchIndex:
    """The words of one language, and where they are."""

    meta: str
    """What Pagefind reads first, one character per byte: this compresses better than base64."""
    first_words: tuple[str, ...]
    """The first word of each file, in their order."""
    files: tuple[str, ...]
    """The hash in the name of each file: `search/<hash>.bin`."""


@dataclass(frozen=True)
class SearchTerm:
    """A term of the glossary."""

    words: tuple[str, ...]
    """How the first language says it."""
    wording: str
    """How the other language does."""


@dataclass(frozen=True)
class SearchGlossary:
    """The terms that one language has other words for than the first."""

    terms: tuple[SearchTerm, ...]
    """The terms."""


@dataclass(frozen=True)
class SearchRecord:
    """What a search begins with: hashes in the names of files below `assets/`."""

    worker: str
    """The script that searches: `workers/search.<hash>.js`."""
    engine: str
    """What that script runs: `search/<hash>.wasm`."""
    indexes: Mapping[str, str]
    """The `SearchIndex` of each language, by its tag: `search/<hash>.json`."""
    glossaries: Mapping[str, str]
    """The `SearchGlossary` of each language that has one, by its tag: `search/<hash>.json`."""
