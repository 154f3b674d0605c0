"""Figures of days, hours, pages and other dimensions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from operator import add, sub
from typing import Annotated

from msgspec import Meta, Struct

from collector.errors import KnownError
from collector.feedback import Feedback

MAX_DAYS = 800
"""More than two years."""
HOURS = 24
PERIOD_PROBLEM = f"A period has 1 to {MAX_DAYS} days, and can't end before it starts"


@dataclass(frozen=True, slots=True)
class Period:
    """A range of days, including both ends."""

    first: date
    last: date

    def __post_init__(self) -> None:
        # Twice as many, because a period is loaded together with the one before it.
        if not 0 <= (self.last - self.first).days < 2 * MAX_DAYS:
            raise KnownError(PERIOD_PROBLEM)

    @property
    def days(self) -> list[date]:
        return [
            self.first + timedelta(days=number)
            for number in range((self.last - self.first).days + 1)
        ]

    @property
    def before(self) -> Period:
        """The previous period of the same length."""
        length = (self.last - self.first).days + 1
        return Period(self.first - timedelta(days=length), self.first - timedelta(days=1))

    @property
    def with_before(self) -> Period:
        return Period(self.before.first, self.last)

    @property
    def start(self) -> datetime:
        return datetime.combine(self.first, time(), UTC)

    @property
    def end(self) -> datetime:
        """The start of the next day."""
        return datetime.combine(self.last + timedelta(days=1), time(), UTC)


class Figures(Struct, frozen=True):
    """Totals of page views."""

    views: int = 0
    readers: Annotated[int, Meta(description="Visitors per day, added up over days.")] = 0
    milliseconds: Annotated[int, Meta(description="Time on pages.")] = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(*map(add, self.values, other.values))

    def __sub__(self, other: Figures) -> Figures:
        return Figures(*map(sub, self.values, other.values))

    @property
    def values(self) -> tuple[int, int, int]:
        return self.views, self.readers, self.milliseconds


FIGURES = Figures.__struct_fields__


class Day(Figures, frozen=True, kw_only=True):
    """The figures of a day (UTC)."""

    day: date


class Hour(Figures, frozen=True, kw_only=True):
    """The figures of an hour (UTC). Visitors count in the hour of their first page of the day."""

    hour: datetime
    """The start of the hour."""


class Row(Figures, frozen=True, kw_only=True):
    """The figures of one value of a dimension."""

    value: str


class TextRow(Struct, frozen=True):
    """How often a class of agents requested a text file, according to access logs."""

    path: str
    agent: str
    count: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page in all its languages."""

    path: str
    """The path in the first language."""
    languages: dict[str, Figures]
    """Keyed by language prefix, which is empty for the first language."""
    feedback: Feedback

    @property
    def figures(self) -> Figures:
        return sum_figures(self.languages.values())


@dataclass(frozen=True, slots=True)
class Pages:
    """The most viewed pages, and the totals of all pages in each language."""

    rows: list[Page]
    languages: dict[str, Figures]
    feedback: Feedback
    count: int
    """The number of all pages, including those that aren't in `rows`."""

    @property
    def others(self) -> Page:
        """The sum of all pages that aren't in `rows`."""
        shown = {
            prefix: sum_figures(row.languages.get(prefix, Figures()) for row in self.rows)
            for prefix in self.languages
        }
        return Page(
            "(all other pages)",
            {prefix: every - shown[prefix] for prefix, every in self.languages.items()},
            self.feedback - sum((row.feedback for row in self.rows), Feedback()),
        )


def fill_days(period: Period, found: Iterable[Day]) -> list[Day]:
    """Returns an entry for every day of the period, including days without views."""
    known = {day.day: day for day in found}
    return [known.get(day) or Day(day=day) for day in period.days]


def add_up_days(days: Iterable[Day]) -> list[Day]:
    """Merges the entries of each day."""
    totals: dict[date, Figures] = {}
    for day in days:
        totals[day.day] = totals.get(day.day, Figures()) + day
    return [Day(*figures.values, day=day) for day, figures in totals.items()]


def fill_hours(day: date, found: Iterable[Hour], now: datetime) -> list[Hour]:
    """Returns an entry for every hour of the day that has started, including hours without
    views."""
    totals: dict[datetime, Figures] = {}
    for hour in found:
        totals[hour.hour] = totals.get(hour.hour, Figures()) + hour
    start = Period(day, day).start
    hours = (start + timedelta(hours=number) for number in range(HOURS))
    return [Hour(*totals.get(hour, Figures()).values, hour=hour) for hour in hours if hour <= now]


def sum_figures(figures: Iterable[Figures]) -> Figures:
    return sum(figures, Figures())


def find_paths(page: str, prefixes: Sequence[str]) -> dict[str, str]:
    """Returns all paths of a page with their prefixes: `/zh/guide/` is `/guide/` in `zh`."""
    prefixes_by_path = {f"/{prefix}{page}": prefix for prefix in prefixes}
    if page == "/":
        prefixes_by_path |= {f"/{prefix}": prefix for prefix in prefixes}
    return {page: "", **prefixes_by_path}
