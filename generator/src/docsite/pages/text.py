"""The HTML of a page with notes about stale sections."""

from __future__ import annotations

from collections.abc import Container

from markdown_it.common.utils import escapeHtml

from docsite.markdown.cjk import is_full_width_punctuation
from docsite.pages.parse import ParsedPage
from docsite.records import Section, SiteConfig
from docsite.records.markup import ContentClass, classes
from docsite.site.locales import locale_of, neutral_path
from docsite.site.routes import with_base
from docsite.site.strings import text_strings_of


def render_text(page: ParsedPage, stale: Container[str], config: SiteConfig) -> str:
    """A note is below the heading of each stale section."""
    parts = []
    for section in page.document.sections:
        parts.append("" if _is_hidden(section, page) else section.head)
        if section.heading and section.heading.slug in stale:
            parts.append(_render_note(page, section.heading.slug, config))
        parts.append(section.body)
    return "".join(parts)


def _is_hidden(section: Section, page: ParsedPage) -> bool:
    """Whether the layout has its own title instead of this heading."""
    is_title = section.heading is not None and section.heading.level == 1
    return is_title and page.source.frontmatter.is_home


def _render_note(page: ParsedPage, slug: str, config: SiteConfig) -> str:
    strings = text_strings_of(locale_of(page.path, config.locales))
    original = with_base(neutral_path(page.path, config.locales), config.base)
    space = "" if is_full_width_punctuation(strings.stale[-1:]) else " "
    link = (
        f'<a href="{original}#{slug}" hreflang="{config.locales[0].tag}">'
        f"{escapeHtml(strings.stale_link)}</a>"
    )
    return f"<p {classes(ContentClass.STALE)}>{escapeHtml(strings.stale)}{space}{link}</p>\n"
