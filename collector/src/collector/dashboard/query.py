"""The query parameters of the dashboard's API: the period and the number of rows."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from starlette.requests import Request

from collector.errors import KnownError
from collector.improvements import DEFAULT_MINIMUM, LEAST_MINIMUM
from collector.statistics import MAX_DAYS, PERIOD_PROBLEM, Period

DEFAULT_DAYS = 30
DEFAULT_LIMIT = 100
MAX_LIMIT = 5000
YEARS = range(2000, 3000)
"""Excludes days near `date.min` and `date.max`: periods around them would overflow, and asyncpg
sends these two days as infinity."""


def find_limit(request: Request) -> int:
    return _find_number(request, "limit", DEFAULT_LIMIT)


def find_minimum(request: Request) -> int:
    """Returns the minimum count of rows in the lists of improvements."""
    return _find_number(request, "minimum", DEFAULT_MINIMUM, LEAST_MINIMUM)


def find_period(request: Request) -> Period:
    """Returns the last `days`, or the days from `from` to `to`."""
    last = _find_day(request, "to", datetime.now(UTC).date())
    days = _find_number(request, "days", DEFAULT_DAYS)
    period = Period(_find_day(request, "from", last - timedelta(days=days - 1)), last)
    if len(period.days) > MAX_DAYS:
        raise KnownError(PERIOD_PROBLEM)
    return period


def wants_csv(request: Request) -> bool:
    return request.query_params.get("format") == "csv"


def find_page(request: Request, name: str) -> str | None:
    page = request.query_params.get(name)
    if page and "\0" in page:
        raise KnownError("A path can't contain NUL")  # which PostgreSQL rejects
    return page


def _find_day(request: Request, name: str, default: date) -> date:
    text = request.query_params.get(name)
    try:
        day = date.fromisoformat(text) if text else default
    except ValueError:
        day = date.min
    if day.year not in YEARS:
        raise KnownError(f"`{name}` must be a day such as 2026-11-15, not {text!r}")
    return day


def _find_number(request: Request, name: str, default: int, least: int = 1) -> int:
    text = request.query_params.get(name, str(default))
    is_number = text.isascii() and text.isdecimal() and len(text) < 9
    if not (is_number and least <= int(text) <= MAX_LIMIT):
        raise KnownError(f"`{name}` must be between {least} and {MAX_LIMIT}, not {text!r}")
    return int(text)
