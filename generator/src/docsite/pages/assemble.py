"""Converts parsed pages to page records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from types import MappingProxyType

import msgspec

from docsite.digests import short_hash
from docsite.pages.navigation import assemble_locale, assemble_neighbors
from docsite.pages.parse import ParsedPage
from docsite.pages.sections import Originals, find_stale
from docsite.pages.text import render_text
from docsite.pages.versions import PageVersions
from docsite.records import (
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
    TextLanguage,
)
from docsite.site.config import CONFIG_FILE
from docsite.site.images import ImageSizes
from docsite.site.locales import counterpart_of, direction_of, neutral_path
from docsite.site.routes import key_for
from docsite.site.strings import text_strings_of

Neighbors = Mapping[str, tuple[PageLink | None, PageLink | None]]


def generator_name() -> str:
    """Returns the content of the `generator` element."""
    return f"docsite {version('docsite')}"


def assemble_site(config: SiteConfig, pages: Sequence[ParsedPage]) -> SiteRecord:
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
    """Returns the routes, sorted by path."""
    routes = (
        Route(page.path, key_for(page.source.file), page.source.locale, page.document.title)
        for page in pages
    )
    redirects = (
        Redirect(path, page.path)
        for page in pages
        for path in page.source.frontmatter.redirect_from
    )
    return RouteTable(
        tuple(sorted(routes, key=lambda route: route.path)),
        tuple(sorted(redirects, key=lambda redirect: redirect.path)),
    )


def assemble_pages(
    config: SiteConfig,
    site: SiteRecord,
    pages: Sequence[ParsedPage],
    originals: Originals,
    hovers: Mapping[str, str] = MappingProxyType({}),
    images: ImageSizes | None = None,
    versions: Mapping[str, PageVersions] = MappingProxyType({}),
) -> tuple[Page, ...]:
    """Returns the complete records. `hovers` contains the hashes of hovers, and `versions` the
    other versions of pages, both keyed by path."""
    sidebars = [sidebar for locale in site.locales for sidebar in locale.sidebars]
    neighbors = assemble_neighbors(sidebars)
    return tuple(
        _assemble_page(
            page,
            config,
            neighbors,
            originals.get(neutral_path(page.path, config.locales), {}),
            hovers.get(page.path),
            images,
            versions.get(page.path),
        )
        for page in pages
    )


def _assemble_page(
    page: ParsedPage,
    config: SiteConfig,
    neighbors: Neighbors,
    original: Mapping[str, str],
    hovers: str | None,
    images: ImageSizes | None,
    versions: PageVersions | None,
) -> Page:
    source = page.source
    stale = find_stale(source.recorded or {}, original)
    before, after = neighbors.get(page.path, (None, None))
    record = Page(
        title=page.document.title,
        path=page.path,
        key=key_for(source.file),
        locale=source.locale,
        headers=assemble_headers(page.document.headings),
        last_updated=source.last_updated.isoformat(),
        minutes=page.document.minutes,
        frontmatter=source.frontmatter,
        edit_link=_edit_link(source, config),
        counterparts={
            locale.tag: counterpart_of(page.path, locale, config.locales)
            for locale in config.locales
        },
        previous=before,
        next=after,
        original=_language_of_original(config.locales[0].tag) if source.original else None,
        hovers=hovers,
        hash="",
        html=render_text(page, stale, config, images, versions.notice if versions else None),
        last_updated_text=_render_date(source, config),
        versions=versions.menu if versions else None,
        canonical=versions.canonical if versions else None,
    )
    # MessagePack is several times faster than the JSON of the record, which its script needs
    # anyway.
    return replace(record, hash=short_hash(msgspec.msgpack.encode(record)))


def _render_date(source: Source, config: SiteConfig) -> str | None:
    """Renders the date in the page's language. Returns `None` if it is the same as in ISO 8601."""
    locale = next(locale for locale in config.locales if locale.tag == source.locale)
    text = text_strings_of(locale).render_date(source.last_updated)
    return text if text != source.last_updated.isoformat() else None


def _language_of_original(tag: str) -> TextLanguage:
    return TextLanguage(tag, direction_of(tag))


def _edit_link(source: Source, config: SiteConfig) -> str:
    """Returns the edit link. For a generated page, it leads to the configuration."""
    if not config.edit_links:
        return ""
    file = CONFIG_FILE if source.is_generated else source.original or source.file
    return f"{config.repository}/edit/{config.docs_branch}/{config.docs_directory}/{file}"


def assemble_headers(headings: Sequence[Heading]) -> tuple[Header, ...]:
    """Returns the headings below the title as a tree."""
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
