"""Renders a run as an SVG chart: the ratio of each contender to the baseline, per measure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from benchmarks.cases import CASES, SHAPES, Case
from benchmarks.figures import assemble_figures
from benchmarks.report import TITLES, Report
from benchmarks.tables import render_number

WIDTH = 960
MARGIN = 24
HEADER = 92
LABELS = 184
ROW = 22
PANEL_HEADER = 34
PANEL_FOOTER = 34
COLUMNS = 2
GAP = 32
COLUMN = (WIDTH - 2 * MARGIN - GAP) / COLUMNS
PLOT = COLUMN - LABELS - 12

TITLE = "Speed compared with raw storage and other libraries"
SUBTITLE = "Multiples of the baseline on a logarithmic scale; further left is faster."

STYLE = """
  svg { --linen: #faf6f0; --ink: #2d2430; --quiet: #6b5f6e; --thread: #ddd2c8; --plum: #82306b; }
  @media (prefers-color-scheme: dark) {
    svg { --linen: #241b28; --ink: #f1e8ee; --quiet: #b9abbd; --thread: #4c3f51; --plum: #e3a3cf; }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--quiet); font-variant-numeric: tabular-nums; }
  .title { font: 600 20px ui-rounded, system-ui, sans-serif; fill: var(--ink); }
  .panel { font: 600 14px ui-rounded, system-ui, sans-serif; fill: var(--ink); }
  .ours { font-weight: 600; fill: var(--plum); }
  .end { text-anchor: end; } .middle { text-anchor: middle; }
  line { stroke: var(--thread); } .one { stroke: var(--quiet); stroke-dasharray: 3 3; }
  .mark { fill: var(--linen); stroke: var(--quiet); stroke-width: 1.5; }
  .mark.ours { fill: var(--plum); stroke: var(--plum); }
"""


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


def assemble_panels(report: Report) -> list[Panel]:
    """Returns one panel per measure that the baseline has."""
    panels = [
        Panel(TITLES[case.name, measure], case.baseline, tuple(_rows(report, case, measure)))
        for case in CASES
        for measure in case.measures
    ]
    return [panel for panel in panels if panel.rows]


def _rows(report: Report, case: Case, measure: str) -> Iterator[Row]:
    ratios: dict[str, dict[str, float]] = {}
    for series in report.runs:
        if series.case == case:
            for figure in assemble_figures(series):
                if figure.measure == measure and figure.ratio is not None:
                    ratios.setdefault(figure.contender, {})[series.shape] = figure.ratio
    for contender, by_shape in ratios.items():
        if contender != case.baseline:
            yield Row(contender, contender in case.ours, by_shape)


def render_chart(report: Report) -> str:
    panels = assemble_panels(report)
    placed = list(_place(panels))
    height = max(y + panel.height for panel, _, y in placed) + MARGIN // 2
    body = "\n".join(_render_panel(panel, x, y) for panel, x, y in placed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        f'role="img" aria-labelledby="title description">\n'
        f'<title id="title">{TITLE}</title>\n'
        f'<desc id="description">{escape(describe(panels))}</desc>\n'
        f"<style>{STYLE}</style>\n"
        f'<rect width="{WIDTH}" height="{height:g}" rx="12" fill="var(--linen)"/>\n'
        f"{_render_header()}\n{body}\n</svg>\n"
    )


def describe(panels: Iterable[Panel]) -> str:
    """Returns a text alternative for screen readers."""
    return " ".join(
        f"{panel.title}, times {panel.baseline}: {'; '.join(map(_describe_row, panel.rows))}."
        for panel in panels
    )


def _describe_row(row: Row) -> str:
    ratios = [f"{render_number(ratio)} ({shape})" for shape, ratio in row.ratios.items()]
    return f"{row.contender} {', '.join(ratios)}"


def _place(panels: Sequence[Panel]) -> Iterator[tuple[Panel, float, float]]:
    """Places panels in rows of two. A row is as high as its highest panel."""
    y = float(HEADER)
    for start in range(0, len(panels), COLUMNS):
        row = panels[start : start + COLUMNS]
        for column, panel in enumerate(row):
            yield panel, MARGIN + column * (COLUMN + GAP), y
        y += max(panel.height for panel in row)


def _render_header() -> str:
    parts = [
        _text(MARGIN, 36, TITLE, "title"),
        _text(MARGIN, 56, SUBTITLE),
    ]
    x = float(MARGIN)
    for shape, meaning in SHAPES.items():
        label = f"{shape}: {meaning}"
        parts += [_mark(shape, x + 5, 74, "mark"), _text(x + 16, 78, label)]
        x += 34 + 5.8 * len(label)
    return "\n".join(parts)


def _render_panel(panel: Panel, x: float, y: float) -> str:
    scale = _Scale.around(ratio for row in panel.rows for ratio in row.ratios.values())
    top = PANEL_HEADER - 8
    bottom = PANEL_HEADER + ROW * len(panel.rows)
    parts = [_text(0, 16, panel.title, "panel")]
    for tick in scale.ticks:
        at = LABELS + scale.position(tick)
        kind = ' class="one"' if tick == 1 else ""
        parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top}" y2="{bottom}"{kind}/>')
        label = panel.baseline if tick == 1 else render_number(tick)
        parts.append(_text(at, bottom + 16, label, "middle"))
    for number, row in enumerate(panel.rows):
        parts.append(_render_row(row, scale, PANEL_HEADER + ROW * number + ROW / 2))
    return f'<g transform="translate({x:g} {y:g})">\n' + "\n".join(parts) + "\n</g>"


def _render_row(row: Row, scale: _Scale, y: float) -> str:
    ours = " ours" if row.is_ours else ""
    points = {shape: LABELS + scale.position(ratio) for shape, ratio in row.ratios.items()}
    left, right = min(points.values()), max(points.values())
    return "\n".join(
        [
            _text(LABELS - 12, y + 4, row.contender, f"end{ours}"),
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


def _text(x: float, y: float, text: str, kind: str = "") -> str:
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
