"""Parses dates of exports and converts them to UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from collector.errors import KnownError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_YEAR = 2000
"""Earlier than any of these services. An earlier date is a mistake, and would stretch every
chart."""


def read_moment(text: object, name: str) -> datetime:
    """Parses a date and time in ISO 8601. Without an offset, it is in UTC."""
    if isinstance(text, str):
        try:
            parsed = datetime.fromisoformat(text.strip())
            moment = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
            return _check(moment.astimezone(UTC), name)
        except (ValueError, OverflowError):
            pass
    raise _invalid(name)


def read_milliseconds(count: int, name: str) -> datetime:
    """Converts milliseconds since 1970."""
    try:
        return _check(_EPOCH + timedelta(milliseconds=count), name)
    except OverflowError:
        raise _invalid(name) from None


def read_day(text: str, name: str) -> date:
    return read_moment(text, name).date()


def _check(moment: datetime, name: str) -> datetime:
    if moment.year < _FIRST_YEAR:
        raise KnownError(f"`{name}` is before {_FIRST_YEAR}")
    return moment


def _invalid(name: str) -> KnownError:
    return KnownError(f"`{name}` is not a date")
