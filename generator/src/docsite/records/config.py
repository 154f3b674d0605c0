"""`site.toml` and the glossary, after validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias


@dataclass(frozen=True)
class Locale:
    """One language of the site."""

    tag: str
    """Its language tag, such as `en-US`."""
    prefix: str
    """The path its pages stand under: `/`, or such as `/zh/`."""
    label: str
    """Its name in itself, for the language menu."""
    description: str
    """The site in one sentence."""
    strings: Mapping[str, str]
    """UI strings that differ from those of docsite and the theme, by name."""


@dataclass(frozen=True)
class NavItem:
    """An entry of the top navigation: a page, an outside link or a menu of such."""

    label: Mapping[str, str]
    """The text, by language tag."""
    page: str | None = None
    """A path without language prefix; each language leads to its own page."""
    link: str | None = None
    """An address outside the site."""
    items: tuple[NavItem, ...] = ()
    """The entries of a menu."""


@dataclass(frozen=True)
class SidebarGroup:
    """Pages that stand together in a sidebar."""

    label: Mapping[str, str]
    """The heading, by language tag."""
    pages: tuple[str, ...]
    """Paths without language prefix, in reading order; the text is the page's own title."""


@dataclass(frozen=True)
class Sidebar:
    """The sidebar of one part of the site."""

    under: str
    """The folder whose pages show it, without language prefix."""
    groups: tuple[SidebarGroup, ...]
    """Its groups, in order."""


@dataclass(frozen=True)
class Announcement:
    """A bar above every page, until the reader dismisses it."""

    id: str
    """Names this announcement: a new one is shown to those who dismissed the last."""
    text: Mapping[str, str]
    """What it says, by language tag."""
    page: str | None
    """The page it leads to, without language prefix."""


@dataclass(frozen=True)
class Mount:
    """A folder that something else has built, as part of the site."""

    path: str
    """Where it stands, without base. Files below its `assets/` have hashed names."""
    folder: str
    """The folder, relative to the docs folder."""
    made_by: str
    """The command that makes it, for those who have not run it yet."""


@dataclass(frozen=True)
class LiveConfig:
    """Samples that readers run, made by something else."""

    folder: str
    """The folder with its `manifest.json`, relative to the docs folder."""
    made_by: str
    """The command that makes it, for those who have not run it yet."""
    samples: str
    """The folder that the names of samples begin at, relative to the docs folder."""


@dataclass(frozen=True)
class HoverConfig:
    """How samples are compiled, so that readers see the types of their names."""

    tsconfig: str
    """The settings of the compiler, as a path from the docs folder."""


@dataclass(frozen=True)
class Option:
    """One answer to a choice."""

    id: str
    """Its name in addresses, and in what a reader's browser keeps."""
    label: Mapping[str, str]
    """What its tab says, by language tag. Default its id."""


@dataclass(frozen=True)
class Choice:
    """Something that readers choose once for the whole site, such as their package manager."""

    id: str
    """Its name after `::: code-group`, and in addresses."""
    label: Mapping[str, str]
    """What is chosen, by language tag."""
    options: tuple[Option, ...]
    """The answers."""


@dataclass(frozen=True)
class AnalyticsOptions:
    """What the client that counts visits is told, as it is named there."""

    detailed: bool = False
    """Whether a record also holds screen, system and browser. Default no."""
    ignore_localhost: bool = True
    """Whether visits on the own machine are left out. Default yes."""
    ignore_own_visits: bool = True
    """Whether credentials are sent, by which the server knows its owner. Default yes."""
    respect_privacy_signals: bool = False
    """Whether Global Privacy Control and Do Not Track prevent all requests. Default no."""
    update_on_hide: bool = False
    """Whether a page that is hidden or left sends one more update. Default no."""


@dataclass(frozen=True)
class AnalyticsConfig:
    """Where visits are counted. Without it, nothing of it is in the site."""

    server: str
    """The address of the service, to which the client adds `/api`."""
    domain_id: str
    """What the service calls this site."""
    options: AnalyticsOptions
    """How the client behaves."""
    route_event_id: str
    """The event that counts paths: the first one, and each that a reader goes to."""
    language_event_id: str
    """The event that counts languages, once per session."""
    search_event_id: str | None = None
    """The event that counts what was searched for and is nowhere. Default none."""
    not_found_event_id: str | None = None
    """The event that counts paths without a page. Default none."""
    record_routes: bool = False
    """Whether each path that a reader goes to makes a record of its own. Default no."""


@dataclass(frozen=True)
class SiteConfig:
    """What `site.toml` says."""

    title: str
    """The name of the site."""
    address: str
    """Where the site will stand: scheme and host, no path."""
    base: str
    """The path the site stands under on its host. Default `/`."""
    repository: str
    """The address of the source repository, for edit links."""
    docs_directory: str
    """The folder of the Markdown files inside the repository."""
    docs_branch: str
    """The branch that edit links lead to. Default `main`."""
    last_updated: date | Literal["git"]
    """When pages were last changed: one date for all, or `git` for their history."""
    locales: tuple[Locale, ...]
    """The languages. The first is the one the others are compared with."""
    nav: tuple[NavItem, ...]
    """The top navigation."""
    sidebars: tuple[Sidebar, ...]
    """The sidebars; the longest `under` that fits a page is its sidebar."""
    logo: str | None
    """The path of the logo below `public/`; also the icon of the site. Default none."""
    chunk_numbers: tuple[int, int | None]
    """First and last number a lazy script may have. Default 2, with no end."""
    announcement: Announcement | None
    """A bar above every page. Default none."""
    choices: tuple[Choice, ...]
    """What readers choose in code groups, the same on every page. Default none."""
    track_translations: bool
    """Whether a translation must say what it was written from. Default no."""
    samples_are_files: bool
    """Whether code of more than one line must be included from a file. Default no."""
    hovers: HoverConfig | None
    """Which names in samples get hovers. Default none."""
    mounts: tuple[Mount, ...] = ()
    """Folders beside the pages. Default none."""
    live: LiveConfig | None = None
    """Which samples readers can run. Default none."""
    analytics: AnalyticsConfig | None = None
    """Where visits are counted. Default nowhere."""


@dataclass(frozen=True)
class Term:
    """A word that one language writes in one way."""

    term: str
    """The word in the first language."""
    wording: str
    """How to write it; the same as the term where it is not translated."""
    forbidden: tuple[str, ...]
    """How not to write it."""
    unless: tuple[str, ...]
    """Wordings that hold a forbidden one and are right."""


Glossary: TypeAlias = Mapping[str, tuple[Term, ...]]
"""The terms of each language, by its tag."""
