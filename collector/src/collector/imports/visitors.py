"""Counts visitors of exports that identify them, without storing the identifiers."""

from __future__ import annotations

from datetime import date

from collector.errors import CollectorError

_OPEN_DAYS = 3
"""The number of days with hashes in memory. Rows are in order, but a service may write those around
midnight slightly later."""


class DailyVisitors:
    """Stores hashes of the last few days, in memory only."""

    def __init__(self) -> None:
        self.file = ""
        """The current file, for error messages."""
        self._seen: dict[date, set[int]] = {}
        self._closed: set[date] = set()

    def is_first(self, day: date, visitor: str) -> bool:
        """Returns whether this is the visitor's first view on a day."""
        if day in self._closed:
            raise CollectorError(
                f"{self.file}: rows of {day} are in several places. "
                "Sort the rows and files by date: visitors are counted day by day, so that memory "
                "stays small."
            )
        seen = self._seen.setdefault(day, set())
        if len(self._seen) > _OPEN_DAYS:
            first = next(iter(self._seen))
            self._closed.add(first)
            del self._seen[first]
        hashed = hash(visitor)
        is_new = hashed not in seen
        seen.add(hashed)
        return is_new
