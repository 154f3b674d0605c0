"""The collector with a clock that a test sets, and that looks after midnight more often. All else
is as in `collector serve`, logs included."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

from collector import cli, maintenance
from collector.app import Collector
from collector.config import Settings

CLOCK = "TEST_CLOCK"
"""The environment variable with the path of a file that contains the current time."""


def read_clock() -> datetime:
    return datetime.fromisoformat(Path(os.environ[CLOCK]).read_text(encoding="ascii"))


class LateCollector(Collector):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, now=read_clock, ticks=lambda: read_clock().timestamp())


if __name__ == "__main__":
    vars(cli)["Collector"] = LateCollector
    maintenance.PERIOD = 0.3
    sys.exit(cli.main())
