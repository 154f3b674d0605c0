"""Checks that no page or file conflicts with a file that docsite generates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from docsite.pages.navigation import printed_paths
from docsite.pages.parse import ParsedPage
from docsite.pages.tags import file_of_tags
from docsite.records import Problem, SiteConfig
from docsite.records.assets import ASSETS_FOLDER, MANIFEST_FILE, RECORD_FILE, Asset
from docsite.site.config import CONFIG_FILE
from docsite.site.routes import document_path, feed_path, not_found_page, route_for

Names = Mapping[str, str]
"""Descriptions of generated files, keyed by path."""
_TAG_LIST = "the generated list of tags"
_TAG_LIST_HINT = "If it only lists tags, delete it. Otherwise, rename it."
_RECORDS: Names = {
    f"/{name}": f"docsite's own {name}" for name in (Asset.BUILD, MANIFEST_FILE, RECORD_FILE)
}
_ASSETS_PATH = f"/{ASSETS_FOLDER}/"
_CACHED = f"Browsers cache files below {_ASSETS_PATH} for a year, so visitors wouldn't see changes."


def feed_files(pages: Sequence[ParsedPage]) -> frozenset[str]:
    """Returns the paths of all feeds, which pages may link to."""
    return frozenset(feed_path(page.path) for page in pages if page.source.frontmatter.feed)


def check_generated(
    config: SiteConfig, pages: Sequence[ParsedPage], public_files: Set[str], paths: Set[str]
) -> Iterator[Problem]:
    """`pages` are those with a source file, `paths` those of all pages."""
    lists = _name_lists(config, pages)
    copies = _name_copies(config)
    feeds = {path: f"the feed {path}" for path in feed_files(pages)}
    not_found = _name_not_found(config)
    documents = {document_path(path): f"the page {path}" for path in paths}
    generated = {**documents, **lists, **copies, **feeds, **not_found}
    yield from _check_public(public_files, {**generated, **_RECORDS})
    for page in pages:
        yield from _check_page(
            page, {**lists, **copies, **not_found}, {**copies, **feeds, **not_found}
        )
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


def _name_not_found(config: SiteConfig) -> Names:
    return {not_found_page(locale.prefix): "the generated 404 page" for locale in config.locales}


def _check_public(public_files: Set[str], generated: Names) -> Iterator[Problem]:
    for path in sorted(public_files & generated.keys()):
        message = f"This file conflicts with {generated[path]}."
        yield Problem("error", f"public{path}", None, message, "Rename it.")
    if any(path.startswith(_ASSETS_PATH) for path in public_files):
        hint = "Rename this folder, for example to public/media, and update the links to its files."
        yield Problem("error", f"public/{ASSETS_FOLDER}", None, _CACHED, hint)


def _check_page(page: ParsedPage, documents: Names, redirected: Names) -> Iterator[Problem]:
    """Compares redirects only with files that aren't pages. `check_structure` reports redirects
    from the path of a page, which includes lists of tags."""
    file = page.source.file
    if page.path in documents:
        name = documents[page.path]
        hint = _TAG_LIST_HINT if name == _TAG_LIST else "Rename it."
        yield Problem("error", file, None, f"This page conflicts with {name}.", hint)
    if page.path.startswith(_ASSETS_PATH):
        hint = "Move this page to another folder, and update the links to it."
        yield Problem("error", file, None, _CACHED, hint)
    for path in page.source.frontmatter.redirect_from:
        if path in redirected:
            message = f"redirect_from names {path}, which is the path of {redirected[path]}."
            yield Problem("error", file, 1, message, "Remove it.")


def _check_mounts(config: SiteConfig, generated: Names) -> Iterator[Problem]:
    for mount in config.mounts:
        hidden = sorted(path for path in generated if path.startswith(mount.path))
        if hidden:
            message = f"The folder mounted at {mount.path} hides {generated[hidden[0]]}."
            yield Problem("error", CONFIG_FILE, None, message, "Mount it at another path.")
