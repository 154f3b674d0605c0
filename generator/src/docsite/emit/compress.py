"""Compressed copies of files, for servers that can send them."""

from __future__ import annotations

import gzip
from collections.abc import Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from docsite.emit.output import compressed_path

SUFFIXES = frozenset({".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".wasm", ".xml"})
MINIMUM_BYTES = 256
"""Compressing smaller files saves less than the headers take."""
LARGE_BYTES = 500_000
"""For larger files, saving another 7% would take ten times as long."""
QUICK_SUFFIXES = frozenset({".md", ".txt"})
"""Rarely read, and `llms-full.txt` changes with every page. They become 9% larger in a twentieth of
the time."""


def compress_files(files: Iterable[Path], shared: Container[Path] = ()) -> int:
    """Compresses files without compressed copies, and returns their number.

    `shared` files, which most visitors load, get the best compression. Other pages become 2% larger
    in half the time.
    """
    todo = [path for path in files if _needs_compression(path)]
    # The compressors release the GIL, so threads are enough.
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
    # Written last: if it exists, both do.
    compressed_path(path, ".gz").write_bytes(gzip.compress(data, 6 if is_quick else 9, mtime=0))
