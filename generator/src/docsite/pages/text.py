"""The HTML of a page, with notes about its translation and its version."""

from __future__ import annotations

import re
from collections.abc import Container
from html import unescape
from urllib.parse import unquote

from markdown_it.common.utils import escapeHtml

from docsite.markdown.cjk import is_full_width_punctuation
from docsite.pages.endings import render_ending, render_language
from docsite.pages.parse import ParsedPage
from docsite.pages.versions import VersionNotice
from docsite.records import Section, SiteConfig
from docsite.records.markup import ContentClass, classes
from docsite.site.images import ImageSizes
from docsite.site.locales import locale_of, neutral_path
from docsite.site.routes import with_base
from docsite.site.strings import text_strings_of

_IMAGE = re.compile(r'<img src="(/[^"]*)"')
"""Raw HTML is escaped, so all elements of this form are images of the page."""


def render_text(
    page: ParsedPage,
    stale: Container[str],
    config: SiteConfig,
    images: ImageSizes | None = None,
    notice: VersionNotice | None = None,
) -> str:
    """Returns the HTML of a page. A note is below the heading of each stale section, or below the
    title if the page isn't translated or isn't from the current version. Images get their sizes."""
    parts = []
    for index, section in enumerate(page.document.sections):
        parts.append("" if _is_hidden(section, page) else section.head)
        if notice and index == 0:
            parts.append(_render_version(page, notice, config))
        if section.heading and section.heading.slug in stale:
            parts.append(_render_note(page, section.heading.slug, config))
        if page.source.original and index == 0:
            parts.append(_render_untranslated(page, config))
        parts.append(section.body)
    parts.append(render_ending(page, config))
    text = "".join(parts)
    return _add_sizes(text, images, config.base) if images else text


def _add_sizes(html: str, images: ImageSizes, base: str) -> str:
    def add_size(found: re.Match[str]) -> str:
        size = images.size_of("/" + unquote(unescape(found[1])).removeprefix(base))
        return f'{found[0]} width="{size[0]}" height="{size[1]}"' if size else found[0]

    return _IMAGE.sub(add_size, html)


def _is_hidden(section: Section, page: ParsedPage) -> bool:
    """Returns whether the layout has its own title instead of this heading."""
    is_title = section.heading is not None and section.heading.level == 1
    return is_title and page.source.frontmatter.is_home


def _render_untranslated(page: ParsedPage, config: SiteConfig) -> str:
    """Renders a note in the language of the path, unlike the surrounding text."""
    locale = locale_of(page.path, config.locales)
    text = escapeHtml(text_strings_of(locale).untranslated)
    return f"<p {classes(ContentClass.STALE)} {render_language(locale)}>{text}</p>\n"


def _render_version(page: ParsedPage, notice: VersionNotice, config: SiteConfig) -> str:
    """Renders a note in the language of the path. The router of this version doesn't know the other
    version."""
    language = render_language(locale_of(page.path, config.locales))
    return (
        f"<div {classes(ContentClass.CONTAINER, ContentClass.WARNING)} {language}>"
        f"<p {classes(ContentClass.CONTAINER_TITLE)}>{escapeHtml(notice.text)}</p>\n"
        f'<p><a href="{escapeHtml(notice.href)}" rel="external">'
        f"{escapeHtml(notice.link_text)}</a></p>\n</div>\n"
    )


def _render_note(page: ParsedPage, slug: str, config: SiteConfig) -> str:
    strings = text_strings_of(locale_of(page.path, config.locales))
    original = with_base(neutral_path(page.path, config.locales), config.base)
    space = "" if is_full_width_punctuation(strings.stale[-1:]) else " "
    link = (
        f'<a href="{original}#{slug}" hreflang="{config.locales[0].tag}">'
        f"{escapeHtml(strings.stale_link)}</a>"
    )
    return f"<p {classes(ContentClass.STALE)}>{escapeHtml(strings.stale)}{space}{link}</p>\n"
