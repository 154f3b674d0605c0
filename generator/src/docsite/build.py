"""The stages of a build."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from os.path import relpath
from pathlib import Path
from typing import Self

from docsite.cache import Cache
from docsite.emit.appearance import style_theme
from docsite.emit.cards import write_cards
from docsite.emit.compress import create_copies
from docsite.emit.manifest import check_output
from docsite.emit.output import Output, find_mount
from docsite.emit.page_list import PAGE_LIST_FILE, PageEntry, list_pages
from docsite.emit.site import (
    MakeSearch,
    assemble_context,
    assemble_hosting,
    render_heads,
    site_policy,
    write_analytics,
    write_assets,
    write_base,
    write_pages,
)
from docsite.emit.site_files import document_name
from docsite.errors import OutputError
from docsite.hosts import join_sites, render_host_files, render_server_files
from docsite.hosts.policy import Directive
from docsite.load import Site, load_site, require_finished
from docsite.node.highlight import create_highlighter
from docsite.node.hovers import Hovers
from docsite.node.render import Renderer
from docsite.node.theme import Theme, load_theme
from docsite.node.worker import Worker
from docsite.pages.navigation import first_pages
from docsite.pages.parse import ParsedPage, ParseMemo, ParseStore
from docsite.records import Page, Problem, SiteConfig, render_compact_json
from docsite.search import Searcher, SearchFiles, Vocabulary
from docsite.site.images import ImageSizes
from docsite.site.live import LiveMemo
from docsite.versions import LoadedVersion, find_errors, load_versions

CACHE_FILE = "cache.sqlite"

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
        check_output(self.output, (self.docs, self.theme, self.work))
        if self.bundles.resolve() == self.theme.resolve():
            raise OutputError(
                "the theme's bundles would overwrite its sources",
                hint="Choose another folder with --work.",
                file=str(self.work),
            )


@dataclass
class _Memory:
    """The caches for one docs folder, which later builds reuse."""

    hovers: Hovers
    parsed: ParseMemo = field(default_factory=ParseMemo)
    live: LiveMemo = field(default_factory=LiveMemo)
    searcher: Searcher = field(default_factory=Searcher)


@dataclass(frozen=True)
class _PreparedVersion:
    """A version that is ready to be written."""

    version: LoadedVersion
    theme: Theme
    policy: Sequence[Directive]
    hovers: Mapping[str, str]
    output: Output


class Builder:
    """Builds a site repeatedly, with one Node process for all builds."""

    def __init__(
        self,
        folders: Folders,
        *,
        has_drafts: bool = False,
        has_hovers: bool = True,
        has_versions: bool = True,
        is_development: bool = False,
        progress: Progress = lambda _: None,
    ) -> None:
        self._folders = folders
        self._has_drafts = has_drafts
        self._has_hovers = has_hovers
        self._has_versions = has_versions
        self._is_development = is_development
        self._progress = progress
        self._worker = Worker(())
        self._theme: Theme | None = None
        self._memories: dict[Path, _Memory] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()

    def build(self, *, is_compressed: bool = True, is_complete: bool = True) -> Site:
        """Builds the site. Writes nothing if a page has errors.

        Files are compressed only if the site is configured for it.

        If `is_complete` is false, slow parts are omitted: hovers that are not in the cache, and the
        search index of changed pages.
        """
        self._folders.check()
        self._progress("theme")
        theme = self._load_theme()
        with Cache(self._folders.work / CACHE_FILE) as cache:
            self._progress("pages")
            site = self._load_site(self._folders.docs, cache, theme)
            if site.has_errors:
                return site
            versions = self._load_versions(site, cache, theme)
            site = replace(site, problems=(*site.problems, *find_errors(versions)))
            if site.has_errors:
                return site
            with Output(self._folders.output, cache) as output:
                shared = self._write(versions, theme, cache, output, is_complete=is_complete)
                if is_compressed and site.config.compression:
                    self._progress("compression")
                    create_copies(output.copies, set(map(output.path_of, shared)))
                leftovers = output.commit()
        return replace(site, problems=(*site.problems, *_report(leftovers, self._folders)))

    def _memory_of(self, docs: Path) -> _Memory:
        if docs not in self._memories:
            self._memories[docs] = _Memory(Hovers(docs, self._folders.theme))
        return self._memories[docs]

    def _load_site(
        self, docs: Path, cache: Cache, theme: Theme, config: SiteConfig | None = None
    ) -> Site:
        highlighter = create_highlighter(self._worker, cache, self._folders.theme)
        memory = self._memory_of(docs)
        site = load_site(
            docs,
            highlighter,
            config=config,
            has_drafts=self._has_drafts,
            memo=memory.parsed,
            live_memo=memory.live,
            theme=theme.strings,
            store=ParseStore(cache, highlighter.version),
        )
        return site if self._is_development else require_finished(site)

    def _load_versions(self, site: Site, cache: Cache, theme: Theme) -> Sequence[LoadedVersion]:
        """Returns all versions, the current one first."""
        docs, work = self._folders.docs, self._folders.work
        if not (self._has_versions and site.config.versions):
            return (LoadedVersion(docs, site),)
        versions = load_versions(
            docs, site, work, lambda folder, config: self._load_site(folder, cache, theme, config)
        )
        for version in versions:
            check_output(self._folders.output, (version.docs,))
        return versions

    def _load_hovers(
        self, version: LoadedVersion, cache: Cache, theme: Theme, *, is_complete: bool
    ) -> Mapping[str, str]:
        site, memory = version.site, self._memory_of(version.docs)
        documents = {page.path: page.document for page in site.pages}
        locales = site.config.locales
        config = site.config.hovers if self._has_hovers else None
        hovers = memory.hovers.load(config, documents, cache, locales)
        if is_complete and memory.hovers.missing:
            # Frees its memory for the compiler. The next call restarts the process.
            self._worker.close()
            memory.hovers.compile_missing(theme.worker, cache)
            hovers = memory.hovers.load(config, documents, cache, locales)
        return hovers

    def _prepare_search(
        self, version: LoadedVersion, cache: Cache, *, is_complete: bool
    ) -> MakeSearch:
        site, searcher = version.site, self._memory_of(version.docs).searcher
        vocabulary = Vocabulary(site.glossary, site.synonyms)

        def make(pages: Sequence[ParsedPage]) -> SearchFiles:
            if is_complete:
                # Frees its memory for the index, because all documents are rendered by now.
                self._worker.close()
            return searcher.make(pages, site.config, vocabulary, cache, is_fresh=is_complete)

        return make

    def _write(
        self,
        versions: Sequence[LoadedVersion],
        theme: Theme,
        cache: Cache,
        output: Output,
        *,
        is_complete: bool,
    ) -> Set[str]:
        """Returns the names of the files that most visitors load."""
        self._progress("hovers")
        prepared = [
            self._prepare_version(version, theme, cache, output, is_complete=is_complete)
            for version in versions
        ]
        self._progress("documents")
        hosted = join_sites(
            {one.version.folder: assemble_hosting(one.version.site, one.policy) for one in prepared}
        )
        shared: set[str] = set()
        listed: list[PageEntry] = []
        for part in prepared:
            site = part.version.site
            search = self._prepare_search(part.version, cache, is_complete=is_complete)
            pages, loaded = self._write_pages(part, cache, search)
            if site.config.analytics:
                listed += list_pages(site.config, pages, site.pages, site.originals)
            if part.output is output:
                output.write_all(render_host_files(hosted, pages))
            shared |= loaded | write_assets(part.theme, part.version.docs, part.output)
        if listed:
            output.write(PAGE_LIST_FILE, render_compact_json(listed))
        servers = self._folders.work / "servers"
        servers.mkdir(parents=True, exist_ok=True)
        for name, text in render_server_files(hosted).items():
            (servers / name).write_text(text, encoding="utf-8", newline="\n")
        return shared

    def _prepare_version(
        self,
        version: LoadedVersion,
        theme: Theme,
        cache: Cache,
        output: Output,
        *,
        is_complete: bool,
    ) -> _PreparedVersion:
        """Prepares a version without writing files. Raises the errors of hovers, styles and
        mounts."""
        site = version.site
        hovers = self._load_hovers(version, cache, theme, is_complete=is_complete)
        theme = style_theme(theme, site.config, version.docs, site.pages)
        for mount in site.config.mounts:
            find_mount(mount, version.docs)
        folder = output.below(version.folder) if version.folder else output
        return _PreparedVersion(version, theme, site_policy(site.config, theme), hovers, folder)

    def _write_pages(
        self, part: _PreparedVersion, cache: Cache, search: MakeSearch
    ) -> tuple[Sequence[Page], set[str]]:
        """Returns the pages, and the names of the files of the first ones."""
        site, docs, theme, output = part.version.site, part.version.docs, part.theme, part.output
        write_base(site, part.policy, docs, output)
        analytics = write_analytics(site.config, theme, output)
        context = assemble_context(site.config, theme, analytics)
        renderer = Renderer(
            context,
            theme.sources,
            self._worker,
            cache,
            heads_by_language=render_heads(site.config, site.pages),
            heads_by_path=write_cards(site, theme, docs, output, cache),
        )
        images = ImageSizes(docs / "public")
        pages = write_pages(site, theme, renderer, output, part.hovers, search, images)
        names = [document_name(path) for path in sorted(first_pages(site.config))]
        if analytics:
            names.append(analytics.script.path.removeprefix("/"))
        return pages, set(map(output.full_name, names))

    def process_backlog(self) -> bool:
        """Builds the parts that the last build omitted. Returns whether the site should be rebuilt.

        May run at the same time as a build, in another thread.
        """
        if not self._theme:
            return False
        with Cache(self._folders.work / CACHE_FILE) as cache:
            memory = self._memory_of(self._folders.docs)
            memory.searcher.index_waiting(cache)  # needs no rebuild, because the next build adds it
            return bool(memory.hovers.missing) and memory.hovers.compile_missing(
                self._theme.worker, cache
            )

    def stop(self) -> None:
        """Cancels `process_backlog` in another thread."""
        self._memory_of(self._folders.docs).hovers.stop()

    def _load_theme(self) -> Theme:
        """Loads the current theme. If it has changed, the Node process is restarted."""
        theme = load_theme(self._folders.theme, self._folders.bundles)
        if theme != self._theme:
            self._worker.close()
            self._worker = Worker(theme.worker)
            self._theme = theme
            for memory in self._memories.values():
                memory.parsed = ParseMemo()
        return theme


def _report(leftovers: Sequence[str], folders: Folders) -> Iterator[Problem]:
    """Reports files that stay although an earlier release may have written them."""
    if leftovers:
        count = "1 file" if len(leftovers) == 1 else f"{len(leftovers)} files"
        yield Problem(
            "warning",
            Path(relpath(folders.output, folders.docs)).as_posix(),
            None,
            f"This folder contains {count} from an earlier docsite release or from you, such as "
            f"{leftovers[0]}. Earlier releases didn't list their files, so they were kept.",
            "Delete those that you don't want to publish. This is reported only once.",
        )


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
