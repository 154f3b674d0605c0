"""Writes documents, 404 pages, page scripts, strings, hovers, search files and the index of
pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec

from docsite.cache import code_digest, digest
from docsite.digests import HASH_LENGTH, short_hash
from docsite.emit.chunks import (
    assign_numbers,
    chunk_path,
    render_chunk,
)
from docsite.emit.output import Output
from docsite.errors import ConfigError
from docsite.node.render import Renderer
from docsite.node.theme import Theme
from docsite.records import (
    BuildRecord,
    Chrome,
    FolderHeadings,
    FolderTable,
    LinkedFolder,
    Page,
    SiteConfig,
    render_compact_json,
)
from docsite.records.assets import SEARCH_FOLDER, Asset
from docsite.search import SearchFiles
from docsite.site.config import CONFIG_FILE
from docsite.site.routes import document_path, not_found_page
from docsite.site.strings import ThemeStrings, lazy_strings_file

_SEARCH_HASH = re.compile(f"[0-9a-f]{{{HASH_LENGTH}}}")


def write_documents(
    pages: Sequence[Page],
    chromes: Mapping[str, Chrome],
    links: Mapping[str, Mapping[str, LinkedFolder]],
    renderer: Renderer,
    output: Output,
) -> None:
    """Writes the HTML documents that have changed. `chromes` and `links` are keyed by path."""
    keys = renderer.key_pages(pages, chromes, links)
    changed = [
        page for page in pages if not output.is_current(document_name(page.path), keys[page.path])
    ]
    for page, document in renderer.render_pages(changed, chromes, links):
        output.write_generated(document_name(page.path), keys[page.path], document)


def document_name(path: str) -> str:
    """Returns a file name: `/guide/` -> `guide/index.html`."""
    return document_path(path).removeprefix("/")


def write_not_found(
    config: SiteConfig, chromes: Mapping[str, Chrome], renderer: Renderer, output: Output
) -> None:
    """Writes the 404 pages. The page at the root contains all languages, because some hosts ignore
    404 pages in folders."""
    languages = [chromes[locale.prefix] for locale in config.locales]
    spoken = [languages, *([language] for language in languages[1:])]
    for locale, chosen in zip(config.locales, spoken, strict=True):
        name = not_found_page(locale.prefix).removeprefix("/")
        output.write(name, renderer.render_not_found(chosen))


def write_lazy_strings(config: SiteConfig, theme: ThemeStrings, output: Output) -> None:
    """Writes the strings of features that are loaded on demand."""
    for locale in config.locales:
        name, content = lazy_strings_file(theme, locale)
        output.write(Asset.STRINGS.format(hash=name), content)


def write_hovers(hovers: Mapping[str, str], output: Output) -> Mapping[str, str]:
    """Writes the hovers of each page. Returns the hashes in their file names, keyed by path."""
    hashes = {path: short_hash(text) for path, text in hovers.items()}
    for path, text in hovers.items():
        output.write(Asset.HOVERS.format(hash=hashes[path]), text)
    return hashes


def write_scripts(pages: Sequence[Page], numbers: Mapping[str, int], output: Output) -> None:
    """Writes the page scripts that have changed, for navigation within the site."""
    for page in pages:
        number = numbers[page.path]
        name, key = chunk_path(number, page), digest(code_digest(), page.hash)
        if not output.is_current(name, key):
            output.write_generated(name, key, render_chunk(number, page))


def write_search(search: SearchFiles, output: Output) -> None:
    """Writes the search files. Their folder gets a new name after each edit, but few files change,
    so unchanged ones are taken from the folder of the previous build."""
    for tag, folder in search.folders.items():
        previous = _find_search_folder(tag, output)
        if previous and previous != folder:
            output.reuse_folder(f"{SEARCH_FOLDER}/{previous}", f"{SEARCH_FOLDER}/{folder}")
    output.write_all(search.contents)


def _find_search_folder(tag: str, output: Output) -> str | None:
    """Returns the folder of a language in the previous build, if there was one."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        build = msgspec.json.decode((output.folder / Asset.BUILD).read_bytes())
        index = Asset.SEARCH_INDEX.format(hash=build["search"]["indexes"][tag])
        folder = msgspec.json.decode((output.folder / index).read_bytes())["files"]
        return folder if _SEARCH_HASH.fullmatch(folder) else None
    return None


def number_pages(pages: Sequence[Page], config: SiteConfig, theme: Theme) -> Mapping[str, int]:
    """Returns chunk numbers for the pages. Raises an error if they exceed the configured range."""
    first, last = config.chunk_numbers
    numbers = assign_numbers(pages, first, theme.numbers)
    highest = max(*numbers.values(), *theme.numbers, first)
    if last is not None and highest > last:
        raise ConfigError(
            f"chunk_numbers: {len(pages)} pages and {len(theme.numbers)} scripts of the theme need "
            f"numbers up to {highest}",
            hint=f"Write chunk_numbers = [{first}, {highest}], or omit the key.",
            file=CONFIG_FILE,
        )
    return numbers


def write_index(
    tables: Mapping[str, FolderTable],
    headings: Mapping[str, FolderHeadings],
    chromes: Mapping[str, Chrome],
    build: BuildRecord,
    output: Output,
) -> None:
    """Writes the files that map paths to page scripts. `chromes` is keyed by path."""
    for chrome in {chrome.id: chrome for chrome in chromes.values()}.values():
        output.write(Asset.CHROME.format(hash=chrome.id), render_compact_json(chrome))
    for content in headings.values():
        _write_hashed(Asset.HEADINGS, content, output)
    folders = {
        folder: _write_hashed(Asset.ROUTES, table, output) for folder, table in tables.items()
    }
    output.write(Asset.BUILD, render_compact_json(replace(build, folders=folders)))


def _write_hashed(asset: Asset, content: FolderTable | FolderHeadings, output: Output) -> str:
    """Returns the hash in the name of the file."""
    text = render_compact_json(content)
    name = short_hash(text)
    output.write(asset.format(hash=name), text)
    return name
