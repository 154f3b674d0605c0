"""Writes the records of a site as JSON, for inspection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from docsite.emit.manifest import check_output
from docsite.emit.output import Output
from docsite.load import Site
from docsite.pages.assemble import assemble_pages
from docsite.records import (
    Page,
    RouteTable,
    SiteRecord,
    render_json,
)


def write_records(site: Site, folder: Path) -> None:
    """Writes the records of a site, which must not have errors."""
    check_output(folder)
    pages = assemble_pages(site.config, site.record, site.pages, site.originals)
    with Output(folder) as output:
        output.write_all(_render_files(site.record, site.routes, pages))
        output.commit()


def _render_files(site: SiteRecord, routes: RouteTable, pages: Sequence[Page]) -> dict[str, str]:
    files = {"site.json": render_json(site), "routes.json": render_json(routes)}
    return files | {f"pages/{page.key}.json": render_json(page) for page in pages}
