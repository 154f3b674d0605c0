"""`pages.json`: titles, edit links and outdated translations, for reports about the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docsite.pages.parse import ParsedPage
from docsite.pages.sections import Originals, find_stale
from docsite.records import Page, SiteConfig
from docsite.site.locales import neutral_path
from docsite.site.routes import with_base

PAGE_LIST_FILE = "pages.json"


@dataclass(frozen=True)
class PageEntry:
    """A page in one language."""

    path: str
    """The URL path, including the base."""
    title: str
    edit: str | None
    """The URL to edit its source, unless the site has no edit links."""
    outdated: int
    """The number of outdated sections."""


def list_pages(
    config: SiteConfig, pages: Sequence[Page], parsed: Sequence[ParsedPage], originals: Originals
) -> list[PageEntry]:
    """`parsed` contains the same pages in the same order."""
    return [
        PageEntry(
            with_base(page.path, config.base),
            page.title,
            page.edit_link or None,
            len(
                find_stale(
                    source.source.recorded or {},
                    originals.get(neutral_path(page.path, config.locales), {}),
                )
            ),
        )
        for page, source in zip(pages, parsed, strict=True)
    ]
