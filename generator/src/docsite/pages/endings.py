"""The end of a page: tags, feed, print version and authors, in the language of its path."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.common.utils import escapeHtml

from docsite.markdown.cjk import is_cjk
from docsite.pages.navigation import find_copy
from docsite.pages.parse import ParsedPage
from docsite.pages.tags import label_of, link_to_tag
from docsite.records import Locale, SiteConfig
from docsite.records.markup import ContentClass, classes
from docsite.site.locales import direction_of, locale_of
from docsite.site.routes import feed_path, with_base
from docsite.site.strings import TextStrings, text_strings_of


def render_ending(page: ParsedPage, config: SiteConfig) -> str:
    """Returns an empty string for home pages."""
    if page.source.frontmatter.is_home:
        return ""
    locale = locale_of(page.path, config.locales)
    return "".join(_render_parts(page, config, locale))


def render_language(locale: Locale) -> str:
    """Returns language attributes, because the surrounding text may be in another language."""
    return f'lang="{locale.tag}" dir="{direction_of(locale.tag)}"'


def _render_parts(page: ParsedPage, config: SiteConfig, locale: Locale) -> Iterator[str]:
    strings = text_strings_of(locale)
    if page.source.frontmatter.tags:
        yield _render_tags(page, config, locale, strings)
    texts = [*_render_links(page, config, strings), *_render_contributors(page, strings)]
    for text in texts:
        yield f"<p {render_language(locale)}><small>{text}</small></p>\n"


def _render_tags(page: ParsedPage, config: SiteConfig, locale: Locale, strings: TextStrings) -> str:
    items = (
        f'<li><a href="{with_base(link_to_tag(tag, locale), config.base)}">'
        f"{escapeHtml(label_of(tag, locale, config))}</a></li>"
        for tag in page.source.frontmatter.tags
    )
    # Otherwise, Safari doesn't announce a list without bullets.
    attributes = f'role="list" aria-label="{escapeHtml(strings.tags)}" {render_language(locale)}'
    return f"<ul {classes(ContentClass.TAGS)} {attributes}>{''.join(items)}</ul>\n"


def _render_links(page: ParsedPage, config: SiteConfig, strings: TextStrings) -> Iterator[str]:
    """Uses `external`, because these files are not pages of the router."""
    feed = feed_path(page.path) if page.source.frontmatter.feed else None
    for path, text in ((feed, strings.feed), (find_copy(page.path, config), strings.print)):
        if path:
            href = escapeHtml(with_base(path, config.base))
            yield f'<a href="{href}" rel="external">{escapeHtml(text)}</a>'


def _render_contributors(page: ParsedPage, strings: TextStrings) -> Iterator[str]:
    if page.source.contributors:
        text = strings.contributors
        separator = "、" if is_cjk(text[:1]) and "：" in text else ", "
        yield escapeHtml(text.replace("{names}", separator.join(page.source.contributors)))
