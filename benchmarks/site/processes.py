"""Measures CPU time, time and memory of a command with its child processes."""

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
"""The minimum pause after a memory sample, as a multiple of its CPU time. The kernel visits all
pages of a process: without pauses, sampling a build of 1 GB would use a third of a core."""


@dataclass(frozen=True)
class Cost:
    """The resources that one run of a command used."""

    cpu_s: float
    """User and system time of all its processes."""
    wall_s: float
    peak_mb: float
    """The peak memory of all its processes together. Memory that they share is counted once; 1 MB
    is 1,000,000 bytes."""


class CommandError(Exception):
    """A measured command failed. The message contains its output."""


def measure_command(command: Sequence[str], cwd: Path) -> Cost:
    """Runs a command until it exits. Raises `CommandError` with its output if it fails."""
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    with _MemorySampler(process.pid) as memory:
        output = process.stdout.read() if process.stdout else ""
        # Includes descendants, because each parent has waited for its children.
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.stdout:
        process.stdout.close()
    if process.returncode:
        raise CommandError(f"{' '.join(command)} failed:\n{output}")
    cpu_s = usage.ru_utime + usage.ru_stime
    # Not `usage.ru_maxrss`: it includes this process, from which the command was forked.
    return Cost(cpu_s, time.monotonic() - start, memory.peak_bytes / 1e6)


class _MemorySampler:
    """Samples the memory of a process and its descendants, up to ten times a second."""

    def __init__(self, process_id: int) -> None:
        self.peak_bytes = 0
        self._process_id = process_id
        self._done = Event()
        self._thread = Thread(target=self._sample, daemon=True)

    def __enter__(self) -> _MemorySampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _sample(self) -> None:
        while True:
            start = time.thread_time()
            family = find_family(self._process_id)
            self.peak_bytes = max(self.peak_bytes, sum(map(_bytes_of, family)))
            if self._done.wait(max(_INTERVAL_S, _PAUSE * (time.thread_time() - start))):
                return


def find_family(process_id: int) -> set[int]:
    """Returns a process and its descendants."""
    parents = dict(_load_parents())
    family, found = {process_id}, {process_id}
    while found:
        found = {child for child, parent in parents.items() if parent in found} - family
        family |= found
    return family


def _load_parents() -> Iterator[tuple[int, int]]:
    """Yields the ids of every process and its parent."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):  # the process has ended
            # The name in parentheses can contain any character, even a parenthesis.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            yield int(folder.name), int(fields[1])


def _bytes_of(process_id: int) -> int:
    with suppress(OSError, IndexError):  # the process has ended
        return proportional_bytes(process_id)
    return 0
