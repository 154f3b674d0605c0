"""Repeated runs on a busy machine, which find tests that depend on timing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.quality.busy_runs import occupy_cores, run_repeatedly


def test_every_core_is_busy_until_the_block_ends() -> None:
    with occupy_cores() as processes:
        assert len(processes) == os.cpu_count()
        end = time.monotonic() + 30
        while not all(map(_has_used_the_processor, processes)):
            assert time.monotonic() < end
    assert {process.returncode for process in processes} == {-signal.SIGKILL}


def _has_used_the_processor(process: subprocess.Popen[bytes]) -> bool:
    """For more than its start, in ticks of 10 ms."""
    status = Path(f"/proc/{process.pid}/stat").read_text("utf-8")
    return int(status.rpartition(")")[2].split()[11]) > 20


def test_runs_end_at_the_first_failure_with_its_status(tmp_path: Path) -> None:
    """The command succeeds once, because it creates a folder."""
    script = "import os, sys\ntry: os.mkdir(sys.argv[1])\nexcept FileExistsError: sys.exit(3)"
    reports = run_repeatedly([sys.executable, "-c", script, str(tmp_path / "made")], runs=5)
    assert next(reports).startswith("run 1 of 5 passed")
    assert next(reports).startswith("run 2 of 5 failed")
    with pytest.raises(SystemExit, match="3"):
        next(reports)
