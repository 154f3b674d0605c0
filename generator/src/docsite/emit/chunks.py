"""Page scripts and the tables that list them.

A page script has the format of an Rspack chunk, so the theme's runtime loads it and reports errors
as for its own chunks. Pages aren't bundled, so the first load doesn't grow with their number.
`tests/website/test_chunk_format.py` compares the format with a real chunk.
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
    Page,
    PageFile,
    Redirect,
    render_compact_json,
)
from docsite.records.assets import CHUNK_GLOBAL, Asset
from docsite.site.routes import folder_of


def assign_numbers(pages: Sequence[Page], first: int, taken: Container[int]) -> Mapping[str, int]:
    """A chunk number for each page, by path. `taken` numbers belong to the theme."""
    free = (number for number in count(first) if number not in taken)
    return dict(zip((page.path for page in pages), free, strict=False))


def chunk_path(number: int, page: Page) -> str:
    return Asset.SCRIPT.format(name=f"{number}.{page.hash}")


def render_chunk(number: int, page: Page) -> str:
    """The script of a page. Its chunk id has a hash, so that a new version is a new chunk."""
    name = f'"{number}.{page.hash}"'
    record = render_compact_json(page)
    return (
        f'(globalThis["{CHUNK_GLOBAL}"]||=[])'
        f".push([[{name}],{{{name}(module){{module.exports={record}}}}}]);"
    )


def assemble_headings(pages: Iterable[Page]) -> Mapping[str, FolderHeadings]:
    """The headings of each folder."""
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
    """The table of each folder. `chromes` are by path, `headings` by folder."""
    files: dict[str, dict[str, PageFile]] = {}
    chrome_ids: dict[str, str] = {}
    for page in pages:
        folder = folder_of(page.path)
        chrome_ids[folder] = chromes[page.path].id
        entry = PageFile(numbers[page.path], page.hash, page.title)
        files.setdefault(folder, {})[page.path] = entry
    old: dict[str, dict[str, str]] = {}
    for redirect in redirects:
        folder = folder_of(redirect.path)
        chrome_ids.setdefault(folder, chromes[redirect.target].id)
        old.setdefault(folder, {})[redirect.path] = redirect.target
    hashes = {folder: content_hash(content) for folder, content in headings.items()}
    return {
        folder: FolderTable(
            chrome_ids[folder], files.get(folder, {}), old.get(folder, {}), hashes.get(folder)
        )
        for folder in sorted(chrome_ids)
    }


def content_hash(content: FolderTable | FolderHeadings) -> str:
    return short_hash(render_compact_json(content))
