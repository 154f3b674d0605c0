"""Pages, navigation and routes, as documents and page scripts contain them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from docsite.records.frontmatter import FrontMatter
from docsite.records.source import Header


@dataclass(frozen=True)
class Route:
    """One address of the site."""

    path: str
    """The path without base."""
    key: str
    """The key of the page record that answers."""
    locale: str
    """The language tag of the page."""
    title: str
    """The title of the page."""


@dataclass(frozen=True)
class Redirect:
    """An address that a page had before."""

    path: str
    """The old path without base."""
    target: str
    """The path of the page now."""


@dataclass(frozen=True)
class RouteTable:
    """All addresses of the site."""

    routes: tuple[Route, ...]
    """In the order of their paths."""
    redirects: tuple[Redirect, ...]
    """In the order of their paths."""


@dataclass(frozen=True)
class PageLink:
    """A link to a page or to an address outside."""

    text: str
    """What to show."""
    path: str
    """A path of the site without base, or an address outside."""


@dataclass(frozen=True)
class Page:
    """The record of one page; the theme needs nothing else to show it."""

    title: str
    """The text of its h1."""
    path: str
    """Its address without base."""
    key: str
    """Names the record; the path of its source without `.md`."""
    locale: str
    """Its language tag."""
    headers: tuple[Header, ...]
    """Its headings as a tree."""
    last_updated: str
    """The day of its last change, as year-month-day."""
    frontmatter: FrontMatter
    """What its front matter says."""
    edit_link: str
    """Where its source can be edited."""
    counterparts: Mapping[str, str]
    """The path of the same page in each language, by language tag."""
    previous: PageLink | None
    """The page before it in the sidebar."""
    next: PageLink | None
    """The page after it in the sidebar."""
    stale: tuple[str, ...]
    """The ids of headings whose text is older than its original."""
    hovers: str | None
    """The hash in the name of the file with its hovers; none where it has no hovers."""
    hash: str
    """Changes with anything else in this record."""
    html: str
    """Its text. Begins with the h1, except on a home page, whose layout has its own."""


@dataclass(frozen=True)
class HoverText:
    """What a compiler knows about a name."""

    tokens: tuple[str, ...]
    """The signature: text, class, text, class, and so on; the class is empty for plain text."""
    comment: tuple[str, ...]
    """The first paragraph of its comment: prose, code, prose, and so on; empty for no comment."""


@dataclass(frozen=True)
class HoverFile:
    """The hovers of one page. Columns count UTF-16 units, as scripts do."""

    texts: tuple[HoverText, ...]
    """What hovers say; each text once."""
    blocks: Mapping[str, tuple[int, ...]]
    """Line, column, length and text of each hover, from 0, by the position of the code block."""


@dataclass(frozen=True)
class NavEntry:
    """An entry of the top navigation in one language."""

    text: str
    """What to show."""
    path: str | None
    """A path of the site without base, or an address outside; a menu has none."""
    items: tuple[PageLink, ...]
    """The entries of a menu."""


@dataclass(frozen=True)
class SidebarSection:
    """A group of a sidebar in one language."""

    text: str
    """Its heading."""
    items: tuple[PageLink, ...]
    """Its pages, in reading order."""


@dataclass(frozen=True)
class SidebarRecord:
    """A sidebar in one language."""

    under: str
    """The folder whose pages show it."""
    groups: tuple[SidebarSection, ...]
    """Its groups, in order."""


@dataclass(frozen=True)
class AnnouncementRecord:
    """An announcement in one language."""

    id: str
    """Names it, so that a dismissed one stays away."""
    text: str
    """What it says."""
    path: str | None
    """The page it leads to, without base."""


@dataclass(frozen=True)
class LocaleRecord:
    """What the theme knows about one language."""

    tag: str
    """Its language tag."""
    prefix: str
    """The path its pages stand under."""
    label: str
    """Its name in itself."""
    description: str
    """The site in one sentence."""
    nav: tuple[NavEntry, ...]
    """The top navigation."""
    sidebars: tuple[SidebarRecord, ...]
    """The sidebars."""
    announcement: AnnouncementRecord | None
    """The bar above every page."""


@dataclass(frozen=True)
class SiteRecord:
    """What the theme knows about the site as a whole."""

    title: str
    """The name of the site."""
    address: str
    """Where the site stands: scheme and host."""
    base: str
    """The path the site stands under on its host."""
    repository: str
    """The address of the source repository."""
    generator: str
    """Name and version of what made the site."""
    locales: tuple[LocaleRecord, ...]
    """The languages, the first one first."""


@dataclass(frozen=True)
class Language:
    """A language as the language menu shows it."""

    tag: str
    """Its language tag."""
    prefix: str
    """The path its pages stand under."""
    label: str
    """Its name in itself."""


@dataclass(frozen=True)
class Chrome:
    """Everything around the text that pages of one language and section share."""

    id: str
    """Changes with what it holds."""
    title: str
    """The name of the site."""
    base: str
    """The path the site stands under on its host."""
    logo: str | None
    """The path of the logo, without base."""
    repository: str
    """The address of the source repository."""
    locale: str
    """The language tag."""
    prefix: str
    """The path the pages of this language stand under."""
    description: str
    """The site in one sentence."""
    strings: Mapping[str, Any]
    """The theme's strings that every document contains."""
    nav: tuple[NavEntry, ...]
    """The top navigation."""
    sidebar: tuple[SidebarSection, ...]
    """The groups of the sidebar; empty where there is none."""
    languages: tuple[Language, ...]
    """All languages of the site."""
    announcement: AnnouncementRecord | None
    """The bar above every page."""
    lazy_strings: str
    """The hash in the name of the file with the theme's other strings."""


@dataclass(frozen=True)
class PageFile:
    """Where the script of a page is."""

    number: int
    """The number of the script."""
    hash: str
    """The hash in its file name."""
    title: str
    """The title of the page."""


@dataclass(frozen=True)
class FolderTable:
    """The pages of one folder: what a reader needs before going to one of them."""

    chrome: str
    """The id of the chrome that its pages share."""
    pages: Mapping[str, PageFile]
    """The pages by path."""
    redirects: Mapping[str, str]
    """Old paths in this folder, and where they lead."""
