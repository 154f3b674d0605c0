"""Sections to an index: words by weight, and files so small that a search needs few bytes of it."""

from __future__ import annotations

import base64
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias, cast

import cbor2

from docsite.digests import short_hash
from docsite.node.cache import Cache, digest
from docsite.search.pagefind import PAGEFIND, run_pagefind
from docsite.search.sections import FoundSection
from docsite.search.words import END, heading_words, index_words

_STAGE = "search"
_RULES = digest(*(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
"""Changes with the code that makes an index."""
_CHUNK_BYTES = 4_000
"""Files of Pagefind are twenty times as large, and a reader would fetch one per word."""

_Word: TypeAlias = list[Any]
"""A word as Pagefind writes it: its name, the sections that hold it, and more."""

_HEADING_WEIGHT = 7.0
_NAME_WEIGHT = 4.0
_TOPIC_WEIGHT = 2.0
_TEXT_WEIGHT = 1.05
"""What Pagefind writes in the fewest bytes."""
_CONTEXT_WEIGHT = 1.05
_SHORT_SLUG = 2
_FREQUENT = 3
"""Words that stand so often in a section are what it is about."""


@dataclass(frozen=True)
class Chunk:
    """Some words of an index, in their order."""

    first: str
    """The first of them."""
    content: bytes
    """The words with their sections, as Pagefind reads them, compressed."""


@dataclass(frozen=True)
class Index:
    """The index of one language."""

    meta: bytes
    """What Pagefind reads first."""
    chunks: tuple[Chunk, ...]
    """All words."""
    names: Mapping[str, str]
    """The name that Pagefind gives to each section, by its path."""
    engine: bytes
    """What searches, as WebAssembly."""


def load_index(tag: str, sections: Sequence[FoundSection], store: Cache) -> Index:
    """The index of a language, made anew only when a section has changed."""
    known = find_index(tag, sections, store)
    if known:
        return known
    index = build_index(sections)
    content = json.dumps({"key": _key_of(sections), **_to_json(index)})
    # Under one name: what an older text was indexed to is not wanted again.
    store.put(_STAGE, tag, content.encode())
    return index


def find_index(tag: str, sections: Sequence[FoundSection], store: Cache) -> Index | None:
    """The index of a language, if there is one of these sections."""
    known = json.loads(store.get(_STAGE, tag) or b"{}")
    return _from_json(known) if known.get("key") == _key_of(sections) else None


def _key_of(sections: Sequence[FoundSection]) -> str:
    parts = (part for found in sections for part in (found.rendered, found.names))
    return digest(_RULES, PAGEFIND, *parts)


def build_index(sections: Sequence[FoundSection]) -> Index:
    # In the order of the site, neighbours have neighbouring numbers, which makes smaller files. The
    # hash makes that a name stands for one content for ever.
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
    """The words of a section as Pagefind wants them: each once, where it counts most."""
    section = found.section
    counts = Counter(index_words(section.text))
    context = "\n".join((section.title, *section.parents))
    frequent = {word for word, count in counts.items() if count >= _FREQUENT}
    topics = {*frequent, *index_words(found.slug)}
    # A short id names its section; a long one begins with what the section belongs to.
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
    """All words in smaller files, without the places where they stand: we look into the text."""
    waiting: list[_Word] = []
    size = 0
    for name, postings, *rest in sorted(_read_words(chunks), key=itemgetter(0)):
        word = [name, [_without_places(posting) for posting in postings], *rest]
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


def _without_places(posting: list[Any]) -> list[Any]:
    """A section with the weights of a word in it. A negative number is a weight, any other a place.
    Words of one weight may share a place, others must not."""
    number, places, *rest = posting
    weight = 0
    kept: list[int] = []
    for place in places:
        weight = place if place < 0 else weight
        kept.append(place if place < 0 else -weight)
    return [number, kept, *rest]


def _make_chunk(words: list[_Word]) -> Chunk:
    # The host need not know how to compress: no type of file that it does by itself fits.
    return Chunk(words[0][0], gzip.compress(cbor2.dumps([words]), mtime=0))


def _to_json(index: Index) -> dict[str, object]:
    return {
        "meta": _to_text(index.meta),
        "chunks": [[chunk.first, _to_text(chunk.content)] for chunk in index.chunks],
        "names": dict(index.names),
        "engine": _to_text(index.engine),
    }


def _from_json(record: dict[str, object]) -> Index:
    chunks = cast(list[tuple[str, str]], record["chunks"])
    return Index(
        meta=base64.b64decode(str(record["meta"])),
        chunks=tuple(Chunk(first, base64.b64decode(content)) for first, content in chunks),
        names=cast(dict[str, str], record["names"]),
        engine=base64.b64decode(str(record["engine"])),
    )


def _to_text(content: bytes) -> str:
    return base64.b64encode(content).decode()
