"""Opens exports as streams: plain or compressed files, or standard input."""

from __future__ import annotations

import csv
import gzip
import io
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from collector.errors import CollectorError

_GZIP = b"\x1f\x8b"
_DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error, zipfile.BadZipFile, NotImplementedError)


@contextmanager
def explain_damage(name: str) -> Iterator[None]:
    """Adds the name of the file to read errors."""
    try:
        yield
    except _DAMAGE as error:
        raise CollectorError(
            f"{name}: the file is damaged or incomplete ({error}). Export it again."
        ) from error
    except OSError as error:
        raise CollectorError(f"{name}: {error.strerror or error}.") from error


@contextmanager
def open_bytes(name: str) -> Iterator[IO[bytes]]:
    """Opens standard input for `-`. Other names must be regular files, because some files are
    opened twice."""
    if name == "-":
        with explain_damage("standard input"):
            yield sys.stdin.buffer
        return
    with explain_damage(name):
        if not stat.S_ISREG(Path(name).stat().st_mode):
            raise CollectorError(
                f"{name}: not a regular file. Pass a file, or - to read standard input."
            )
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def open_text(name: str) -> Iterator[IO[str]]:
    """Decompresses gzip. Invalid bytes become replacement characters."""
    with open_bytes(name) as file:
        buffered = io.BufferedReader(_Raw(file))
        is_compressed = buffered.peek(2)[:2] == _GZIP
        plain = gzip.GzipFile(fileobj=buffered) if is_compressed else buffered
        with decode(plain) as text:
            yield text


@contextmanager
def decode(file: IO[bytes] | io.BufferedReader | gzip.GzipFile) -> Iterator[IO[str]]:
    text = io.TextIOWrapper(file, "utf-8-sig", errors="replace", newline="")
    try:
        yield text
    finally:
        text.detach()


class _Raw(io.RawIOBase):
    """Makes a pipe peekable without closing the file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class Rows:
    """The rows of a CSV file with a header, as dictionaries."""

    def __init__(self, text: IO[str]) -> None:
        self._rows = csv.reader(text)
        try:
            self.columns = next(self._rows, [])
        except csv.Error:
            self.columns = []

    @property
    def line(self) -> int:
        """The line number of the end of the current row."""
        return self._rows.line_num

    def __iter__(self) -> Iterator[dict[str, str] | None]:
        """Yields `None` for a row that doesn't match the columns of the header."""
        while True:
            try:
                row = next(self._rows)
            except StopIteration:
                return
            except csv.Error:
                yield None
                continue
            if row:
                is_whole = len(row) == len(self.columns)
                yield dict(zip(self.columns, row, strict=True)) if is_whole else None
