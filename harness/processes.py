"""Memory of a process, read from Linux's /proc."""

from __future__ import annotations

import os
import re
from pathlib import Path


def resident_bytes(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def proportional_bytes(process: int) -> int:
    """Returns the proportional set size: memory that several processes share is divided among
    them, so the sum over forked processes counts it once."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    return int(rollup.partition("\nPss:")[2].split()[0]) * 1024


def peak_bytes(process: int) -> int:
    """Returns the peak resident memory."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def find_in_memory(process: int, needle: bytes) -> list[bytes]:
    """Searches the writable memory of a process. Returns the bytes before each match."""
    found = []
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        for start, end in _writable(process):
            try:
                memory.seek(start)
                part = memory.read(end - start)
            except (OSError, ValueError, OverflowError):
                continue  # kernel mappings can't be read
            positions = (match.start() for match in re.finditer(re.escape(needle), part))
            found += [part[max(0, position - 96) : position] for position in positions]
    return found


def _writable(process: int) -> list[tuple[int, int]]:
    maps = Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
    return [
        (int(match[1], 16), int(match[2], 16))
        for match in re.finditer(r"(?m)^([0-9a-f]+)-([0-9a-f]+) rw", maps)
    ]
