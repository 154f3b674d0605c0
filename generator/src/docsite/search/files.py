"""The files of the search, and the record that lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from docsite.digests import short_hash
from docsite.node.cache import Cache
from docsite.pages.parse import ParsedPage
from docsite.records import (
    Glossary,
    SearchGlossary,
    SearchIndex,
    SearchRecord,
    SearchTerm,
    render_compact_json,
)
from docsite.records.assets import Asset
from docsite.search.index import Index, find_index, load_index
from docsite.search.sections import FoundSection, split_page


@dataclass(frozen=True)
class SearchFiles:
    record: SearchRecord
    contents: Mapping[str, bytes]
    """The files by name."""


Sections = Mapping[str, Sequence[FoundSection]]
"""The sections of all pages, by language tag."""


class Searcher:
    """Creates the search files of a site, for repeated builds."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[ParsedPage, tuple[FoundSection, ...]]] = {}
        self._last: SearchFiles | None = None
        self._waiting: Sections = {}

    def make(
        self,
        pages: Sequence[ParsedPage],
        glossary: Glossary,
        worker: bytes,
        store: Cache,
        *,
        is_fresh: bool = True,
    ) -> SearchFiles:
        """The search files of these pages. If `is_fresh` is false and a page has changed, the last
        ones are returned."""
        sections = self._split(pages)
        is_indexed = all(find_index(tag, found, store) for tag, found in sections.items())
        if self._last is None or is_fresh or is_indexed:
            self._last = make_search(sections, glossary, worker, store)
            self._waiting = {}
        else:
            self._waiting = sections
        return self._last

    def index_waiting(self, store: Cache) -> None:
        """Indexes the pages that `make` has left out. May run at the same time as a build."""
        for tag, found in self._waiting.items():
            load_index(tag, found, store)

    def _split(self, pages: Sequence[ParsedPage]) -> Sections:
        found: dict[str, list[FoundSection]] = {}
        for page in pages:
            known = self._known.get(page.path)
            if not known or known[0] is not page:
                known = self._known[page.path] = (page, tuple(split_page(page)))
            found.setdefault(page.source.locale, []).extend(known[1])
        return found


def make_search(sections: Sections, glossary: Glossary, worker: bytes, store: Cache) -> SearchFiles:
    """Indexes each language. `worker` is the script of the search worker."""
    files = _Files()
    indexes = {tag: load_index(tag, found, store) for tag, found in sections.items()}
    for tag, index in indexes.items():
        for found in sections[tag]:
            name = index.names[found.section.path]
            files.contents[Asset.SEARCH_DATA.format(hash=name)] = found.rendered.encode()
    (engine,) = {index.engine for index in indexes.values()}
    record = SearchRecord(
        worker=short_hash(worker),
        engine=files.add(engine, Asset.SEARCH_ENGINE),
        indexes={tag: files.add_index(index) for tag, index in indexes.items()},
        glossaries={
            tag: files.add(_to_json(terms), Asset.SEARCH_DATA)
            for tag, terms in translations_in(glossary)
        },
    )
    files.contents[Asset.SEARCH_WORKER.format(hash=record.worker)] = worker
    return SearchFiles(record, files.contents)


def translations_in(glossary: Glossary) -> Iterator[tuple[str, SearchGlossary]]:
    """The translated terms of each language, by its tag."""
    for tag, terms in glossary.items():
        found = tuple(
            SearchTerm(tuple(term.term.split(", ")), term.wording)
            for term in terms
            if term.wording != term.term
        )
        if found:
            yield tag, SearchGlossary(found)


class _Files:
    """Files with hashed names."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}

    def add(self, content: bytes, kind: Asset) -> str:
        name = short_hash(content)
        self.contents[kind.format(hash=name)] = content
        return name

    def add_index(self, index: Index) -> str:
        record = SearchIndex(
            meta=index.meta.decode("latin-1"),
            first_words=tuple(chunk.first for chunk in index.chunks),
            files=tuple(self.add(chunk.content, Asset.SEARCH_WORDS) for chunk in index.chunks),
        )
        return self.add(_to_json(record), Asset.SEARCH_DATA)


def _to_json(record: SearchGlossary | SearchIndex) -> bytes:
    return render_compact_json(record).encode()
