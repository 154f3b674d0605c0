"""The rollups that a page view changes, in SQL: for batches and recounts."""

from __future__ import annotations

from collections.abc import Sequence

from collector.model import COLUMNS, DIMENSIONS

RECORDED_DIMENSIONS = (
    "total",
    *(name for name, field in DIMENSIONS.items() if COLUMNS[field].is_stored),
)
"""The dimensions that can be recounted, because records have their fields. Time on page is added to
these, on the day on which the page was opened."""
RECORDED_FIELDS = ", ".join(DIMENSIONS[name] for name in RECORDED_DIMENSIONS if name in DIMENSIONS)
ROLLUP_DIMENSIONS = ("total", *DIMENSIONS)


def _write_values(dimensions: Sequence[str]) -> str:
    rows = ", ".join(f"('{name}', {DIMENSIONS.get(name, repr(''))})" for name in dimensions)
    return f"(values {rows}) as counted (dimension, value)"


VIEWED = _write_values(ROLLUP_DIMENSIONS)
"""The rollup rows of a view. Rows whose value is null must be skipped."""
RECORDED = _write_values(RECORDED_DIMENSIONS)
