"""Checks links and anchors, and that every page is linked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from docsite.check.files import Files
from docsite.pages.navigation import pages_named
from docsite.pages.parse import ParsedPage
from docsite.records import Link, Problem, SiteConfig
from docsite.site.locales import localized_path
from docsite.site.routes import resolve_path, split_address
from docsite.site.suggestions import did_you_mean


def check_links(pages: Sequence[ParsedPage], files: Files) -> Iterator[Problem]:
    """Reports broken internal links."""
    anchors = {page.path: {head.slug for head in page.document.headings} for page in pages}
    for page in pages:
        for link in () if page.source.original else _links_of(page):
            yield from _check_link(page, link, anchors, files)


def _links_of(page: ParsedPage) -> Iterator[Link]:
    yield from page.document.links
    front = page.source.frontmatter
    targets = (*(action.link for action in front.actions), *(way.link for way in front.ways))
    for target in targets:
        yield Link(target, target, 1)


def _check_link(
    page: ParsedPage, link: Link, anchors: Mapping[str, Set[str]], files: Files
) -> Iterator[Problem]:
    path, rest = split_address(link.target)
    if not path.startswith("/") or path in files:
        return
    anchor = rest.partition("#")[2]
    file = page.source.file
    if path not in anchors:
        known = {*anchors, *files.mounts}
        near = resolve_path(path, known).path
        hint = f"Did you mean {near}?" if near else did_you_mean(path, known)
        yield Problem("error", file, link.line, f"The link {link.href} has no target.", hint)
    elif anchor and anchor not in anchors[path]:
        message = f"The link {link.href} doesn't match a heading on that page."
        yield Problem("error", file, link.line, message, did_you_mean(anchor, anchors[path]))


def check_orphans(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Reports pages that neither another page nor the navigation links to."""
    reached = {locale.prefix for locale in config.locales}
    reached |= {
        localized_path(path, locale) for path in pages_named(config) for locale in config.locales
    }
    reached |= {page.path for page in pages if page.source.is_generated}
    for page in pages:
        targets = {split_address(link.target)[0] for link in _links_of(page)}
        reached |= targets - {page.path}
    for page in pages:
        if page.path not in reached and not page.source.original:
            hint = "Link to it from another page, or add it to site.toml."
            message = "No page or navigation entry links to this page."
            yield Problem("warning", page.source.file, None, message, hint, is_unfinished=True)
