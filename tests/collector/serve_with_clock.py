"""`collector serve` with a clock that a test sets, any queue length, and frequent maintenance."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType

from collector import cli, maintenance
from collector.app import Collector
from collector.writer import MAX_WAITING
from harness.collector.service import Service, running, start_service
from harness.network import find_port

_CLOCK = "TEST_CLOCK"
_QUEUE = "TEST_QUEUE"


@dataclass(frozen=True)
class Clock:
    """A file with the current time, which a service reads with every request."""

    file: Path

    def set(self, moment: datetime | str) -> None:
        draft = self.file.with_suffix(".draft")
        draft.write_text(str(moment), encoding="ascii")
        draft.replace(self.file)

    def read(self) -> datetime:
        return datetime.fromisoformat(self.file.read_text(encoding="ascii"))


@contextmanager
def run_with_clock(
    dsn: str,
    clock: Clock,
    settings: Mapping[str, str] = MappingProxyType({}),
    *,
    log: Path | None = None,
    time_zone: str = "UTC",
    queue: int = MAX_WAITING,
) -> Iterator[Service]:
    variables = {_CLOCK: str(clock.file), _QUEUE: str(queue), "TZ": time_zone}
    service = start_service(
        dsn, find_port(), settings, module=__name__, variables=variables, log=log
    )
    with running(service):
        yield service


def main() -> int:
    now = Clock(Path(os.environ[_CLOCK])).read
    queue = int(os.environ[_QUEUE])
    ticks = lambda: now().timestamp()  # noqa: E731
    vars(cli)["Collector"] = partial(Collector, now=now, ticks=ticks, max_waiting=queue)
    maintenance.PERIOD = 0.3
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
