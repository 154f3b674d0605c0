"""Parses sources to pages."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace
from functools import cache
from types import MappingProxyType

import msgspec
from markdown_it import MarkdownIt

from docsite.cache import Cache, code_digest, digest
from docsite.markdown import (
    ExampleLoader,
    Highlighter,
    ParseContext,
    create_parser,
    parse,
    plain_highlighter,
)
from docsite.pages.processes import run_for_pages
from docsite.pages.untranslated import localize_for, paths_of_originals
from docsite.records import Document, SiteConfig, Source
from docsite.site.comments import Comments, translating
from docsite.site.live import Live
from docsite.site.locales import locale_of, text_locale_of
from docsite.site.routes import route_for
from docsite.site.strings import TextStrings, text_strings_by_tag

_STAGE = "parse"
_COMPRESSION_LEVEL = 1
_BATCH_SIZE = 100
_UNHASHED = frozenset({"highlight", "load_example", "live", "localize", "problems"})
"""Fields of a context that are not part of a key, or only in another form."""


@dataclass(frozen=True)
class ParsedPage:
    path: str
    """The URL path, without base."""
    source: Source
    document: Document


class _Parsed(msgspec.Struct, frozen=True, array_like=True):
    """The parsed page, and the files it includes."""

    key: str
    included: Mapping[str, str | None]
    """The digests of files, keyed by name; `None` if a file doesn't exist."""
    document: Document


_decoder = msgspec.msgpack.Decoder(_Parsed)


@dataclass(frozen=True)
class ParseStore:
    """Stores results for later processes."""

    cache: Cache
    highlighter: str
    """Changes if the same code could be highlighted differently."""

    def find(self, keys: Iterable[str]) -> Iterator[_Parsed]:
        waiting = list(keys)
        # In batches, because decoded pages take several times as much memory.
        for start in range(0, len(waiting), _BATCH_SIZE):
            values = self.cache.get_many(_STAGE, waiting[start : start + _BATCH_SIZE])
            yield from (_decoder.decode(zlib.decompress(value)) for value in values.values())

    def put(self, key: str, encoded: bytes) -> None:
        self.cache.put(_STAGE, key, zlib.compress(encoded, _COMPRESSION_LEVEL))


class _Parsers(threading.local):
    """A parser for each thread."""

    def __init__(self, *, has_math: bool) -> None:
        self.parser = create_parser(has_math=has_math)


class ParseMemo:
    """Reuses the pages of earlier builds. Each highlighter needs its own memo."""

    def __init__(self) -> None:
        self._parsed: dict[str, _Parsed] = {}
        self._pages: dict[str, ParsedPage] = {}

    def load(self, keys: Mapping[str, str], store: ParseStore) -> None:
        """Loads results of earlier processes. `keys` is keyed by file."""
        missing = {
            key: file
            for file, key in keys.items()
            if file not in self._parsed or self._parsed[file].key != key
        }
        for parsed in store.find(missing):
            self._parsed[missing[parsed.key]] = parsed

    def find(self, file: str, key: str, load: ExampleLoader) -> Document | None:
        """Returns the result for a key if no included file has changed."""
        known = self._parsed.get(file)
        if not known or known.key != key:
            return None
        is_fresh = all(_digest(load(name)) == value for name, value in known.included.items())
        return known.document if is_fresh else None

    def add(self, file: str, parsed: _Parsed) -> None:
        self._parsed[file] = parsed

    def page_of(self, source: Source, document: Document) -> ParsedPage:
        """Returns a page with these parts, and the same object as before if they haven't
        changed."""
        known = self._pages.get(source.file)
        if not known or known.document is not document or known.source != source:
            known = ParsedPage(route_for(source.file), source, document)
            self._pages[source.file] = known
        return known


