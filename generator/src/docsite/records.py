"""The types that travel between the stages, and their form as JSON.

This is the only place where Python's snake_case becomes the theme's camelCase.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from functools import cache
from typing import Literal, TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True)
class Strings:
    """The words around the text, in one language. Every document carries them: as few as can be."""

    edit: str
    """Leads to the source of the page."""
    last_updated: str
    """Stands before the day of the last change."""
    skip: str
    """Leads past the navigation."""
    navigation: str
    """Names the top navigation."""
    menu: str
    """Opens the navigation on small screens."""
    close: str
    """Closes what was opened."""
    language: str
    """Names the language menu."""
    dark: str
    """Names the switch for dark colours."""
    search: str
    """Opens the search."""
    pages: str
    """Names the sidebar."""
    headings: str
    """Names the list of headings."""
    pager: str
    """Names the links to the pages before and after."""
    previous: str
    """Stands above the page before."""
    next: str
    """Stands above the page after."""
    copy: str
    """Names the button that copies code."""
    copied: str
    """Says that code was copied."""
    copy_failed: str
    """Says that the browser refused to copy."""
    loading: str
    """Says that a page is on its way."""
    offline: str
    """Says that nothing can be reached."""
    failed: str
    """Says that a page did not arrive."""
    retry: str
    """Tries again."""
    dismiss: str
    """Puts a message away."""
    not_found: str
    """Title of the page for unknown paths."""
    not_found_text: str
    """What such a page says."""
    not_found_home: str
    """Leads from there to the home page."""
    source: str
    """Leads to the repository."""
    licence: str
    """What the footer says."""
    breadcrumbs: str
    """Names the way from the home page to the page."""
    view_markdown: str
    """Leads to the page as Markdown."""


@dataclass(frozen=True)
class Words:
    """The words of parts that come when they are needed, in one language."""

    search_placeholder: str
    """Stands in the empty search field."""
    search_hint: str
    """Says what can be searched for."""
    search_recent: str
    """Stands above pages that were read lately."""
    search_results: str
    """Names the list of results."""
    search_one: str
    """Says that one section was found."""
    search_many: str
    """Says how many sections were found: `{count}`."""
    search_none: str
    """Says that nothing was found; `{query}` is what was searched for."""
    search_none_hint: str
    """Says what to do then."""
    search_loading: str
    """Says that the search takes its time."""
    search_failed: str
    """Says that the search could not be reached."""
    keys_choose: str
    """What the arrow keys do, in a word."""
    keys_open: str
    """What Enter does, in a word."""
    keys_close: str
    """What Esc does, in a word."""
    shortcuts: str
    """Names the list of keyboard shortcuts."""
    shortcuts_choose: str
    """What the arrow keys do."""
    shortcuts_open: str
    """What Enter does."""
    shortcuts_open_tab: str
    """What Ctrl-Enter does."""
    shortcuts_close: str
    """What Esc does."""
    shortcuts_single: str
    """Names the choice whether keys alone do something."""
    shortcuts_single_note: str
    """Says when to turn them off."""
    copy_markdown: str
    """Copies the page as Markdown."""
    nearest_pages: str
    """Stands above pages that may have been meant by an unknown path."""
    code_group: str
    """Names a code group that follows no choice of the site."""
    language_hint: str
    """Offers a page in this language to readers of another one; `{language}` is its name."""
    language_hint_dismiss: str
    """Puts that offer away."""
    hover_help: str
    """Says how to step through the names in a code block by keyboard."""
    wrap: str
    """Names the switch that wraps long lines of code."""
    live_run: str
    """Runs a sample."""
    live_open: str
    """Opens an application of the page."""
    live_result: str
    """Names the place where a sample runs; `{name}` is its title."""
    live_interface: str
    """Names the frame that shows what a sample shows; `{name}` is its title."""
    live_again: str
    """Runs a sample again, from the beginning."""
    live_reload: str
    """Opens the page of a sample again, over what is stored."""
    live_tab: str
    """Opens a second tab beside that of a sample."""
    live_edit: str
    """Opens the editor."""
    live_shown: str
    """Stands above the frame that shows what a sample shows."""
    live_console: str
    """Stands above the lines of the console."""
    live_stored: str
    """Stands above what is stored."""
    live_running: str
    """Says that a sample runs."""
    live_stored_none: str
    """Says that a sample has stored nothing."""
    live_stored_one: str
    """Says that it has stored one entry."""
    live_stored_many: str
    """Says how many entries it has stored: `{count}`."""
    live_threw: str
    """Says that it has thrown an error."""
    live_loop: str
    """Says that it was stopped in an endless loop."""
    live_memory: str
    """Says that it was stopped because of the memory it took."""
    live_removed: str
    """Says that it was removed because it did not answer."""
    live_before: str
    """Stands above lines of an earlier visit."""
    live_now: str
    """Stands above lines of this visit."""
    live_reloaded: str
    """Stands above lines of a page that was opened again."""
    live_first_tab: str
    """Stands above the first of two tabs."""
    live_second_tab: str
    """Stands above the second of two tabs, and above its lines."""
    live_more_lines: str
    """Says how many earlier lines are not shown: `{count}`."""
    live_more_entries: str
    """Says how many further entries are not shown: `{count}`."""
    live_help: str
    """Leads to the page about an error."""
    entry_local: str
    """Names the local storage."""
    entry_session: str
    """Names the session storage."""
    entry_memory: str
    """Names the memory, where storage is denied."""
    entry_version: str
    """Tells the version of a module: `{version}`."""
    entry_foreign: str
    """Says that an entry belongs to no module."""
    entry_protected: str
    """Says that an entry is protected."""
    entry_open: str
    """Says that an entry is not protected."""
    entry_size: str
    """Tells how large an entry is: `{bytes}`, and its `{share}` of the quota."""
    entry_total: str
    """Tells how large all entries of a storage are: `{bytes}` of `{quota}`."""
    entry_changed: str
    """Says before a line that it has changed."""
    entry_cut: str
    """Says how many characters are not shown: `{count}`."""
    entry_none: str
    """Says that nothing is stored."""
    editor_label: str
    """Names the editor; `{name}` is the file."""
    editor_keys: str
    """Says what the keys of the editor do; `{key}` goes with Enter."""
    editor_reset: str
    """Puts the sample back."""
    editor_was_reset: str
    """Says that the sample is back."""
    editor_copy_link: str
    """Copies a link that carries the code."""
    editor_link_in_address: str
    """Says that the link could only be put into the address."""
    editor_link_too_long: str
    """Says that there is no link for so much code."""
    editor_linked: str
    """Says that the code came in a link."""
    editor_not_run: str
    """Says that nothing was run, and why: `{message}`."""
    editor_problem: str
    """Says so of a line: `{line}`, `{message}`."""
    editor_slow: str
    """Says that the code cannot be compiled in any useful time."""
    editor_no_file: str
    """Says that the code imports a file that is not there: `{name}`."""
    editor_files: str
    """Says so, and which files there are: `{names}`."""
    link_damaged: str
    """Says that the code in a link cannot be read."""
    link_newer: str
    """Says that a link was made by a later release of the site."""
    link_gone: str
    """Says that the sample of a link is not on the page: `{name}`."""


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
    """Words around the text that differ from docsite's own, by name."""


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


