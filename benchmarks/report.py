"""A run as a table for people and as data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.cases import CASES, SHAPES, Case
from benchmarks.figures import Figure, assemble_figures
from benchmarks.measure import Series
from benchmarks.tables import render_number, render_table, round_figure
from benchmarks.targets import Verdict

TITLES = {
    ("access", "read"): "Read one property",
    ("access", "write"): "Write one property",
    ("react-mount", "mount"): "Mount 1,000 React components",
    ("react-mount", "update"): "One write until 1,000 React components show it",
    ("vue-mount", "mount"): "Mount 1,000 Vue components",
    ("vue-mount", "update"): "One write until 1,000 Vue components show it",
}

NOTES = """\
Each contender has a page of its own. Every round runs all of them in a row, each round in another
order; what a contender took in a round is the fastest of up to five tries. Times are medians over
the rounds. A ratio is the median of the ratios within the rounds, so it survives a busy machine
better than a time does. Contenders that need seconds take part in fewer rounds.

`raw` reads with `JSON.parse(localStorage.getItem(key))`, and writes with
`localStorage.setItem(key, JSON.stringify(object))` an object that it keeps in memory. `raw, read
first` parses the entry before each write, so as not to undo what another tab wrote; it reads with
the same code as `raw`, and how far the two differ there is how far to trust a ratio. `plain` is the
same component with a constant in the place of storage. VueUse stores a tick after each write, and
that is waited for; a large entry in a thousand of its components takes minutes, so it gets twenty,
and its ratio is per component."""


@dataclass(frozen=True)
class Machine:
    """What a reader must know to judge the times."""

    cores: int
    chromium: str


@dataclass(frozen=True)
class Report:
    """One complete run."""

    machine: Machine
    versions: Mapping[str, str]
    """Of the libraries measured."""
    rounds: int
    runs: Sequence[Series]
    verdicts: Sequence[Verdict]


def assemble_json(report: Report) -> dict[str, Any]:
    return {
        "machine": asdict(report.machine),
        "rounds": report.rounds,
        "versions": dict(sorted(report.versions.items())),
        "series": [_assemble_series(series) for series in report.runs],
        "targets": [_assemble_verdict(verdict) for verdict in report.verdicts],
    }


def _assemble_series(series: Series) -> dict[str, Any]:
    return {
        "case": series.case.name,
        "shape": series.shape,
        "entryBytes": series.entry_bytes,
        "figures": [_assemble_figure(figure) for figure in assemble_figures(series)],
    }


def _assemble_figure(figure: Figure) -> dict[str, Any]:
    return {
        "contender": figure.contender,
        "measure": figure.measure,
        "medianMs": round_figure(figure.median_ms),
        "minMs": round_figure(figure.min_ms),
        "ratio": None if figure.ratio is None else round_figure(figure.ratio),
        "rounds": figure.rounds,
        "components": figure.components,
        "shown": figure.shown,
    }


def _assemble_verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "contender": verdict.contender,
        "shape": verdict.shape,
        "promise": verdict.promise,
        "measured": None if verdict.measured is None else round_figure(verdict.measured),
        "isKept": verdict.is_kept,
    }


def render_markdown(report: Report) -> str:
    machine = report.machine
    measured = f"Chromium {machine.chromium}, {machine.cores} cores, {report.rounds} rounds."
    sections = [_render_measure(report, case, name) for case in CASES for name in case.measures]
    shapes = "\n".join(_render_shape(report.runs, shape) for shape in SHAPES)
    versions = ", ".join(f"{name} {version}" for name, version in sorted(report.versions.items()))
    return "\n\n".join(
        [
            "# Speed beside raw storage and other libraries",
            f"Made by `make bench`. {measured}",
            NOTES,
            shapes,
            *sections,
            "## Targets",
            render_verdicts(report.verdicts),
            f"Versions: {versions}.",
            "",
        ]
    )


def _render_shape(runs: Iterable[Series], shape: str) -> str:
    size = next(series.entry_bytes for series in runs if series.shape == shape)
    return f"- **{shape}**: {SHAPES[shape]}, {size:,} bytes"


def _render_measure(report: Report, case: Case, measure: str) -> str:
    table: dict[str, dict[str, str]] = {}
    for series in report.runs:
        if series.case == case:
            for figure in assemble_figures(series):
                if figure.measure == measure:
                    table.setdefault(figure.contender, {})[series.shape] = _render_cell(figure)
    rows = [
        [_render_name(case, name), *(cells.get(shape, "") for shape in SHAPES)]
        for name, cells in table.items()
    ]
    title = TITLES[case.name, measure]
    return f"## {title}\n\n{render_table(['', *SHAPES], rows)}"


def _render_name(case: Case, contender: str) -> str:
    return f"**{contender}**" if contender in case.ours else contender


def _render_cell(figure: Figure) -> str:
    parts = [_render_time(figure.median_ms), f"(min {_render_time(figure.min_ms)})"]
    if figure.ratio is not None:
        parts.insert(0, f"**{render_number(figure.ratio)} x**")
    if figure.measure == "update":
        parts.append(f"{figure.shown} of {figure.components}")
    elif figure.components not in (None, 1000):
        parts.append(f"with {figure.components}")
    return " ".join(parts)


def _render_time(milliseconds: float) -> str:
    if milliseconds >= 1:
        return f"{milliseconds:.3g} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
    return (
        f"{milliseconds * 1000:.3g} µs" if milliseconds >= 1e-3 else f"{milliseconds * 1e6:.0f} ns"
    )


def render_verdicts(verdicts: Iterable[Verdict]) -> str:
    rows = [
        [
            verdict.contender,
            verdict.shape,
            verdict.promise,
            "none" if verdict.measured is None else render_number(verdict.measured),
            "pass" if verdict.is_kept else "**FAIL**",
        ]
        for verdict in verdicts
    ]
    return render_table(["", "entry", "target", "measured", ""], rows)
