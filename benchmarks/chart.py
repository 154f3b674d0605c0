"""Renders the results of the library as an SVG chart: ratios to the baseline, per measure.

`python -m benchmarks.chart` draws the charts of the docs again from `results/library.json`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from benchmarks.cases import CASES, SHAPES, Case
from benchmarks.numbers import render_number
from benchmarks.report import TITLES as MEASURES
from harness.paths import ROOT

RESULTS = ROOT / "benchmarks/results/library.json"
CHARTS = {
    "en": ROOT / "docs/public/diagrams/library-speed.svg",
    "zh": ROOT / "docs/public/zh/diagrams/library-speed.svg",
}

WIDTH = 560
HEADER = 76
LABELS = 200
ROW = 22
PANEL_HEADER = 34
PANEL_FOOTER = 34
PLOT = WIDTH - LABELS - 24
TITLES = {
    "en": MEASURES,
    "zh": {
        ("access", "read"): "读取一个属性",
        ("access", "write"): "写入一个属性",
        ("react-mount", "mount"): "挂载 1,000 个 React 组件",
        ("react-mount", "update"): "一次写入更新 1,000 个 React 组件",
        ("vue-mount", "mount"): "挂载 1,000 个 Vue 组件",
        ("vue-mount", "update"): "一次写入更新 1,000 个 Vue 组件",
        ("listeners", "notify"): "一次写入通知 10,000 个监听器",
        ("creation", "create"): "在 1,000 个其他条目旁创建一个模块",
    },
}
LEGENDS = {
    "en": {shape: f"{meaning}, {{size}}" for shape, meaning in SHAPES.items()},
    "zh": {
        "small": "六个属性，{size}",
        "list": "一个长列表和六个小属性，{size}",
        "properties": "一千个属性，{size}",
    },
}

# The color scheme of an image is that of its page, not that of the system.
STYLE = """
  svg { --ink: #6b5f6e; --accent: #82306b; }
  @media (prefers-color-scheme: dark) { svg { --ink: #b9abbd; --accent: #e3a3cf; } }
  text { font: 13px system-ui, sans-serif; fill: var(--ink); font-variant-numeric: tabular-nums; }
  .panel, .ours { font-weight: 600; } text.ours { fill: var(--accent); }
  .end { text-anchor: end; } .middle { text-anchor: middle; }
  line { stroke: var(--ink); stroke-opacity: 0.4; }
  .one { stroke-opacity: 1; stroke-dasharray: 3 3; }
  .mark { fill: none; stroke: var(--ink); stroke-width: 1.5; }
  .mark.ours { fill: var(--accent); stroke: var(--accent); }
"""

Results = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """The ratios of one contender, per shape of entry."""

    contender: str
    is_ours: bool
    ratios: dict[str, float]


@dataclass(frozen=True)
class Panel:
    """One measure."""

    title: str
    baseline: str
    rows: tuple[Row, ...]

    @property
    def height(self) -> int:
        return PANEL_HEADER + ROW * len(self.rows) + PANEL_FOOTER


def assemble_panels(results: Results, language: str) -> list[Panel]:
    """Returns one panel per measure that the baseline has."""
    panels = [
        Panel(title, case.baseline, tuple(_rows(results, case, measure)))
        for case in CASES
        for measure in case.measures
        if (title := TITLES[language][case.name, measure])
    ]
    return [panel for panel in panels if panel.rows]


def _rows(results: Results, case: Case, measure: str) -> Iterator[Row]:
    ratios: dict[str, dict[str, float]] = {}
    for series in results["series"]:
        if series["case"] == case.name:
            for figure in series["figures"]:
                if figure["measure"] == measure and figure["ratio"] is not None:
                    ratios.setdefault(figure["contender"], {})[series["shape"]] = figure["ratio"]
    for contender, by_shape in ratios.items():
        if contender != case.baseline:
            yield Row(contender, contender in case.ours, by_shape)


def render_chart(results: Results, language: str) -> str:
    panels = assemble_panels(results, language)
    parts, y = [_render_legend(results, language)], HEADER
    for panel in panels:
        parts.append(_render_panel(panel, y))
        y += panel.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}">\n'
        f"<title>{escape(' · '.join(panel.title for panel in panels))}</title>\n"
        f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _render_legend(results: Results, language: str) -> str:
    sizes = {series["shape"]: series["entryBytes"] for series in results["series"]}
    parts = []
    for number, (shape, size) in enumerate(sizes.items()):
        y = 10 + ROW * number
        meaning = LEGENDS[language][shape].format(size=f"{size / 1000:.1f} kB")
        parts += [_mark(shape, 6, y, "mark"), render_text(20, y + 4, meaning)]
    return "\n".join(parts)


def _render_panel(panel: Panel, y: int) -> str:
    scale = _Scale.around(ratio for row in panel.rows for ratio in row.ratios.values())
    top = PANEL_HEADER - 8
    bottom = PANEL_HEADER + ROW * len(panel.rows)
    parts = [render_text(0, 16, panel.title, "panel")]
    for tick in scale.ticks:
        at = LABELS + scale.position(tick)
        kind = ' class="one"' if tick == 1 else ""
        parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top}" y2="{bottom}"{kind}/>')
        label = panel.baseline if tick == 1 else render_number(tick)
        parts.append(render_text(at, bottom + 16, label, "middle"))
    for number, row in enumerate(panel.rows):
        parts.append(_render_row(row, scale, PANEL_HEADER + ROW * number + ROW / 2))
    return f'<g transform="translate(0 {y})">\n' + "\n".join(parts) + "\n</g>"


def _render_row(row: Row, scale: _Scale, y: float) -> str:
    ours = " ours" if row.is_ours else ""
    points = {shape: LABELS + scale.position(ratio) for shape, ratio in row.ratios.items()}
    left, right = min(points.values()), max(points.values())
    return "\n".join(
        [
            render_text(LABELS - 12, y + 4, row.contender, f"end{ours}"),
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y:g}" y2="{y:g}"/>',
            *(_mark(shape, at, y, f"mark{ours}") for shape, at in points.items()),
        ]
    )


def _mark(shape: str, x: float, y: float, kind: str) -> str:
    """A circle for the small entry, a square for the list, a diamond for the properties."""
    if shape == "small":
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:g}" r="4.5"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:g})"' if shape == "properties" else ""
    box = f'x="{x - 4:.1f}" y="{y - 4:g}" width="8" height="8"'
    return f'<rect class="{kind}" {box}{turn}/>'


def render_text(x: float, y: float, text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:g}"{attribute}>{escape(text)}</text>'


@dataclass(frozen=True)
class _Scale:
    """A logarithmic axis whose ends are powers of ten."""

    low: int
    high: int

    @classmethod
    def around(cls, ratios: Iterable[float]) -> _Scale:
        """Returns a scale that includes all ratios and the baseline."""
        exponents = [0.0, *(math.log10(ratio) for ratio in ratios)]
        low, high = math.floor(min(exponents)), math.ceil(max(exponents))
        return cls(low, max(high, low + 1))

    @property
    def ticks(self) -> list[float]:
        step = max(1, math.ceil((self.high - self.low) / 4))
        exponents = {0, *range(0, self.high + 1, step), *range(0, self.low - 1, -step)}
        return [10.0**exponent for exponent in sorted(exponents)]

    def position(self, ratio: float) -> float:
        return (math.log10(ratio) - self.low) / (self.high - self.low) * PLOT


def write_charts(results: Results) -> None:
    for language, file in CHARTS.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(render_chart(results, language), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_charts(json.loads(RESULTS.read_text(encoding="utf-8")))
