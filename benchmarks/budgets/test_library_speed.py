"""A short version of the library benchmark, with margins for a busy machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from benchmarks.cases import ACCESS, CASES, CREATION, LISTENERS, REACT, VUE, Case
from benchmarks.measure import Series, run_case
from benchmarks.page import serve
from benchmarks.targets import Target, Verdict, check_targets

MAX_ROUNDS = 40
"""Other processes slow down some rounds. Slow code is slow in the fastest one, too."""
ROUNDS_PER_CHECK = 10
"""Usually the first ten rounds are far below the limits, so the rest can be skipped."""
SHAPES = ("small", "list")

BUDGET = (
    Target(ACCESS, "read", "raw", 0.4, ("small",)),
    Target(ACCESS, "read", "raw", 0.02, ("list",)),
    Target(REACT, "mount", "plain", 3.0, SHAPES),
    Target(VUE, "mount", "plain", 3.0, SHAPES),
    Target(LISTENERS, "notify", "zustand", 3.0, LISTENERS.shapes),
    Target(CREATION, "create", "raw", 20.0, CREATION.shapes),
)
EARLY_BUDGET = tuple(replace(target, limit=0.8 * target.limit) for target in BUDGET)
"""Ratios below these limits end a measurement early; others are measured in all rounds."""


@pytest.fixture(scope="module")
def address(
    built_packages: None,  # noqa: ARG001
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    directory = tmp_path_factory.mktemp("cases")
    for case in CASES:
        case.write_bundle(directory)
    with serve(directory) as address:
        yield address


def _keep_fastest(series: Series) -> Series:
    """Returns one round: the fastest time of each contender, and the fewest updated components."""
    fastest = {
        contender: {
            name: min(one[contender][name] for one in series.rounds if contender in one)
            for name in figures
        }
        for contender, figures in series.rounds[0].items()
    }
    return replace(series, rounds=(fastest,))


def find_exceeded(series: Series, budget: tuple[Target, ...]) -> list[Verdict]:
    verdicts = check_targets([_keep_fastest(series)], budget)
    assert verdicts
    return [verdict for verdict in verdicts if not verdict.is_kept]


@pytest.mark.parametrize(
    ("case", "shape"),
    [(case, shape) for case in CASES for shape in SHAPES if shape in case.shapes],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_speed_is_within_the_budget(browser: Browser, address: str, case: Case, shape: str) -> None:
    only = (case.baseline, *case.ours)

    def is_enough(series: Series) -> bool:
        count = len(series.rounds)
        is_due = count > 0 and count % ROUNDS_PER_CHECK == 0
        return is_due and not find_exceeded(series, EARLY_BUDGET)

    series = run_case(
        browser, address, case, shape, rounds=MAX_ROUNDS, only=only, is_enough=is_enough
    )
    assert find_exceeded(series, BUDGET) == []


def _mounts(mount_ms: float, shown: int) -> Series:
    """Returns a series in which plain components take one millisecond."""
    ours = {"mount": mount_ms, "components": 1000, "update": 1.0, "shown": shown}
    plain = {"mount": 1.0, "components": 1000}
    return Series(REACT, "small", 206, ({"plain": plain, REACT.ours[0]: ours},))


@pytest.mark.parametrize(
    ("mount_ms", "shown", "verdicts"),
    [(2.9, 1000, [True, True]), (3.1, 1000, [False, True]), (2.9, 999, [True, False])],
)
def test_slow_mounts_and_stale_components_exceed_the_budget(
    mount_ms: float, shown: int, verdicts: list[bool]
) -> None:
    checked = check_targets([_mounts(mount_ms, shown)], BUDGET)
    assert [verdict.is_kept for verdict in checked] == verdicts
