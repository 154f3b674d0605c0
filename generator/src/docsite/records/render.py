"""What the theme needs to render documents, and the files of a build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docsite.records.page import Chrome, Page
from docsite.records.search import SearchRecord


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
