"""Counts visitors of exports that identify them, without storing the identifiers."""

from __future__ import annotations

from datetime import date

from collector.errors import CollectorError

_OPEN_DAYS = 3
"""Rows are in order, but a service may write those around midnight a little later."""


class DailyVisitors:
    """Keeps hashes of the last few days, in memory only."""

    def __init__(self) -> None:
        self.file = ""
        """For messages."""
        self._seen: dict[date, set[int]] = {}
        self._closed: set[date] = set()

    def is_first(self, day: date, visitor: str) -> bool:
        """Whether this is the first view of a visitor on a day."""
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
