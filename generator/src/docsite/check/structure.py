"""Checks pages against `site.toml`, and their paths and summaries."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from docsite.check.files import Files
from docsite.pages.navigation import links_named, pages_named
from docsite.pages.parse import ParsedPage
from docsite.records import Problem, SiteConfig
from docsite.site.config import CONFIG_FILE
from docsite.site.locales import neutral_path
from docsite.site.suggestions import did_you_mean

_FILE_NAME = re.compile(r"([a-z0-9]+(-[a-z0-9]+)*/)*[a-z0-9]+(-[a-z0-9]+)*\.md")
_LINKS = "Link to a path below a mount, to a file in public/, or to a web address."

SUMMARY_WIDTH = 160
"""The maximum width of summaries in search results. A Chinese character counts twice."""


def check_structure(
    config: SiteConfig, pages: Sequence[ParsedPage], files: Files
) -> Iterator[Problem]:
    yield from _check_navigation(config, pages)
    yield from _check_navigation_links(config, pages, files)
    yield from _check_search(config, pages)
    yield from _check_chunk_numbers(config, pages)
    yield from _check_redirects(pages)
    for page in pages:
        if not page.source.original:
            yield from _check_source(page)


def _check_navigation(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    known = {neutral_path(page.path, config.locales) for page in pages}
    for path in pages_named(config):
        if path not in known:
            message = f"The navigation names {path}, which doesn't exist."
            yield Problem("error", CONFIG_FILE, None, message, did_you_mean(path, known))


def _check_navigation_links(
    config: SiteConfig, pages: Sequence[ParsedPage], files: Files
) -> Iterator[Problem]:
    paths = {page.path for page in pages}
    for link in links_named(config):
        if link in paths:
            message = f"The navigation links to {link}, which is a page."
            hint = f'Write page = "{neutral_path(link, config.locales)}".'
            yield Problem("error", CONFIG_FILE, None, message, hint)
        elif link not in files:
            message = f"The navigation links to {link}, which doesn't exist."
            hint = did_you_mean(link, files.mounts, _LINKS)
            yield Problem("error", CONFIG_FILE, None, message, hint)


def _check_search(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    # Lists of tags aren't in the search index.
    found = [page for page in pages if not page.source.is_generated]
    paths = {neutral_path(page.path, config.locales): page for page in found}
    known = {
        *paths,
        *(f"{path}#{head.slug}" for path, page in paths.items() for head in page.document.headings),
    }
    for suggestion in config.search.suggestions:
        if suggestion not in known:
            message = f"search.suggestions names {suggestion}, which doesn't exist."
            yield Problem("error", CONFIG_FILE, None, message, did_you_mean(suggestion, known))
    for weight in config.search.weights:
        if not any(path.startswith(weight.under) for path in paths):
            message = f"search.weights names {weight.under}, but no path starts with it."
            yield Problem("error", CONFIG_FILE, None, message, did_you_mean(weight.under, paths))


def _check_chunk_numbers(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    first, last = config.chunk_numbers
    if last is not None and len(pages) > last - first + 1:
        message = f"chunk_numbers has too few numbers for {len(pages)} pages."
        hint = f"Raise its end to {first + len(pages) - 1} or more, or remove pages."
        yield Problem("error", CONFIG_FILE, None, message, hint)


def _check_redirects(pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    taken = {page.path: page.source.file for page in pages}
    for page in pages:
        for path in page.source.frontmatter.redirect_from:
            if path in taken:
                message = f"redirect_from names {path}, which belongs to {taken[path]}."
                hint = (
                    "Remove it. If the other file also redirects from this path, keep only one "
                    "redirect."
                )
                yield Problem("error", page.source.file, 1, message, hint)
            taken.setdefault(path, page.source.file)


def _check_source(page: ParsedPage) -> Iterator[Problem]:
    file = page.source.file
    if not _FILE_NAME.fullmatch(file):
        message = "The path of this file isn't suitable as a URL."
        hint = "Use only lowercase letters, digits and hyphens: guide/first-steps.md."
        yield Problem("error", file, None, message, hint)
    summary = page.source.frontmatter.summary
    if _width_of(summary) > SUMMARY_WIDTH:
        message = "The summary is longer than search engines display."
        hint = f"Use at most {SUMMARY_WIDTH} letters or {SUMMARY_WIDTH // 2} Chinese characters."
        yield Problem("warning", file, 1, message, hint)


def _width_of(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(char) in "FW") for char in text)
