"""Repeated runs on a busy machine, which find tests that depend on timing."""

import os
import sys
from pathlib import Path

import pytest

from scripts.quality.busy_runs import occupy_cores, run_repeatedly


def test_every_core_is_busy_until_the_block_ends() -> None:
    with occupy_cores() as processes:
        assert [process.poll() for process in processes] == [None] * (os.cpu_count() or 1)
    assert None not in [process.poll() for process in processes]


def test_runs_end_at_the_first_failure_with_its_status(tmp_path: Path) -> None:
    """The command succeeds once, because it creates a folder."""
    script = "import os, sys\ntry: os.mkdir(sys.argv[1])\nexcept FileExistsError: sys.exit(3)"
    reports = run_repeatedly([sys.executable, "-c", script, str(tmp_path / "made")], runs=5)
    assert next(reports).startswith("run 1 of 5 passed")
    assert next(reports).startswith("run 2 of 5 failed")
    with pytest.raises(SystemExit, match="3"):
        next(reports)