def parse_sources(
    sources: Sequence[Source],
    config: SiteConfig,
    load_example: ExampleLoader,
    highlight: Highlighter = plain_highlighter,
    memo: ParseMemo | None = None,
    live: Live | None = None,
    comments: Comments = MappingProxyType({}),
    store: ParseStore | None = None,
) -> tuple[ParsedPage, ...]:
    """Parses the sources that have changed."""
    memo = memo or ParseMemo()
    strings = text_strings_by_tag(config)
    originals = paths_of_originals(sources, config)

    def prepare(source: Source) -> ParseContext:
        language = text_locale_of(source, config)
        load = loaders[language.tag]
        context = _create_context(source, config, strings[language.tag], highlight, load, live)
        return _localize(context, source, config, originals)

    loaders = {
        locale.tag: cache(translating(load_example, comments.get(locale.tag, {})))
        for locale in config.locales
    }
    contexts = {source.file: prepare(source) for source in sources}
    keys = _find_keys(sources, contexts, originals, store.highlighter if store else "")
    if store:
        memo.load(keys, store)
    documents = _find_documents(sources, contexts, keys, memo, store)
    return tuple(memo.page_of(source, documents[source.file]) for source in sources)


def _find_documents(
    sources: Sequence[Source],
    contexts: Mapping[str, ParseContext],
    keys: Mapping[str, str],
    memo: ParseMemo,
    store: ParseStore | None,
) -> Mapping[str, Document]:
    """Returns the documents, keyed by file, from the memo or parsed now."""
    documents: dict[str, Document] = {}
    missing: list[Source] = []
    for source in sources:
        load = contexts[source.file].load_example
        if known := memo.find(source.file, keys[source.file], load):
            documents[source.file] = known
        else:
            missing.append(source)
    for source, encoded in zip(missing, _parse_all(missing, contexts, keys), strict=True):
        parsed = _decoder.decode(encoded)
        memo.add(source.file, parsed)
        if store:
            store.put(parsed.key, encoded)
        documents[source.file] = parsed.document
    return documents


def _parse_all(
    sources: Sequence[Source], contexts: Mapping[str, ParseContext], keys: Mapping[str, str]
) -> Sequence[bytes]:
    """Returns encoded results in the order of the sources."""
    if not sources:
        return ()
    parsers = _Parsers(has_math=contexts[sources[0].file].math)

    def parse_one(number: int, highlight: Highlighter) -> bytes:
        file, text = sources[number].file, sources[number].text
        context = replace(contexts[file], highlight=highlight)
        return msgspec.msgpack.encode(_parse(keys[file], text, context, parsers.parser))

    return run_for_pages(len(sources), parse_one, contexts[sources[0].file].highlight)


def _find_keys(
    sources: Sequence[Source],
    contexts: Mapping[str, ParseContext],
    originals: Set[str],
    version: str,
) -> dict[str, str]:
    """Returns the cache keys, keyed by file. The links of untranslated pages also depend on which
    pages exist, and on the prefix of the language, with which their file starts."""
    targets = digest(*sorted(originals))
    return {
        source.file: _key_of(
            source.text,
            contexts[source.file],
            digest(version, source.file, targets) if source.original else version,
        )
        for source in sources
    }


def _key_of(text: str, context: ParseContext, version: str) -> str:
    """Returns a key that depends on all inputs of the parser, except the files that the page
    includes."""
    settings = [
        getattr(context, field.name) for field in fields(context) if field.name not in _UNHASHED
    ]
    live = context.live.digest if context.live else ""
    return digest(code_digest(), version, live, msgspec.json.encode(settings), text)


def _parse(key: str, text: str, context: ParseContext, parser: MarkdownIt) -> _Parsed:
    included: dict[str, str | None] = {}

    def include(name: str) -> str | None:
        example = context.load_example(name)
        included[name] = _digest(example)
        return example

    document = parse(text, replace(context, load_example=include), parser)
    return _Parsed(key, included, document)


def _digest(text: str | None) -> str | None:
    return None if text is None else digest(text)


def _localize(
    context: ParseContext, source: Source, config: SiteConfig, originals: Set[str]
) -> ParseContext:
    """Returns the context unchanged if the page has content in its own language."""
    if not source.original:
        return context
    locale = locale_of(route_for(source.file), config.locales)
    return replace(context, file=source.original, localize=localize_for(locale, originals))


def _create_context(
    source: Source,
    config: SiteConfig,
    strings: TextStrings,
    highlight: Highlighter,
    load_example: ExampleLoader,
    live: Live | None,
) -> ParseContext:
    return ParseContext(
        file=source.file,
        strings=strings,
        first_line=source.first_line,
        address=config.address,
        base=config.base,
        highlight=highlight,
        load_example=load_example,
        locale=text_locale_of(source, config).tag,
        choices=config.choices,
        notes=config.code_notes,
        math=config.math,
        live=live,
    )
