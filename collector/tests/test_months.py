from datetime import date

import pytest

from collector.postgres.months import split_period

JANUARY, FEBRUARY, MARCH, APRIL = (date(2026, number, 1) for number in range(1, 5))


@pytest.mark.parametrize(
    ("first", "last", "months", "split"),
    [
        # Starts and ends within a month; all months in between have rollups.
        (date(2026, 1, 20), date(2026, 4, 3), [FEBRUARY, MARCH], (FEBRUARY, APRIL)),
        # Starts and ends with a month.
        (JANUARY, date(2026, 3, 31), [JANUARY, FEBRUARY, MARCH], (JANUARY, APRIL)),
        # An incomplete month isn't used.
        (date(2026, 1, 2), date(2026, 2, 27), [JANUARY, FEBRUARY], (date(2026, 1, 2),) * 2),
        # No monthly rollups yet.
        (JANUARY, APRIL, [], (JANUARY, JANUARY)),
        # After a gap, days are used.
        (JANUARY, date(2026, 4, 30), [JANUARY, MARCH, APRIL], (JANUARY, FEBRUARY)),
        # Across a year boundary.
        (date(2025, 12, 1), date(2026, 1, 31), [date(2025, 12, 1), JANUARY],
         (date(2025, 12, 1), FEBRUARY)),
    ],
)  # fmt: skip
def test_a_period_is_split_into_months_and_days(
    first: date, last: date, months: list[date], split: tuple[date, date]
) -> None:
    assert split_period(first, last, months) == split
