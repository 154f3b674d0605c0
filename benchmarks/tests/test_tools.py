"""The tools of the site benchmarks measure correctly."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.site.outcome import Spread, Verdict
from benchmarks.site.processes import CommandError, measure_command

_CHILD = """
import pathlib, time
held = b'x' * 60_000_000
sum(range(6_000_000))
pathlib.Path('cpu').write_text(str(time.process_time()))
time.sleep(1)
"""
_PARENT = f"""
import subprocess, sys
held = b'x' * 40_000_000
subprocess.run([sys.executable, '-c', {_CHILD!r}])
"""


def _measure(tmp_path: Path, code: str) -> tuple[float, float]:
    cost = measure_command([sys.executable, "-c", code], tmp_path)
    return cost.cpu_s, cost.peak_mb


def test_the_cost_of_a_command_includes_its_child_processes(tmp_path: Path) -> None:
    _, child_mb = _measure(tmp_path, _CHILD)
    cpu_s, peak_mb = _measure(tmp_path, _PARENT)
    assert cpu_s >= float((tmp_path / "cpu").read_text())
    assert peak_mb > child_mb + 40


def test_memory_that_processes_share_counts_once(tmp_path: Path) -> None:
    fork = "import os, time; held = b'x' * 300_000_000; os.fork(); time.sleep(1)"
    _, peak_mb = _measure(tmp_path, fork)
    assert 300 < peak_mb < 500


def test_the_memory_of_the_measuring_process_is_excluded(tmp_path: Path) -> None:
    held = b"x" * 300_000_000
    _, peak_mb = _measure(tmp_path, "import time; time.sleep(0.3)")
    assert 0 < peak_mb < len(held) / 1e6


def test_a_failed_command_is_an_error_with_its_output(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no tea left"):
        _measure(tmp_path, "raise SystemExit('no tea left')")


@pytest.mark.parametrize(("measured", "is_kept"), [(1.15, True), (1.151, False)])
def test_a_target_is_met_up_to_its_limit(measured: float, is_kept: bool) -> None:
    assert Verdict("paint", 1.15, measured).is_kept is is_kept


def test_a_spread_has_the_median_and_both_ends() -> None:
    assert Spread.of([3, 1, 2, 900]).render(1) == "2.5 (1.0 to 900.0)"
