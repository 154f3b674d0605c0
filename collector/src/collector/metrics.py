"""Figures for Prometheus: few, and none that tells about readers."""

from __future__ import annotations

from collections import Counter


class Metrics:
    """Counts answers by status."""

    def __init__(self) -> None:
        self._answers: Counter[int] = Counter()

    def count(self, status: int) -> None:
        self._answers[status] += 1

    def render(self, *, waiting: int) -> str:
        lines = [
            "# HELP collector_answers_total Responses by status.",
            "# TYPE collector_answers_total counter",
            *(
                f'collector_answers_total{{status="{status}"}} {count}'
                for status, count in sorted(self._answers.items())
            ),
            "# HELP collector_waiting Items waiting to be stored.",
            "# TYPE collector_waiting gauge",
            f"collector_waiting {waiting}",
        ]
        return "\n".join(lines) + "\n"
