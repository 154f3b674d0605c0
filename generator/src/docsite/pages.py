"""Sources to page records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from docsite.digests import short_hash
from docsite.locales import counterpart_of, strings_of
from docsite.markdown import (
    ExampleLoader,
    Highlighter,
    ParseContext,
    create_parser,
    parse,
    plain_highlighter,
)
from docsite.navigation import assemble_locale, assemble_neighbours
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
from docsite.routes import key_for, route_for

_TITLE = re.compile(r"<h1[ >].*?</h1>\n?", re.DOTALL)

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


def parse_sources(
    sources: Iterable[Source],
    config: SiteConfig,
    load_example: ExampleLoader,
    highlight: Highlighter = plain_highlighter,
) -> tuple[ParsedPage, ...]:
    """Parses every source with one parser."""
    parser = create_parser()
    strings = {locale.tag: strings_of(locale) for locale in config.locales}

    def parse_source(source: Source) -> ParsedPage:
        context = ParseContext(
            file=source.file,
            strings=strings[source.locale],
            first_line=source.first_line,
            base=config.base,
            highlight=highlight,
            load_example=load_example,
        )
        return ParsedPage(route_for(source.file), source, parse(source.text, context, parser))

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


def assemble_pages(
    config: SiteConfig, site: SiteRecord, pages: Iterable[ParsedPage]
) -> tuple[Page, ...]:
    """The complete record of each page."""
    sidebars = [sidebar for locale in site.locales for sidebar in locale.sidebars]
    neighbours = assemble_neighbours(sidebars)
    return tuple(_assemble_page(page, config, neighbours) for page in pages)


def _assemble_page(page: ParsedPage, config: SiteConfig, neighbours: Neighbours) -> Page:
    source = page.source
    before, after = neighbours.get(page.path, (None, None))
    record = Page(
        title=page.document.title,
        path=page.path,
        key=key_for(source.file),
        locale=source.locale,
        headers=assemble_headers(page.document.headings),
        last_updated=source.last_updated.isoformat(),
        frontmatter=source.frontmatter,
        edit_link=_edit_link(source.file, config),
        counterparts={
            locale.tag: counterpart_of(page.path, locale, config.locales)
            for locale in config.locales
        },
        previous=before,
        next=after,
        hash="",
        html=_text_of(page),
    )
    return replace(record, hash=short_hash(render_compact_json(record)))


def _text_of(page: ParsedPage) -> str:
    """The text as the layout wants it: that of the home page has a title of its own."""
    html = page.document.html
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
