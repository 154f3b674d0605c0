"""Calculates from measurements what more records and more traffic need. The page about capacity
states the assumptions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.collector.traffic import ACTIONS_PER_VIEW, UPDATES_PER_VIEW

Results = Mapping[str, Any]

GOAL = 100_000_000
"""The number of records to extrapolate to."""
LOADS = (10_000_000, 100_000_000, 1_000_000_000)
"""Page views per month."""
REQUESTS_PER_VIEW = 1 + UPDATES_PER_VIEW + ACTIONS_PER_VIEW
PEAK = 16
"""Requests per second at peak, relative to the average."""
MONTH_S = 30 * 86_400
YEARS_MONTHS = 24
HEADROOM = 2
"""Cores, relative to those that are busy at peak."""
DISK_GB = 1000
DOLLARS_PER_CORE = 10.0
"""Per month, with 4 GB of memory."""
DOLLARS_PER_GB = 0.1


@dataclass(frozen=True)
class Plan:
    """The resources that a load requires, calculated from the measured CPU time and bytes."""

    views: int
    peak: float
    """Requests per second."""
    collectors: float
    """Busy cores."""
    database: float
    gigabytes: float
    """With the records of two years."""
    gigabytes_short: float
    """With the records of 30 days."""

    @property
    def cores(self) -> int:
        """Of one machine, which can handle everything."""
        busy = HEADROOM * (self.collectors + self.database)
        return int(max(2, 2 ** math.ceil(math.log2(busy))))

    @property
    def dollars(self) -> float:
        """Of two machines, because one is a standby."""
        return 2 * (self.cores * DOLLARS_PER_CORE + self.gigabytes_short * DOLLARS_PER_GB)


@dataclass(frozen=True)
class Limit:
    """The load at which a part of one server is used up."""

    name: str
    requests: float
    """Per second, at peak. 0 if it isn't limited."""
    views: float
    """Per month."""


def extrapolate(sizes: Sequence[Results], figure: Callable[[Results], float]) -> float:
    """Returns the figure of `GOAL` records, on the line through the two largest databases."""
    *_, last = sizes
    first = sizes[-2] if len(sizes) > 1 else None
    start, low = (first["records"], figure(first)) if first else (0, 0.0)
    slope = (figure(last) - low) / (last["records"] - start)
    return float(figure(last) + slope * (GOAL - last["records"]))


def assemble_plans(results: Results) -> Iterator[Plan]:
    largest = results["sizes"][-1]
    one = largest["ingestion"][0]
    for views in LOADS:
        peak = views / MONTH_S * REQUESTS_PER_VIEW * PEAK
        month = views * _bytes_per_record(largest) / 1e9
        rollups = (largest["bytes"] - largest["recordBytes"]) / 1e9
        yield Plan(
            views,
            peak,
            peak * one["collectorMicroseconds"] / 1e6,
            peak * one["databaseMicroseconds"] / 1e6,
            month * YEARS_MONTHS + rollups,
            month + rollups,
        )


def assemble_limits(results: Results) -> Iterator[Limit]:
    largest = results["sizes"][-1]
    one = largest["ingestion"][0]
    for name, key in (
        ("oneProcess", "collectorMicroseconds"),
        ("oneSite", "databaseMicroseconds"),
    ):
        requests = 1e6 / one[key]
        yield Limit(name, requests, requests / REQUESTS_PER_VIEW / PEAK * MONTH_S)
    views = DISK_GB * 1e9 / _bytes_per_record(largest)
    yield Limit("diskShort", 0, views)
    yield Limit("diskLong", 0, views / YEARS_MONTHS)


def _bytes_per_record(size: Results) -> float:
    """Including its actions."""
    return float(size["recordBytes"] / size["records"])
