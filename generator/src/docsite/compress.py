"""Compressed forms beside the files, for servers that send them as they are."""

from __future__ import annotations

import gzip
from collections.abc import Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from docsite.output import compressed_path

SUFFIXES = frozenset({".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".xml"})
MINIMUM_BYTES = 256
"""Below this the headers weigh more than what is won."""


def compress_files(files: Iterable[Path], shared: Container[Path] = ()) -> int:
    """Compresses what has no compressed form yet, and tells how many files that were.

    `shared` files come to every reader: they get all the time there is. A page gets half of it, and
    is 2% larger for that.
    """
    todo = [path for path in files if _needs_compression(path)]
    # The compressors release the lock, so threads are enough.
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda path: _compress(path, 11 if path in shared else 10), todo))
    return len(todo)


def _needs_compression(path: Path) -> bool:
    return (
        path.suffix in SUFFIXES
        and path.stat().st_size >= MINIMUM_BYTES
        and not compressed_path(path, ".gz").is_file()
    )


def _compress(path: Path, quality: int) -> None:
    data = path.read_bytes()
    compressed_path(path, ".br").write_bytes(brotli.compress(data, quality=quality))
    # Written last: its being there means that both are.
    compressed_path(path, ".gz").write_bytes(gzip.compress(data, compresslevel=9, mtime=0))
