"""Reads and edits the files that authors write."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

from docsite.errors import ContentError


def load_text(path: Path) -> str:
    """Returns the text without a byte order mark, which some editors write. Lines end in `\\n`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        hint = "Check the path and its permissions."
        if isinstance(error, UnicodeDecodeError):
            hint = "Open it in its current encoding, and save it as UTF-8."
        message = f"this file can't be read: {error}"
        raise ContentError(message, hint=hint, file=str(path)) from error


def edit_text(path: Path, edit: Callable[[str], str]) -> None:
    """Changes the text of a file. Keeps the byte order mark, and the most common line ending."""
    text = edit(load_text(path))
    content = path.read_bytes()
    encoding = "utf-8-sig" if content.startswith(codecs.BOM_UTF8) else "utf-8"
    is_windows = 2 * content.count(b"\r\n") > content.count(b"\n")
    path.write_text(text, encoding=encoding, newline="\r\n" if is_windows else "\n")
