"""Checks that no page or file conflicts with a file that docsite generates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from docsite.pages.navigation import printed_paths
from docsite.pages.parse import ParsedPage
from docsite.pages.tags import file_of_tags
from docsite.records import Problem, SiteConfig
from docsite.site.config import CONFIG_FILE
from docsite.site.routes import feed_path, route_for

Names = Mapping[str, str]
"""Descriptions of generated files, keyed by path."""
_TAG_LIST = "the generated list of tags"
_TAG_LIST_HINT = "If it only lists tags, delete it. Otherwise, rename it."


def feed_files(pages: Sequence[ParsedPage]) -> frozenset[str]:
    """Returns the paths of all feeds, which pages may link to."""
    return frozenset(feed_path(page.path) for page in pages if page.source.frontmatter.feed)


def check_generated(
    config: SiteConfig, pages: Sequence[ParsedPage], public_files: Set[str]
) -> Iterator[Problem]:
    """`pages` are those with a source file."""
    lists = _name_lists(config, pages)
    copies = _name_copies(config)
    feeds = {path: f"the feed {path}" for path in feed_files(pages)}
    generated = {**lists, **copies, **feeds}
    for path in sorted(public_files & generated.keys()):
        message = f"This file conflicts with {generated[path]}."
        yield Problem("error", f"public{path}", None, message, "Rename it.")
    for page in pages:
        yield from _check_page(page, {**lists, **copies}, {**copies, **feeds})
    yield from _check_mounts(config, generated)


def _name_lists(config: SiteConfig, pages: Sequence[ParsedPage]) -> Names:
    has_tags = any(page.source.frontmatter.tags for page in pages)
    locales = config.locales if has_tags else ()
    return {route_for(file_of_tags(locale)): _TAG_LIST for locale in locales}


def _name_copies(config: SiteConfig) -> Names:
    """Includes `/guide/print.html`, because servers look for it when a visitor opens
    `/guide/print`."""
    return {
        name: f"the print version at {path}"
        for path in printed_paths(config)
        for name in (path, f"{path}index.html", f"{path[:-1]}.html")
    }


def _check_page(page: ParsedPage, documents: Names, redirected: Names) -> Iterator[Problem]:
    """Compares redirects only with print versions and feeds. `check_structure` reports redirects
    from the path of a page, which includes lists of tags."""
    if page.path in documents:
        name = documents[page.path]
        hint = _TAG_LIST_HINT if name == _TAG_LIST else "Rename it."
        message = f"This page conflicts with {name}."
        yield Problem("error", page.source.file, None, message, hint)
    for path in page.source.frontmatter.redirect_from:
        if path in redirected:
            message = f"redirect_from names {path}, which is the path of {redirected[path]}."
            yield Problem("error", page.source.file, 1, message, "Remove it.")


def _check_mounts(config: SiteConfig, generated: Names) -> Iterator[Problem]:
    for mount in config.mounts:
        hidden = sorted(path for path in generated if path.startswith(mount.path))
        if hidden:
            message = f"The folder mounted at {mount.path} hides {generated[hidden[0]]}."
            yield Problem("error", CONFIG_FILE, None, message, "Mount it at another path.")
