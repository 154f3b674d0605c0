"""Atom feeds (RFC 4287) of pages with `feed = true`.

They don't contain the build time, so they only change when their page changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from urllib.parse import quote

from docsite.pages.feeds import FeedEntry, find_entries
from docsite.pages.parse import ParsedPage
from docsite.pages.rewrite import rewrite_attributes
from docsite.records import SiteConfig
from docsite.site.locales import text_locale_of
from docsite.site.routes import feed_path, with_base
from docsite.site.xml import strip_invalid

_FEED_TYPE = "application/atom+xml"
_LINKS = frozenset({"href", "src"})


def render_feeds(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[tuple[str, str]]:
    """Yields all feeds with the names of their files."""
    for page in _find_pages(pages):
        yield feed_path(page.path).removeprefix("/"), _render_feed(page, config)


def render_feed_links(config: SiteConfig, pages: Sequence[ParsedPage]) -> Mapping[str, str]:
    """Returns the elements that announce the feeds of a language on its pages, keyed by language
    tag."""
    links = {locale.tag: "" for locale in config.locales}
    for page in _find_pages(pages):
        title = escape(_title_of(page, config))
        href = escape(_address_of(feed_path(page.path), config))
        links[page.source.locale] += (
            f'<link rel="alternate" type="{_FEED_TYPE}" title="{title}" href="{href}">'
        )
    return links


def _find_pages(pages: Sequence[ParsedPage]) -> Iterator[ParsedPage]:
    yield from (page for page in pages if page.source.frontmatter.feed)


def _render_feed(page: ParsedPage, config: SiteConfig) -> str:
    address, own = (_address_of(path, config) for path in (page.path, feed_path(page.path)))
    language = text_locale_of(page.source, config).tag
    entries = find_entries(page)
    rows = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}">',
        f"  <id>{escape(address)}</id>",
        f"  <title>{escape(_title_of(page, config))}</title>",
        f"  <subtitle>{escape(page.source.frontmatter.summary)}</subtitle>",
        f"  <author><name>{escape(config.title)}</name></author>",
        f'  <link rel="self" type="{_FEED_TYPE}" href="{escape(own)}"/>',
        f'  <link rel="alternate" type="text/html" href="{escape(address)}"/>',
        f"  <updated>{_render_day(max(entries, key=lambda entry: entry.day))}</updated>",
        *(row for entry in entries for row in _render_entry(entry, address, config)),
        "</feed>",
    ]
    return strip_invalid("\n".join(rows)) + "\n"


def _render_entry(entry: FeedEntry, page: str, config: SiteConfig) -> Iterator[str]:
    """The id is the URL of the heading, which doesn't change with its text."""
    address = escape(f"{page}#{entry.heading.slug}")
    yield "  <entry>"
    yield f"    <id>{address}</id>"
    yield f"    <title>{escape(entry.heading.title)}</title>"
    yield f'    <link rel="alternate" type="text/html" href="{address}"/>'
    yield f"    <updated>{_render_day(entry)}</updated>"
    yield f'    <content type="html">{escape(_absolute(entry.html, page, config))}</content>'
    yield "  </entry>"


def _render_day(entry: FeedEntry) -> str:
    return f"{entry.day.isoformat()}T00:00:00Z"


def _absolute(html: str, page: str, config: SiteConfig) -> str:
    """Makes URLs absolute, because feed readers show entries outside the site."""

    def change(name: str, value: str) -> str:
        if name == "href" and value.startswith("#"):
            return page + value
        return config.address + value if name in _LINKS and value.startswith("/") else value

    return rewrite_attributes(html, change)


def _title_of(page: ParsedPage, config: SiteConfig) -> str:
    return f"{page.document.title} · {config.title}"


def _address_of(path: str, config: SiteConfig) -> str:
    return config.address + quote(with_base(path, config.base), safe="/")
