"""The stages of a build."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from docsite.cache import Cache
from docsite.emit.appearance import render_head, style_theme
from docsite.emit.compress import compress_files
from docsite.emit.output import Output, check_output
from docsite.emit.site import (
    MakeSearch,
    assemble_context,
    assemble_hosting,
    site_policy,
    write_analytics,
    write_base,
    write_pages,
    write_shared,
)
from docsite.emit.site_files import document_name
from docsite.errors import OutputError
from docsite.hosts import RECORD_FILE
from docsite.load import Site, load_site
from docsite.node.highlight import create_highlighter
from docsite.node.hovers import Hovers
from docsite.node.render import Renderer
from docsite.node.theme import Theme, load_theme
from docsite.node.worker import Worker
from docsite.pages.navigation import first_pages
from docsite.pages.parse import ParsedPage, ParseMemo, ParseStore
from docsite.search import Searcher, SearchFiles, Vocabulary
from docsite.site.images import ImageSizes
from docsite.site.live import LiveMemo

_CACHE_FILE = "cache.sqlite"

Progress = Callable[[str], None]
"""Called with the name of each stage as it starts."""


@dataclass(frozen=True)
class Folders:
    """The folders that a build reads and writes."""

    docs: Path
    """The folder with `site.toml`."""
    theme: Path
    """The sources of the theme, or a packed theme."""
    output: Path
    """The site."""
    work: Path
    """The cache, the bundles of the theme, and server configurations."""

    @property
    def bundles(self) -> Path:
        """The bundled theme."""
        return self.work / "theme"

    def check(self) -> None:
        """Raises an error if a build would delete or overwrite other files."""
        check_output(self.output, RECORD_FILE, (self.docs, self.theme, self.work))
        if self.bundles.resolve() == self.theme.resolve():
            raise OutputError(
                "the theme's bundles would overwrite its sources",
                hint="Choose another folder with --work.",
                file=str(self.work),
            )


class Builder:
    """Builds a site repeatedly, with one Node process for all builds."""

    def __init__(
        self,
        folders: Folders,
        *,
        has_drafts: bool = False,
        has_hovers: bool = True,
        progress: Progress = lambda _: None,
    ) -> None:
        self._folders = folders
        self._has_drafts = has_drafts
        self._has_hovers = has_hovers
        self._progress = progress
        self._worker = Worker(())
        self._theme: Theme | None = None
        self._memo = ParseMemo()
        self._live = LiveMemo()
        self._searcher = Searcher()
        self._hovers = Hovers(folders.docs, folders.theme)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()

    def build(self, *, is_compressed: bool = True, is_complete: bool = True) -> Site:
        """Builds the site. Writes nothing if a page has errors.

        Files are compressed only if the site is configured for it.

        If `is_complete` is false, slow parts are left out: hovers that are not in the cache, and
        the search index of changed pages.
        """
        self._folders.check()
        self._progress("theme")
        theme = self._load_theme()
        with Cache(self._folders.work / _CACHE_FILE) as cache:
            self._progress("pages")
            site = self._load_site(cache, theme)
            if site.has_errors:
                return site
            self._progress("hovers")
            hovers = self._load_hovers(site, cache, theme, is_complete=is_complete)
            search = self._prepare_search(site, cache, is_complete=is_complete)
            self._progress("documents")
            files, shared = self._write_site(site, theme, cache, hovers, search)
        if is_compressed and site.config.compression:
            self._progress("compression")
            compress_files(files, shared)
        return site

    def _load_site(self, cache: Cache, theme: Theme) -> Site:
        highlighter = create_highlighter(self._worker, cache, self._folders.theme)
        return load_site(
            self._folders.docs,
            highlighter,
            has_drafts=self._has_drafts,
            memo=self._memo,
            live_memo=self._live,
            theme=theme.strings,
            store=ParseStore(cache, highlighter.version),
        )

    def _load_hovers(
        self, site: Site, cache: Cache, theme: Theme, *, is_complete: bool
    ) -> Mapping[str, str]:
        documents = {page.path: page.document for page in site.pages}
        locales = site.config.locales
        config = site.config.hovers if self._has_hovers else None
        hovers = self._hovers.load(config, documents, cache, locales)
        if is_complete and self._hovers.missing:
            # Frees its memory for the compiler. The next call starts it again.
            self._worker.close()
            self._hovers.compile_missing(theme.worker, cache)
            hovers = self._hovers.load(config, documents, cache, locales)
        return hovers

    def _prepare_search(self, site: Site, cache: Cache, *, is_complete: bool) -> MakeSearch:
        vocabulary = Vocabulary(site.glossary, site.synonyms)

        def make(pages: Sequence[ParsedPage]) -> SearchFiles:
            if is_complete:
                # Frees its memory for the index: all documents are rendered.
                self._worker.close()
            return self._searcher.make(pages, site.config, vocabulary, cache, is_fresh=is_complete)

        return make

    def _write_site(
        self,
        site: Site,
        theme: Theme,
        cache: Cache,
        hovers: Mapping[str, str],
        search: MakeSearch,
    ) -> tuple[Iterable[Path], Container[Path]]:
        """Returns all files, and those that most visitors load."""
        theme = style_theme(theme, site.config, self._folders.docs, site.pages)
        output = Output(self._folders.output, cache)
        servers = Output(self._folders.work / "servers")
        policy = site_policy(site.config, theme)
        hosted = assemble_hosting(site, policy)
        write_base(site, hosted, policy, self._folders.docs, output)
        analytics = write_analytics(site.config, theme, output)
        context = assemble_context(site.config, theme, analytics)
        head = render_head(site.config.head)
        renderer = Renderer(context, theme.sources, self._worker, cache, head)
        images = ImageSizes(self._folders.docs / "public")
        pages = write_pages(site, theme, renderer, output, hovers, search, images)
        shared = write_shared(hosted, pages, theme, self._folders.docs, servers, output)
        names = [document_name(path) for path in sorted(first_pages(site.config))]
        if analytics:
            names.append(analytics.script.path.removeprefix("/"))
        return output.files, shared.union(output.folder / name for name in names)

    def process_backlog(self) -> bool:
        """Builds what the last build left out. Returns whether the site should be rebuilt.

        May run at the same time as a build, in another thread.
        """
        if not self._theme:
            return False
        with Cache(self._folders.work / _CACHE_FILE) as cache:
            self._searcher.index_waiting(cache)  # needs no rebuild: the next one adds it
            return bool(self._hovers.missing) and self._hovers.compile_missing(
                self._theme.worker, cache
            )

    def stop(self) -> None:
        """Cancels `process_backlog` in another thread."""
        self._hovers.stop()

    def _load_theme(self) -> Theme:
        """Loads the current theme. If it has changed, the Node process is restarted."""
        theme = load_theme(self._folders.theme, self._folders.bundles)
        if theme != self._theme:
            self._worker.close()
            self._worker = Worker(theme.worker)
            self._theme = theme
            self._memo = ParseMemo()
        return theme


def build_site(
    folders: Folders,
    *,
    has_drafts: bool = False,
    has_hovers: bool = True,
    is_compressed: bool = True,
    progress: Progress = lambda _: None,
) -> Site:
    """Builds a site once."""
    with Builder(
        folders, has_drafts=has_drafts, has_hovers=has_hovers, progress=progress
    ) as builder:
        return builder.build(is_compressed=is_compressed)
