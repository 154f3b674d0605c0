"""Figures as cells of the tables that the dashboard shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime

from collector.catalog import Domain
from collector.statistics import Day, Figures, PageRow, Period, Row, fill_days, sum_figures
from collector.tables import Cells


def describe_days(period: Period, found: Sequence[Day]) -> dict[str, object]:
    """Days of a period with those before it, which they are compared with."""
    days = fill_days(period, found)
    before = fill_days(period.before, found)
    return {
        "from": period.first,
        "to": period.last,
        "today": datetime.now(UTC).date(),
        "total": sum_days(days),
        "before": sum_days(before),
        "days": [day_cells(day) for day in days],
        "daysBefore": [day.figures.views for day in before],
    }


def select_days(period: Period, days: Iterable[Day]) -> list[Day]:
    return [day for day in days if period.first <= day.day <= period.last]


def add_up_days(days: Iterable[Day]) -> list[Day]:
    """One entry per day."""
    sums: dict[date, Figures] = {}
    for day in days:
        sums[day.day] = sums.get(day.day, Figures()) + day.figures
    return [Day(day, figures) for day, figures in sums.items()]


def sum_days(days: Iterable[Day]) -> Figures:
    return sum_figures(day.figures for day in days)


def day_cells(day: Day) -> Cells:
    return {"day": day.day, **asdict(day.figures)}


def row_cells(rows: Iterable[Row]) -> list[Cells]:
    return [{"value": row.value, **asdict(row.figures)} for row in rows]


def page_cells(row: PageRow, domain: Domain) -> Cells:
    languages = {
        name_language(prefix): row.languages.get(prefix, Figures()).views
        for prefix in ("", *domain.languages)
    }
    parts = languages if domain.languages else {}
    return {"page": row.page, **asdict(row.figures), **parts}


def language_cells(domain: Domain, languages: Mapping[str, Figures]) -> list[Cells]:
    """Figures by prefix, each language in its place."""
    return [
        {"value": name_language(prefix), **asdict(languages.get(prefix, Figures()))}
        for prefix in ("", *domain.languages)
    ]


def columns_of(domain: Domain) -> list[str]:
    prefixes = ("", *domain.languages)
    return [name_language(prefix) for prefix in prefixes] if domain.languages else []


def name_language(prefix: str) -> str:
    """By the path that its pages stand under: `/`, `/zh/`."""
    return f"/{prefix}/" if prefix else "/"
