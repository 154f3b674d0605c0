"""Compares a page of the site with the same page as bare HTML and with a minimal React bundle.

    python -m benchmarks.site_speed

Needs the built site (`make build`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser

from benchmarks.numbers import render_number
from benchmarks.site import lab
from benchmarks.site.bare import SCRIPT, write_bare_pages, write_bundle
from benchmarks.site.first_load import QUICK_START, FirstLoad, load_first
from benchmarks.site.lab import Figures, measure_load, measure_navigation
from benchmarks.site.outcome import (
    Spread,
    Verdict,
    describe_machine,
    render_notes,
    render_verdicts,
    write_results,
)
from harness.browsers.chromium import launch_chromium
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.tables import render_table

BARE, REACT, OURS = "bare page", "bare React page", "our page"
CONTENDERS = (BARE, REACT, OURS)
ROUNDS = 21
TARGET = "/guide/introduction.html"
"""The target of navigations from the quick start."""
LINK = f'a[href="{TARGET}"]'

LONGEST, HOME = "/api/hooks.html", "/"
OTHER_PAGES = {LONGEST: "the longest API page", HOME: "the home page"}
"""Pages of which only the load is measured."""

PATHS = (QUICK_START, *OTHER_PAGES)

MEASURES = {
    "fcp": "First contentful paint, ms",
    "lcp": "Largest contentful paint, ms",
    "shift": "Layout shift",
    "blocking": "Blocking time, ms",
    "task": "Main-thread work, ms",
    "alive": "Interactive after, ms",
    "navigation": "Navigation, ms",
    "cold": "Navigation without hover, ms",
}
BASELINES = {
    "fcp": BARE,
    "lcp": BARE,
    "task": REACT,
    "alive": REACT,
    "navigation": BARE,
    "cold": BARE,
}
"""The contender that ratios are relative to. A measure that can be 0 has no ratio."""

_LISTED = " and ".join(f"`{path}`" for path in OTHER_PAGES)

NOTES = f"""\
Page: `{QUICK_START}`; loads of {_LISTED} too. The bare page is its text as HTML with minimal
styles. The bare React page adds a React bundle, built with the settings of the theme, that hydrates
one button. nginx serves all of them with Brotli. The cache is empty, and the window has
{lab.PHONE["width"]} x {lab.PHONE["height"]} pixels. The CPU is slowed down {lab.CPU_SLOWDOWN}
times, and the connection has {lab.DOWNLOAD_MBPS:g} Mbit/s and a latency of {lab.LATENCY_MS} ms.
Every round opens all of them once, in a different order each time. Times are medians, with the
minimum and the maximum; a ratio is the median of the ratios within the rounds.

