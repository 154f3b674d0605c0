"""The sections that contain each word, with weights.

Sections are indexed in blocks of consecutive pages, and each block is cached, so an edited page
only rebuilds one block. Whether a block ends at a page depends on the page's path, so that a new
page only changes its own block, and not the boundaries of all later ones.
"""

from __future__ import annotations

import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

import msgspec

from docsite.cache import Cache, code_digest, digest
from docsite.search.sections import FoundSection
from docsite.search.words import heading_words, index_words

_STAGE = "search-block"
_BLOCK_PAGES = 16
"""The average number of pages per block."""
_COMPRESSION_LEVEL = 1

WEIGHTS = (7.0, 4.0, 2.0, 1.0, 0.5)
"""The weights of words in the heading, of names, of topics, of other words and of words in parent
headings."""
_SHORT_SLUG = 2
_FREQUENT = 3
"""A word that occurs this often in a section is one of its topics."""

Blocks = Mapping[str, Sequence[FoundSection]]
"""The sections of each block in order, keyed by cache key."""
Postings = Mapping[str, Sequence[int]]
"""For each word, the distances between its sections and the positions of its weights, encoded as
`distance * len(WEIGHTS) + position`."""
_Block = dict[str, list[int]]
"""The postings of a block, each preceded by the number of its last section. Numbers start at 0."""


def split_blocks(sections: Sequence[FoundSection]) -> Blocks:
    blocks: dict[str, Sequence[FoundSection]] = {}
    waiting: list[FoundSection] = []
    for path, group in groupby(sections, key=attrgetter("page")):
        waiting.extend(group)
        if zlib.crc32(path.encode()) % _BLOCK_PAGES == 0:
            blocks[_key_of(waiting)] = waiting
            waiting = []
    if waiting:
        blocks[_key_of(waiting)] = waiting
    return blocks


def _key_of(sections: Sequence[FoundSection]) -> str:
    return digest(code_digest(), msgspec.msgpack.encode(sections))


def find_postings(blocks: Blocks, store: Cache) -> Postings:
    """Indexes the blocks that are not in the cache, and merges all blocks."""
    postings: dict[str, array[int]] = {}
    last: dict[str, int] = {}
    start = 0
    for sections, block in _load_blocks(blocks, store):
        for word, (end, first, *others) in block.items():
            distance = start - last.get(word, 0)
            known = postings.get(word)
            if known is None:
                known = postings[word] = array("I")
            known.append(first + distance * len(WEIGHTS))
            known.extend(others)
            last[word] = start + end
        start += len(sections)
    return postings


def _load_blocks(blocks: Blocks, store: Cache) -> Iterator[tuple[Sequence[FoundSection], _Block]]:
    known = store.get_many(_STAGE, blocks)
    for key, sections in blocks.items():
        if key in known:
            yield sections, msgspec.msgpack.decode(zlib.decompress(known[key]), type=_Block)
        else:
            block = index_block(sections)
            store.put(_STAGE, key, zlib.compress(msgspec.msgpack.encode(block), _COMPRESSION_LEVEL))
            yield sections, block


def index_block(sections: Sequence[FoundSection]) -> _Block:
    block: _Block = {}
    for number, found in enumerate(sections):
        for word, weight in weigh_words(found).items():
            numbers = block.setdefault(word, [0])
            numbers.append((number - numbers[0]) * len(WEIGHTS) + weight)
            numbers[0] = number
    return block


def weigh_words(found: FoundSection) -> Mapping[str, int]:
    """Returns the words of a section, each with the position of its highest weight."""
    section = found.section
    counts = Counter(index_words(section.text))
    frequent = (word for word, count in counts.items() if count >= _FREQUENT)
    # A short id describes its section. A long one starts with the name of its parent.
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
