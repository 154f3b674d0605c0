"""What is counted of a page view, in SQL: batches and recounts both say it in these words."""

from __future__ import annotations

_SIZES = ((600, "phone"), (1100, "tablet"))
"""Widths of windows, and what they are called; wider ones are desktops."""

_SIZE = " ".join(f"when browser_width < {most} then '{name}'" for most, name in _SIZES)

VIEWED = f"""(values
    ('total', ''), ('page', path), ('referrer', referrer), ('source', source),
    ('language', language), ('browser', browser_name), ('system', os_name),
    ('size', case when browser_width > 0 then case {_SIZE} else 'desktop' end end)
  ) as counted (dimension, value)"""
"""The rows that a view is counted in; those without a value are left out."""

STAYED = "(values ('total', ''), ('page', path)) as counted (dimension, value)"
"""The rows that time on a page is counted in, on the day on which it was opened."""

DIMENSIONS = ("total", "page", "referrer", "source", "language", "browser", "system", "size")


def milliseconds(until: str) -> str:
    """From the opening of a page until a moment. Differences of it add up without a rest."""
    return f"round(date_part('epoch', {until} - created) * 1000)::integer"
