"""The collector with a clock that a test sets, and with a short queue: time and want of room are
the faults that are injected here. Everything else is as in `collector serve`."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import uvicorn

from collector.app import Collector
from collector.config import load_settings

CLOCK = "TEST_CLOCK"
"""Names a file with the seconds that the clock is ahead."""
QUEUE = "TEST_QUEUE"


def read_clock() -> datetime:
    ahead = float(Path(os.environ[CLOCK]).read_text()) if CLOCK in os.environ else 0
    return datetime.now(UTC) + timedelta(seconds=ahead)


def main() -> None:
    settings = load_settings(None)
    app = Collector(settings, now=read_clock, max_waiting=int(os.environ.get(QUEUE, "5000")))
    uvicorn.run(app, host=settings.host, port=settings.port, log_config=None)


if __name__ == "__main__":
    main()