@dataclass(frozen=True)
class Problem:
    """Something wrong in the content, with what to do about it."""

    severity: Severity
    """An error stops the build, a warning does not."""
    file: str
    """The file, relative to the docs folder."""
    line: int | None
    """The line, where one is to blame."""
    message: str
    """What is wrong."""
    hint: str
    """What to do."""


@dataclass(frozen=True)
class Source:
    """One Markdown file as it was read."""

    file: str
    """Its path relative to the docs folder, with slashes."""
    locale: str
    """The tag of its language."""
    text: str
    """What follows the front matter."""
    first_line: int
    """The line of the file on which `text` begins."""
    frontmatter: Mapping[str, Json]
    """The values of its front matter."""
    last_updated: date
    """When it was last changed."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with its front matter."""


@dataclass(frozen=True)
class Header:
    """A heading below the title, with those under it."""

    level: int
    """2 for the largest."""
    title: str
    """Its text without marks."""
    slug: str
    """Its id, the same in every language."""
    children: tuple[Header, ...]
    """The headings under it."""


@dataclass(frozen=True)
class Heading:
    """A heading where it stands in the source."""

    level: int
    """1 for the title."""
    title: str
    """Its text without marks."""
    slug: str
    """Its id."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Link:
    """A link as the author wrote it."""

    href: str
    """The address in the source."""
    target: str
    """Where it leads: a path of the site without base, or an address outside."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class CodeBlock:
    """A code block, for comparing languages."""

    language: str
    """The name after the fence."""
    text: str
    """The code without marks."""
    line: int
    """Its line in the file."""
    file: str | None
    """The file it was included from; none where it stands on the page itself."""
    lines: tuple[int, ...] = ()
    """The line of that file, from 0, that each of its lines is."""
    indent: int = 0
    """How many blanks those lines have lost."""
    messages: Mapping[int, str] = field(default_factory=dict)
    """What the compiler says of its lines, from 0, where that is shown below them."""
    code: str = ""
    """The text without comments, which are translated."""
    comments: tuple[str, ...] = ()
    """The text of each line of each comment."""


