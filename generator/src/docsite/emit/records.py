"""Writes the records of a site as JSON, for inspection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from docsite.emit.output import check_output
from docsite.load import Site
from docsite.pages.assemble import assemble_pages
from docsite.records import (
    Page,
    RouteTable,
    SiteRecord,
    render_json,
)

_RECORDS_FILE = "routes.json"


def write_records(site: Site, output: Path) -> None:
    """Writes the records of a site, which must not have errors."""
    check_output(output, _RECORDS_FILE)
    pages = assemble_pages(site.config, site.record, site.pages, site.originals)
    files = _render_files(site.record, site.routes, pages)
    for stale in set(output.glob("pages/**/*.json")) - {output / name for name in files}:
        stale.unlink()
    for name, text in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _render_files(site: SiteRecord, routes: RouteTable, pages: Sequence[Page]) -> dict[str, str]:
    files = {"site.json": render_json(site), _RECORDS_FILE: render_json(routes)}
    return files | {f"pages/{page.key}.json": render_json(page) for page in pages}
