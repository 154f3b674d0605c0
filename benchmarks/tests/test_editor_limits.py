"""The editor benchmark limits the median of the squiggles and the longest task while typing."""

from __future__ import annotations

import pytest

from benchmarks.editor import SQUIGGLE_MS, TASK_MS, check_limits


@pytest.mark.parametrize(
    ("what", "times", "is_kept"),
    [
        ("squiggle plain", [SQUIGGLE_MS, SQUIGGLE_MS - 1, SQUIGGLE_MS * 9], True),
        ("squiggle plain", [SQUIGGLE_MS + 1, SQUIGGLE_MS + 1, 1], False),
        ("typing plain", [0, TASK_MS], True),
        ("typing plain", [0, 0, 0, TASK_MS + 1], False),
    ],
)
def test_limits_are_checked(what: str, times: list[float], is_kept: bool) -> None:
    (verdict,) = check_limits({what: times})
    assert verdict.is_kept is is_kept
