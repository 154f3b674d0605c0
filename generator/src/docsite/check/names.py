"""Reports file names that some systems can't store: Windows, and case-insensitive file systems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from docsite.records import Problem

_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that are reserved on Windows, with any suffix."""


def check_names(files: Iterable[str]) -> Iterator[Problem]:
    """`files` are relative to the docs folder."""
    known: dict[str, str] = {}
    for file in sorted(files):
        if any(map(_is_invalid, file.split("/"))):
            message = f"Windows can't store a file with the name {file}."
            yield Problem("warning", file, None, message, "Rename it.")
        other = known.setdefault(normalize("NFC", file).casefold(), file)
        if other != file:
            message = f"On Windows and macOS, {other} and {file} are the same file."
            yield Problem("warning", file, None, message, "Rename one of them.")


def _is_invalid(name: str) -> bool:
    is_device = _DEVICE.fullmatch(name) is not None
    return is_device or name.endswith((".", " ")) or _FORBIDDEN.search(name) is not None
