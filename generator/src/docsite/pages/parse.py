"""Sources to parsed pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from docsite.markdown import (
    ExampleLoader,
    Highlighter,
    ParseContext,
    create_parser,
    parse,
    plain_highlighter,
)
from docsite.pages.untranslated import localize_for, paths_of_originals
from docsite.records import Document, SiteConfig, Source
from docsite.site.comments import Comments, translating
from docsite.site.live import Live
from docsite.site.locales import locale_of, text_locale_of
from docsite.site.routes import route_for
from docsite.site.strings import TextStrings, text_strings_by_tag


@dataclass(frozen=True)
class ParsedPage:
    path: str
    """The URL path, without base."""
    source: Source
    document: Document


@dataclass(frozen=True)
class _Parsed:
    """A page with its inputs."""

    config: SiteConfig
    live: Live | None
    included: Mapping[str, str | None]
    page: ParsedPage


class ParseMemo:
    """Reuses the pages of earlier builds. Another highlighter needs another memo."""

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
    sources: Sequence[Source],
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
    strings = text_strings_by_tag(config)
    originals = paths_of_originals(sources, config)

    def parse_source(source: Source) -> ParsedPage:
        language = text_locale_of(source, config)
        load = translating(load_example, comments.get(language.tag, {}))
        known = memo.recall(source, config, live, load)
        if known:
            return known
        included: dict[str, str | None] = {}

        def include(name: str) -> str | None:
            return included.setdefault(name, load(name))

        context = _create_context(source, config, strings[language.tag], highlight, include, live)
        if source.original:
            locale = locale_of(route_for(source.file), config.locales)
            context = replace(
                context, file=source.original, localize=localize_for(locale, originals)
            )
        page = ParsedPage(route_for(source.file), source, parse(source.text, context, parser))
        memo.keep(page, config, live, included)
        return page

    return tuple(map(parse_source, sources))


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
        live=live,
    )
