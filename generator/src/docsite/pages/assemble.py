"""Sources to page records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from types import MappingProxyType

from markdown_it.common.utils import escapeHtml

from docsite.digests import short_hash
from docsite.markdown import (
    ExampleLoader,
    Highlighter,
    ParseContext,
    create_parser,
    parse,
    plain_highlighter,
)
from docsite.markdown.cjk import is_full_width_punctuation
from docsite.pages.navigation import assemble_locale, assemble_neighbours
from docsite.pages.sections import RECORDED, find_stale, hash_sections, recorded_hashes
from docsite.records import (
    Document,
    Header,
    Heading,
    Page,
    PageLink,
    Redirect,
    Route,
    RouteTable,
    SiteConfig,
    SiteRecord,
    Source,
    render_compact_json,
)
from docsite.site.comments import Comments, translating
from docsite.site.live import Live
from docsite.site.locales import counterpart_of, neutral_path
from docsite.site.routes import key_for, route_for, with_base
from docsite.site.strings import text_strings_by_tag, text_strings_of

_TITLE = re.compile(r"<h1[ >].*?</h1>\n?", re.DOTALL)
_HEADING = re.compile(r'<h(?P<level>[1-6]) id="(?P<slug>[^"]*)".*?</h(?P=level)>\n?', re.DOTALL)

Neighbours = Mapping[str, tuple[PageLink | None, PageLink | None]]


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
    strings = text_strings_by_tag(config)

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
        )
        document = parse(source.text, context, parser)
        page = ParsedPage(route_for(source.file), source, document)
        memo.keep(page, config, live, included)
        return page

    return tuple(map(parse_source, sources))


def generator_name() -> str:
    """What pages say made them."""
    return f"docsite {version('docsite')}"


def assemble_site(config: SiteConfig, pages: Sequence[ParsedPage]) -> SiteRecord:
    """The site as a whole."""
    titles = {page.path: page.document.title for page in pages}
    return SiteRecord(
        title=config.title,
        address=config.address,
        base=config.base,
        repository=config.repository,
        generator=generator_name(),
        locales=tuple(assemble_locale(config, locale, titles) for locale in config.locales),
    )


def assemble_routes(pages: Sequence[ParsedPage]) -> RouteTable:
    """Every address, in the order of the paths."""
    routes = (
        Route(page.path, key_for(page.source.file), page.source.locale, page.document.title)
        for page in pages
    )
    redirects = (Redirect(path, page.path) for page in pages for path in old_paths_of(page))
    return RouteTable(
        tuple(sorted(routes, key=lambda route: route.path)),
        tuple(sorted(redirects, key=lambda redirect: redirect.path)),
    )


def old_paths_of(page: ParsedPage) -> tuple[str, ...]:
    """The paths that lead to a page because it had them before."""
    paths = page.source.frontmatter.get("redirect_from")
    return tuple(map(str, paths)) if isinstance(paths, list) else ()


def hash_originals(
    config: SiteConfig, pages: Iterable[ParsedPage]
) -> Mapping[str, Mapping[str, str]]:
    """The hashes of the sections of each page in the first language, by path."""
    return {
        page.path: hash_sections(page.source, page.document.headings)
        for page in pages
        if page.source.locale == config.locales[0].tag
    }


def assemble_pages(
    config: SiteConfig,
    site: SiteRecord,
    pages: Sequence[ParsedPage],
    hovers: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Page, ...]:
    """The complete record of each page. `hovers` holds the hash of its hovers by path."""
    sidebars = [sidebar for locale in site.locales for sidebar in locale.sidebars]
    neighbours = assemble_neighbours(sidebars)
    originals = hash_originals(config, pages)
    return tuple(
        _assemble_page(
            page,
            config,
            neighbours,
            originals.get(neutral_path(page.path, config.locales), {}),
            hovers.get(page.path),
        )
        for page in pages
    )


def _assemble_page(
    page: ParsedPage,
    config: SiteConfig,
    neighbours: Neighbours,
    original: Mapping[str, str],
    hovers: str | None,
) -> Page:
    source = page.source
    stale = find_stale(recorded_hashes(source), original)
    before, after = neighbours.get(page.path, (None, None))
    record = Page(
        title=page.document.title,
        path=page.path,
        key=key_for(source.file),
        locale=source.locale,
        headers=assemble_headers(page.document.headings),
        last_updated=source.last_updated.isoformat(),
        frontmatter={key: value for key, value in source.frontmatter.items() if key != RECORDED},
        edit_link=_edit_link(source.file, config),
        counterparts={
            locale.tag: counterpart_of(page.path, locale, config.locales)
            for locale in config.locales
        },
        previous=before,
        next=after,
        stale=stale,
        hovers=hovers,
        hash="",
        html=_text_of(page, _note_stale(page, stale, config)),
    )
    return replace(record, hash=short_hash(render_compact_json(record)))


def _note_stale(page: ParsedPage, stale: Sequence[str], config: SiteConfig) -> str:
    """The text with a note below each heading whose section is older than its original."""
    if not stale:
        return page.document.html
    locale = next(locale for locale in config.locales if locale.tag == page.source.locale)
    strings, first = text_strings_of(locale), config.locales[0]
    original = with_base(neutral_path(page.path, config.locales), config.base)
    space = "" if is_full_width_punctuation(strings.stale[-1:]) else " "

    def add_note(found: re.Match[str]) -> str:
        if found["slug"] not in stale:
            return found[0]
        link = (
            f'<a href="{original}#{found["slug"]}" hreflang="{first.tag}">'
            f"{escapeHtml(strings.stale_link)}</a>"
        )
        return f'{found[0]}<p class="stale">{escapeHtml(strings.stale)}{space}{link}</p>\n'

    return _HEADING.sub(add_note, page.document.html)


def _text_of(page: ParsedPage, html: str) -> str:
    """The text as the layout wants it: that of the home page has a title of its own."""
    is_home = page.source.frontmatter.get("layout") == "home"
    return _TITLE.sub("", html, count=1) if is_home else html


def _edit_link(file: str, config: SiteConfig) -> str:
    return f"{config.repository}/edit/{config.docs_branch}/{config.docs_directory}/{file}"


def assemble_headers(headings: Sequence[Heading]) -> tuple[Header, ...]:
    """The headings below the title as a tree."""
    below = [heading for heading in headings if heading.level > 1]
    return _assemble_level(below, 0, len(below))


def _assemble_level(headings: Sequence[Heading], start: int, end: int) -> tuple[Header, ...]:
    headers: list[Header] = []
    while start < end:
        first = headings[start]
        after = start + 1
        while after < end and headings[after].level > first.level:
            after += 1
        children = _assemble_level(headings, start + 1, after)
        headers.append(Header(first.level, first.title, first.slug, children))
        start = after
    return tuple(headers)
