"""The performance targets, and whether a run meets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmarks.cases import ACCESS, CREATION, LISTENERS, REACT, SHAPES, VUE, Case
from benchmarks.figures import Figure, assemble_figures, resolve_ratio
from benchmarks.measure import Series

LARGE = ("list", "properties")


@dataclass(frozen=True)
class Target:
    """The maximum ratio of our measure to that of another contender."""

    case: Case
    measure: str
    baseline: str
    limit: float
    shapes: tuple[str, ...]


TARGETS = (
    Target(ACCESS, "read", "raw", 0.10, ("small",)),
    Target(ACCESS, "read", "raw", 0.01, LARGE),
    Target(ACCESS, "write", "raw", 1.5, ("small",)),
    Target(ACCESS, "write", "raw", 1.25, LARGE),
    Target(REACT, "mount", "plain", 2.0, tuple(SHAPES)),
    Target(REACT, "mount", "zustand", 1.3, tuple(SHAPES)),
    Target(VUE, "mount", "plain", 2.0, tuple(SHAPES)),
    Target(VUE, "mount", "pinia-plugin-persistedstate", 1.3, tuple(SHAPES)),
    Target(VUE, "mount", "nanostores", 1.3, tuple(SHAPES)),
    Target(LISTENERS, "notify", "zustand", 3.0, LISTENERS.shapes),
    Target(CREATION, "create", "raw", 15.0, CREATION.shapes),
)


@dataclass(frozen=True)
class Verdict:
    """The result for one target in one run."""

    contender: str
    shape: str
    promise: str
    measured: float | None
    """A ratio, or the number of components that showed a write."""
    is_kept: bool


def check_targets(runs: Iterable[Series], targets: Iterable[Target] = TARGETS) -> list[Verdict]:
    """Checks each target of these runs, and that every component shows a write."""
    wanted = list(targets)
    return [verdict for series in runs for verdict in _check_series(series, wanted)]


def _check_series(series: Series, targets: Iterable[Target]) -> Iterator[Verdict]:
    for target in targets:
        if target.case == series.case and series.shape in target.shapes:
            for contender in series.case.ours:
                yield _check_ratio(series, target, contender)
    for figure in assemble_figures(series):
        if figure.contender in series.case.ours and figure.measure == "update":
            yield _check_shown(series, figure)


def _check_ratio(series: Series, target: Target, contender: str) -> Verdict:
    ratio = resolve_ratio(series, target.measure, contender, target.baseline)
    return Verdict(
        contender,
        series.shape,
        f"{target.measure} at most {target.limit:g} x {target.baseline}",
        ratio,
        ratio is not None and ratio <= target.limit,
    )


def _check_shown(series: Series, figure: Figure) -> Verdict:
    return Verdict(
        figure.contender,
        series.shape,
        f"{figure.components} of {figure.components} components show a write",
        figure.shown,
        figure.shown == figure.components,
    )
