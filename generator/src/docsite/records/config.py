"""`site.toml` and the glossary: their keys, types and defaults. `site/toml.py` decodes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from docsite.records.values import (
    ChunkNumbers,
    Date,
    FolderPath,
    GitRef,
    HexColor,
    Id,
    Label,
    LanguageTag,
    NavLink,
    ServiceId,
    TagId,
    Text,
    WebAddress,
    explain,
)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of TOML."""


class Locale(Table, frozen=True):
    """One language of the site."""

    tag: LanguageTag
    """The language tag, such as `en-US`."""
    prefix: FolderPath
    """The path of its pages: `/`, or a folder such as `/zh/`."""
    label: Text
    """The name of the language in the language itself, for the language menu."""
    description: Text
    """The site in one sentence."""
    strings: Mapping[str, str] = {}
    """UI strings that replace those of docsite and the theme, by name."""


class NavItem(Table, frozen=True):
    """An entry of the top navigation: a page, another link or a menu."""

    label: Label
    """Its text."""
    page: Text | None = None
    """A path without language prefix. Each language links to its own page."""
    link: NavLink | None = None
    """An external link, or the path of a mount or of a file in `public/`, the same in every
    language."""
    items: tuple[NavItem, ...] = ()
    """The entries of a menu."""


class SidebarGroup(Table, frozen=True):
    """A group of pages in a sidebar."""

    label: Label
    """The heading."""
    pages: tuple[str, ...]
    """Paths without language prefix, in reading order. Titles come from the pages."""


class Sidebar(Table, frozen=True):
    """The sidebar of one part of the site."""

    under: FolderPath
    """The folder whose pages show it, without language prefix."""
    groups: tuple[SidebarGroup, ...]
    """The groups, from top to bottom."""
    print: bool = False
    """Whether to generate a print version with all its pages on one page, such as
    `/guide/print/`."""


class Announcement(Table, frozen=True):
    """A bar above every page, until the visitor dismisses it."""

    id: Text
    """Change it with the text: a dismissed announcement is hidden by its id."""
    text: Label
    """The message."""
    page: Text | None = None
    """The page it links to, without language prefix."""


class Accent(Table, frozen=True):
    """The color of links, buttons and marks."""

    light: HexColor
    """The color in light mode."""
    dark: HexColor | None = None
    """The color in dark mode. Default: the most similar one that can be read there."""


class HeadTag(Table, frozen=True):
    """An element in the head of every document."""

    tag: Annotated[
        Literal["link", "meta", "script"],
        explain("is not an element of the head", 'Write "meta", "link" or "script".'),
    ]
    """The name of the element."""
    attributes: Mapping[str, str] = {}
    """The attributes, by name."""
    text: str = ""
    """The code of a script. The policy allows it by its hash."""


class CardsConfig(Table, frozen=True):
    """Images for link previews. Requires `docsite[cards]`."""

    fonts: tuple[Text, ...] = ()
    """Font files, relative to the docs folder. The bundled font, Noto Sans, supports Latin, Greek
    and Cyrillic."""
    under: tuple[Text, ...] = ("/",)
    """Path prefixes, without language prefix, of the pages that get their own cards. Other pages
    use the default card."""


class Mount(Table, frozen=True):
    """A folder built by another tool, published as part of the site."""

    path: FolderPath
    """Its path on the site, without base. Files below its `assets/` have hashed names."""
    folder: Text
    """The folder, relative to the docs folder."""
    made_by: Text
    """The command that builds it, for error messages."""


class LiveConfig(Table, frozen=True):
    """Samples that visitors can run, built by another tool."""

    folder: Text
    """The folder with its `manifest.json`, relative to the docs folder."""
    made_by: Text
    """The command that builds it, for error messages."""
    samples: Text
    """The base folder for the names of samples, relative to the docs folder."""


class HoverConfig(Table, frozen=True):
    """How samples are compiled for hovers that show types."""

    tsconfig: Text
    """The path of the compiler options, relative to the docs folder."""
    reference: FolderPath | None = None
    """The folder of the API reference. Hovers link names to its headings."""


