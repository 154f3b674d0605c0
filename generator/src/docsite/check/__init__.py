"""Checks of a site. They return problems instead of raising exceptions."""

from __future__ import annotations

from collections.abc import Sequence, Set
from types import MappingProxyType

from docsite.check.callouts import check_callouts
from docsite.check.cards import check_cards
from docsite.check.code import check_languages, check_samples
from docsite.check.comments import check_comments
from docsite.check.feeds import check_feeds
from docsite.check.files import Files
from docsite.check.freshness import check_freshness
from docsite.check.generated import check_generated, feed_files
from docsite.check.glossary import check_glossary
from docsite.check.links import check_links, check_orphans
from docsite.check.live import check_live
from docsite.check.names import check_names
from docsite.check.parity import check_parity
from docsite.check.strings import check_strings
from docsite.check.structure import check_structure
from docsite.check.symlinks import check_symlinks
from docsite.check.tags import check_tags
from docsite.markdown import ExampleLoader
from docsite.pages.navigation import printed_paths
from docsite.pages.parse import ParsedPage
from docsite.pages.sections import Originals
from docsite.records import Glossary, Problem, SiteConfig
from docsite.site.comments import COMMENTS_FILE, Comments
from docsite.site.live import Live


def check_site(
    config: SiteConfig,
    pages: Sequence[ParsedPage],
    public_files: Set[str],
    glossary: Glossary,
    live: Live | None = None,
    load_example: ExampleLoader = lambda _name: None,
    comments: Comments = MappingProxyType({}),
    originals: Originals = MappingProxyType({}),
) -> list[Problem]:
    """Returns the problems that these checks find, sorted by file and line."""
    # Untranslated pages would repeat the problems of their originals, and generated pages have no
    # file to correct.
    written = [page for page in pages if not (page.source.original or page.source.is_generated)]
    paths = {page.path for page in pages}
    linked = public_files | feed_files(pages) | printed_paths(config)
    files = Files(linked, tuple(mount.path for mount in config.mounts))
    problems = [
        *(problem for page in written for problem in page.source.problems),
        *(problem for page in written for problem in page.document.problems),
        *check_names(page.source.file for page in written),
        *check_names(f"public{path}" for path in public_files),
        *check_structure(config, pages, files),
        *check_languages(written),
        *check_samples(config, written),
        *check_links(pages, files),
        *check_orphans(config, pages),
        *check_parity(config, written, paths | printed_paths(config)),
        *check_callouts(written),
        *check_feeds(written),
        *check_generated(config, written, public_files, paths),
        *check_tags(config, written),
        *check_freshness(config, written, originals),
        *check_glossary(glossary, written),
        *check_live(live, written, load_example),
        *check_comments(config, comments, written, glossary, load_example(COMMENTS_FILE) or ""),
    ]
    return sorted(problems, key=lambda problem: (problem.file, problem.line or 0))
