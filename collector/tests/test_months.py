from datetime import date

import pytest

from collector.postgres.months import split_period

JANUARY, FEBRUARY, MARCH, APRIL = (date(2026, number, 1) for number in range(1, 5))


@pytest.mark.parametrize(
    ("first", "last", "months", "split"),
    [
        # Both ends within months, and all in between added up.
        (date(2026, 1, 20), date(2026, 4, 3), [FEBRUARY, MARCH], (FEBRUARY, APRIL)),
        # Ends that are ends of months.
        (JANUARY, date(2026, 3, 31), [JANUARY, FEBRUARY, MARCH], (JANUARY, APRIL)),
        # A month that is not whole does not count.
        (date(2026, 1, 2), date(2026, 2, 27), [JANUARY, FEBRUARY], (date(2026, 1, 2),) * 2),
        # Nothing is added up yet.
        (JANUARY, APRIL, [], (JANUARY, JANUARY)),
        # Behind a gap, days are read.
        (JANUARY, date(2026, 4, 30), [JANUARY, MARCH, APRIL], (JANUARY, FEBRUARY)),
        # Over the end of a year.
        (date(2025, 12, 1), date(2026, 1, 31), [date(2025, 12, 1), JANUARY],
         (date(2025, 12, 1), FEBRUARY)),
    ],
)  # fmt: skip
def test_a_period_is_split_into_months_and_days(
    first: date, last: date, months: list[date], split: tuple[date, date]
) -> None:
    assert split_period(first, last, months) == split
