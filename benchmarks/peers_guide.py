"""Updates the comparison page of docsite's documentation: `python -m benchmarks.peers_guide`.

The tables below `#reading` and `#builds` and the charts show `results/site-peers.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from benchmarks.chart import STYLE, render_text
from benchmarks.numbers import render_number
from harness.paths import ROOT
from harness.tables import render_table

RESULTS = ROOT / "benchmarks/results/site-peers.json"
DOCS = ROOT / "generator/docs"
PAGES = {"en": DOCS / "guide/comparison.md", "zh": DOCS / "zh/guide/comparison.md"}
CHARTS = {"en": DOCS / "public/diagrams", "zh": DOCS / "public/zh/diagrams"}
"""The folders of the charts."""
OURS = "docsite"
COMPRESSED = "docsite, with compressed copies"
"""Both builds of docsite have the same pages, so they are opened once, with compressed copies."""
NAMES = {
    "en": {COMPRESSED: "docsite, compressed"},
    "zh": {COMPRESSED: "docsite，含压缩副本"},
}
TITLES = {
    "en": {
        "generator": "Generator",
        "bytes": "First load, kB",
        "lcp": "LCP, ms",
        "task": "Main-thread work, ms",
        "cold": "Click, ms",
        "hovered": "Click after hovering, ms",
        "cpu": "{pages} pages, CPU s",
        "memory": "{pages} pages, MB",
    },
    "zh": {
        "generator": "生成器",
        "bytes": "首次加载，kB",
        "lcp": "LCP，ms",
        "task": "主线程，ms",
        "cold": "点击，ms",
        "hovered": "悬停后点击，ms",
        "cpu": "{pages} 页，CPU 秒",
        "memory": "{pages} 页，MB",
    },
}
FIGURES = ("lcp", "task", "cold", "hovered")
_LOADING = 3
"""The number of measures of loading, which precede those of clicks: the size, LCP and the work."""

# The accent colors of docsite's site.
COLORS = """
  svg { --accent: #3f57b8; }
  @media (prefers-color-scheme: dark) { svg { --accent: #a9b8f5; } }
  .bar { fill: var(--ink); fill-opacity: 0.35; } .bar.ours { fill: var(--accent); fill-opacity: 1; }
"""
WIDTH, LABELS, ROW, GAP, TITLE = 560, 170, 22, 26, 24
PLOT = WIDTH - LABELS - 70

Results = Mapping[str, Any]


@dataclass(frozen=True)
class Measure:
    """One value per generator that was measured; the smallest is the best."""

    title: str
    values: Mapping[str, float]


def list_reading(results: Results, language: str) -> list[Measure]:
    titles = TITLES[language]
    opened = {
        name.partition(",")[0]: one for name, one in _by_name(results).items() if "figures" in one
    }
    sizes = {name: one["firstLoadBytes"]["all"] / 1000 for name, one in opened.items()}
    return [
        Measure(titles["bytes"], sizes),
        *(
            Measure(
                titles[figure],
                {name: one["figures"][figure]["median"] for name, one in opened.items()},
            )
            for figure in FIGURES
        ),
    ]


def list_builds(results: Results, language: str, key: str, kind: str) -> list[Measure]:
    """One measure per number of pages."""
    by_name = _by_name(results)
    counts = sorted({int(pages) for one in by_name.values() for pages in one["builds"]})
    return [
        Measure(
            TITLES[language][key].format(pages=f"{pages:,}"),
            {
                NAMES[language].get(name, name): one["builds"][str(pages)][kind]["median"]
                for name, one in by_name.items()
                if str(pages) in one["builds"]
            },
        )
        for pages in counts
    ]


def _by_name(results: Results) -> dict[str, Mapping[str, Any]]:
    return {one["name"]: one for one in results["generators"]}


def render_measures(measures: Sequence[Measure], language: str) -> str:
    """A Markdown table with one row per generator; a generator without a value has a dash."""
    names = dict.fromkeys(name for measure in measures for name in measure.values)
    header = [TITLES[language]["generator"], *(measure.title for measure in measures)]
    rows = [
        [
            f"**{name}**" if _is_ours(name) else name,
            *(
                render_number(measure.values[name]) if name in measure.values else "–"
                for measure in measures
            ),
        ]
        for name in names
    ]
    return render_table(header, rows)


def render_tables(results: Results, language: str) -> dict[str, str]:
    """Returns the tables by the id of their section."""
    builds = [
        *list_builds(results, language, "cpu", "cpuSeconds"),
        *list_builds(results, language, "memory", "peakMegabytes"),
    ]
    return {
        "reading": render_measures(list_reading(results, language), language),
        "builds": render_measures(builds, language),
    }


def update_page(text: str, results: Results, language: str) -> str:
    """Replaces the first table of each section."""
    for section, table in render_tables(results, language).items():
        pattern = re.compile(rf"({{#{section}}}\n(?:(?!\||#).*\n)*?)(?:\|.*\n)+")
        text, count = pattern.subn(rf"\g<1>{table}\n", text)
        if count != 1:
            raise ValueError(f"The section #{section} needs a table that can be replaced.")
    return text


def render_charts(results: Results, language: str) -> dict[str, str]:
    """Returns the charts by file name. Each fits on a printed sheet."""
    reading = list_reading(results, language)
    charts = {
        "speed-load.svg": reading[:_LOADING],
        "speed-clicks.svg": reading[_LOADING:],
        "speed-builds.svg": list_builds(results, language, "cpu", "cpuSeconds"),
    }
    return {name: _render_chart(measures) for name, measures in charts.items()}


def _render_chart(measures: Sequence[Measure]) -> str:
    parts, y = [], 0
    for measure in measures:
        parts.append(f'<g transform="translate(0 {y})">\n{_render_panel(measure)}\n</g>')
        y += TITLE + ROW * len(measure.values) + GAP
    title = escape(" · ".join(measure.title for measure in measures))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - GAP}">\n'
        f"<title>{title}</title>\n<style>{STYLE}{COLORS}</style>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _render_panel(measure: Measure) -> str:
    parts = [render_text(0, 14, measure.title, "panel")]
    largest = max(measure.values.values())
    ranked = sorted(measure.values.items(), key=lambda item: item[1])
    for number, (name, value) in enumerate(ranked):
        parts += _render_bar(name, value, value / largest * PLOT, TITLE + ROW * number)
    return "\n".join(parts)


def _render_bar(name: str, value: float, length: float, y: int) -> Iterator[str]:
    ours = " ours" if _is_ours(name) else ""
    yield render_text(LABELS - 12, y + 15, name, f"end{ours}")
    yield f'<rect class="bar{ours}" x="{LABELS}" y="{y + 4}" width="{length:.1f}" height="14"/>'
    yield render_text(LABELS + length + 6, y + 15, render_number(value), ours.strip())


def _is_ours(name: str) -> bool:
    return name.startswith(OURS)


def main() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    for language, page in PAGES.items():
        page.write_text(update_page(page.read_text("utf-8"), results, language), "utf-8")
        CHARTS[language].mkdir(parents=True, exist_ok=True)
        for name, chart in render_charts(results, language).items():
            (CHARTS[language] / name).write_text(chart, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
