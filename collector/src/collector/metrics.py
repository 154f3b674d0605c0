"""Metrics for Prometheus. They contain nothing about visitors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector


class Metrics(Collector):
    """Counts with a plain `Counter`: the library's own takes a lock for each request."""

    media_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self, read_waiting: Callable[[], int]) -> None:
        self._read_waiting = read_waiting
        self._responses: Counter[int] = Counter()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def count(self, status: int) -> None:
        self._responses[status] += 1

    def collect(self) -> Iterator[Metric]:
        responses = CounterMetricFamily(
            "collector_answers", "Responses by status.", labels=["status"]
        )
        for status, count in sorted(self._responses.items()):
            responses.add_metric([str(status)], count)
        yield responses
        waiting = self._read_waiting()
        yield GaugeMetricFamily("collector_waiting", "Items waiting to be stored.", value=waiting)

    def render(self) -> bytes:
        return generate_latest(self._registry)
