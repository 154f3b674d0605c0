"""Tags: docsite generates a page per language that lists them, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docsite.markdown import escape
from docsite.markdown.cjk import is_cjk
from docsite.pages.navigation import pages_named
from docsite.pages.parse import ParsedPage
from docsite.pages.untranslated import TAGS_FILE
from docsite.records import FrontMatter, Locale, SiteConfig, Source
from docsite.site.locales import localized_path
from docsite.site.routes import route_for
from docsite.site.strings import text_strings_of


def file_of_tags(locale: Locale) -> str:
    """Returns the file of the list of tags, which isn't written to disk."""
    return locale.prefix.removeprefix("/") + TAGS_FILE


def link_to_tag(tag: str, locale: Locale) -> str:
    """Returns the path of a tag in the list, without base."""
    return f"{route_for(file_of_tags(locale))}#{_slug_of(tag)}"


def label_of(tag: str, locale: Locale, config: SiteConfig) -> str:
    """Returns the displayed name of a tag."""
    labels = {known.id: known.label[locale.tag] for known in config.tags}
    return labels.get(tag, tag)


def list_tags(config: SiteConfig, pages: Sequence[ParsedPage]) -> tuple[Source, ...]:
    """Returns the list of each language, if pages have tags. Pages with the same path are reported
    elsewhere."""
    written = {page.source.file for page in pages}
    order = {path: index for index, path in enumerate(pages_named(config))}
    sources = []
    for locale in config.locales:
        paths = {localized_path(path, locale): index for path, index in order.items()}
        tagged = [
            page
            for page in pages
            if page.source.locale == locale.tag and page.source.frontmatter.tags
        ]
        tagged.sort(key=lambda page: paths.get(page.path, len(order)))
        if tagged and file_of_tags(locale) not in written:
            sources.append(_write_list(config, locale, tagged))
    return tuple(sources)


def _write_list(config: SiteConfig, locale: Locale, pages: Sequence[ParsedPage]) -> Source:
    strings = text_strings_of(locale)
    sections = _group_by_tag(config, pages)
    lines = [f"# {escape(strings.tags)} {{#tags}}", ""]
    for tag, members in sections.items():
        label = escape(label_of(tag, locale, config))
        lines += [f"## {label} {{#{_slug_of(tag)}}}", "", *_write_links(members, locale), ""]
    return Source(
        file=file_of_tags(locale),
        locale=locale.tag,
        text="\n".join(lines),
        first_line=1,
        frontmatter=FrontMatter(summary=strings.tags_summary),
        last_updated=max(page.source.last_updated for page in pages),
        is_generated=True,
    )


def _group_by_tag(
    config: SiteConfig, pages: Sequence[ParsedPage]
) -> Mapping[str, Sequence[ParsedPage]]:
    """Groups pages by tag, in the order of `site.toml` and then alphabetically."""
    used = {tag for page in pages for tag in page.source.frontmatter.tags}
    listed = [tag.id for tag in config.tags if tag.id in used]
    return {
        tag: [page for page in pages if tag in page.source.frontmatter.tags]
        for tag in (*listed, *sorted(used - set(listed)))
    }


def _write_links(pages: Sequence[ParsedPage], locale: Locale) -> Iterator[str]:
    for page in pages:
        file = page.source.file.removeprefix(locale.prefix.removeprefix("/"))
        link = f"- [{escape(page.document.title)}]({file})"
        # The summary of an untranslated page would be in a different language than the list.
        summary = "" if page.source.original else page.source.frontmatter.summary
        yield _add_summary(link, " ".join(summary.split())) if summary else link


def _add_summary(link: str, summary: str) -> str:
    """Adds the summary on the same line, because some characters at its start would begin a heading
    or a list."""
    return f"{link}{'：' if is_cjk(summary[:1]) else ': '}{escape(summary)}"


def _slug_of(tag: str) -> str:
    """Returns an id that differs from the id of the title."""
    return f"tag-{tag}"
