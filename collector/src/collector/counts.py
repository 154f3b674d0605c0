"""Counts of imported page views, before they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from collector.model import DIMENSIONS, Record

TOTAL = "total"
"""The dimension without values, which counts all views of a day."""


class Count(NamedTuple):
    """A contribution to one row of the rollups."""

    day: date
    dimension: str
    value: str
    views: int
    readers: int = 0
    milliseconds: int = 0


class Counts:
    """Aggregates counts, so that each row of the rollups is sent once instead of once per view."""

    def __init__(self) -> None:
        self._totals: dict[tuple[date, str, str], list[int]] = {}

    def __len__(self) -> int:
        return len(self._totals)

    def add(self, counts: Iterable[Count]) -> None:
        for day, dimension, value, *figures in counts:
            known = self._totals.setdefault((day, dimension, value), [0, 0, 0])
            for index, figure in enumerate(figures):
                known[index] += figure

    def take(self) -> list[Count]:
        """Returns and clears all counts."""
        taken = [Count(*key, *figures) for key, figures in self._totals.items()]
        self._totals = {}
        return taken


def count_view(record: Record, *, is_first: bool, milliseconds: int = 0) -> list[Count]:
    """Returns the rollups of one view. Only those of pages and of the day contain the time."""
    day, readers = record.day, int(is_first)
    found = [
        Count(day, TOTAL, "", 1, readers, milliseconds),
        Count(day, "page", record.path, 1, readers, milliseconds),
    ]
    for dimension, field in DIMENSIONS.items():
        value = getattr(record, field)
        if dimension != "page" and value is not None:
            found.append(Count(day, dimension, value, 1, readers))
    return found
