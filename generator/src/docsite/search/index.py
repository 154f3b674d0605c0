"""Converts sections to an index: words with weights, in small files, so that a search fetches few
bytes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter

import msgspec

from docsite.cache import Cache, code_digest, digest
from docsite.records import SearchSection, SearchSpellings, SearchTexts, SearchWords
from docsite.search.postings import Blocks, Postings, find_postings, split_blocks
from docsite.search.sections import FoundSection
from docsite.search.words import is_unspaced

_STAGE = "search"
_WORD_BYTES = 3_900
_TEXT_BYTES = 3_500
"""The size of a file before compression. A search fetches about fifteen `SearchTexts` files, and
few words. Smaller files would make searches smaller, but hosts limit the number of files of a
site."""
_LARGE_SECTIONS = 2_000
_LARGE_TEXT_BYTES = 5_000
"""The size of `SearchTexts` files in languages with more sections than this, because most files are
of that kind."""

_SPELLING_LENGTH = 5
"""Shorter words are similar to too many other words."""


@dataclass(frozen=True)
class Index:
    """The index of one language. Files are stored as JSON, because the numbers would take more
    memory as Python objects."""

    words: tuple[tuple[str, bytes], ...]
    """The first word and the content of each `SearchWords` file, in alphabetical order."""
    texts: tuple[tuple[str, int, bytes], ...]
    """The page, the number of sections and the content of each `SearchTexts` file, in order."""
    spellings: Mapping[str, bytes]
    """The content of each `SearchSpellings` file, keyed by first letter."""


def load_index(name: str, sections: Sequence[FoundSection], store: Cache) -> Index:
    """Returns the index of a language, and rebuilds it only if a section has changed. The name
    identifies it in the cache."""
    blocks = split_blocks(sections)
    key = _key_of(blocks)
    known = store.get(_STAGE, name) or b""
    if known.startswith(key):
        return msgspec.msgpack.decode(known[len(key) :], type=Index)
    index = build_index(blocks, store)
    # A single entry per name, because older indexes aren't needed anymore.
    store.put(_STAGE, name, key + msgspec.msgpack.encode(index))
    return index


def is_indexed(name: str, sections: Sequence[FoundSection], store: Cache) -> bool:
    """Returns whether the cached index of a language is up to date."""
    return (store.get(_STAGE, name) or b"").startswith(_key_of(split_blocks(sections)))


def _key_of(blocks: Blocks) -> bytes:
    return digest(code_digest(), *blocks).encode()


def build_index(blocks: Blocks, store: Cache) -> Index:
    postings = find_postings(blocks, store)
    return Index(
        words=tuple(pack_words(postings)),
        texts=tuple(
            (texts.page, len(texts.sections), render_file(texts))
            for texts in pack_texts([*chain.from_iterable(blocks.values())])
        ),
        spellings={
            letter: render_file(words) for letter, words in _collect_spellings(postings).items()
        },
    )


def render_file(record: SearchWords | SearchTexts | SearchSpellings) -> bytes:
    """Uses msgspec, because the fields of these records have the same names in JSON."""
    return msgspec.json.encode(record)


def pack_words(postings: Postings) -> Iterator[tuple[str, bytes]]:
    """Yields the first word and the content of each file."""
    waiting: dict[str, tuple[int, ...]] = {}
    size = 0
    # Browsers compare strings by UTF-16 code units.
    for word in sorted(postings, key=lambda word: word.encode("utf-16-be")):
        numbers = tuple(postings[word])
        length = len(msgspec.json.encode({word: numbers}))
        if waiting and size + length > _WORD_BYTES:
            yield next(iter(waiting)), render_file(SearchWords(waiting))
            waiting, size = {}, 0
        waiting[word] = numbers
        size += length
    if waiting:
        yield next(iter(waiting)), render_file(SearchWords(waiting))


def pack_texts(sections: Sequence[FoundSection]) -> Iterator[SearchTexts]:
    """Yields files. No file contains sections of two pages."""
    limit = _LARGE_TEXT_BYTES if len(sections) > _LARGE_SECTIONS else _TEXT_BYTES
    for page, group in groupby(sections, key=attrgetter("page", "title")):
        waiting: list[SearchSection] = []
        size = 0
        for found in group:
            length = len(found.section.text.encode())
            if waiting and size + length > limit:
                yield SearchTexts(*page, tuple(waiting))
                waiting, size = [], 0
            waiting.append(found.section)
            size += length
        yield SearchTexts(*page, tuple(waiting))


def _collect_spellings(postings: Postings) -> Mapping[str, SearchSpellings]:
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(postings, key=lambda word: (-len(postings[word]), word)):
        if len(word) >= _SPELLING_LENGTH and word.isalpha() and not is_unspaced(word):
            by_letter[word[0]].append(word)
    return {letter: SearchSpellings(tuple(by_letter[letter])) for letter in sorted(by_letter)}
