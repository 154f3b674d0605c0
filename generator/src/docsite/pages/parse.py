"""Sources to parsed pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from docsite.markdown import (
    ExampleLoader,
    Highlighter,
    ParseContext,
    create_parser,
    parse,
    plain_highlighter,
)
from docsite.records import Document, SiteConfig, Source
from docsite.site.comments import Comments, translating
from docsite.site.live import Live
from docsite.site.locales import text_strings_of
from docsite.site.routes import route_for
from docsite.site.words import words_of


@dataclass(frozen=True)
class ParsedPage:
    """A source with what was made of it: all that checks need."""

    path: str
    """Its address without base."""
    source: Source
    """The file."""
    document: Document
    """Its text."""


@dataclass(frozen=True)
class _Parsed:
    """A page with everything it was made from."""

    config: SiteConfig
    live: Live | None
    included: Mapping[str, str | None]
    page: ParsedPage


class ParseMemo:
    """Pages as they were parsed before, for builds that follow each other.

    Whoever changes the highlighter takes a new one.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Parsed] = {}

    def recall(
        self, source: Source, config: SiteConfig, live: Live | None, load: ExampleLoader
    ) -> ParsedPage | None:
        """The page, if neither its source nor a file it includes has changed."""
        known = self._known.get(source.file)
        if not known or known.page.source != source or known.config != config:
            return None
        if known.live is not live:
            return None
        is_fresh = all(load(name) == text for name, text in known.included.items())
        return known.page if is_fresh else None

    def keep(
        self,
        page: ParsedPage,
        config: SiteConfig,
        live: Live | None,
        included: Mapping[str, str | None],
    ) -> None:
        self._known[page.source.file] = _Parsed(config, live, included, page)


def parse_sources(
    sources: Iterable[Source],
    config: SiteConfig,
    load_example: ExampleLoader,
    highlight: Highlighter = plain_highlighter,
    memo: ParseMemo | None = None,
    live: Live | None = None,
    comments: Comments = MappingProxyType({}),
) -> tuple[ParsedPage, ...]:
    """Parses every source with one parser."""
    memo = memo or ParseMemo()
    parser = create_parser()
    strings = {locale.tag: text_strings_of(locale) for locale in config.locales}
    words = {locale.tag: words_of(locale) for locale in config.locales}

    def parse_source(source: Source) -> ParsedPage:
        load = translating(load_example, comments.get(source.locale, {}))
        known = memo.recall(source, config, live, load)
        if known:
            return known
        included: dict[str, str | None] = {}

        def include(name: str) -> str | None:
            return included.setdefault(name, load(name))

        context = ParseContext(
            file=source.file,
            strings=strings[source.locale],
            first_line=source.first_line,
            address=config.address,
            base=config.base,
            highlight=highlight,
            load_example=include,
            locale=source.locale,
            choices=config.choices,
            live=live,
            group_label=words[source.locale].code_group,
        )
        document = parse(source.text, context, parser)
        page = ParsedPage(route_for(source.file), source, document)
        memo.keep(page, config, live, included)
        return page

    return tuple(map(parse_source, sources))
