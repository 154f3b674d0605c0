"""Estimates the resources for more records and more traffic from measurements. The page about
capacity lists the assumptions."""

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
"""Peak traffic, relative to the average."""
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
    """Records of two years, with their actions, without rollups."""
    gigabytes_short: float
    """Records of 30 days."""

    @property
    def cores(self) -> int:
        """For one machine that runs everything."""
        busy = HEADROOM * (self.collectors + self.database)
        return int(max(2, 2 ** math.ceil(math.log2(busy))))

    @property
    def dollars(self) -> float:
        """For two machines, because one is a standby."""
        return 2 * (self.cores * DOLLARS_PER_CORE + self.gigabytes_short * DOLLARS_PER_GB)


@dataclass(frozen=True)
class Limit:
    """The load at which a resource of one server is exhausted."""

    name: str
    requests: float
    """Per second, at peak. 0 if the resource doesn't limit them."""
    views: float
    """Per month."""


def extrapolate(sizes: Sequence[Results], figure: Callable[[Results], float]) -> float:
    """Returns the figure for `GOAL` records, on the line through the two largest databases."""
    *_, last = sizes
    first = sizes[-2] if len(sizes) > 1 else None
    start, low = (first["records"], figure(first)) if first else (0, 0.0)
    slope = (figure(last) - low) / (last["records"] - start)
    return float(figure(last) + slope * (GOAL - last["records"]))


def assemble_plans(results: Results) -> Iterator[Plan]:
    shared = find_shared(results)
    for views in LOADS:
        peak = views / MONTH_S * REQUESTS_PER_VIEW * PEAK
        month = views * results["bytesPerView"] / 1e9
        yield Plan(
            views,
            peak,
            peak * shared["collectorMicroseconds"] / 1e6,
            peak * shared["databaseMicroseconds"] / 1e6,
            month * YEARS_MONTHS,
            month,
        )


def assemble_limits(results: Results) -> Iterator[Limit]:
    one = results["sizes"][-1]["ingestion"][0]
    for name, microseconds in (
        ("oneProcess", one["collectorMicroseconds"]),
        ("oneSite", find_shared(results)["databaseMicroseconds"]),
    ):
        requests = 1e6 / microseconds
        yield Limit(name, requests, requests / REQUESTS_PER_VIEW / PEAK * MONTH_S)
    views = DISK_GB * 1e9 / results["bytesPerView"]
    yield Limit("diskShort", 0, views)
    yield Limit("diskLong", 0, views / YEARS_MONTHS)


def find_shared(results: Results) -> Results:
    """Returns the run with the most collectors for one site, with the largest database. More
    collectors have smaller batches, which need more CPU time per request."""
    runs: Sequence[Results] = results["sizes"][-1]["ingestion"]
    return max((one for one in runs if one["sites"] == 1), key=lambda one: one["processes"])
