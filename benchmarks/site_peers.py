"""Compares docsite with other generators on the same pages: builds, first loads and clicks.

    python -m benchmarks.site_peers                                  everything, about an hour
    python -m benchmarks.site_peers --rounds 1 --builds 1 --small    a quick trial

Installs the generators into build/peers, in the versions of `benchmarks/site/peers.toml`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser

from benchmarks.corpus import find_files, write_corpus
from benchmarks.site import lab
from benchmarks.site.first_load import FirstLoad, load_first
from benchmarks.site.lab import Figures, measure_load, measure_navigation
from benchmarks.site.outcome import Spread, describe_machine, render_notes, write_results
from benchmarks.site.peers import (
    PEERS,
    CompressedDocsite,
    Docsite,
    Generator,
    VitePress,
    Zensical,
)
from benchmarks.site.plain import PlainPage, load_plain_pages
from benchmarks.site.processes import CommandError, Cost
from docsite.site.config import load_config
from harness.browsers.chromium import launch_chromium
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.tables import render_table

DOCS = ROOT / "docs"
FOLDER = ROOT / "build" / "peers"
LARGE = 1000
ROUNDS, BUILDS = 11, 3
START, TARGET = "guide/quick-start.md", "guide/essentials/using-modules.md"
BUILDERS: tuple[type[Generator], ...] = (Docsite, CompressedDocsite, *PEERS)
LARGE_BUILDERS: tuple[type[Generator], ...] = (Docsite, CompressedDocsite, VitePress, Zensical)
OPENED: tuple[type[Generator], ...] = (CompressedDocsite, *PEERS)
"""The generators whose pages are opened. Both builds of docsite have the same pages."""
MEASURES = {
    "lcp": "Largest contentful paint, ms",
    "task": "Main-thread work, ms",
    "cold": "Click, ms",
    "hovered": "Click after hovering, ms",
}

NOTES = f"""\
All generators build the English pages of the docs folder as plain Markdown: samples are code
blocks, and there are no callouts, code groups, ids or images. The pages of the other language, and
those beyond our own, are copies. Each generator uses its default theme and its own search, if it
has one, without web fonts from another host. Material for MkDocs and Zensical navigate instantly
and prefetch. docsite runs without hovers. Sidebars contain the section of a page where the
configuration allows it, otherwise all pages. Cold builds start without caches; CPU time includes
all child processes.

nginx serves all sites with Brotli; the copies of the other generators have its highest quality. The
page is the quick start, with an empty cache and a window of {lab.PHONE["width"]} x
{lab.PHONE["height"]} pixels. The CPU is slowed down {lab.CPU_SLOWDOWN} times, and the connection
has {lab.DOWNLOAD_MBPS:g} Mbit/s and a latency of {lab.LATENCY_MS} ms. A click on the last link to
`{TARGET}` is measured until its heading is painted. Every round runs all generators once, in a
different order each time. Values are medians; with
several rounds or builds, the minimum and the maximum follow."""

T = TypeVar("T")


@dataclass
class Run:
    """All measurements, by name of the generator."""

    pages: int
    chromium: str = ""
    builds: dict[int, dict[str, list[Cost]]] = field(default_factory=dict)
    """By number of pages."""
    loads: dict[str, FirstLoad] = field(default_factory=dict)
    rounds: dict[str, list[Figures]] = field(default_factory=dict)


def rotate(items: Sequence[T], number: int) -> tuple[T, ...]:
    """Returns the order of a round."""
    start = number % len(items)
    return (*items[start:], *items[:start])


def load_pages(count: int) -> tuple[PlainPage, ...]:
    """Returns `count` plain pages in one language."""
    with tempfile.TemporaryDirectory() as name:
        corpus = Path(name) / "docs"
        write_corpus(DOCS, corpus, count * len(load_config(DOCS).locales))
        return load_plain_pages(corpus)


def count_pages() -> int:
    """Returns the number of pages of our site, in all languages."""
    config = load_config(DOCS)
    return len(find_files(DOCS, config)) * len(config.locales)


def create(kinds: Sequence[type[Generator]]) -> list[Generator]:
    generators = [
        kind(FOLDER / kind.name.lower().replace(", ", "-").replace(" ", "-")) for kind in kinds
    ]
    for generator in generators:
        _say(f"installing {generator.name}")
        generator.install()
    return generators


def build_all(
    generators: Sequence[Generator], pages: Sequence[PlainPage], builds: int
) -> dict[str, list[Cost]]:
    costs: dict[str, list[Cost]] = {generator.name: [] for generator in generators}
    for generator in generators:
        generator.use_pages(pages)
    for number in range(builds):
        for generator in rotate(generators, number):
            _say(f"{len(pages):,} pages: {generator.name}, build {number + 1} of {builds}")
            costs[generator.name].append(generator.build_cold())
    return costs


def build_large(generators: Sequence[Generator], builds: int) -> dict[str, list[Cost]]:
    """Like `build_all`, with many pages. Omits generators that can't build them."""
    pages = load_pages(LARGE)
    costs: dict[str, list[Cost]] = {}
    for generator in generators:
        try:
            costs |= build_all([generator], pages, builds)
        except CommandError as error:
            print(f"bench: {error}", file=sys.stderr)
    return costs