class Option(Table, frozen=True):
    """One option of a choice."""

    id: Id
    """Its name in URLs and in the saved preferences of visitors."""
    label: Label = {}
    """The text of its tab. Default: its id."""


class Choice(Table, frozen=True):
    """A choice that visitors make once for the whole site, such as their package manager."""

    id: Id
    """Its name after `::: code-group`, and in URLs."""
    label: Label
    """The name of the choice, for screen readers."""
    options: tuple[Option, ...]
    """The options, in the order of their tabs."""


class CodeNote(Table, frozen=True):
    """A note below code blocks, such as how to install what isn't published yet."""

    code: tuple[Text, ...]
    """Blocks that contain one of these strings have the note. A code group has it once."""
    text: Label
    """One paragraph of Markdown. Its links are addresses, or paths such as `/faq.html`."""


class Tag(Table, frozen=True):
    """A tag that pages may have."""

    id: TagId
    """The name used in front matter."""
    label: Label = {}
    """The displayed name. Default: the id."""


class AnalyticsOptions(Table, frozen=True, omit_defaults=True):
    """Options of the analytics client."""

    detailed: bool = False
    """Whether records contain screen, system and browser."""
    ignore_localhost: bool = True
    """Whether visits to localhost are ignored."""
    ignore_own_visits: bool = True
    """Whether credentials are sent, so that the server can recognize its owner."""
    respect_privacy_signals: bool = False
    """Whether Global Privacy Control and Do Not Track prevent all requests."""
    update_on_hide: bool = False
    """Whether a page sends one more update when it is hidden or left."""


class AnalyticsConfig(Table, frozen=True):
    """The analytics server. Without it, the site contains no analytics code."""

    server: WebAddress
    """The address of the server, to which the client adds `/api`."""
    domain_id: ServiceId
    """The id of the site on the server."""
    route_event_id: ServiceId
    """The event that counts paths, including the first one of a visit."""
    language_event_id: ServiceId
    """The event that counts languages, once per session."""
    search_event_id: ServiceId | None = None
    """The event that counts searches without a result."""
    result_event_id: ServiceId | None = None
    """The event that counts opened search results, with their queries."""
    not_found_event_id: ServiceId | None = None
    """The event that counts paths without a page."""
    feedback_event_id: ServiceId | None = None
    """The event that counts answers to "Was this page helpful?". Without it, pages don't ask."""
    record_routes: bool = False
    """Whether each navigation creates its own record."""
    options: AnalyticsOptions = AnalyticsOptions()

    def __post_init__(self) -> None:
        force_setattr(self, "server", self.server.rstrip("/"))


class PageWeight(Table, frozen=True):
    """The weight of some pages in search results."""

    under: Text
    """The beginning of their paths. If several match, the longest applies."""
    weight: Annotated[float, Meta(gt=0, le=10), explain("is not a weight", "The default is 1.")]
    """The factor of their scores. Other pages have 1."""


class SearchConfig(Table, frozen=True):
    """The settings of search."""

    weights: tuple[PageWeight, ...] = ()
    """Weights for groups of pages, by the start of their paths."""
    suggestions: tuple[Text, ...] = ()
    """Pages or sections to suggest in the empty dialog, and when there are no results."""


class Version(Table, frozen=True):
    """A version of the documentation. The one without `folder` and `ref` is the current one."""

    label: Text
    """Its name in the version menu."""
    path: FolderPath = "/"
    """Its path on the site, without base. Required for all versions except the current one, which
    is at `/`."""
    folder: Text | None = None
    """The docs folder of the version, relative to the current one and outside it."""
    ref: GitRef | None = None
    """The tag, branch or commit that contains the docs folder of the version."""

    @property
    def is_current(self) -> bool:
        return self.folder is None and self.ref is None


