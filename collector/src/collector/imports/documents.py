"""Reads the documents of a MongoDB export one by one: JSON Lines, an array, or indented JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

_CHUNK = 1 << 16
_MAX_DOCUMENT = 1 << 20
"""Characters. Ackee's documents have fewer than 1,000."""
_BETWEEN = re.compile(r"[\s,\[\]]*")
_SEPARATORS = " \t\r\n,["
# Possessive, and anchored at the start of a run, so that matching takes linear time.
_BEFORE_OBJECT = re.compile(r"(?<![\s,\[])[\s,\[]++(?=\{)")
_DECODER = json.JSONDecoder()


class Documents:
    """Yields the line number of each document and the document, or `None` if it isn't JSON."""

    def __init__(self, text: IO[str]) -> None:
        self._text = text
        self._buffer = ""
        self._line = 1
        self._is_ended = False

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        while self._skip_to_document():
            line = self._line
            yield line, self._decode()

    def _skip_to_document(self) -> bool:
        while True:
            found = _BETWEEN.match(self._buffer)
            self._drop(found.end() if found else 0)
            if self._buffer or not self._read():
                return bool(self._buffer)

    def _decode(self) -> Any:
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer)
            except (ValueError, RecursionError):
                # The document may be incomplete. If another document starts on a later line, it is
                # invalid.
                is_long = len(self._buffer) > _MAX_DOCUMENT
                if is_long or self._find_next() is not None or not self._read():
                    self._skip_invalid()
                    return None
            else:
                # A number may continue after the end of the buffer.
                if end < len(self._buffer) or not self._read():
                    self._drop(end)
                    return value

    def _skip_invalid(self) -> None:
        while (start := self._find_next()) is None:
            # The next chunk may start with a document, so a line break at the end stays in the
            # buffer.
            line_break = self._buffer.rfind("\n", len(self._buffer.rstrip(_SEPARATORS)))
            self._drop(len(self._buffer) if line_break < 0 else line_break)
            if not self._read():
                self._drop(len(self._buffer))
                return
        self._drop(start)

    def _find_next(self) -> int | None:
        """Returns the start of the next document on a later line."""
        runs = _BEFORE_OBJECT.finditer(self._buffer)
        return next((run.end() for run in runs if "\n" in run[0]), None)

    def _drop(self, length: int) -> None:
        self._line += self._buffer.count("\n", 0, length)
        self._buffer = self._buffer[length:]

    def _read(self) -> bool:
        chunk = "" if self._is_ended else self._text.read(_CHUNK)
        self._is_ended = not chunk
        self._buffer += chunk
        return bool(chunk)
