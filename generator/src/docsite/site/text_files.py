"""Reads and edits the files that authors write."""

from __future__ import annotations

import codecs
import shutil
from collections.abc import Callable
from pathlib import Path, PurePath

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


def is_hidden(path: PurePath) -> bool:
    """Returns whether a relative path is hidden, like `.env` and `.git/config`. Web servers hide
    these files too, except in `.well-known`."""
    return any(part.startswith(".") and part != ".well-known" for part in path.parts)


def load_inside(docs: Path, name: str) -> str | None:
    """Returns the text of a file in the docs folder. `None` if it doesn't exist, is hidden or, as
    a symbolic link, outside, because it could be secret."""
    folder = docs.resolve()
    path = (folder / name).resolve()
    if not path.is_relative_to(folder) or is_hidden(path.relative_to(folder)):
        return None
    return load_text(path) if path.is_file() else None


def load_settings(docs: Path, name: str) -> str:
    """Returns the text of a file in the docs folder, or an empty string if it doesn't exist."""
    if not (docs / name).is_file():
        return ""
    text = load_inside(docs, name)
    if text is None:
        message = "this is a symbolic link to a hidden file, or out of the docs folder"
        hint = "Replace it with the file itself."
        raise ContentError(message, hint=hint, file=str(docs / name))
    return text


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
