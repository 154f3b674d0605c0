"""What a process holds in memory, as Linux tells it."""

from __future__ import annotations

import os
import re
from pathlib import Path


def resident_bytes(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def peak_bytes(process: int) -> int:
    """The most that it ever had."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def find_in_memory(process: int, needle: bytes) -> list[bytes]:
    """What stands before bytes, wherever they are in what the process can write to."""
    found = []
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        for start, end in _writable(process):
            try:
                memory.seek(start)
                part = memory.read(end - start)
            except (OSError, ValueError, OverflowError):
                continue  # what belongs to the kernel
            places = (match.start() for match in re.finditer(re.escape(needle), part))
            found += [part[max(0, place - 96) : place] for place in places]
    return found


def _writable(process: int) -> list[tuple[int, int]]:
    maps = Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
    return [
        (int(match[1], 16), int(match[2], 16))
        for match in re.finditer(r"(?m)^([0-9a-f]+)-([0-9a-f]+) rw", maps)
    ]
