"""Measures builds of the site: CPU time, time, memory and files.

    python -m benchmarks.site_build            46 and 1,000 pages
    python -m benchmarks.site_build --large    also 10,000 pages, which takes minutes

Needs the packages (`make packages`).
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from benchmarks.corpus import write_corpus
from benchmarks.site.outcome import (
    Spread,
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from benchmarks.site.processes import CommandError, Cost, measure_command
from docsite.node.theme import find_node
from harness.paths import ROOT
from harness.tables import render_table

SMALL, MEDIUM, LARGE = 46, 1000, 10_000
RUNS = {SMALL: 5, MEDIUM: 3, LARGE: 1}
EDITED = "guide/quick-start.md"

_COMPRESS = """
import sys
from pathlib import Path
from docsite.emit.compress import compress_files
compress_files(file for file in Path(sys.argv[1]).rglob("*") if file.is_file())
"""

COLD = "cold build, without compression"
THEME = "of which: bundling the theme"
COMPRESSION = "compression of all files"
UNCHANGED = "rebuild without changes"
EDIT = "rebuild after editing one page"
MAX_FILES = 12_000
"""For the medium site, with compressed copies. Some static hosts stop at 20,000."""

MAX_WALL_RATIO = 0.65
"""On two cores."""
MAX_SLOPE = 1.1

NOTES = f"""\
Each row is a run of `docsite build` in a separate process. CPU time is the total of all processes
it starts; memory is the most they used at the same time, with shared memory counted once (1 MB
is 1,000,000 bytes). Values are medians, with the minimum and the maximum.