class SiteConfig(Table, frozen=True):
    """The content of `site.toml`."""

    title: Text
    """The name of the site."""
    address: WebAddress
    """Scheme and host of the published site, without a path."""
    repository: WebAddress
    """The address of the source repository, for edit links."""
    docs_directory: Text
    """The folder of the Markdown files inside the repository."""
    locales: tuple[Locale, ...]
    """The languages. The others are compared with the first."""
    base: FolderPath = "/"
    """The path of the site on its host."""
    docs_branch: str = "main"
    """The branch for edit links."""
    edit_links: bool = True
    """Whether pages link to their source in the repository."""
    last_updated: Date | None = None
    """The date of the last change, for all pages.

    Default, or `"git"`: the date of each page's last commit.
    """
    contributors: bool = False
    """Whether pages list the authors of their commits."""
    nav: tuple[NavItem, ...] = ()
    """The top navigation."""
    sidebars: tuple[Sidebar, ...] = ()
    """A page shows the sidebar with the longest matching `under`."""
    logo: Text | None = None
    """The path of the logo below `public/`. It is also the icon of the site."""
    logo_dark: Text | None = None
    """The path of the logo and icon for the dark color mode. Default: `logo` in both modes."""
    accent: Accent | None = None
    """The color of links, buttons and marks. Default: that of the theme."""
    styles: Text | None = None
    """A CSS file for all pages, relative to the docs folder."""
    cards: CardsConfig | None = None
    head: tuple[HeadTag, ...] = ()
    """Elements for the head of every document."""
    versions: tuple[Version, ...] = ()
    """The versions of the documentation, the newest first."""
    chunk_numbers: ChunkNumbers = (2, None)
    """The first and last number for lazily loaded scripts, such as `[2, 59]`.

    Default: from 2, without an upper limit.
    """
    announcement: Announcement | None = None
    choices: tuple[Choice, ...] = ()
    """Choices for code groups, the same on every page."""
    code_notes: tuple[CodeNote, ...] = ()
    """Notes below code blocks, for example about commands that don't work yet."""
    tags: tuple[Tag, ...] = ()
    """The allowed tags, in the order in which `/tags.html` lists them. Default: any tag is allowed
    and is displayed as its id."""
    track_translations: bool = False
    """Whether translations must record the hashes of their originals."""
    require_translations: bool = False
    """Whether pages and labels without a translation are errors, instead of shown as they are."""
    samples_are_files: bool = False
    """Whether code of more than one line must be included from a file."""
    math: bool = False
    """Whether `$…$` and `$$…$$` are formulas in LaTeX. Requires `docsite[math]`."""
    compression: bool = False
    """Whether a build writes Brotli copies of files, for servers that send them."""
    hovers: HoverConfig | None = None
    mounts: tuple[Mount, ...] = ()
    live: LiveConfig | None = None
    analytics: AnalyticsConfig | None = None
    search: SearchConfig = SearchConfig()

    def __post_init__(self) -> None:
        for key in ("address", "repository"):
            force_setattr(self, key, getattr(self, key).rstrip("/"))

    @property
    def other_versions(self) -> tuple[Version, ...]:
        """The versions that are not built from this docs folder."""
        return tuple(version for version in self.versions if not version.is_current)


class Term(Table, frozen=True):
    """One `[[<tag>]]` table per term of a language.

    For `[synonyms.<tag>]`, see [Search](search.md#index).
    """

    term: Text
    """The word in the first language."""
    translation: Text | None = None
    """How the language writes it."""
    do_not_translate: bool = False
    """Whether the language writes it as the first language does."""
    forbidden: tuple[str, ...] = ()
    """Wordings that are wrong."""
    unless: tuple[str, ...] = ()
    """Wordings that are allowed, although they contain a forbidden one."""

    @property
    def wording(self) -> str:
        return self.translation or self.term


Glossary: TypeAlias = Mapping[str, tuple[Term, ...]]
"""The terms of each language, by its tag."""

SynonymTable: TypeAlias = Annotated[
    dict[str, tuple[Text, ...]],
    explain("is not a table of synonyms", 'Write "logout, log out" = ["sign out"].'),
]
"""The words that pages use, by the words that visitors type, which commas separate."""
Synonyms: TypeAlias = Mapping[str, SynonymTable]
"""The synonyms of each language, by its tag."""
