"""What is counted of a page view, in SQL: batches and recounts both say it in these words."""

from __future__ import annotations

VIEWED = """(values
    ('total', ''), ('page', path), ('referrer', referrer), ('source', source),
    ('language', language), ('browser', browser), ('system', system), ('size', size)
  ) as counted (dimension, value)"""
"""The rows that a view is counted in; those without a value are left out."""

RECORDED = "(values ('total', ''), ('page', path)) as counted (dimension, value)"
"""The rows that records alone can tell: time on a page is added to them, on the day on which it was
opened, and a recount checks them."""

RECORDED_DIMENSIONS = ("total", "page")
DIMENSIONS = ("total", "page", "referrer", "source", "language", "browser", "system", "size")
