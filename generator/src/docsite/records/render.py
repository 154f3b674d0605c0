"""The data that the theme needs to render documents, and the files of a build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docsite.records.page import Chrome, Page
from docsite.records.search import SearchRecord


@dataclass(frozen=True)
class BuildRecord:
    """`build.json`: the deployed build. Never cached."""

    generator: str
    """Name and version of the generator."""
    address: str
    """Scheme and host of the site."""
    theme: str
    """Changes with the scripts and styles of the site."""
    folders: Mapping[str, str]
    """The hash in the file name of each folder's table, by folder."""
    search: SearchRecord | None = None
    """The search index; null if the site has no text."""


@dataclass(frozen=True)
class AssetFile:
    """A script that documents load."""

    path: str
    """Its path without base."""
    integrity: str
    """The digest that the browser compares."""


@dataclass(frozen=True)
class LayoutFiles:
    """The files and the policy of all documents with the same layout."""

    scripts: tuple[AssetFile, ...]
    """The scripts, in order."""
    styles: str
    """The styles. Documents contain them, so that the first paint waits for no other file."""
    other_styles: str | None
    """The path, without base, of the styles that they lack; null if they have all."""
    policy: str
    """The content security policy for a `<meta>` element."""


@dataclass(frozen=True)
class Layouts:
    """The layouts of a theme."""

    doc: LayoutFiles
    """Most pages."""
    home: LayoutFiles
    """Home pages."""
    not_found: LayoutFiles
    """404 pages."""


@dataclass(frozen=True)
class AnalyticsSettings:
    """The settings of the analytics script."""

    base: str
    """The path of the site on its host."""
    languages: Mapping[str, str]
    """The name of each language in analytics, by prefix."""
    route_event_id: str
    """The event that counts paths."""
    language_event_id: str
    """The event that counts languages."""
    search_event_id: str | None
    """The event that counts searches without a result."""
    result_event_id: str | None
    """The event that counts opened search results."""
    not_found_event_id: str | None
    """The event that counts paths without a page."""
    feedback_event_id: str | None
    """The event that counts answers to "Was this page helpful?"."""
    record_routes: bool
    """Whether each navigation creates its own record."""


@dataclass(frozen=True)
class AnalyticsTag:
    """The analytics script, and the attributes of its element."""

    script: AssetFile
    """The script."""
    data: Mapping[str, str]
    """The data attributes of the element, in camel case and without `data-`."""


@dataclass(frozen=True)
class RenderContext:
    """The data that all documents of a site share."""

    address: str
    """Scheme and host of the site."""
    generator: str
    """Name and version of the generator."""
    boot: str
    """The inline script: color mode before the first paint, other scripts after it."""
    layouts: Layouts
    """The layouts of pages."""
    theme: str
    """Changes with scripts and styles."""
    analytics: AnalyticsTag | None = None
    """The analytics script; null without analytics."""


@dataclass(frozen=True)
class RenderRequest:
    """Pages with the same chrome, to be rendered to documents."""

    context: RenderContext
    """The data that all documents share."""
    chrome: Chrome
    """The chrome of these pages."""
    pages: tuple[Page, ...]
    """The pages; their text is a placeholder that Python replaces."""
    links: str
    """A placeholder in the data of documents. Python replaces it by the scripts of linked pages."""


@dataclass(frozen=True)
class PrintRequest:
    """All pages of a section, for printing."""

    context: RenderContext
    """The data that all documents share."""
    chrome: Chrome
    """The chrome of the language."""
    files: LayoutFiles
    """The files and the policy of the document."""
    title: str
    """The title of the document."""
    html: str
    """A placeholder for the text, which Python replaces."""


@dataclass(frozen=True)
class NotFoundRequest:
    """A 404 page."""

    context: RenderContext
    """The data that all documents share."""
    chromes: tuple[Chrome, ...]
    """The languages of the page; the first is that of the document."""
