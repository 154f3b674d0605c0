"""The search files, and the record that lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from docsite.cache import Cache, digest
from docsite.digests import HASH_LENGTH, short_hash
from docsite.pages.parse import ParsedPage
from docsite.records import (
    Locale,
    PageLink,
    SearchIndex,
    SearchRecord,
    SiteConfig,
    render_compact_json,
)
from docsite.records.assets import Asset
from docsite.search.index import Index, is_indexed, load_index
from docsite.search.postings import WEIGHTS
from docsite.search.sections import FoundSection, split_page
from docsite.search.synonyms import Vocabulary, synonyms_for
from docsite.site.locales import localized_path, neutral_path


@dataclass(frozen=True)
class SearchFiles:
    record: SearchRecord
    contents: Mapping[str, bytes]
    """Keyed by file name."""
    folders: Mapping[str, str]
    """The folder of most files, keyed by language tag."""


Sections = Mapping[str, Sequence[FoundSection]]
"""The sections of all pages, keyed by language tag."""


class Searcher:
    """Creates the search files of a site, for repeated builds."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[ParsedPage, tuple[FoundSection, ...]]] = {}
        self._last: SearchFiles | None = None
        self._waiting: Sections = {}

    def make(
        self,
        pages: Sequence[ParsedPage],
        config: SiteConfig,
        vocabulary: Vocabulary,
        store: Cache,
        *,
        is_fresh: bool = True,
    ) -> SearchFiles:
        """Returns the search files of these pages. If `is_fresh` is false and a page has changed,
        returns the files of the last build."""
        sections = self._split(pages)
        named = {_index_name(tag, config): found for tag, found in sections.items()}
        if (
            self._last is None
            or is_fresh
            or all(is_indexed(name, found, store) for name, found in named.items())
        ):
            self._last = make_search(sections, config, vocabulary, store)
            self._waiting = {}
        else:
            self._waiting = named
        return self._last

    def index_waiting(self, store: Cache) -> None:
        """Indexes the pages that `make` has deferred. May run at the same time as a build."""
        for name, found in self._waiting.items():
            load_index(name, found, store)

    def _split(self, pages: Sequence[ParsedPage]) -> Sections:
        found: dict[str, list[FoundSection]] = {}
        for page in pages:
            known = self._known.get(page.path)
            if not known or known[0] is not page:
                known = self._known[page.path] = (page, tuple(split_page(page)))
            found.setdefault(page.source.locale, []).extend(known[1])
        return found


def _index_name(tag: str, config: SiteConfig) -> str:
    """Includes the base, because the versions of a site have different bases and share a cache."""
    return f"{config.base}{tag}"


def make_search(
    sections: Sections, config: SiteConfig, vocabulary: Vocabulary, store: Cache
) -> SearchFiles:
    """Indexes each language."""
    contents: dict[str, bytes] = {}
    indexes: dict[str, str] = {}
    folders: dict[str, str] = {}
    for locale in config.locales:
        found = sections.get(locale.tag, ())
        index = load_index(_index_name(locale.tag, config), found, store)
        files = dict(render_files(index))
        folder = folders[locale.tag] = digest(*files.values())[:HASH_LENGTH]
        record = SearchIndex(
            files=folder,
            weights=WEIGHTS,
            first_words=tuple(word for word, _ in index.words),
            text_counts=tuple(count for _, count, _ in index.texts),
            text_weights=tuple(_weigh(page, config) for page, _, _ in index.texts),
            page_files=tuple(
                len([*files]) for _, files in groupby(index.texts, key=lambda texts: texts[0])
            ),
            letters=tuple(index.spellings),
            synonyms=tuple(synonyms_for(locale.tag, vocabulary)),
            suggestions=tuple(_suggest(found, config, locale)),
        )
        rendered = render_compact_json(record).encode()
        indexes[locale.tag] = short_hash(rendered)
        contents[Asset.SEARCH_INDEX.format(hash=indexes[locale.tag])] = rendered
        for name, content in files.items():
            contents[Asset.SEARCH_FILE.format(hash=folder, name=name)] = content
    return SearchFiles(SearchRecord(indexes), contents, folders)


def render_files(index: Index) -> Iterator[tuple[str, bytes]]:
    """Yields the files of an index with their names."""
    kinds = {
        "words": [content for _, content in index.words],
        "texts": [content for _, _, content in index.texts],
        "spellings": index.spellings.values(),
    }
    for kind, contents in kinds.items():
        for number, content in enumerate(contents):
            yield f"{kind}-{number}", content


def _weigh(page: str, config: SiteConfig) -> float:
    path = neutral_path(page, config.locales)
    fitting = [entry for entry in config.search.weights if path.startswith(entry.under)]
    return max(fitting, key=lambda entry: len(entry.under)).weight if fitting else 1.0


def _suggest(
    sections: Sequence[FoundSection], config: SiteConfig, locale: Locale
) -> Sequence[PageLink]:
    # The first section of a page represents the page.
    known = {found.path: found.section.heading for found in sections}
    pages = {found.page: found.title for found in sections}
    paths = [localized_path(path, locale) for path in config.search.suggestions]
    return [PageLink((known | pages)[path], path) for path in paths]
