"""`sitemap.xml`: every page with its modification date and its translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from xml.sax.saxutils import escape

from docsite.hosts.site import HostedSite
from docsite.records import Page

_START = """\
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" \
xmlns:xhtml="http://www.w3.org/1999/xhtml">
"""
_END = "</urlset>\n"


def render_sitemap(site: HostedSite, pages: Iterable[Page]) -> str:
    """The first language is the default (`x-default`)."""
    return "".join(chain([_START], *(_render_page(site, page) for page in pages), [_END]))


def _render_page(site: HostedSite, page: Page) -> Iterator[str]:
    yield f"  <url>\n    <loc>{_render_address(site, page.path)}</loc>\n"
    yield f"    <lastmod>{page.last_updated}</lastmod>\n"
    if len(page.counterparts) > 1:
        default = next(iter(page.counterparts.values()))
        for tag, path in (*page.counterparts.items(), ("x-default", default)):
            href = _render_address(site, path)
            yield f'    <xhtml:link rel="alternate" hreflang="{tag}" href="{href}"/>\n'
    yield "  </url>\n"


def _render_address(site: HostedSite, path: str) -> str:
    return escape(site.address + site.url_path(path))