@dataclass(frozen=True)
class CodeGroup:
    """A code group, for comparing languages."""

    choice: str
    """The id of the choice it follows; empty for one that follows none."""
    members: tuple[str, ...]
    """What its tabs stand for: options, or numbers where it follows no choice."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class LiveBox:
    """A place for something that runs, for comparing languages."""

    name: str
    """What runs there."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class TableShape:
    """The size of a table, for comparing languages."""

    rows: int
    """Rows below the header."""
    columns: int
    """Columns of the header."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Callout:
    """A tip, warning, danger or details, for counting and comparing."""

    kind: str
    """The name after the colons."""
    section: str
    """The id of the heading it stands under."""
    follows: bool
    """Whether nothing stands between it and the one before."""
    line: int
    """Its line in the file."""


@dataclass(frozen=True)
class Prose:
    """The text of a paragraph, heading or cell, for those who look at words."""

    text: str
    """As a reader sees it, in the lines of the source; inline code is left out: `` `…` ``."""
    line: int
    """Its first line in the file."""


@dataclass(frozen=True)
class Document:
    """What parsing makes of one source."""

    html: str
    """The whole text as HTML, with the title as its h1."""
    markdown: str
    """The whole text as Markdown that needs nothing of ours to be read."""
    title: str
    """The text of the h1."""
    headings: tuple[Heading, ...]
    """All headings in order, the title included."""
    links: tuple[Link, ...]
    """All links and images in order."""
    code_blocks: tuple[CodeBlock, ...]
    """All code blocks in order."""
    code_groups: tuple[CodeGroup, ...]
    """All code groups in order."""
    live_boxes: tuple[LiveBox, ...]
    """All boxes of `::: live` in order."""
    tables: tuple[TableShape, ...]
    """All tables in order."""
    callouts: tuple[Callout, ...]
    """All callouts in order."""
    prose: tuple[Prose, ...]
    """All texts in order."""
    problems: tuple[Problem, ...]
    """What is wrong with the text."""


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
    frontmatter: Mapping[str, Json]
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
    strings: Strings
    """The words around the text."""
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
    strings: Strings
    """The words around the text."""
    nav: tuple[NavEntry, ...]
    """The top navigation."""
    sidebar: tuple[SidebarSection, ...]
    """The groups of the sidebar; empty where there is none."""
    languages: tuple[Language, ...]
    """All languages of the site."""
    announcement: AnnouncementRecord | None
    """The bar above every page."""
    words: str
    """The hash in the name of the file with the other words."""


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


@dataclass(frozen=True)
class SearchSection:
    """A section of a page: what stands between a heading and the next one."""

    path: str
    """The address of its heading, without base."""
    page: str
    """The address of its page, without base."""
    title: str
    """The title of its page."""
    heading: str
    """Its heading; for what stands above all headings, the title."""
    parents: tuple[str, ...]
    """The headings it stands under, without the title."""
    text: str
    """Its text, one line per paragraph, cell row or line of code."""


@dataclass(frozen=True)
class SearchIndex:
    """The words of one language, and where they are."""

    meta: str
    """What Pagefind reads first, one character per byte: this compresses better than base64."""
    first_words: tuple[str, ...]
    """The first word of each file, in their order."""
    files: tuple[str, ...]
    """The hash in the name of each file: `search/<hash>.bin`."""


@dataclass(frozen=True)
class SearchTerm:
    """A term of the glossary."""

    words: tuple[str, ...]
    """How the first language says it."""
    wording: str
    """How the other language does."""


@dataclass(frozen=True)
class SearchGlossary:
    """The terms that one language has other words for than the first."""

    terms: tuple[SearchTerm, ...]
    """The terms."""


@dataclass(frozen=True)
class SearchRecord:
    """What a search begins with: hashes in the names of files below `assets/`."""

    worker: str
    """The script that searches: `workers/search.<hash>.js`."""
    engine: str
    """What that script runs: `search/<hash>.wasm`."""
    indexes: Mapping[str, str]
    """The `SearchIndex` of each language, by its tag: `search/<hash>.json`."""
    glossaries: Mapping[str, str]
    """The `SearchGlossary` of each language that has one, by its tag: `search/<hash>.json`."""


@dataclass(frozen=True)
class BuildRecord:
    """`build.json`: what stands on the server now. Never cached."""

    generator: str
    """Name and version of what made the site."""
    address: str
    """Where the site stands: scheme and host."""
    theme: str
    """Changes with the scripts and styles of the site."""
    folders: Mapping[str, str]
    """The hash in the file name of each folder's table, by folder."""
    search: SearchRecord | None = None
    """Where the search index is; none where the site has no text."""


