"""Brotli copies of files. Servers compress data files on request, and any file for clients without
Brotli support."""

from __future__ import annotations

from collections.abc import Container, Iterable
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
    """Compresses files that have no compressed copy, and returns their number.

    `shared` files, which most visitors load, get the best compression.
    """
    known = list(files)
    preferred = {path for path in known if _is_preferred(path)}
    is_small = sum(path.stat().st_size for path in preferred) <= SMALL_SITE_BYTES

    def quality_of(path: Path) -> int:
        if path in shared:
            return _BEST
        return _GOOD if is_small and path in preferred else _FAST

    todo = [path for path in known if _needs_compression(path)]
    # The compressor releases the GIL, so threads use all cores.
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda path: _compress(path, quality_of(path)), todo))
    return len(todo)


def _is_preferred(path: Path) -> bool:
    """Returns whether visitors wait for the file: a document or a picture."""
    return path.suffix in (".html", ".svg")


def _needs_compression(path: Path) -> bool:
    return (
        has_copy(path.name)
        and path.stat().st_size >= MINIMUM_BYTES
        and not compressed_path(path).is_file()
    )


def _compress(path: Path, quality: int) -> None:
    # Renamed last, because the next build reuses existing copies.
    draft = path.with_name(f"{path.name}.draft")
    draft.write_bytes(brotli.compress(path.read_bytes(), quality=quality))
    draft.replace(compressed_path(path))


def compressed_path(path: Path) -> Path:
    return path.with_name(compressed_name(path.name))
