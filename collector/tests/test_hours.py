from datetime import UTC, date, datetime, timedelta

import pytest

from collector.dashboard.hours import Hours
from collector.statistics import Day, Hour, Period, fill_hours

DAY = date(2026, 11, 16)
START = datetime(2026, 11, 16, tzinfo=UTC)


def hour_of(number: int, views: int) -> Hour:
    return Hour(views, 1, 10, hour=START + timedelta(hours=number))


def test_a_period_ends_when_the_next_day_begins() -> None:
    period = Period(DAY - timedelta(days=6), DAY)
    assert (period.start, period.end) == (START - timedelta(days=6), START + timedelta(days=1))


@pytest.mark.parametrize(
    ("now", "count"),
    [
        (START - timedelta(seconds=1), 0),
        (START, 1),
        (START + timedelta(hours=3, minutes=59), 4),
        (START + timedelta(days=2), 24),
    ],
)
def test_hours_that_have_begun_are_filled(now: datetime, count: int) -> None:
    hours = fill_hours(DAY, [], now)
    assert [hour.hour for hour in hours] == [START + timedelta(hours=n) for n in range(count)]
    assert not any(hour.views for hour in hours)


def test_an_hour_is_added_up_over_the_languages_of_a_page() -> None:
    other_day = Hour(9, hour=START - timedelta(hours=1))
    found = {"": [hour_of(1, 2), other_day], "zh": [hour_of(1, 3), hour_of(2, 4)]}
    hours = Hours(START + timedelta(hours=2), found, None)
    assert [hour.values for hour in hours.fill(Day(day=DAY))] == [(0, 0, 0), (5, 2, 20), (4, 1, 10)]
    assert hours.fill_views(DAY, "zh") == [0, 3, 4]
    assert hours.fill_views(DAY, "de") == [0, 0, 0]


def test_a_day_with_views_but_without_records_has_no_hours() -> None:
    hours = Hours(START, {}, None)
    assert hours.fill(Day(7, day=DAY)) == []
    assert len(hours.fill(Day(day=DAY))) == 1
