"""The list of stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from docsite.check import check_site
from docsite.config import load_config
from docsite.content import load_example, load_public_files, load_sources
from docsite.markdown import Highlighter, plain_highlighter
from docsite.pages import (
    ParsedPage,
    assemble_pages,
    assemble_routes,
    assemble_site,
    parse_sources,
)
from docsite.records import Page, Problem, RouteTable, SiteConfig, SiteRecord, render_json


@dataclass(frozen=True)
class Site:
    """A docs folder, read, parsed and checked."""

    config: SiteConfig
    """What `site.toml` says."""
    pages: tuple[ParsedPage, ...]
    """Every page."""
    problems: tuple[Problem, ...]
    """What is wrong with them."""

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


def load_site(
    docs: Path, highlight: Highlighter = plain_highlighter, *, has_drafts: bool = False
) -> Site:
    """Reads, parses and checks; writes nothing."""
    config = load_config(docs)
    sources = [
        source
        for source in load_sources(docs, config)
        if has_drafts or not source.frontmatter.get("draft")
    ]
    pages = parse_sources(sources, config, partial(load_example, docs), highlight)
    problems = check_site(config, pages, load_public_files(docs))
    return Site(config, pages, tuple(problems))


def write_records(site: Site, output: Path) -> None:
    """Writes everything that the theme reads. Needs a site without errors."""
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
    files = {"site.json": render_json(site), "routes.json": render_json(routes)}
    return files | {f"pages/{page.key}.json": render_json(page) for page in pages}
