"""What a command and everything it starts take: processor, time and memory."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from harness.processes import proportional_bytes

_INTERVAL_S = 0.1
_PAUSE = 30
"""The least pause after a look at the memory, as a multiple of the CPU time of the look. The kernel
walks all pages of a process: without pauses, a build of 1 GB would lose a third of a core to it."""


@dataclass(frozen=True)
class Cost:
    """What one run of a command took."""

    cpu_s: float
    """User and system time of all its processes."""
    wall_s: float
    peak_mb: float
    """The peak memory of all its processes together. Memory that they share is counted once; 1 MB
    is 1,000,000 bytes."""


class CommandError(Exception):
    """A measured command failed; what it wrote is the message."""


def measure_command(command: Sequence[str], cwd: Path) -> Cost:
    """Runs a command to its end. What it writes is shown only when it fails."""
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    with _MemoryWatch(process.pid) as memory:
        output = process.stdout.read() if process.stdout else ""
        # Counts the children too, of which each has been waited for by its parent.
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.stdout:
        process.stdout.close()
    if process.returncode:
        raise CommandError(f"{' '.join(command)} failed:\n{output}")
    cpu_s = usage.ru_utime + usage.ru_stime
    # `usage` tells a peak as well: that of this very process, from which the command was forked.
    return Cost(cpu_s, time.monotonic() - start, memory.peak_bytes / 1e6)


class _MemoryWatch:
    """Looks at a process and its descendants up to ten times a second."""

    def __init__(self, process_id: int) -> None:
        self.peak_bytes = 0
        self._process_id = process_id
        self._done = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> _MemoryWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            start = time.thread_time()
            family = find_family(self._process_id)
            self.peak_bytes = max(self.peak_bytes, sum(map(_bytes_of, family)))
            if self._done.wait(max(_INTERVAL_S, _PAUSE * (time.thread_time() - start))):
                return


def find_family(process_id: int) -> set[int]:
    """A process, its children, and theirs."""
    parents = dict(_load_parents())
    family, found = {process_id}, {process_id}
    while found:
        found = {child for child, parent in parents.items() if parent in found} - family
        family |= found
    return family


def _load_parents() -> Iterator[tuple[int, int]]:
    """Every process with its parent."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):  # it has ended meanwhile
            # The name in brackets can hold anything, so the fields begin after the last one.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            yield int(folder.name), int(fields[1])


def _bytes_of(process_id: int) -> int:
    with suppress(OSError, IndexError):  # it has ended meanwhile
        return proportional_bytes(process_id)
    return 0
