"""Metrics for Prometheus. They contain no data about visitors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Metric,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]


class _Responses(Collector):
    """Counts in one thread. The locks of `Counter` would be a large part of a refused request."""

    def __init__(self) -> None:
        self.by_status: defaultdict[int, int] = defaultdict(int)

    def collect(self) -> Iterable[Metric]:
        described = "Responses of /api by status, except to preflight requests."
        family = CounterMetricFamily("collector_answers", described, labels=["status"])
        for status, count in self.by_status.items():
            family.add_metric([str(status)], count)
        yield family


class Metrics:
    media_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self, read_waiting: Callable[[], int], has_standby: Callable[[], bool]) -> None:
        self._registry = CollectorRegistry()
        self._responses = _Responses()
        self._registry.register(self._responses)
        self._excluded = Counter(
            "collector_excluded",
            "Excluded views and actions, by reason: bot or owner.",
            ["reason"],
            registry=self._registry,
        )
        for reason in ("bot", "owner"):
            self._excluded.labels(reason)  # so that it is exported as 0 before the first one
        waiting = Gauge("collector_waiting", "Items waiting to be stored.", registry=self._registry)
        waiting.set_function(read_waiting)
        standby = Gauge(
            "collector_standby",
            "1 if records are acknowledged only after a standby has stored them, otherwise 0.",
            registry=self._registry,
        )
        standby.set_function(has_standby)

    def count(self, status: int) -> None:
        self._responses.by_status[status] += 1

    def count_excluded(self, reason: str) -> None:
        self._excluded.labels(reason).inc()

    def render(self) -> bytes:
        return generate_latest(self._registry)
