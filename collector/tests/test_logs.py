import io
import json
import logging
from typing import Any

from collector.logs import MAX_REPEATED, PERIOD_SECONDS, JsonFormatter, RepeatLimit


class Log:
    """A logger with a clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self._stream = io.StringIO()
        handler = logging.StreamHandler(self._stream)
        handler.setFormatter(JsonFormatter())
        handler.addFilter(RepeatLimit(lambda: self.now))
        self.logger = logging.Logger("uvicorn.error")
        self.logger.addHandler(handler)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._stream.getvalue().splitlines()]


def test_repeated_warnings_are_limited_and_counted() -> None:
    log = Log()
    for _ in range(1000):
        log.logger.warning("Invalid HTTP request received.")
    assert len(log.lines) == MAX_REPEATED
    log.now = PERIOD_SECONDS
    log.logger.warning("Invalid HTTP request received.")
    assert log.lines[-1]["omitted"] == 1000 - MAX_REPEATED
    assert "omitted" not in log.lines[0]


def test_warnings_that_differ_only_in_values_are_repeated_ones() -> None:
    log = Log()
    for number in range(100):
        log.logger.warning("refused: %s", number)
    assert len(log.lines) == MAX_REPEATED


def test_other_warnings_and_all_other_lines_are_logged() -> None:
    log = Log()
    for number in range(100):
        log.logger.warning("Invalid HTTP request received.")
        log.logger.info("signed in with the token %r", f"{number}")
    log.logger.warning("nothing can be stored")
    assert len(log.lines) == MAX_REPEATED + 100 + 1
    assert log.lines[-1]["message"] == "nothing can be stored"
