"""CPU time and memory of processes, read from /proc."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from benchmarks.site.processes import find_family
from harness.processes import resident_bytes

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def load_cpu_seconds(process_id: int) -> float:
    """Returns user and system time of a process and its descendants, including ended ones."""
    return sum(map(_load_ticks, find_family(process_id))) / _TICKS_PER_S


def _load_ticks(process_id: int) -> int:
    with suppress(OSError, IndexError):  # the process has ended
        text = Path(f"/proc/{process_id}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return sum(map(int, fields[11:15]))
    return 0


def load_idle_seconds() -> float:
    """Returns the seconds since boot that the cores of this machine were idle or waiting for I/O,
    summed over the cores."""
    fields = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0].split()
    return sum(map(int, fields[4:6])) / _TICKS_PER_S


def load_resident_mb(process_id: int) -> float:
    return resident_bytes(process_id) / 1e6
