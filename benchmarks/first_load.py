"""What a new reader of each page downloads, beside what it was before.

    python -m benchmarks.first_load            # the built site beside the record
    python -m benchmarks.first_load --record   # what the built site has becomes the record

Needs the built site (`make build`). The record is the budget: a page may be GROWTH bytes larger.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.page import launch
from benchmarks.site.first_load import FirstLoad, load_each_first
from benchmarks.site.outcome import (
    RESULTS,
    Verdict,
    render_notes,
    render_verdicts,
    write_results,
)
from benchmarks.tables import render_table
from scripts.esbuild import ROOT
from tests.servers import serve_nginx

GROWTH = 1000
"""How many bytes a page may be larger than its record."""
RECORD = RESULTS / "first-load-before.json"
KINDS = {"document": "HTML", "stylesheet": "CSS", "script": "scripts"}
"""Columns of their own; `all` has pictures and anything else too."""

NOTES = f"""\
Every page is opened in Chromium by a reader who was never there, and rests until nothing more is on
its way. Sizes are what nginx sends, in brotli; columns tell what they are now, and in brackets what
they have grown by since `{RECORD.name}` was recorded. No page may have grown by more than
{GROWTH:,} bytes, its text included. When a page has got a longer text on purpose,
`python -m benchmarks.first_load --record` renews the record."""

Sizes = Mapping[str, int]
"""Bytes by kind of file, and of `all`."""


@dataclass(frozen=True)
class PageGrowth:
    """One page now and before."""

    path: str
    now: Sizes
    before: Sizes | None
    """None for a page that is not in the record."""

    @property
    def growth(self) -> int:
        return self.of("all")

    def of(self, kind: str) -> int:
        """How many bytes have come to a kind of file."""
        return self.now[kind] - self.before[kind] if self.before else 0


def list_paths(dist: Path) -> list[str]:
    """The pages of a built site."""
    folders = json.loads((dist / "build.json").read_text(encoding="utf-8"))["folders"]
    return sorted(path for name in folders.values() for path in _paths_in(dist, name))


def _paths_in(dist: Path, name: str) -> Iterator[str]:
    table = json.loads((dist / f"assets/routes/{name}.json").read_text(encoding="utf-8"))
    yield from table["pages"]


def sizes_of(load: FirstLoad) -> Sizes:
    return {**{kind: load.sizes[kind] for kind in KINDS}, "all": load.total}


def measure_site(dist: Path) -> dict[str, Sizes]:
    """The first load of every page."""
    with serve_nginx(dist) as address, sync_playwright() as playwright, launch(playwright) as one:
        loads = load_each_first(one, address, list_paths(dist))
    return {path: sizes_of(load) for path, load in loads.items()}


def load_record() -> dict[str, Sizes]:
    record: dict[str, Sizes] = json.loads(RECORD.read_text(encoding="utf-8"))
    return record


def write_record(pages: Mapping[str, Sizes]) -> None:
    RECORD.write_text(json.dumps(pages, indent=2) + "\n", encoding="utf-8")


def compare(now: Mapping[str, Sizes], before: Mapping[str, Sizes]) -> list[PageGrowth]:
    """Every page of the site as it is, in the order of its paths."""
    return [PageGrowth(path, sizes, before.get(path)) for path, sizes in sorted(now.items())]


def check_growth(pages: list[PageGrowth]) -> list[Verdict]:
    largest = max(page.growth for page in pages)
    return [Verdict("Growth of the page that has grown most, bytes", GROWTH, largest)]


def render_pages(pages: list[PageGrowth]) -> str:
    kinds = {**KINDS, "all": "all"}
    rows = [
        [
            f"`{page.path}`",
            *(_render_cell(page, kind) for kind in kinds),
            f"{page.before['all']:,}" if page.before else "new",
        ]
        for page in pages
    ]
    return render_table(["", *kinds.values(), "before"], rows)


def _render_cell(page: PageGrowth, kind: str) -> str:
    return f"{page.now[kind]:,}" + (f" ({page.of(kind):+,})" if page.before else "")


def assemble_json(pages: list[PageGrowth], verdicts: list[Verdict]) -> dict[str, Any]:
    return {
        "pages": {
            page.path: {"now": page.now, "before": page.before, "growth": page.growth}
            for page in pages
        },
        "targets": [verdict.to_json() for verdict in verdicts],
    }


def write_report(pages: list[PageGrowth], verdicts: list[Verdict]) -> str:
    sections = [
        "# The first load of every page, in bytes",
        "Made by `python -m benchmarks.first_load`.",
        render_notes(NOTES),
        render_pages(pages),
        "## Targets",
        render_verdicts(verdicts),
    ]
    return write_results("first-load", assemble_json(pages, verdicts), sections)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_load")
    parser.add_argument("--record", action="store_true", help="renew what growth is counted from")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the built site")
    options = parser.parse_args()
    now = measure_site(options.dist)
    if options.record:
        write_record(now)
    pages = compare(now, load_record())
    verdicts = check_growth(pages)
    print(write_report(pages, verdicts))
    return int(not all(verdict.is_kept for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
