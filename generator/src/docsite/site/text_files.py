"""Reads and edits the files that authors write."""

from __future__ import annotations

import codecs
import shutil
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


def quote_path(path: Path) -> str:
    """Returns a path as an argument of a command."""
    return f'"{path}"' if " " in str(path) else str(path)


def edit_text(path: Path, edit: Callable[[str], str]) -> None:
    """Changes the text of a file. Keeps the byte order mark, and the most common line ending."""
    text = edit(load_text(path))
    content = path.read_bytes()
    encoding = "utf-8-sig" if content.startswith(codecs.BOM_UTF8) else "utf-8"
    is_windows = 2 * content.count(b"\r\n") > content.count(b"\n")
    lines = text.replace("\n", "\r\n") if is_windows else text
    _replace(path.resolve(), lines.encode(encoding))


def _replace(path: Path, content: bytes) -> None:
    """Writes a file as a whole, so that it is never half-written."""
    draft = path.with_name(f".{path.name}.docsite")
    try:
        draft.write_bytes(content)
        shutil.copymode(path, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
