"""Sections to an index: words by weight, and files so small that a search needs few bytes of it."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import cbor2
import msgspec

from docsite.digests import short_hash
from docsite.node.cache import Cache, digest
from docsite.search.pagefind import PAGEFIND, run_pagefind
from docsite.search.sections import FoundSection
from docsite.search.words import END, heading_words, index_words

_STAGE = "search"
_RULES = digest(*(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
"""Changes with the code that makes an index."""
_CHUNK_BYTES = 4_000
"""Pagefind's own files are twenty times as large, and a search fetches one per word."""

_Word: TypeAlias = list[Any]
"""A word in Pagefind's format: the word, the sections that contain it, and more."""

_HEADING_WEIGHT = 7.0
_NAME_WEIGHT = 4.0
_TOPIC_WEIGHT = 2.0
_TEXT_WEIGHT = 1.05
"""The weight that Pagefind stores in the fewest bytes."""
_CONTEXT_WEIGHT = 1.05
_SHORT_SLUG = 2
_FREQUENT = 3
"""A word that occurs this often in a section is one of its topics."""


@dataclass(frozen=True)
class Chunk:
    """Consecutive words of an index."""

    first: str
    content: bytes
    """The words with their sections, in Pagefind's format, compressed."""


@dataclass(frozen=True)
class Index:
    """The index of one language."""

    meta: bytes
    """The file that Pagefind reads first."""
    chunks: tuple[Chunk, ...]
    names: Mapping[str, str]
    """Pagefind's name of each section, by path."""
    engine: bytes
    """The search engine, as WebAssembly."""


def load_index(tag: str, sections: Sequence[FoundSection], store: Cache) -> Index:
    """The index of a language, rebuilt only if a section has changed."""
    known = find_index(tag, sections, store)
    if known:
        return known
    index = build_index(sections)
    content = _key_of(sections) + msgspec.msgpack.encode(index)
    # One entry per language: indexes of older texts are not needed again.
    store.put(_STAGE, tag, content)
    return index


def find_index(tag: str, sections: Sequence[FoundSection], store: Cache) -> Index | None:
    """The cached index of a language, if it is up to date."""
    known, key = store.get(_STAGE, tag) or b"", _key_of(sections)
    is_current = known.startswith(key)
    return msgspec.msgpack.decode(known[len(key) :], type=Index) if is_current else None


def _key_of(sections: Sequence[FoundSection]) -> bytes:
    parts = (part for found in sections for part in (found.rendered, found.names))
    return digest(_RULES, PAGEFIND, *parts).encode()


def build_index(sections: Sequence[FoundSection]) -> Index:
    # Adjacent sections get adjacent numbers, which makes files smaller. With the hash, a name
    # always belongs to the same content.
    keys = [f"{number:06}-{short_hash(found.rendered)}" for number, found in enumerate(sections)]
    raw = run_pagefind(dict(zip(keys, map(render_document, sections), strict=True)))
    paths = {key: found.section.path for key, found in zip(keys, sections, strict=True)}
    return Index(
        meta=raw.meta,
        chunks=tuple(pack_words(raw.chunks)),
        names={paths[key]: name for key, name in raw.names.items()},
        engine=raw.engine,
    )


def render_document(found: FoundSection) -> str:
    """The words of a section for Pagefind: each once, with its highest weight."""
    section = found.section
    counts = Counter(index_words(section.text))
    context = "\n".join((section.title, *section.parents))
    frequent = {word for word, count in counts.items() if count >= _FREQUENT}
    topics = {*frequent, *index_words(found.slug)}
    # A short id names its section; a long one starts with the name of its parent.
    slug = found.slug if found.slug.count("-") < _SHORT_SLUG else ""
    seen: set[str] = set()
    paragraphs: list[str] = []
    for weight, words in (
        (_HEADING_WEIGHT, set(heading_words(section.heading))),
        (_NAME_WEIGHT, set(index_words(f"{found.names} {slug}"))),
        (_TOPIC_WEIGHT, topics),
        (_TEXT_WEIGHT, set(counts)),
        (_CONTEXT_WEIGHT, set(index_words(context))),
    ):
        text = " ".join(word + END for word in sorted(words - seen))
        paragraphs.append(f'<p data-pagefind-weight="{weight}">{text}</p>')
        seen |= words
    return f"<html><body data-pagefind-body>{''.join(paragraphs)}</body></html>"


def pack_words(chunks: Iterable[bytes]) -> Iterator[Chunk]:
    """All words in smaller files, without their positions: results are shown from the text."""
    waiting: list[_Word] = []
    size = 0
    for name, postings, *rest in sorted(_read_words(chunks), key=itemgetter(0)):
        word = [name, [_without_positions(posting) for posting in postings], *rest]
        length = len(cbor2.dumps(word))
        if waiting and size + length > _CHUNK_BYTES:
            yield _make_chunk(waiting)
            waiting, size = [], 0
        waiting.append(word)
        size += length
    if waiting:
        yield _make_chunk(waiting)


def _read_words(chunks: Iterable[bytes]) -> Iterator[_Word]:
    for chunk in chunks:
        (words,) = cbor2.loads(chunk)
        yield from words


def _without_positions(posting: list[Any]) -> list[Any]:
    """A section with the weights of a word in it. Negative numbers are weights, others positions.
    Words of the same weight can share a position, others can't."""
    number, positions, *rest = posting
    weight = 0
    kept: list[int] = []
    for position in positions:
        weight = position if position < 0 else weight
        kept.append(position if position < 0 else -weight)
    return [number, kept, *rest]


def _make_chunk(words: list[_Word]) -> Chunk:
    # Compressed here, because hosts don't compress files of this type.
    return Chunk(words[0][0], gzip.compress(cbor2.dumps([words]), mtime=0))
