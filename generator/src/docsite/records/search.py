"""The search index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSection:
    """A section of a page: the text from a heading to the next one."""

    path: str
    """The path and id of its heading, without base."""
    page: str
    """The path of its page, without base."""
    title: str
    """The title of its page."""
    heading: str
    """Its heading; for text before the first heading, the title."""
    parents: tuple[str, ...]
    """The headings above it, without the title."""
    text: str
    """Its text, one line per paragraph, cell row or line of code."""


@dataclass(frozen=True)
class SearchIndex:
    """The words of one language."""

    meta: str
    """The file that Pagefind reads first, one character per byte: smaller than base64."""
    first_words: tuple[str, ...]
    """The first word of each file, in order."""
    files: tuple[str, ...]
    """The hash in the name of each file: `search/<hash>.bin`."""


@dataclass(frozen=True)
class SearchTerm:
    """A term of the glossary."""

    words: tuple[str, ...]
    """The wordings in the first language."""
    wording: str
    """The wording in the other language."""


@dataclass(frozen=True)
class SearchGlossary:
    """The translated terms of a language."""

    terms: tuple[SearchTerm, ...]
    """The terms."""


@dataclass(frozen=True)
class SearchRecord:
    """The first files of a search: hashes in the names of files below `assets/`."""

    worker: str
    """The search worker: `workers/search.<hash>.js`."""
    engine: str
    """The search engine: `search/<hash>.wasm`."""
    indexes: Mapping[str, str]
    """The `SearchIndex` of each language, by its tag: `search/<hash>.json`."""
    glossaries: Mapping[str, str]
    """The `SearchGlossary` of each language that has one, by its tag: `search/<hash>.json`."""
