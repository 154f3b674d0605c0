"""Metrics for Prometheus. They contain no data about visitors."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
    generate_latest,
)

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    media_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self, read_waiting: Callable[[], int], has_standby: Callable[[], bool]) -> None:
        self._registry = CollectorRegistry()
        self._responses = Counter(
            "collector_answers",
            "Responses of /api by status, except to preflight requests.",
            ["status"],
            registry=self._registry,
        )
        self._excluded = Counter(
            "collector_excluded",
            "Excluded views and actions, by reason: bot or owner.",
            ["reason"],
            registry=self._registry,
        )
        for reason in ("bot", "owner"):
            self._excluded.labels(reason)  # so that it is exported as 0 before the first one
        self._by_status: dict[int, Counter] = {}
        waiting = Gauge("collector_waiting", "Items waiting to be stored.", registry=self._registry)
        waiting.set_function(read_waiting)
        standby = Gauge(
            "collector_standby",
            "1 if records are acknowledged only after a standby has stored them, otherwise 0.",
            registry=self._registry,
        )
        standby.set_function(has_standby)

    def count(self, status: int) -> None:
        counter = self._by_status.get(status)
        if counter is None:
            counter = self._by_status[status] = self._responses.labels(status)
        counter.inc()

    def count_excluded(self, reason: str) -> None:
        self._excluded.labels(reason).inc()

    def render(self) -> bytes:
        return generate_latest(self._registry)