@dataclass(frozen=True)
class AssetFile:
    """A script or style that every page loads."""

    path: str
    """Its path without base."""
    integrity: str
    """The digest that the browser compares."""


@dataclass(frozen=True)
class AnalyticsSettings:
    """What the script that counts visits knows of the site."""

    base: str
    """The path the site stands under on its host."""
    languages: Mapping[str, str]
    """What each language is called when it is counted, by its prefix."""
    route_event_id: str
    """The event that counts paths."""
    language_event_id: str
    """The event that counts languages."""
    search_event_id: str | None
    """The event that counts what was searched for and is nowhere."""
    not_found_event_id: str | None
    """The event that counts paths without a page."""
    record_routes: bool
    """Whether each path that a reader goes to makes a record of its own."""


@dataclass(frozen=True)
class AnalyticsTag:
    """The script that counts visits, and the attributes of its element."""

    script: AssetFile
    """The script."""
    data: Mapping[str, str]
    """The data attributes of the element, in camel case and without `data-`."""


@dataclass(frozen=True)
class RenderContext:
    """What every document of a site shares."""

    address: str
    """Where the site stands: scheme and host."""
    generator: str
    """Name and version of what made the site."""
    policy: str
    """The content security policy, as far as a document can state it."""
    boot: str
    """The one inline script: colours before the first paint, the other scripts after it."""
    scripts: tuple[AssetFile, ...]
    """The scripts, in their order."""
    styles: tuple[AssetFile, ...]
    """The styles."""
    theme: str
    """Changes with scripts and styles."""
    analytics: AnalyticsTag | None = None
    """What counts visits; none where they are not counted."""


@dataclass(frozen=True)
class RenderRequest:
    """Pages with the same chrome, to be made into documents."""

    context: RenderContext
    """What every document shares."""
    chrome: Chrome
    """What these pages share."""
    pages: tuple[Page, ...]
    """The pages; their text is a mark that Python replaces."""


@dataclass(frozen=True)
class NotFoundRequest:
    """A page for unknown paths."""

    context: RenderContext
    """What every document shares."""
    chromes: tuple[Chrome, ...]
    """The languages it speaks; the first is that of the document."""


@cache
def to_camel_case(name: str) -> str:
    """`last_updated` -> `lastUpdated`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def to_json(value: object) -> Json:
    """A record as JSON. Keys of mappings belong to authors and stay as they are."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value):
        return {to_camel_case(f.name): to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def render_compact_json(value: object) -> str:
    """The same on one line, for what readers download."""
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def render_json(value: object) -> str:
    """The bytes are the same for equal records, whatever the machine."""
    return json.dumps(to_json(value), ensure_ascii=False, indent=2) + "\n"
