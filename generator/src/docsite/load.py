"""Reads, parses and checks a docs folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path

from docsite.check import check_cards, check_site, check_strings, check_symlinks
from docsite.markdown import Highlighter, plain_highlighter
from docsite.pages.assemble import assemble_routes, assemble_site
from docsite.pages.content import load_public_files, load_sources
from docsite.pages.inherited import inherit_front_matter
from docsite.pages.parse import ParsedPage, ParseMemo, ParseStore, parse_sources
from docsite.pages.sections import Originals, hash_originals
from docsite.pages.tags import list_tags
from docsite.pages.untranslated import add_untranslated
from docsite.pages.versions import PageVersions
from docsite.records import (
    Glossary,
    Problem,
    Redirect,
    RouteTable,
    SiteConfig,
    SiteRecord,
    Source,
    Synonyms,
)
from docsite.site.comments import load_comments
from docsite.site.config import CONFIG_FILE, load_config
from docsite.site.extras import require_extras
from docsite.site.fonts import load_fonts
from docsite.site.glossary import load_glossary, load_synonyms
from docsite.site.live import Live, LiveMemo
from docsite.site.strings import ThemeStrings
from docsite.site.text_files import load_inside


@dataclass(frozen=True)
class Site:
    """A docs folder after parsing and checking."""

    config: SiteConfig
    pages: tuple[ParsedPage, ...]
    problems: tuple[Problem, ...]
    glossary: Glossary
    synonyms: Synonyms
    originals: Originals
    live: Live | None = None
    versions: Mapping[str, PageVersions] = field(default_factory=dict)
    """The versions of each page, keyed by its path; empty for a site without versions."""
    moved: tuple[Redirect, ...] = ()
    """Redirects from pages that only exist in older versions."""

    @cached_property
    def record(self) -> SiteRecord:
        """The site as a whole. The site must not have errors."""
        return assemble_site(self.config, self.pages)

    @cached_property
    def routes(self) -> RouteTable:
        table = assemble_routes(self.pages)
        return replace(table, redirects=(*table.redirects, *self.moved))

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


def require_finished(site: Site) -> Site:
    """Turns warnings about unfinished pages into errors."""
    problems = (
        replace(problem, severity="error") if problem.is_unfinished else problem
        for problem in site.problems
    )
    return replace(site, problems=tuple(problems))


def load_site(
    docs: Path,
    highlight: Highlighter = plain_highlighter,
    *,
    config: SiteConfig | None = None,
    has_drafts: bool = False,
    memo: ParseMemo | None = None,
    live_memo: LiveMemo | None = None,
    theme: ThemeStrings | None = None,
    store: ParseStore | None = None,
) -> Site:
    """Reads, parses and checks a site without writing files. `config` replaces `site.toml`. The
    names of strings are checked if the theme's strings are provided."""
    config = config or load_config(docs)
    require_extras(config, str(docs / CONFIG_FILE))
    comments = load_comments(docs, config)
    live = (live_memo or LiveMemo()).load(docs, config, comments)
    # Cached because many pages include the same files.
    load = cache(partial(load_inside, docs))
    parse = partial(
        parse_sources,
        config=config,
        load_example=load,
        highlight=highlight,
        memo=memo,
        live=live,
        comments=comments,
        store=store,
    )
    pages = _add_lists(parse(_load_sources(docs, config, has_drafts)), config, parse)
    glossary = load_glossary(docs, config)
    originals = hash_originals(config, pages)
    public = load_public_files(docs)
    problems = (
        *check_symlinks(docs, config),
        *(check_strings(config, theme) if theme else ()),
        *check_site(config, pages, public, glossary, live, load, comments, originals),
        *_check_cards(config, pages, docs),
    )
    return Site(config, pages, problems, glossary, load_synonyms(docs, config), originals, live)


def _load_sources(docs: Path, config: SiteConfig, has_drafts: bool) -> tuple[Source, ...]:
    """Loads the sources of all pages in all languages."""
    published = [
        source
        for source in load_sources(docs, config)
        if has_drafts or not source.frontmatter.draft
    ]
    return add_untranslated(inherit_front_matter(published, config), config)


def _add_lists(
    pages: tuple[ParsedPage, ...],
    config: SiteConfig,
    parse: Callable[[Sequence[Source]], tuple[ParsedPage, ...]],
) -> tuple[ParsedPage, ...]:
    """Adds the lists of tags, sorted by file."""
    lists = parse(list_tags(config, pages))
    return tuple(sorted((*pages, *lists), key=lambda page: page.source.file))


def _check_cards(config: SiteConfig, pages: Sequence[ParsedPage], docs: Path) -> Iterator[Problem]:
    if config.cards is not None:
        yield from check_cards(config, pages, load_fonts(config.cards.fonts, docs))
