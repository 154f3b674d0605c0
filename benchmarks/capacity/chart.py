"""Renders growth as an SVG chart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from benchmarks.chart import STYLE, render_text
from benchmarks.numbers import render_number

WIDTH, SIDE, TITLE, HEIGHT, GAP = 560, 36, 30, 110, 34
CURVES = """  polyline { fill: none; stroke: var(--accent); stroke-width: 2; }
  polyline.calculated { stroke-dasharray: 4 4; }
  .mark.calculated { fill: none; }
"""

Point = tuple[float, float]
"""A number of records, and a value."""


@dataclass(frozen=True)
class Curve:
    """Growth of a value with the number of records."""

    title: str
    points: tuple[Point, ...]
    goal: Point | None
    """Calculated, not measured."""
    calculated: str
    """The format string of the label for the calculated point."""

    @property
    def all(self) -> tuple[Point, ...]:
        return (*self.points, self.goal) if self.goal else self.points

    def describe(self, unit: str) -> str:
        """Returns the values as a sentence, for screen readers."""
        values = [f"{render_number(value)} ({records:,})" for records, value in self.points]
        if self.goal:
            records = self.calculated.format(records=f"{self.goal[0]:,}")
            values.append(f"{render_number(float(f'{self.goal[1]:.2g}'))} ({records})")
        return f"{self.title} ({unit}): {'; '.join(values)}"


def render_curves(curves: Sequence[Curve], unit: str) -> str:
    """`unit` is the name of the horizontal axis."""
    scale = _Scale.around([records for curve in curves for records, _ in curve.all])
    parts, y = [], 0
    for curve in curves:
        panel = "\n".join(_render_panel(curve, scale))
        parts.append(f'<g transform="translate(0 {y})">\n{panel}\n</g>')
        y += TITLE + HEIGHT + GAP
    title = escape(" · ".join(curve.title for curve in curves))
    described = escape("\n".join(curve.describe(unit) for curve in curves))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title values" '
        f'viewBox="0 0 {WIDTH} {y - GAP + 24}">\n'
        f'<title id="title">{title}</title>\n<desc id="values">{described}</desc>\n'
        f"<style>{STYLE}{CURVES}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


@dataclass(frozen=True)
class _Scale:
    """Both axes are logarithmic, with the same units in all panels, so that slopes are comparable:
    a value that grows in proportion to the records reaches the top."""

    low: float
    span: float

    @classmethod
    def around(cls, records: Sequence[float]) -> _Scale:
        low = math.log10(min(records))
        return cls(low, max(math.log10(max(records)) - low, 1.0))

    def place(self, point: Point, lowest: float) -> tuple[float, float]:
        records, value = point
        x = SIDE + (math.log10(records) - self.low) / self.span * (WIDTH - 2 * SIDE)
        height = math.log10(value / lowest) / self.span * (HEIGHT - 20)
        return x, TITLE + HEIGHT - 10 - height


def _render_panel(curve: Curve, scale: _Scale) -> Iterator[str]:
    bottom = TITLE + HEIGHT
    lowest = min(value for _, value in curve.all)
    yield render_text(0, 14, curve.title, "panel")
    yield f'<line x1="0" x2="{WIDTH}" y1="{bottom}" y2="{bottom}"/>'
    yield _render_line([scale.place(point, lowest) for point in curve.points])
    if curve.goal:
        ends = [scale.place(point, lowest) for point in (curve.points[-1], curve.goal)]
        yield _render_line(ends, "calculated")
    for point in curve.all:
        x, y = scale.place(point, lowest)
        is_goal = point is curve.goal
        kind = "mark ours calculated" if is_goal else "mark ours"
        value = float(f"{point[1]:.2g}") if is_goal else point[1]
        yield f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        label = f"{'≈ ' if is_goal else ''}{render_number(value)}"
        yield render_text(x, round(y - 10, 1), label, "ours middle")
        millions = render_number(float(f"{point[0] / 1e6:.2g}"))
        yield render_text(x, bottom + 18, f"{millions} M", "middle")


def _render_line(places: Sequence[tuple[float, float]], kind: str = "") -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    attribute = f' class="{kind}"' if kind else ""
    return f'<polyline{attribute} points="{points}"/>'
