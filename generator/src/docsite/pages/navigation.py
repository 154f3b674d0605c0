"""Top navigation, sidebars, and links to the previous and next page.

`site.toml` defines their structure once; each language adds its prefix, labels and titles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from docsite.digests import short_hash
from docsite.records import (
    Announcement,
    AnnouncementRecord,
    Chrome,
    Language,
    Locale,
    LocaleRecord,
    NavEntry,
    NavItem,
    PageLink,
    Sidebar,
    SidebarRecord,
    SidebarSection,
    SiteConfig,
    render_compact_json,
)
from docsite.site.locales import direction_of, locale_of, localized_path, neutral_path
from docsite.site.routes import folder_of
from docsite.site.strings import ThemeStrings, lazy_strings_file, translate

Titles = Mapping[str, str]
"""Titles of pages, keyed by path."""


def assemble_locale(config: SiteConfig, locale: Locale, titles: Titles) -> LocaleRecord:
    return LocaleRecord(
        tag=locale.tag,
        prefix=locale.prefix,
        label=locale.label,
        description=locale.description,
        nav=tuple(_assemble_entry(item, locale) for item in config.nav),
        sidebars=tuple(assemble_sidebar(sidebar, locale, titles) for sidebar in config.sidebars),
        announcement=_assemble_announcement(config.announcement, locale),
    )


def assemble_chromes(
    config: SiteConfig, records: Sequence[LocaleRecord], theme: ThemeStrings
) -> Mapping[str, Chrome]:
    """Returns the chrome of each folder with a sidebar, and of each language."""
    chromes: dict[str, Chrome] = {}
    for locale, record in zip(config.locales, records, strict=True):
        root = _assemble_chrome(config, record, theme, locale)
        chromes[locale.prefix] = _with_sidebar(root, ())
        for sidebar in record.sidebars:
            chromes[sidebar.under] = _with_sidebar(root, sidebar.groups)
    return chromes


def chrome_for(path: str, chromes: Mapping[str, Chrome]) -> Chrome:
    """Returns the chrome of the nearest parent folder that has one."""
    folder = folder_of(path)
    while folder not in chromes:
        folder = folder_of(folder[:-1])
    return chromes[folder]


def _with_sidebar(chrome: Chrome, sidebar: tuple[SidebarSection, ...]) -> Chrome:
    complete = replace(chrome, sidebar=sidebar)
    return replace(complete, id=short_hash(render_compact_json(complete)))


def _assemble_chrome(
    config: SiteConfig, record: LocaleRecord, theme: ThemeStrings, locale: Locale
) -> Chrome:
    """Returns a chrome without an id and a sidebar."""
    return Chrome(
        id="",
        title=config.title,
        base=config.base,
        logo=config.logo,
        logo_dark=config.logo_dark,
        repository=config.repository,
        locale=locale.tag,
        dir=direction_of(locale.tag),
        prefix=locale.prefix,
        description=locale.description,
        strings=translate(theme.document, locale),
        nav=record.nav,
        sidebar=(),
        languages=tuple(
            Language(language.tag, language.prefix, language.label) for language in config.locales
        ),
        announcement=record.announcement,
        lazy_strings=lazy_strings_file(theme, locale)[0],
    )


def _assemble_announcement(
    announcement: Announcement | None, locale: Locale
) -> AnnouncementRecord | None:
    if announcement is None:
        return None
    page = announcement.page
    path = localized_path(page, locale) if page else None
    return AnnouncementRecord(announcement.id, announcement.text[locale.tag], path)


def _assemble_entry(item: NavItem, locale: Locale) -> NavEntry:
    links = tuple(
        PageLink(child.label[locale.tag], _target_of(child, locale) or "") for child in item.items
    )
    return NavEntry(item.label[locale.tag], _target_of(item, locale), links)


def _target_of(item: NavItem, locale: Locale) -> str | None:
    return localized_path(item.page, locale) if item.page else item.link


def assemble_sidebar(sidebar: Sidebar, locale: Locale, titles: Titles) -> SidebarRecord:
    return SidebarRecord(
        under=localized_path(sidebar.under, locale),
        groups=tuple(
            SidebarSection(
                text=group.label[locale.tag],
                items=tuple(
                    PageLink(titles[path], path)
                    for path in (localized_path(page, locale) for page in group.pages)
                ),
            )
            for group in sidebar.groups
        ),
    )


def assemble_neighbors(
    sidebars: Sequence[SidebarRecord],
) -> Mapping[str, tuple[PageLink | None, PageLink | None]]:
    """Returns the pages before and after each page, in the reading order of its sidebar."""
    neighbors: dict[str, tuple[PageLink | None, PageLink | None]] = {}
    for sidebar in sidebars:
        order = list(chain.from_iterable(group.items for group in sidebar.groups))
        around = zip([None, *order], order, [*order[1:], None], strict=False)
        neighbors |= {link.path: (before, after) for before, link, after in around}
    return neighbors


def first_pages(config: SiteConfig) -> frozenset[str]:
    """Returns the pages where most visitors start: the home page and the first group of the first
    sidebar, in all languages."""
    groups = config.sidebars[0].groups[:1] if config.sidebars else ()
    pages = ["/", *chain.from_iterable(group.pages for group in groups)]
    return frozenset(localized_path(page, locale) for locale in config.locales for page in pages)


def print_path(sidebar: Sidebar, locale: Locale) -> str:
    """Returns the path of the print version of a sidebar."""
    return f"{localized_path(sidebar.under, locale)}print/"


def printed_paths(config: SiteConfig) -> frozenset[str]:
    sidebars = [sidebar for sidebar in config.sidebars if sidebar.print]
    return frozenset(
        print_path(sidebar, locale) for sidebar in sidebars for locale in config.locales
    )


def find_copy(path: str, config: SiteConfig) -> str | None:
    """Returns the path of the print version that contains a page."""
    neutral = neutral_path(path, config.locales)
    for sidebar in config.sidebars:
        is_inside = neutral == sidebar.under or any(
            neutral in group.pages for group in sidebar.groups
        )
        if sidebar.print and is_inside:
            return print_path(sidebar, locale_of(path, config.locales))
    return None


def pages_named(config: SiteConfig) -> tuple[str, ...]:
    """Returns the pages in navigation and sidebars, without language prefix."""
    nav = [item.page for item in _entries_of(config) if item.page]
    if config.announcement and config.announcement.page:
        nav.append(config.announcement.page)
    groups = chain.from_iterable(sidebar.groups for sidebar in config.sidebars)
    return tuple(dict.fromkeys([*nav, *chain.from_iterable(group.pages for group in groups)]))


def links_named(config: SiteConfig) -> tuple[str, ...]:
    """Returns the paths that entries of the navigation have as `link`: files, not pages."""
    return tuple(
        item.link for item in _entries_of(config) if item.link and item.link.startswith("/")
    )


def _entries_of(config: SiteConfig) -> Iterator[NavItem]:
    return chain(config.nav, *(item.items for item in config.nav))
