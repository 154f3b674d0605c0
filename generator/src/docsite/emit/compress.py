"""Brotli copies of files. Servers compress data files on request, and any file for clients without
Brotli support."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from docsite.emit.output import compressed_name, has_copy

MINIMUM_BYTES = 256
"""The minimum file size. Compressing smaller files saves less than the size of the headers."""
SMALL_SITE_BYTES = 10_000_000
"""Up to this total size, documents and pictures are compressed with `_GOOD` quality. It makes them
6 to 10% smaller and takes ten times as long."""
_BEST, _GOOD, _FAST = 11, 10, 8
"""Brotli qualities. Quality 9 takes five times as long as 8 and saves 0.3%."""


def compress_files(files: Iterable[Path], shared: Container[Path] = ()) -> int:
    """Creates missing copies next to files, as `create_copies` does."""
    found = (path for path in files if has_copy(path.name))
    return create_copies({path: compressed_path(path) for path in found}, shared)


def create_copies(copies: Mapping[Path, Path], shared: Container[Path] = ()) -> int:
    """Creates missing copies, and returns their number. `copies` contains the path of each copy,
    keyed by that of its file.

    `shared` files, which most visitors load, get the best compression.
    """
    preferred = {path for path in copies if _is_preferred(path)}
    is_small = sum(path.stat().st_size for path in preferred) <= SMALL_SITE_BYTES

    def quality_of(path: Path) -> int:
        if path in shared:
            return _BEST
        return _GOOD if is_small and path in preferred else _FAST

    todo = [path for path, copy in copies.items() if _needs_compression(path, copy)]
    # The compressor releases the GIL, so threads use all cores.
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda path: _compress(path, copies[path], quality_of(path)), todo))
    return len(todo)


def _is_preferred(path: Path) -> bool:
    """Returns whether visitors wait for the file: a document or a picture."""
    return path.suffix in (".html", ".svg")


def _needs_compression(path: Path, copy: Path) -> bool:
    return path.stat().st_size >= MINIMUM_BYTES and not copy.is_file()


def _compress(path: Path, copy: Path, quality: int) -> None:
    content = brotli.compress(path.read_bytes(), quality=quality)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(content)


def compressed_path(path: Path) -> Path:
    return path.with_name(compressed_name(path.name))
