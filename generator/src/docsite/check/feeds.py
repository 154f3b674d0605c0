"""Checks that feeds have entries and don't conflict with the sitemap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from docsite.pages.feeds import ENTRY_LEVEL, find_day
from docsite.pages.parse import ParsedPage
from docsite.records import Heading, Problem
from docsite.site.routes import feed_path

_SITEMAP = "/sitemap.xml"
_EXAMPLE = "## 1.2.0 (2026-01-31) {#v1-2-0}"


def check_feeds(pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    for page in pages:
        if page.source.frontmatter.feed:
            yield from _check_path(page)
            yield from _check_headings(page)


def _check_path(page: ParsedPage) -> Iterator[Problem]:
    if feed_path(page.path) == _SITEMAP:
        message = f"The feed of this page would overwrite {_SITEMAP}."
        yield Problem("error", page.source.file, 1, message, "Rename the page.")


def _check_headings(page: ParsedPage) -> Iterator[Problem]:
    """Reports second-level headings without a date. Those above the first entry, such as
    "Unreleased", need none."""
    headings = [head for head in page.document.headings if head.level == ENTRY_LEVEL]
    entries = list(dropwhile(lambda heading: find_day(heading) is None, headings))
    if not entries:
        message = "This page has a feed, but no second-level heading with a date."
        hint = f"Add one for each entry, such as {_EXAMPLE}, or remove feed."
        yield Problem("error", page.source.file, 1, message, hint)
    for heading in entries:
        if find_day(heading) is None:
            yield _missing_day(page.source.file, heading)


def _missing_day(file: str, heading: Heading) -> Problem:
    message = f"The heading “{heading.title}” has no date, so it can't be an entry of the feed."
    hint = f"Add the date as in {_EXAMPLE}, or use a third-level heading."
    return Problem("error", file, heading.line, message, hint)
