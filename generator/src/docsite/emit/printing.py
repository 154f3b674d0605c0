"""Print versions: all pages of a sidebar in one document, in reading order.

Ids are unique because each starts with the key of its page. Links between these pages point to the
ids, and all others are absolute URLs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from docsite.cache import code_digest, digest
from docsite.pages.navigation import print_path
from docsite.pages.rewrite import rewrite_attributes
from docsite.records import (
    Locale,
    Page,
    Sidebar,
    SidebarRecord,
    SiteConfig,
    SiteRecord,
)
from docsite.site.routes import split_address, with_base
from docsite.site.strings import TextStrings, text_strings_of

# Radio buttons with the same name would form one group.
_NAMES = frozenset({"id", "for", "name", "aria-controls", "aria-describedby", "aria-labelledby"})


@dataclass(frozen=True)
class PrintCopy:
    """All pages of a sidebar in one language."""

    path: str
    """The path without base."""
    locale: Locale
    title: str
    """The title of the document."""
    head: str
    """The HTML above its pages."""
    members: Mapping[str, Page]
    """Keyed by path."""

    @property
    def hash(self) -> str:
        """A hash that changes with the result of `render`, which takes longer."""
        return digest(code_digest(), self.head, *(page.hash for page in self.members.values()))

    def render(self, config: SiteConfig, endings: Mapping[str, str]) -> str:
        """Returns the HTML without the endings of pages. `endings` is keyed by path."""
        articles = (
            _render_page(page, endings[page.path], self.members, config)
            for page in self.members.values()
        )
        return self.head + "".join(articles)


def assemble_copies(
    config: SiteConfig, site: SiteRecord, pages: Sequence[Page]
) -> Iterator[PrintCopy]:
    """Yields a print version for each language of each sidebar with `print`."""
    by_path = {page.path: page for page in pages}
    for locale, record in zip(config.locales, site.locales, strict=True):
        for sidebar, shown in zip(config.sidebars, record.sidebars, strict=True):
            if sidebar.print:
                yield _assemble_copy(config, locale, sidebar, shown, by_path)


def _assemble_copy(
    config: SiteConfig,
    locale: Locale,
    sidebar: Sidebar,
    shown: SidebarRecord,
    pages: Mapping[str, Page],
) -> PrintCopy:
    name = _name_of(config, locale, sidebar, pages.get(shown.under))
    listed = [item.path for group in shown.groups for item in group.items]
    first = pages.get(shown.under)
    paths = [shown.under, *listed] if first and not first.frontmatter.is_home else listed
    members = {path: pages[path] for path in paths}
    parts = [
        _render_cover(config, text_strings_of(locale), name, next(iter(members), shown.under)),
        _render_contents(text_strings_of(locale), shown, members),
    ]
    return PrintCopy(
        print_path(sidebar, locale),
        locale,
        f"{name} · {config.title}" if name != config.title else name,
        "".join(parts),
        members,
    )


def _name_of(config: SiteConfig, locale: Locale, sidebar: Sidebar, index: Page | None) -> str:
    """Returns the title of the folder's index page, the label of the first navigation entry in the
    folder, or the title of the site. The root folder contains every entry, so no label describes
    it."""
    if index and not index.frontmatter.is_home:
        return index.title
    labels = (
        item.label[locale.tag]
        for item in config.nav
        if item.page and sidebar.under != "/" and item.page.startswith(sidebar.under)
    )
    return next(labels, config.title)


def _render_cover(config: SiteConfig, strings: TextStrings, name: str, first: str) -> str:
    """Uses a `header`, which isn't printed."""
    link = f'<a href="{escape(with_base(first, config.base))}">{escape(config.title)}</a>'
    return (
        f"<header><p>{link}<br>{escape(strings.print_hint)}</p></header>\n<h1>{escape(name)}</h1>\n"
    )


def _render_contents(
    strings: TextStrings, sidebar: SidebarRecord, members: Mapping[str, Page]
) -> str:
    """Uses a `div` instead of a `nav`, which isn't printed."""
    label = escape(strings.print_contents)
    listed = {item.path for group in sidebar.groups for item in group.items}
    rows = [_render_list(page for path, page in members.items() if path not in listed)]
    for group in sidebar.groups:
        pages = (members[item.path] for item in group.items)
        rows.append(f"<p>{escape(group.text)}</p>\n{_render_list(pages)}")
    return f"<div>\n<h2>{label}</h2>\n{''.join(rows)}</div>\n"


def _render_list(pages: Iterable[Page]) -> str:
    items = "".join(
        f'<li><a href="#{page.key}"{_render_language(page)}>{escape(page.title)}</a></li>'
        for page in pages
    )
    return f"<ul>{items}</ul>\n" if items else ""


def _render_language(page: Page) -> str:
    """Returns the language attributes of an untranslated page."""
    return f' lang="{page.original.lang}" dir="{page.original.dir}"' if page.original else ""


def _render_page(page: Page, ending: str, members: Mapping[str, Page], config: SiteConfig) -> str:
    html = page.html.removesuffix(ending)
    text = rewrite_attributes(html, _Embedding(page, members, config).change)
    return f'<article class="prose" id="{page.key}"{_render_language(page)}>\n{text}</article>\n'


@dataclass(frozen=True)
class _Embedding:
    """Changes the attributes of one page in a print version. Keys contain no dots, so ids stay
    distinct."""

    page: Page
    members: Mapping[str, Page]
    config: SiteConfig

    def change(self, name: str, value: str) -> str:
        if name in _NAMES:
            return f"{self.page.key}.{value}"
        if name != "href":
            return value
        if value.startswith("#"):
            return f"#{self.page.key}.{value[1:]}"
        return self._lead(value) if value.startswith("/") else value

    def _lead(self, href: str) -> str:
        path, rest = split_address(href)
        target = self.members.get("/" + path.removeprefix(self.config.base))
        if target is None:
            return self.config.address + href
        anchor = rest.partition("#")[2]
        return f"#{target.key}.{anchor}" if anchor else f"#{target.key}"