Blocking time is the time of tasks beyond 50 ms each. Main-thread work is measured by the clock of
that thread, from opening the page until 1.5 s after it is interactive. A page is interactive when
its button works: the dark-mode switch, or the only button of the bare React page. A page without
scripts is interactive at its load event. A navigation goes from the quick start to `{TARGET}` and
is measured from the click to the paint of the new heading. The pointer is on the page for
{lab.READING_MS} ms, then moves to the link and stays there for {lab.HOVER_MS} ms before the click.
A cold click has no hover. For the bare page, both load a document whose styles are in the
cache."""


@dataclass(frozen=True)
class Target:
    """The maximum ratio of our measure to its baseline."""

    promise: str
    measure: str
    limit: float
    path: str = QUICK_START


TARGETS = (
    Target("Largest contentful paint, relative to the bare page", "lcp", 0.9),
    Target("The same on the longest API page", "lcp", 1.0, LONGEST),
    Target("The same on the home page", "lcp", 1.2, HOME),
    Target("Main-thread work, relative to the bare React page", "task", 1.35),
    Target("The same on the longest API page", "task", 1.35, LONGEST),
    Target("The dark-mode switch works, relative to the bare React page", "alive", 1.7),
    Target("Navigation, relative to a full load of the bare page", "navigation", 0.7),
    Target("Navigation without hover, relative to the same", "cold", 0.9),
)

Round = Mapping[str, Mapping[str, Figures]]
"""The figures of each contender, by path."""


@dataclass(frozen=True)
class Run:
    """All measurements."""

    chromium: str
    loads: Mapping[str, FirstLoad]
    rounds: Sequence[Round]

    def values(self, contender: str, measure: str, path: str) -> list[float]:
        figures = [one[contender][path] for one in self.rounds]
        return [one[measure] for one in figures if measure in one]

    def spread(self, contender: str, measure: str, path: str) -> Spread | None:
        known = self.values(contender, measure, path)
        return Spread.of(known) if known else None

    def ratio(self, contender: str, measure: str, path: str) -> float:
        """Returns the ratio to the baseline: the median of the ratios within the rounds."""
        values = self.values(contender, measure, path)
        baselines = self.values(BASELINES[measure], measure, path)
        return median(a / b for a, b in zip(values, baselines, strict=True))


@contextmanager
def serve_contenders(dist: Path) -> Iterator[Mapping[str, str]]:
    """Yields the address of each contender."""
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        pages = (QUICK_START, TARGET, *OTHER_PAGES)
        write_bare_pages(work / "bare", dist, pages)
        write_bundle(work / "react")
        write_bare_pages(work / "react", dist, pages, script=SCRIPT)
        folders = {BARE: work / "bare", REACT: work / "react", OURS: dist}
        yield {name: stack.enter_context(serve_nginx(path)) for name, path in folders.items()}


def run_rounds(browser: Browser, addresses: Mapping[str, str], rounds: int) -> Iterator[Round]:
    """Measures every contender once per round, in a different order each time."""
    for number in range(rounds):
        print(f"round {number + 1} of {rounds} …", file=sys.stderr, flush=True)
        start = number % len(CONTENDERS)
        order = (*CONTENDERS[start:], *CONTENDERS[:start])
        yield {name: measure_contender(browser, name, addresses[name]) for name in order}


def measure_contender(browser: Browser, name: str, address: str) -> Mapping[str, Figures]:
    loads = {path: measure_load(browser, address + path) for path in PATHS}
    if name != REACT:  # its navigations are those of the bare page
        page, figures = address + QUICK_START, loads[QUICK_START]
        figures["navigation"] = measure_navigation(browser, page, LINK, is_cold=False)
        figures["cold"] = measure_navigation(browser, page, LINK, is_cold=True)
    return loads


def run_all(dist: Path, rounds: int) -> Run:
    with (
        serve_contenders(dist) as addresses,
        launch_chromium() as browser,
    ):
        loads = {name: load_first(browser, addresses[name]) for name in CONTENDERS}
        measure_load(browser, addresses[OURS] + QUICK_START)  # warms up browser and servers
        return Run(browser.version, loads, tuple(run_rounds(browser, addresses, rounds)))


def check_targets(run: Run) -> list[Verdict]:
    shifts = [shift for path in PATHS for shift in run.values(OURS, "shift", path)]
    return [
        Verdict("Layout shift in any round", 0, max(shifts)),
        *(
            Verdict(target.promise, target.limit, run.ratio(OURS, target.measure, target.path))
            for target in TARGETS
        ),
    ]


def render_bytes(loads: Mapping[str, FirstLoad]) -> str:
    kinds = {"document": "HTML", "stylesheet": "CSS", "script": "scripts", "image": "images"}
    rows = [
        [name, *(f"{load.sizes[kind]:,}" for kind in kinds), f"{load.total:,}"]
        for name, load in loads.items()
    ]
    return render_table(["", *kinds.values(), "all"], rows)


def render_times(run: Run, path: str) -> str:
    rows = [
        [title, *(_render_cell(run, name, measure, path) for name in CONTENDERS)]
        for measure, title in MEASURES.items()
        if run.spread(OURS, measure, path)
    ]
    return render_table(["", *CONTENDERS], rows)


def _render_cell(run: Run, contender: str, measure: str, path: str) -> str:
    spread = run.spread(contender, measure, path)
    if spread is None:
        return ""
    baseline = BASELINES.get(measure)
    if baseline is None or baseline == contender:
        return spread.render(3 if measure == "shift" else 0)
    return f"{spread.render()} **{render_number(run.ratio(contender, measure, path))} x**"


def assemble_json(run: Run, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {
        "chromium": run.chromium,
        "rounds": len(run.rounds),
        "firstLoadBytes": {
            name: {**load.sizes, "all": load.total} for name, load in run.loads.items()
        },
        "figures": {
            path: {name: _spreads(run, name, path) for name in CONTENDERS} for path in PATHS
        },
        "targets": [verdict.to_json() for verdict in verdicts],
    }


def _spreads(run: Run, contender: str, path: str) -> dict[str, Any]:
    spreads = {measure: run.spread(contender, measure, path) for measure in MEASURES}
    return {measure: spread.to_json() for measure, spread in spreads.items() if spread}


def write_report(run: Run) -> str:
    verdicts = check_targets(run)
    made = (
        f"Generated by `python -m benchmarks.site_speed`. Chromium {run.chromium}, "
        f"{describe_machine()}, {len(run.rounds)} rounds."
    )
    sections = [
        "# A page of the site compared with bare pages",
        made,
        render_notes(NOTES),
        "## Times",
        render_times(run, QUICK_START),
        *(
            section
            for path, title in OTHER_PAGES.items()
            for section in (f"## Times of {title}", render_times(run, path))
        ),
        "## First load, bytes with Brotli",
        render_bytes(run.loads),
        "## Targets",
        render_verdicts(verdicts),
    ]
    return write_results("site-speed", assemble_json(run, verdicts), sections)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site_speed")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all pages are opened")
    print(write_report(run_all(ROOT / "dist", parser.parse_args().rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
