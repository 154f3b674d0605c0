"""Sections to an index: words by weight, in files so small that a search needs few bytes of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import msgspec

from docsite.cache import Cache, code_digest, digest
from docsite.records import SearchSection, SearchSpellings, SearchTexts, SearchWords
from docsite.search.sections import FoundSection
from docsite.search.words import heading_words, index_words, is_unspaced

_STAGE = "search"
_WORD_BYTES = 3_900
_TEXT_BYTES = 3_500
"""Sizes of files before compression. A search fetches about fifteen texts, and few words. Smaller
files would make searches smaller, but hosts limit the number of files of a site."""

WEIGHTS = (7.0, 4.0, 2.0, 1.0, 0.5)
"""Of words in the heading, of names, of topics, of other words and of words in headings above."""
_SHORT_SLUG = 2
_FREQUENT = 3
"""A word that occurs this often in a section is one of its topics."""
_SPELLING_LENGTH = 5
"""Shorter words are similar to too many others."""


@dataclass(frozen=True)
class Index:
    """The index of one language."""

    words: tuple[SearchWords, ...]
    """All words in alphabetical order."""
    texts: tuple[SearchTexts, ...]
    """All sections in order."""
    spellings: Mapping[str, SearchSpellings]
    """By first letter."""


def load_index(tag: str, sections: Sequence[FoundSection], store: Cache) -> Index:
    """The index of a language, rebuilt only if a section has changed."""
    key = _key_of(sections)
    known = store.get(_STAGE, tag) or b""
    if known.startswith(key):
        return msgspec.msgpack.decode(known[len(key) :], type=Index)
    index = build_index(sections)
    # One entry per language: indexes of older texts are not needed again.
    store.put(_STAGE, tag, key + msgspec.msgpack.encode(index))
    return index


def is_indexed(tag: str, sections: Sequence[FoundSection], store: Cache) -> bool:
    """Whether the cached index of a language is up to date."""
    return (store.get(_STAGE, tag) or b"").startswith(_key_of(sections))


def _key_of(sections: Sequence[FoundSection]) -> bytes:
    return digest(code_digest(), msgspec.msgpack.encode(sections)).encode()


def build_index(sections: Sequence[FoundSection]) -> Index:
    places = _find_places(sections)
    return Index(
        words=tuple(_pack_words(places)),
        texts=tuple(_pack_texts(sections)),
        spellings=_collect_spellings(places),
    )


_Places = Mapping[str, Sequence[tuple[int, int]]]
"""The sections that contain each word, and the position of its weight."""


def _find_places(sections: Sequence[FoundSection]) -> _Places:
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, found in enumerate(sections):
        for word, weight in weigh_words(found).items():
            places[word].append((number, weight))
    return places


def weigh_words(found: FoundSection) -> Mapping[str, int]:
    """The words of a section, each with the position of its highest weight."""
    section = found.section
    counts = Counter(index_words(section.text))
    frequent = (word for word, count in counts.items() if count >= _FREQUENT)
    # A short id names its section; a long one starts with the name of its parent.
    slug = section.id if section.id.count("-") < _SHORT_SLUG else ""
    tiers = (
        heading_words(section.heading),
        index_words(f"{found.names} {slug}"),
        (*frequent, *index_words(section.id)),
        counts,
        index_words("\n".join((found.title, *section.parents))),
    )
    words: dict[str, int] = {}
    for weight, tier in enumerate(tiers):
        for word in tier:
            words.setdefault(word, weight)
    return words


def _pack_words(places: _Places) -> Iterator[SearchWords]:
    waiting: dict[str, tuple[int, ...]] = {}
    size = 0
    # Browsers compare strings by UTF-16 code units.
    for word in sorted(places, key=lambda word: word.encode("utf-16-be")):
        numbers = tuple(_encode(places[word]))
        length = len(msgspec.json.encode({word: numbers}))
        if waiting and size + length > _WORD_BYTES:
            yield SearchWords(waiting)
            waiting, size = {}, 0
        waiting[word] = numbers
        size += length
    if waiting:
        yield SearchWords(waiting)


def _encode(places: Sequence[tuple[int, int]]) -> Iterator[int]:
    last = 0
    for number, weight in places:
        yield (number - last) * len(WEIGHTS) + weight
        last = number


def _pack_texts(sections: Sequence[FoundSection]) -> Iterator[SearchTexts]:
    """Files never have sections of two pages."""
    for page, group in groupby(sections, key=attrgetter("page", "title")):
        waiting: list[SearchSection] = []
        size = 0
        for found in group:
            length = len(found.section.text.encode())
            if waiting and size + length > _TEXT_BYTES:
                yield SearchTexts(*page, tuple(waiting))
                waiting, size = [], 0
            waiting.append(found.section)
            size += length
        yield SearchTexts(*page, tuple(waiting))


def _collect_spellings(places: _Places) -> Mapping[str, SearchSpellings]:
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(places, key=lambda word: (-len(places[word]), word)):
        if len(word) >= _SPELLING_LENGTH and word.isalpha() and not is_unspaced(word):
            by_letter[word[0]].append(word)
    return {letter: SearchSpellings(tuple(by_letter[letter])) for letter in sorted(by_letter)}
