"""The search index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct

from docsite.records.page import PageLink


class SearchSection(Struct, frozen=True):
    """A section of a page: the text from a heading to the next one."""

    id: str
    """The id of its heading; empty for a home page."""
    heading: str
    """Its heading; for text before the first heading, the title."""
    parents: tuple[str, ...]
    """The headings above it, without the title."""
    text: str
    """Its text, one line per paragraph, cell row or line of code."""


class SearchTexts(Struct, frozen=True):
    """Consecutive sections of a page."""

    page: str
    """The path of the page, without base."""
    title: str
    """The title of the page."""
    sections: tuple[SearchSection, ...]
    """The sections in order."""


class SearchWords(Struct, frozen=True):
    """Consecutive words of an index."""

    words: Mapping[str, tuple[int, ...]]
    """The sections that contain each word. With w = the number of weights of the index, the numbers
    are w * (difference to the section before, or the first section) + (position of the weight)."""


class SearchSpellings(Struct, frozen=True):
    """Words with the same first letter, for the correction of misspelled words."""

    words: tuple[str, ...]
    """The words, the most frequent first."""


@dataclass(frozen=True)
class SearchSynonym:
    """Words that visitors search for, and those of the pages."""

    words: tuple[str, ...]
    """Words or phrases in a query."""
    meanings: tuple[str, ...]
    """Words or phrases that are searched for, too."""


@dataclass(frozen=True)
class SearchIndex:
    """The index of one language.

    Its other files share a hash: on a large site, a list of hashes would be most of what a search
    fetches.
    """

    files: str
    """The hash of its other files, which is the name of their folder."""
    weights: tuple[float, ...]
    """The weights of words: how much they say about a section."""
    first_words: tuple[str, ...]
    """The first word of each `SearchWords` file, in order: `words-0.json`."""
    text_counts: tuple[int, ...]
    """The number of sections in each `SearchTexts` file, in order: `texts-0.json`."""
    text_weights: tuple[float, ...]
    """The weight of the page of each `SearchTexts` file."""
    page_files: tuple[int, ...]
    """The number of `SearchTexts` files of each page, in order."""
    letters: tuple[str, ...]
    """The first letter of each `SearchSpellings` file: `spellings-0.json`."""
    synonyms: tuple[SearchSynonym, ...]
    """Synonyms, and terms of the glossary with their translations."""
    suggestions: tuple[PageLink, ...]
    """Sections to offer when there are no results."""


@dataclass(frozen=True)
class SearchRecord:
    """The first files of a search."""

    indexes: Mapping[str, str]
    """The hash in the name of each `SearchIndex`, by language tag: `search/<hash>.json`."""
