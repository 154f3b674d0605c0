"""Updates the tables and charts of `#site-speed` in the developer guide.

    python -m scripts.docs.speed_guide

Reads `benchmarks/results/site-peers.json`, which `make bench ONLY=site_peers` writes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from docsite.load import load_site
from docsite.pages.sections import find_stale, hash_originals
from docsite.translations import record_translations
from harness.paths import ROOT
from scripts.docs.analytics_guide import PAGES, render_table
from scripts.docs.speed_chart import render_chart

RESULTS = ROOT / "benchmarks/results/site-peers.json"
CHARTS = {
    "en": ROOT / "docs/public/diagrams/site-speed.svg",
    "zh": ROOT / "docs/public/diagrams/site-speed-zh.svg",
}
LARGE = "1000"
NONE = "–"
"""Not measured."""

_SLUG = "site-speed"
_SECTION = re.compile(rf"(?<=\{{#{_SLUG}\}}\n).*?(?=^#)", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_HEADS = {
    "en": (
        (
            "Generator",
            "First load, kB",
            "LCP, ms",
            "Main thread, ms",
            "Click, ms",
            "After hover, ms",
        ),
        ("Generator", "{pages} pages, CPU s", "Time, s", "1,000 pages, CPU s", "Time, s"),
    ),
    "zh": (
        ("生成器", "加载 (kB)", "LCP (ms)", "主线程 (ms)", "点击 (ms)", "悬停后点击 (ms)"),
        ("生成器", "{pages} 页 CPU (s)", "耗时 (s)", "1,000 页 CPU (s)", "耗时 (s)"),
    ),
}
_COMPRESSED = {"en": "docsite, with compressed copies", "zh": "docsite，生成压缩副本"}
_MEASURES = ("lcp", "task", "cold", "hovered")

Results = Mapping[str, Any]


def load_results() -> Results:
    results: Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def render_guide(text: str, language: str, results: Results) -> str:
    """Returns the page with its two tables generated from the results."""
    tables = iter([render_reading(results, language), render_builds(results, language)])

    def update(section: re.Match[str]) -> str:
        return _TABLE.sub(lambda _: next(tables), section[0])

    updated = _SECTION.sub(update, text)
    if next(tables, None) is not None:
        raise ValueError(f"The section #{_SLUG} needs two tables.")
    return updated


def render_reading(results: Results, language: str) -> str:
    rows = [
        (
            _name(one, language, is_reading=True),
            f"{one['firstLoadBytes']['all'] / 1000:.1f}",
            *(f"{one['figures'][measure]['median']:,.0f}" for measure in _MEASURES),
        )
        for one in results["generators"]
        if "figures" in one
    ]
    return render_table([_HEADS[language][0], *rows])


def render_builds(results: Results, language: str) -> str:
    pages = str(results["pages"])
    head = [cell.format(pages=pages) for cell in _HEADS[language][1]]
    rows = [
        (
            _name(one, language),
            *_render_cost(one["builds"].get(pages)),
            *_render_cost(one["builds"].get(LARGE)),
        )
        for one in results["generators"]
    ]
    return render_table([head, *rows])


def _name(one: Mapping[str, Any], language: str, *, is_reading: bool = False) -> str:
    if one["version"]:
        return f"{one['name']} {one['version']}"
    is_plain = is_reading or one["name"] == "docsite"
    return "docsite" if is_plain else _COMPRESSED[language]


def _render_cost(build: Mapping[str, Any] | None) -> Sequence[str]:
    if build is None:
        return NONE, NONE
    return f"{build['cpuSeconds']['median']:.1f}", f"{build['wallSeconds']['median']:.1f}"


def main() -> None:
    results, docs = load_results(), ROOT / "docs"
    name = f"{PAGES['zh'].relative_to(docs).as_posix()}#{_SLUG}"
    was_current = not _is_stale()
    for language, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        page.write_text(render_guide(text, language, results), encoding="utf-8", newline="\n")
        chart = render_chart(results, language)
        CHARTS[language].write_text(chart, encoding="utf-8", newline="\n")
    if was_current:  # otherwise the prose has to be translated first
        for line in record_translations(docs, load_site(docs, has_drafts=True), [name]):
            print(line)


def _is_stale() -> bool:
    """Whether the English section has changed since it was translated."""
    site = load_site(ROOT / "docs", has_drafts=True)
    files = {page.source.file: page for page in site.pages}
    english, chinese = (files[PAGES[key].relative_to(ROOT / "docs").as_posix()] for key in PAGES)
    originals = hash_originals(site.config, site.pages)[english.path]
    return _SLUG in find_stale(chinese.source.recorded or {}, originals)


if __name__ == "__main__":
    main()
