"""The list of stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from docsite.check import check_site, check_symlinks
from docsite.digests import policy_hash
from docsite.emit.analytics import assemble_tag, render_script
from docsite.emit.compress import compress_files
from docsite.emit.output import Output, check_output, find_mount
from docsite.emit.site_files import (
    number_pages,
    write_documents,
    write_hovers,
    write_index,
    write_not_found,
    write_scripts,
    write_words,
)
from docsite.emit.texts import render_texts
from docsite.errors import OutputError
from docsite.hosts import (
    RECORD_FILE,
    assemble_hosted_site,
    render_host_files,
    render_server_files,
)
from docsite.hosts.policy import (
    Directive,
    assemble_frame_policy,
    assemble_policy,
    assemble_worker_policy,
    render_policy,
    state_policy,
)
from docsite.markdown import Highlighter, plain_highlighter
from docsite.node.cache import Cache
from docsite.node.highlight import create_highlighter
from docsite.node.hovers import Hovers
from docsite.node.render import Renderer
from docsite.node.theme import Theme, load_theme
from docsite.node.worker import Worker
from docsite.pages.assemble import (
    ParsedPage,
    ParseMemo,
    assemble_pages,
    assemble_routes,
    assemble_site,
    generator_name,
    parse_sources,
)
from docsite.pages.content import load_example, load_public_files, load_sources
from docsite.pages.navigation import assemble_chromes, chrome_for
from docsite.records import (
    AnalyticsTag,
    BuildRecord,
    Glossary,
    Page,
    Problem,
    RenderContext,
    RouteTable,
    SiteConfig,
    SiteRecord,
    render_json,
)
from docsite.search import SEARCH_FOLDER, Searcher, SearchFiles
from docsite.site.comments import load_comments
from docsite.site.config import load_config
from docsite.site.glossary import load_glossary
from docsite.site.live import LIVE_FOLDER, WORKER_FOLDER, Live, LiveMemo

_CACHE_FILE = "cache.sqlite"
_RECORDS_FILE = "routes.json"

Progress = Callable[[str], None]
"""Is told the name of each stage as it begins."""


@dataclass(frozen=True)
class Site:
    """A docs folder, read, parsed and checked."""

    config: SiteConfig
    """What `site.toml` says."""
    pages: tuple[ParsedPage, ...]
    """Every page."""
    problems: tuple[Problem, ...]
    """What is wrong with them."""
    glossary: Glossary
    """Which words each language uses."""
    live: Live | None = None
    """What runs beside the pages."""

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


@dataclass(frozen=True)
class Folders:
    """Where a build reads and writes."""

    docs: Path
    """The folder with `site.toml`."""
    theme: Path
    """The sources of the theme."""
    output: Path
    """The site."""
    work: Path
    """What a later build can use again, and the configurations for servers."""

    @property
    def bundles(self) -> Path:
        """The theme as browsers and Node run it."""
        return self.work / "theme"

    def check(self) -> None:
        """Stops before a build would remove or overwrite what is not its own."""
        check_output(self.output, RECORD_FILE, (self.docs, self.theme, self.work))
        if self.bundles.resolve() == self.theme.resolve():
            raise OutputError(
                "the theme's bundles would be written among its sources",
                hint="Choose another folder with --work.",
                file=str(self.work),
            )


def load_site(
    docs: Path,
    highlight: Highlighter = plain_highlighter,
    *,
    has_drafts: bool = False,
    memo: ParseMemo | None = None,
    live_memo: LiveMemo | None = None,
) -> Site:
    """Reads, parses and checks; writes nothing."""
    config = load_config(docs)
    comments = load_comments(docs, config)
    live = (live_memo or LiveMemo()).load(docs, config, comments)
    sources = [
        source
        for source in load_sources(docs, config)
        if has_drafts or not source.frontmatter.get("draft")
    ]
    load = partial(load_example, docs)
    pages = parse_sources(sources, config, load, highlight, memo, live, comments)
    glossary = load_glossary(docs, config)
    problems = (
        *check_symlinks(docs, config),
        *check_site(config, pages, load_public_files(docs), glossary, live, load, comments),
    )
    return Site(config, pages, problems, glossary, live)


class Builder:
    """Builds a site as often as it is asked to, with one Node process for all builds."""

    def __init__(self, folders: Folders, *, has_drafts: bool = False) -> None:
        self._folders = folders
        self._has_drafts = has_drafts
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

    def build(
        self,
        *,
        is_compressed: bool = True,
        is_complete: bool = True,
        progress: Progress = lambda _: None,
    ) -> Site:
        """Makes the whole site. Writes nothing when a page has errors.

        Unless it must be complete, it leaves out what takes long: hovers that are not made yet, and
        the search of what has changed.
        """
        folders = self._folders
        folders.check()
        progress("theme")
        theme = self._load_theme()
        with Cache(folders.work / _CACHE_FILE) as cache:
            progress("pages")
            highlight = create_highlighter(self._worker, cache, folders.theme)
            site = load_site(
                folders.docs,
                highlight,
                has_drafts=self._has_drafts,
                memo=self._memo,
                live_memo=self._live,
            )
            if site.has_errors:
                return site
            mounts = [(mount, find_mount(mount, folders.docs)) for mount in site.config.mounts]
            progress("hovers")
            documents = {page.path: page.document for page in site.pages}
            hovers = self._hovers.load(site.config.hovers, documents, cache)
            if is_complete and self._hovers.compile_missing(theme.worker, cache):
                hovers = self._hovers.load(site.config.hovers, documents, cache)
            progress("documents")
            output = Output(folders.output)
            counting = site.config.analytics
            policy = assemble_policy(
                [policy_hash(theme.boot)], counting.server if counting else None
            )
            policies = assemble_policies(site.live)
            routes = assemble_routes(site.pages)
            frames = [f"/{LIVE_FOLDER}/*"] if site.live else []
            hosted = assemble_hosted_site(site.config, routes, policy, policies, frames)
            # First of all, so that a build that was broken off leaves a folder that is ours.
            output.write(RECORD_FILE, render_json(hosted))
            output.write_all(site.live.files if site.live else {})
            for mount, source in mounts:
                output.copy(source, mount.path.removeprefix("/"), partial(state_policy, policy))
            analytics = None
            if counting:
                script = render_script(site.config, counting, theme.analytics_for(counting))
                analytics = assemble_tag(counting, script)
                output.write(analytics.script.path.removeprefix("/"), script)
            context = assemble_context(site.config, theme, policy, analytics)
            renderer = Renderer(context, theme.sources, self._worker, cache)
            search = partial(
                self._searcher.make,
                glossary=site.glossary,
                worker=theme.search,
                store=cache,
                is_fresh=is_complete,
            )
            pages = write_site(site, theme, renderer, output, hovers, search)
        output.write_all(render_host_files(hosted, pages))
        engines = frozenset(output.folder.glob(f"{SEARCH_FOLDER}/*.wasm"))
        shared = output.copy(theme.client) | engines
        output.copy(folders.docs / "public")
        output.remove_rest()
        Output(folders.work / "servers").write_all(render_server_files(hosted))
        if is_compressed:
            progress("compression")
            compress_files(output.files, shared)
        return site

    def add_rest(self) -> bool:
        """Makes what the last build has left out. Says whether another build should show it.

        May run beside a build, in another thread.
        """
        if not self._theme:
            return False
        with Cache(self._folders.work / _CACHE_FILE) as cache:
            self._searcher.index_waiting(cache)  # no reason for another build: the next one will do
            return bool(self._hovers.missing) and self._hovers.compile_missing(
                self._theme.worker, cache
            )

    def stop(self) -> None:
        """Breaks off what another thread may be adding."""
        self._hovers.stop()

    def _load_theme(self) -> Theme:
        """The theme as it is now; the Node process ends with the code it runs."""
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
    is_compressed: bool = True,
    progress: Progress = lambda _: None,
) -> Site:
    """Makes the whole site once."""
    with Builder(folders, has_drafts=has_drafts) as builder:
        return builder.build(is_compressed=is_compressed, progress=progress)


def assemble_policies(live: Live | None) -> Mapping[str, Sequence[Directive]]:
    """The policies of folders that have their own."""
    policies = {f"/{WORKER_FOLDER}/*": assemble_worker_policy()}
    if live:
        policies[f"/{LIVE_FOLDER}/*"] = assemble_frame_policy(live.policies)
    return policies


def assemble_context(
    config: SiteConfig,
    theme: Theme,
    policy: Sequence[Directive],
    analytics: AnalyticsTag | None,
) -> RenderContext:
    """What every document shares."""
    return RenderContext(
        address=config.address,
        generator=generator_name(),
        policy=render_policy(policy, is_document=True),
        boot=theme.boot,
        scripts=theme.scripts,
        styles=theme.styles,
        theme=theme.hash,
        analytics=analytics,
    )


def write_site(
    site: Site,
    theme: Theme,
    renderer: Renderer,
    output: Output,
    hovers: Mapping[str, str],
    make_search: Callable[[Sequence[Page]], SearchFiles],
) -> tuple[Page, ...]:
    """Documents, scripts and what leads to them."""
    config = site.config
    record = assemble_site(config, site.pages)
    pages = assemble_pages(config, record, site.pages, write_hovers(hovers, output))
    titles = {page.path: page.title for page in pages}
    by_folder = assemble_chromes(config, titles)
    chromes = {page.path: chrome_for(page.path, by_folder) for page in pages}
    numbers = number_pages(pages, config, theme)
    write_documents(pages, chromes, renderer, output)
    write_not_found(config, by_folder, renderer, output)
    write_words(config, output)
    write_scripts(pages, numbers, output)
    output.write_all(render_texts(record, site.pages))
    search = make_search(pages)
    output.write_all(search.contents)
    build = BuildRecord(generator_name(), config.address, theme.hash, {}, search.record)
    write_index(assemble_routes(site.pages), pages, numbers, chromes, build, output)
    return pages


def write_records(site: Site, output: Path) -> None:
    """Writes the records, for those who want to look at them. Needs a site without errors."""
    check_output(output, _RECORDS_FILE)
    record = assemble_site(site.config, site.pages)
    pages = assemble_pages(site.config, record, site.pages)
    files = _render_files(record, assemble_routes(site.pages), pages)
    for stale in set(output.glob("pages/**/*.json")) - {output / name for name in files}:
        stale.unlink()
    for name, text in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _render_files(site: SiteRecord, routes: RouteTable, pages: Sequence[Page]) -> dict[str, str]:
    files = {"site.json": render_json(site), _RECORDS_FILE: render_json(routes)}
    return files | {f"pages/{page.key}.json": render_json(page) for page in pages}
