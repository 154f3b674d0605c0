"""Logs in JSON Lines format, without addresses of visitors."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

MAX_REPEATED = 10
"""Warnings of the server with the same text per period. Clients cause them, with malformed
requests."""
PERIOD_SECONDS = 60.0


class RepeatLimit(logging.Filter):
    """Omits repeated warnings. The first one of the next period has their number."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._periods: dict[tuple[str, str], tuple[float, int]] = {}
        """The start of the period and the number of warnings, by logger and text without values."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind, now = (record.name, str(record.msg)), self._now()
        start, count = self._periods.get(kind, (now, 0))
        if now - start >= PERIOD_SECONDS:
            record.omitted = max(0, count - MAX_REPEATED)
            start, count = now, 0
        self._periods[kind] = start, count + 1
        return count < MAX_REPEATED


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if omitted := getattr(record, "omitted", 0):
            line["omitted"] = omitted
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def start_logging() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").addFilter(RepeatLimit())
