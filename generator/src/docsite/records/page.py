"""Pages, navigation and routes, as documents and page scripts contain them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from docsite.records.frontmatter import FrontMatter
from docsite.records.json import OPTIONAL
from docsite.records.source import Header

Direction: TypeAlias = Literal["ltr", "rtl"]
"""The text direction, as in the `dir` attribute."""


@dataclass(frozen=True)
class TextLanguage:
    """The language of text content, as attributes of its element."""

    lang: str
    """Its language tag."""
    dir: Direction
    """Its direction."""


@dataclass(frozen=True)
class Route:
    """A path of the site."""

    path: str
    """The path without base."""
    key: str
    """The key of the page record."""
    locale: str
    """The language tag of the page."""
    title: str
    """The title of the page."""


@dataclass(frozen=True)
class Redirect:
    """An old path of a page."""

    path: str
    """The old path without base."""
    target: str
    """The current path."""


@dataclass(frozen=True)
class RouteTable:
    """All paths of the site."""

    routes: tuple[Route, ...]
    """Sorted by path."""
    redirects: tuple[Redirect, ...]
    """Sorted by path."""


@dataclass(frozen=True)
class PageLink:
    """A link to a page or an external URL."""

    text: str
    """The label."""
    path: str
    """A path of the site without base, or an external URL."""
    href: str | None = field(default=None, metadata=OPTIONAL)
    """The path on the host, if `path` is the URL of a page in another version."""


@dataclass(frozen=True)
class NavEntry:
    """An entry of the top navigation in one language."""

    text: str
    """The label."""
    path: str | None
    """A path of the site without base, or an external URL; null for a menu."""
    items: tuple[PageLink, ...]
    """The entries of a menu."""


@dataclass(frozen=True)
class Page:
    """The complete record of a page."""

    title: str
    """The title."""
    path: str
    """The path without base."""
    key: str
    """The id of the record: the path of its source without `.md`."""
    locale: str
    """Its language tag."""
    headers: tuple[Header, ...]
    """Its headings as a tree."""
    last_updated: str
    """The day of its last change, as year-month-day."""
    minutes: int
    """The time to read its prose, without code blocks."""
    frontmatter: FrontMatter
    """The front matter."""
    edit_link: str
    """The URL to edit its source. Empty if the site has no edit links."""
    counterparts: Mapping[str, str]
    """The path of the same page in each language, by language tag."""
    previous: PageLink | None
    """The page before it in the sidebar."""
    next: PageLink | None
    """The page after it in the sidebar."""
    original: TextLanguage | None
    """The language of its text, if it isn't translated."""
    hovers: str | None
    """The hash in the name of the file with its hovers; null if it has none."""
    hash: str
    """The hash of the rest of this record."""
    html: str
    """The text. Starts with the h1, except on a home page, whose layout has its own."""
    last_updated_text: str | None = field(default=None, metadata=OPTIONAL)
    """The day of its last change as visitors read it; absent if that is year-month-day."""
    versions: NavEntry | None = field(default=None, metadata=OPTIONAL)
    """The version menu; absent on a site without versions."""
    canonical: str | None = field(default=None, metadata=OPTIONAL)
    """The URL of the page in the current version; absent on the current version, and if
    that version doesn't have the page."""


@dataclass(frozen=True)
class HoverText:
    """The hover of a name, from the compiler."""

    tokens: tuple[str, ...]
    """The signature: text, class, text, class, and so on; the class is empty for plain text."""
    comment: tuple[str, ...]
    """The first paragraph of its comment: prose, code, prose, and so on; empty for no comment."""
    reference: str | None = None
    """The path and the id of its section in the reference, without base."""


@dataclass(frozen=True)
class HoverFile:
    """The hovers of one page. Columns count UTF-16 units, as scripts do."""

    texts: tuple[HoverText, ...]
    """The distinct hovers."""
    blocks: Mapping[str, tuple[int, ...]]
    """Line, column, length and text of each hover, from 0, by the position of the code block."""


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
    """Identifies it, so that a dismissed one isn't shown again."""
    text: str
    """The text."""
    path: str | None
    """The page it links to, without base."""


@dataclass(frozen=True)
class LocaleRecord:
    """A language of the site."""

    tag: str
    """Its language tag."""
    prefix: str
    """The path of its pages."""
    label: str
    """Its name in that language."""
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
    """The site as a whole."""

    title: str
    """The name of the site."""
    address: str
    """Scheme and host of the site."""
    base: str
    """The path of the site on its host."""
    repository: str
    """The URL of the source repository."""
    generator: str
    """Name and version of the generator."""
    locales: tuple[LocaleRecord, ...]
    """The languages, the first one first."""


@dataclass(frozen=True)
class Language:
    """An entry of the language menu."""

    tag: str
    """Its language tag."""
    prefix: str
    """The path of its pages."""
    label: str
    """Its name in that language."""


@dataclass(frozen=True)
class Chrome:
    """Everything around the text, shared by the pages of a language and a section."""

    id: str
    """The hash of its content."""
    title: str
    """The name of the site."""
    base: str
    """The path of the site on its host."""
    logo: str | None
    """The path of the logo, without base."""
    logo_dark: str | None
    """The path of the logo for the dark color mode, without base, if it has its own."""
    repository: str
    """The URL of the source repository."""
    locale: str
    """The language tag."""
    dir: Direction
    """The direction of the language."""
    prefix: str
    """The path of the pages in this language."""
    description: str
    """The site in one sentence."""
    strings: Mapping[str, Any]
    """The theme's strings that every document contains."""
    nav: tuple[NavEntry, ...]
    """The top navigation."""
    sidebar: tuple[SidebarSection, ...]
    """The groups of the sidebar; empty if there is none."""
    languages: tuple[Language, ...]
    """All languages of the site."""
    announcement: AnnouncementRecord | None
    """The bar above every page."""
    lazy_strings: str
    """The hash in the name of the file with the theme's other strings."""


@dataclass(frozen=True)
class PageFile:
    """The script of a page."""

    number: int
    """The number of the script."""
    hash: str
    """The hash in its file name."""
    title: str
    """The title of the page."""


@dataclass(frozen=True)
class FolderTable:
    """The pages of one folder, for navigation to one of them."""

    chrome: str
    """The id of the chrome that its pages share."""
    pages: Mapping[str, PageFile]
    """The pages by path."""
    redirects: Mapping[str, str]
    """Current paths by old paths in this folder."""
    headings: str | None
    """The hash in the name of the file with their headings; null if there are no pages."""


@dataclass(frozen=True)
class LinkedFolder:
    """The pages of one folder that a document links to, for navigation without its table."""

    table: str
    """The hash of the folder's table. As long as the site has this table, the rest is current."""
    chrome: str
    """The id of the chrome that its pages share."""
    pages: Mapping[str, str]
    """The name of each page's script, such as `12.0a1b2c3d`, by path."""


@dataclass(frozen=True)
class FolderHeadings:
    """The headings of the pages of one folder, to suggest for unknown paths."""

    pages: Mapping[str, tuple[str, ...]]
    """Id, title, id, title, and so on, by path."""