@contextmanager
def serve_all(generators: Sequence[Generator]) -> Iterator[Mapping[str, str]]:
    """Yields the address of each built site."""
    with ExitStack() as stack:
        addresses = {}
        for generator in generators:
            generator.prepare_serving()
            server = serve_nginx(generator.site, inside=render_caching(generator.hashed))
            addresses[generator.name] = stack.enter_context(server)
        yield addresses


def render_caching(path: str) -> str:
    """Renders an nginx rule: browsers cache the files below a path. Without a path, returns ''."""
    return path and (
        f"location ^~ {path} {{ brotli_static on;"
        ' add_header Cache-Control "public, max-age=31536000, immutable"; }'
    )


def measure_generator(browser: Browser, generator: Generator, address: str) -> Figures:
    page = address + generator.path_of(START)
    # Generators link with relative or absolute paths, so only the end is the same.
    link = f'a[href$="{generator.path_of(TARGET).removeprefix("/guide/")}"]'
    return {
        **measure_load(browser, page),
        "cold": measure_navigation(browser, page, link, is_cold=True),
        "hovered": measure_navigation(browser, page, link, is_cold=False),
    }


def read_all(run: Run, generators: Sequence[Generator], rounds: int) -> None:
    with serve_all(generators) as addresses, launch_chromium() as browser:
        run.chromium = browser.version
        for one in generators:
            run.loads[one.name] = load_first(browser, addresses[one.name], one.path_of(START))
        for number in range(rounds):
            _say(f"round {number + 1} of {rounds}")
            for one in rotate(generators, number):
                figures = measure_generator(browser, one, addresses[one.name])
                run.rounds.setdefault(one.name, []).append(figures)


def run_all(rounds: int, builds: int, *, is_large: bool) -> Run:
    run = Run(count_pages())
    generators = create(BUILDERS)
    run.builds[run.pages] = build_all(generators, load_pages(run.pages), builds)
    read_all(run, [one for one in generators if type(one) in OPENED], rounds)
    if is_large:
        chosen = [one for one in generators if type(one) in LARGE_BUILDERS]
        run.builds[LARGE] = build_large(chosen, builds)
    return run


def _say(text: str) -> None:
    print(f"{text} …", file=sys.stderr, flush=True)


def assemble_json(run: Run) -> dict[str, Any]:
    return {
        "machine": describe_machine(),
        "chromium": run.chromium,
        "pages": run.pages,
        "generators": [
            {"name": kind.name, "version": kind.version, **_assemble_generator(run, kind.name)}
            for kind in BUILDERS
        ],
    }


def _assemble_generator(run: Run, name: str) -> dict[str, Any]:
    builds = {
        str(pages): {
            "runs": len(costs[name]),
            "cpuSeconds": Spread.of(cost.cpu_s for cost in costs[name]).to_json(),
            "wallSeconds": Spread.of(cost.wall_s for cost in costs[name]).to_json(),
            "peakMegabytes": Spread.of(cost.peak_mb for cost in costs[name]).to_json(),
        }
        for pages, costs in run.builds.items()
        if name in costs
    }
    if name not in run.rounds:
        return {"builds": builds}
    rounds, load = run.rounds[name], run.loads[name]
    figures = {
        measure: Spread.of(figures[measure] for figures in rounds).to_json() for measure in MEASURES
    }
    sizes = {**load.sizes, "all": load.total}
    return {"builds": builds, "rounds": len(rounds), "firstLoadBytes": sizes, "figures": figures}


def render_builds(run: Run) -> str:
    rows = [
        [
            f"{pages:,}",
            name,
            Spread.of(cost.cpu_s for cost in costs).render(1),
            Spread.of(cost.wall_s for cost in costs).render(1),
            Spread.of(cost.peak_mb for cost in costs).render(),
        ]
        for pages, by_name in run.builds.items()
        for name, costs in by_name.items()
    ]
    return render_table(["pages", "generator", "CPU, s", "time, s", "memory, MB"], rows)


def render_reading(run: Run) -> str:
    rows = [
        [
            name,
            f"{run.loads[name].total:,}",
            *(Spread.of(one[measure] for one in rounds).render() for measure in MEASURES),
        ]
        for name, rounds in sorted(run.rounds.items())
    ]
    return render_table(["", "First load, bytes", *MEASURES.values()], rows)


def write_report(run: Run) -> str:
    rounds = max(map(len, run.rounds.values()))
    builds = max(map(len, run.builds[run.pages].values()))
    sections = [
        "# docsite compared with other generators",
        f"Generated by `make bench ONLY=site_peers`. Chromium "
        f"{run.chromium}, {describe_machine()}, {rounds} rounds, "
        f"{builds} {'build' if builds == 1 else 'builds'}.",
        render_notes(NOTES),
        "## Reading",
        render_reading(run),
        "## Cold builds",
        render_builds(run),
        "## Versions",
        "\n".join(f"- {kind.name} {kind.version}" for kind in PEERS),
    ]
    return write_results("site-peers", assemble_json(run), sections)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site_peers")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often pages are opened")
    parser.add_argument("--builds", type=int, default=BUILDS, help="how often each one builds")
    parser.add_argument("--small", action="store_true", help=f"skip the builds of {LARGE:,} pages")
    options = parser.parse_args()
    try:
        run = run_all(options.rounds, options.builds, is_large=not options.small)
    except CommandError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print(write_report(run))
    return 0


if __name__ == "__main__":
    sys.exit(main())
