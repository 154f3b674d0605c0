"""Runs a command repeatedly while every core is busy, until it fails: `make e2e-busy`.

This finds tests that depend on timing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

# Ends with its parent, even if that is killed.
_BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"


@contextmanager
def occupy_cores() -> Iterator[list[subprocess.Popen[bytes]]]:
    """One busy process per core, until the block ends."""
    command = [sys.executable, "-c", _BUSY]
    processes = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def run_repeatedly(command: Sequence[str], runs: int) -> Iterator[str]:
    """Reports each run. A failure ends the program with its exit status."""
    for run in range(1, runs + 1):
        start = time.monotonic()
        with occupy_cores():
            status = subprocess.run(command, check=False).returncode
        result = "passed" if status == 0 else "failed"
        yield f"run {run} of {runs} {result}, {time.monotonic() - start:.0f} s"
        if status:
            raise SystemExit(status)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("command", nargs="+", help="with its arguments, after --")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    for report in run_repeatedly(options.command, options.runs):
        print(report, flush=True)


if __name__ == "__main__":
    main()
