"""The hours of a day, compared with the day before. Both are counted from records."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from uuid import UUID

from collector.postgres.reports import Reports
from collector.statistics import Day, Figures, Hour, Period, fill_hours, sum_figures

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """The hours of a day and of the day before, of a site or of a page."""

    now: datetime
    found: dict[str, list[Hour]]
    """The hours, keyed by language prefix. Those of a whole site have an empty key."""
    until_now: Figures | None
    """The figures of the day before, until the same time of day; `None` if the day is over."""

    def fill(self, day: Day) -> list[Hour]:
        """Returns every hour of one of the days, or nothing if it has views but no records: they
        were deleted, or the day was imported."""
        hours = fill_hours(day.day, chain.from_iterable(self.found.values()), self.now)
        is_known = day.views == 0 or any(hour.views for hour in hours)
        return hours if is_known else []

    def fill_views(self, day: date, prefix: str) -> list[int]:
        """Returns the views of a page in one language, by hour."""
        return [hour.views for hour in fill_hours(day, self.found.get(prefix, []), self.now)]


async def load_hours(
    reports: Reports,
    domain_id: UUID,
    period: Period,
    prefixes_by_path: Mapping[str, str] | None = None,
) -> Hours | None:
    """Returns `None` unless the period is one day. `prefixes_by_path` selects a page: its paths,
    each with the prefix of its language."""
    if period.first != period.last:
        return None
    now = datetime.now(UTC)
    start = period.before.start
    paths = list(prefixes_by_path) if prefixes_by_path else None

    async def load(end: datetime) -> dict[str, list[Hour]]:
        return await reports.hours(domain_id, start, end, paths)

    if period.last == now.date():
        found, earlier = await asyncio.gather(load(period.end), load(now - _DAY))
        until_now = sum_figures(chain.from_iterable(earlier.values()))
    else:
        found, until_now = await load(period.end), None
    by_prefix: dict[str, list[Hour]] = {}
    for path, hours in found.items():
        by_prefix.setdefault((prefixes_by_path or {}).get(path, ""), []).extend(hours)
    return Hours(now, by_prefix, until_now)