The {SMALL} pages are the docs folder. Larger sites contain copies of these pages, in which no two
code blocks are equal, so that no cached result can be reused. *Cold* starts with only the sources:
it bundles the theme, parses, checks, highlights code, renders and writes. Compression with Brotli
is a separate stage. Its results are reused as long as the files don't change, and the rows below
it include it. Files and their sizes include compressed copies."""


@dataclass(frozen=True)
class Size:
    """The number and the total size of the files in a folder."""

    files: int
    bytes: int

    @classmethod
    def of(cls, folder: Path) -> Self:
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
        return cls(len(sizes), sum(sizes))


@dataclass(frozen=True)
class Row:
    """All runs of one kind of build of one site."""

    pages: int
    kind: str
    costs: tuple[Cost, ...]
    output: Size | None = None
    """The output folder, in one row per site."""

    @property
    def cpu_s(self) -> Spread:
        return Spread.of(cost.cpu_s for cost in self.costs)

    @property
    def wall_s(self) -> Spread:
        return Spread.of(cost.wall_s for cost in self.costs)

    @property
    def peak_mb(self) -> Spread:
        return Spread.of(cost.peak_mb for cost in self.costs)


@dataclass(frozen=True)
class Target:
    """The maximum values of a row."""

    pages: int
    kind: str
    cpu_s: float | None = None
    peak_mb: float | None = None
    wall_s: float | None = None


TARGETS = (
    Target(SMALL, COLD, 6, 600),
    Target(SMALL, UNCHANGED, 1.5),
    Target(SMALL, EDIT, 2.5),
    Target(MEDIUM, COLD, 30, 900),
    Target(MEDIUM, EDIT, wall_s=3),
    Target(LARGE, EDIT, wall_s=15),
)


class BuiltSite:
    """A site in its own folder that is built repeatedly."""

    def __init__(self, folder: Path, pages: int) -> None:
        self._docs = folder / "docs"
        self._site = folder / "site"
        self._work = folder / "work"
        self._edits = 0
        write_corpus(ROOT / "docs", self._docs, pages)

    def build_cold(self) -> Cost:
        for made in (self._site, self._work):
            shutil.rmtree(made, ignore_errors=True)
        return self._build("--no-compression")

    def compress(self) -> Cost:
        return measure_command([sys.executable, "-c", _COMPRESS, str(self._site)], ROOT)

    def measure_output(self) -> Size:
        return Size.of(self._site)

    def build_unchanged(self) -> Cost:
        return self._build()

    def build_edited(self) -> Cost:
        self._edits += 1
        with (self._docs / EDITED).open("a", encoding="utf-8") as page:
            page.write(f"\nThis is edit number {self._edits}.\n")
        return self._build()

    def bundle_theme(self) -> Cost:
        theme = ROOT / "theme"
        return measure_command([find_node(theme), "build.mjs", str(self._work / "alone")], theme)

    def _build(self, *options: str) -> Cost:
        program = Path(sys.executable).with_name("docsite")
        theme = ["--theme", str(ROOT / "theme")]
        folders = [*theme, "--output", str(self._site), "--work", str(self._work)]
        return measure_command([str(program), "build", str(self._docs), *folders, *options], ROOT)


def measure_site(pages: int, runs: int) -> Iterator[Row]:
    """Runs all kinds of builds of one site in turn, `runs` times."""
    with tempfile.TemporaryDirectory() as name:
        site = BuiltSite(Path(name), pages)
        kinds: dict[str, Callable[[], Cost]] = {
            COLD: site.build_cold,
            THEME: site.bundle_theme,
            COMPRESSION: site.compress,
            UNCHANGED: site.build_unchanged,
            EDIT: site.build_edited,
        }
        costs: dict[str, list[Cost]] = {kind: [] for kind in kinds}
        for _ in range(runs):
            for kind, run in kinds.items():
                print(f"{pages:,} pages: {kind} …", file=sys.stderr, flush=True)
                costs[kind].append(run())
        output = site.measure_output()
    for kind, known in costs.items():
        yield Row(pages, kind, tuple(known), output if kind == EDIT else None)


def check_targets(rows: Iterable[Row]) -> Iterator[Verdict]:
    known = {(row.pages, row.kind): row for row in rows}
    for target in TARGETS:
        row = known.get((target.pages, target.kind))
        if row is None:
            continue
        name = f"{target.pages:,} pages, {target.kind}"
        if target.cpu_s is not None:
            yield Verdict(f"{name}: CPU, s", target.cpu_s, row.cpu_s.median)
        if target.wall_s is not None:
            yield Verdict(f"{name}: time, s", target.wall_s, row.wall_s.median)
        if target.peak_mb is not None:
            yield Verdict(f"{name}: memory, MB", target.peak_mb, row.peak_mb.high)
    yield from _check_growth(known)
    site = known.get((MEDIUM, EDIT))
    if site and site.output:
        yield Verdict(f"{MEDIUM:,} pages: files", MAX_FILES, site.output.files)


def _check_growth(rows: Mapping[tuple[int, str], Row]) -> Iterator[Verdict]:
    """Checks the use of two cores, and the growth of CPU time with the number of pages."""
    medium, large = rows.get((MEDIUM, COLD)), rows.get((LARGE, COLD))
    if medium:
        ratio = medium.wall_s.median / medium.cpu_s.median
        yield Verdict(f"{MEDIUM:,} pages, {COLD}: time / CPU", MAX_WALL_RATIO, ratio)
    if medium and large:
        slope = (large.cpu_s.median / LARGE) / (medium.cpu_s.median / MEDIUM)
        name = f"{COLD}: CPU per page at {LARGE:,} pages / at {MEDIUM:,} pages"
        yield Verdict(name, MAX_SLOPE, slope)


def render_rows(rows: Iterable[Row]) -> str:
    cells = [
        [
            f"{row.pages:,}",
            row.kind,
            str(len(row.costs)),
            row.cpu_s.render(1),
            row.wall_s.render(1),
            row.peak_mb.render(),
            f"{row.output.files:,}" if row.output else "",
            f"{row.output.bytes / 1e6:,.0f}" if row.output else "",
        ]
        for row in rows
    ]
    header = ["pages", "build", "runs", "CPU, s", "time, s", "memory, MB", "files", "MB"]
    return render_table(header, cells)


def assemble_json(rows: Iterable[Row], verdicts: Iterable[Verdict]) -> dict[str, Any]:
    return {
        "rows": [
            {
                "pages": row.pages,
                "build": row.kind,
                "runs": len(row.costs),
                "cpuSeconds": row.cpu_s.to_json(),
                "wallSeconds": row.wall_s.to_json(),
                "peakMegabytes": row.peak_mb.to_json(),
                **({"files": row.output.files, "bytes": row.output.bytes} if row.output else {}),
            }
            for row in rows
        ],
        "targets": [verdict.to_json() for verdict in verdicts],
    }


def write_report(rows: Sequence[Row]) -> str:
    verdicts = list(check_targets(rows))
    sections = [
        "# Cost of building the site",
        f"Generated by `python -m benchmarks.site_build`. {describe_machine()}.",
        render_notes(NOTES),
        render_rows(rows),
        "## Targets",
        render_verdicts(verdicts),
    ]
    return write_results("site-build", assemble_json(rows, verdicts), sections)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site_build")
    parser.add_argument("--large", action="store_true", help="build 10,000 pages too")
    parser.add_argument("--runs", type=int, help="how often each kind of build runs")
    options = parser.parse_args()
    sizes = [SMALL, MEDIUM, LARGE] if options.large else [SMALL, MEDIUM]
    try:
        rows = [row for size in sizes for row in measure_site(size, options.runs or RUNS[size])]
    except CommandError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print(write_report(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
