"""Page scripts, and the tables that list them.

A page script has the format of an Rspack chunk, so the theme's runtime loads it and reports errors
as for its own chunks. Pages aren't bundled, so the size of the first load doesn't grow with their
number. `tests/website/test_chunk_format.py` compares the format with a real chunk.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count

from docsite.digests import short_hash
from docsite.records import (
    Chrome,
    FolderHeadings,
    FolderTable,
    Header,
    LinkedFolder,
    Page,
    PageFile,
    Redirect,
    render_compact_json,
)
from docsite.records.assets import CHUNK_GLOBAL, Asset
from docsite.site.routes import folder_of


def assign_numbers(pages: Sequence[Page], first: int, taken: Container[int]) -> Mapping[str, int]:
    """Returns a chunk number for each page, keyed by path. `taken` numbers are used by the
    theme."""
    free = (number for number in count(first) if number not in taken)
    return dict(zip((page.path for page in pages), free, strict=False))


def chunk_path(number: int, page: Page) -> str:
    return Asset.SCRIPT.format(name=f"{number}.{page.hash}")


def render_chunk(number: int, page: Page) -> str:
    """Returns the script of a page. Its chunk id contains a hash, so that a new version is a new
    chunk."""
    name = f'"{number}.{page.hash}"'
    record = render_compact_json(page)
    return (
        f'(globalThis["{CHUNK_GLOBAL}"]||=[])'
        f".push([[{name}],{{{name}(module){{module.exports={record}}}}}]);"
    )


def assemble_headings(pages: Iterable[Page]) -> Mapping[str, FolderHeadings]:
    """Returns the headings of each folder."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for page in pages:
        headings = tuple(_list_headings(page.headers))
        found.setdefault(folder_of(page.path), {})[page.path] = headings
    return {folder: FolderHeadings(of_pages) for folder, of_pages in found.items()}


def _list_headings(headers: Iterable[Header]) -> Iterator[str]:
    for header in headers:
        yield from (header.slug, header.title)
        yield from _list_headings(header.children)


def assemble_tables(
    pages: Iterable[Page],
    redirects: Iterable[Redirect],
    numbers: Mapping[str, int],
    chromes: Mapping[str, Chrome],
    headings: Mapping[str, FolderHeadings],
) -> Mapping[str, FolderTable]:
    """Returns the table of each folder. `chromes` is keyed by path, `headings` by folder."""
    files: dict[str, dict[str, PageFile]] = {}
    chrome_ids: dict[str, str] = {}
    for page in pages:
        folder = folder_of(page.path)
        chrome_ids[folder] = chromes[page.path].id
        entry = PageFile(numbers[page.path], page.hash, page.title)
        files.setdefault(folder, {})[page.path] = entry
    old: dict[str, dict[str, str]] = {}
    # The target of a redirect may be in another version.
    default = next(iter(chromes.values()), None)
    for redirect in redirects:
        folder = folder_of(redirect.path)
        chrome = chromes.get(redirect.target, default)
        chrome_ids.setdefault(folder, chrome.id if chrome else "")
        old.setdefault(folder, {})[redirect.path] = redirect.target
    hashes = {folder: _hash_of(content) for folder, content in headings.items()}
    return {
        folder: FolderTable(
            chrome_ids[folder], files.get(folder, {}), old.get(folder, {}), hashes.get(folder)
        )
        for folder in sorted(chrome_ids)
    }


def assemble_links(
    pages: Iterable[Page], chromes: Mapping[str, Chrome], tables: Mapping[str, FolderTable]
) -> Mapping[str, Mapping[str, LinkedFolder]]:
    """Returns the scripts of the pages that each document links to, keyed by its path and by
    folder.

    A document changes when these scripts change, so only the pages of its sidebar are included. All
    pages with the same sidebar share one mapping. A page without a sidebar, such as a home page,
    only includes the pages that its buttons and cards link to.
    """
    hashes = {folder: _hash_of(table) for folder, table in tables.items()}
    shared: dict[str, Mapping[str, LinkedFolder]] = {}
    links: dict[str, Mapping[str, LinkedFolder]] = {}
    for page in pages:
        chrome = chromes[page.path]
        if not chrome.sidebar:
            links[page.path] = _find_scripts(page.frontmatter.links, tables, hashes)
            continue
        if chrome.id not in shared:
            items = (item.path for group in chrome.sidebar for item in group.items)
            shared[chrome.id] = _find_scripts(items, tables, hashes)
        links[page.path] = shared[chrome.id]
    return links


def _find_scripts(
    links: Iterable[str], tables: Mapping[str, FolderTable], hashes: Mapping[str, str]
) -> Mapping[str, LinkedFolder]:
    found: dict[str, dict[str, str]] = {}
    for link in links:
        path = link.partition("#")[0]
        table = tables.get(folder_of(path))
        if table and path in table.pages:
            file = table.pages[path]
            found.setdefault(folder_of(path), {})[path] = f"{file.number}.{file.hash}"
    return {
        folder: LinkedFolder(hashes[folder], tables[folder].chrome, scripts)
        for folder, scripts in found.items()
    }


def _hash_of(content: FolderTable | FolderHeadings) -> str:
    return short_hash(render_compact_json(content))
