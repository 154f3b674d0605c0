"""Aggregates the rounds of a case."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from benchmarks.measure import Figures, Series


@dataclass(frozen=True)
class Figure:
    """One measure of one contender."""

    contender: str
    measure: str
    median_ms: float
    min_ms: float
    ratio: float | None
    """The ratio to the baseline: the median of the rounds. None if the baseline lacks it."""
    rounds: int
    components: int | None
    """The number of mounted components, if the case mounts any."""
    shown: int | None
    """The number of components that showed a write, in the worst round."""


def resolve_ratio(series: Series, measure: str, contender: str, baseline: str) -> float | None:
    """Returns the ratio of two contenders: the median of the rounds in which both ran."""
    ratios = [
        _per_component(one[contender], measure) / _per_component(one[baseline], measure)
        for one in series.rounds
        if measure in one.get(contender, {}) and measure in one.get(baseline, {})
    ]
    return median(ratios) if ratios else None


def _per_component(figures: Figures, measure: str) -> float:
    return figures[measure] / figures.get("components", 1)


def assemble_figures(series: Series) -> list[Figure]:
    """Returns every measure of every contender, in the order of the first round, which runs all."""
    return [
        _assemble_figure(series, measure, contender)
        for measure in series.case.measures
        for contender, figures in series.rounds[0].items()
        if measure in figures
    ]


def _assemble_figure(series: Series, measure: str, contender: str) -> Figure:
    runs = [one[contender] for one in series.rounds if contender in one]
    times = [run[measure] for run in runs]
    return Figure(
        contender=contender,
        measure=measure,
        median_ms=median(times),
        min_ms=min(times),
        ratio=resolve_ratio(series, measure, contender, series.case.baseline),
        rounds=len(runs),
        components=_fewest(runs, "components"),
        shown=_fewest(runs, "shown"),
    )


def _fewest(runs: list[Figures], name: str) -> int | None:
    counts = [int(run[name]) for run in runs if name in run]
    return min(counts) if counts else None
