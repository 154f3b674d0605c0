"""The thresholds of `collector check`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Threshold:
    name: str
    """The name of the setting, and of the option (with dashes)."""
    count: str
    """The key of the count that it limits."""
    description: str
    is_minimum: bool = False

    @property
    def option(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    def is_crossed(self, count: int, limit: int) -> bool:
        return count < limit if self.is_minimum else count > limit


THRESHOLDS = (
    Threshold("max_no", "no", '"no" answers to "Was this page helpful?"'),
    Threshold("max_searches", "search", "searches without results"),
    Threshold("max_not_found", "not-found", "visits to paths without a page"),
    Threshold("max_outdated", "outdated", "views of outdated translations"),
    Threshold("min_views", "views", "page views", is_minimum=True),
)


def find_crossed(limits: Mapping[str, int | None], counts: Mapping[str, int]) -> Iterator[str]:
    """Yields one line per crossed threshold. `limits` is keyed by the names of settings."""
    for threshold in THRESHOLDS:
        limit = limits.get(threshold.name)
        count = counts.get(threshold.count, 0)
        if limit is not None and threshold.is_crossed(count, limit):
            bound = "fewer than" if threshold.is_minimum else "more than"
            yield f"{count:,} {threshold.description}, {bound} {limit:,}"
