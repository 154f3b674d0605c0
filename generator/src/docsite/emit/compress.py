"""Compressed forms beside the files, for servers that send them as they are."""

from __future__ import annotations

import gzip
from collections.abc import Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from docsite.emit.output import compressed_path

SUFFIXES = frozenset({".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".wasm", ".xml"})
MINIMUM_BYTES = 256
"""Below this the headers weigh more than what is won."""
LARGE_BYTES = 500_000
"""From here on, 7% less would take ten times as long."""
QUICK_SUFFIXES = frozenset({".md", ".txt"})
"""Few read these, and the text of all pages changes with each of them. They are 9% larger, and take
a twentieth of the time."""


def compress_files(files: Iterable[Path], shared: Container[Path] = ()) -> int:
    """Compresses what has no compressed form yet, and tells how many files that were.

    `shared` files come to every reader: they get all the time there is. A page gets half of it, and
    is 2% larger for that. A text for programs gets hardly any.
    """
    todo = [path for path in files if _needs_compression(path)]
    # The compressors release the lock, so threads are enough.
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda path: _compress(path, path in shared), todo))
    return len(todo)


def _needs_compression(path: Path) -> bool:
    return (
        path.suffix in SUFFIXES
        and path.stat().st_size >= MINIMUM_BYTES
        and not compressed_path(path, ".gz").is_file()
    )


def _compress(path: Path, is_shared: bool) -> None:
    data = path.read_bytes()
    is_quick = path.suffix in QUICK_SUFFIXES
    is_large = len(data) >= LARGE_BYTES
    quality = 11 if is_shared else 5 if is_quick else 9 if is_large else 10
    compressed_path(path, ".br").write_bytes(brotli.compress(data, quality=quality))
    # Written last: its being there means that both are.
    compressed_path(path, ".gz").write_bytes(gzip.compress(data, 6 if is_quick else 9, mtime=0))
