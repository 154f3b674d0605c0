"""What the dashboard shows, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from collector.errors import KnownError

MAX_DAYS = 800
"""Two years and some."""
PERIOD_PROBLEM = f"A period has 1 to {MAX_DAYS} days, and ends after it begins"


@dataclass(frozen=True, slots=True)
class Period:
    """Days, both ends included."""

    first: date
    last: date

    def __post_init__(self) -> None:
        # Twice as many: a period is shown beside the one before it.
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
        """As many days, just before."""
        length = (self.last - self.first).days + 1
        return Period(self.first - timedelta(days=length), self.first - timedelta(days=1))


@dataclass(frozen=True, slots=True)
class Figures:
    """Page views, readers (of days: they add up over days), and time on pages."""

    views: int = 0
    readers: int = 0
    milliseconds: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            self.views + other.views,
            self.readers + other.readers,
            self.milliseconds + other.milliseconds,
        )

    def __sub__(self, other: Figures) -> Figures:
        return Figures(
            self.views - other.views,
            self.readers - other.readers,
            self.milliseconds - other.milliseconds,
        )


@dataclass(frozen=True, slots=True)
class Day:
    day: date
    figures: Figures


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    value: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class PageRow:
    """A page in all its languages."""

    page: str
    """Its path in the first language."""
    languages: dict[str, Figures]
    """By prefix; the first language has none."""

    @property
    def figures(self) -> Figures:
        return sum_figures(self.languages.values())


@dataclass(frozen=True, slots=True)
class Pages:
    """The most read pages, and what all pages have together in each language."""

    rows: list[PageRow]
    languages: dict[str, Figures]
    count: int
    """How many pages there are."""

    @property
    def others(self) -> PageRow:
        """Those that have no row."""
        shown = {
            prefix: sum_figures(row.languages.get(prefix, Figures()) for row in self.rows)
            for prefix in self.languages
        }
        return PageRow(
            "(all other pages)",
            {prefix: every - shown[prefix] for prefix, every in self.languages.items()},
        )


def fill_days(period: Period, found: Iterable[Day]) -> list[Day]:
    """Every day of the period: a day without a view is a day, too."""
    known = {day.day: day.figures for day in found}
    return [Day(day, known.get(day, Figures())) for day in period.days]


def sum_figures(figures: Iterable[Figures]) -> Figures:
    return sum(figures, Figures())


def spell_page(page: str, prefixes: Sequence[str]) -> dict[str, str]:
    """Every path that a page is counted under, with its language: `/zh/guide/` is `/guide/`."""
    spelled = {f"/{prefix}{page}": prefix for prefix in prefixes}
    if page == "/":
        spelled |= {f"/{prefix}": prefix for prefix in prefixes}
    return {page: "", **spelled}
