"""Reads access logs of nginx (`combined`) and Caddy (JSON), and counts requests for text files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import blake2b
from typing import IO
from urllib.parse import urlsplit

import msgspec

from collector.agents import TextRequest, classify_agent
from collector.cardinality import OTHER_PATH
from collector.errors import KnownError
from collector.imports.moments import read_milliseconds, read_moment
from collector.imports.site import Site, strip_host
from collector.imports.tally import Tally
from collector.locations import normalize_page
from collector.normalize import MAX_PATH, clean

_MAX_LINE = 1 << 15
_MAX_ROWS = 20_000
"""The maximum number of rows per file. Further paths are counted together, because some servers
respond to any path."""
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_FILES = ("llms.txt", "llms-full.txt")
_SUCCESSFUL = (200, 206, 304)

# The address before the date isn't captured.
_COMBINED = re.compile(
    r"\S+ \S+ .*?\[(\d\d)/(\w{3})/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-]\d{4})\] "
    r'"((?:[^"\\]|\\.)*)" (\d{3}) \S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"'
)


class _Headers(msgspec.Struct):
    agent: list[str] = msgspec.field(name="User-Agent", default_factory=list)


class _Request(msgspec.Struct):
    method: str
    uri: str
    host: str = ""
    headers: _Headers = msgspec.field(default_factory=_Headers)


class _CaddyLine(msgspec.Struct):
    ts: float | str
    request: _Request
    status: int


_CADDY = msgspec.json.Decoder(_CaddyLine)


@dataclass(frozen=True, slots=True)
class Request:
    moment: datetime
    method: str
    target: str
    status: int
    user_agent: str
    host: str = ""
    """Empty if the log doesn't contain it."""


class LogCounts:
    """Counts the requests in one log. If the beginning of the log was imported before, only new
    lines are counted."""

    def __init__(self, site: Site, read_before: dict[int, set[bytes]], today: date) -> None:
        self._site = site
        self._read_before = read_before
        self._today = today
        self._hash = blake2b(digest_size=16)
        self.lines = 0
        self.known_lines = 0
        """The number of lines that an earlier run has counted."""
        self.counts: dict[TextRequest, int] = {}

    @property
    def digest(self) -> bytes:
        return self._hash.digest()

    def read(self, text: IO[str], tally: Tally) -> None:
        for line in _split_lines(text):
            self.lines += 1
            self._add_line(line, tally)
            if self.lines in self._read_before and self.digest in self._read_before[self.lines]:
                self.known_lines = self.lines
                self.counts.clear()
                tally.skipped.clear()
        tally.rows = self.lines - self.known_lines

    def _add_line(self, line: str, tally: Tally) -> None:
        try:
            request = parse_line(line)
            row = self._select(request)
        except KnownError as error:
            self._hash.update(b"\0")
            tally.skip(self.lines, str(error))
            return
        parts = (request.moment, request.method, request.target, request.status, request.user_agent)
        self._hash.update(repr(parts).encode(errors="replace"))
        if row:
            if row not in self.counts and len(self.counts) >= _MAX_ROWS:
                row = row._replace(path=OTHER_PATH)
            self.counts[row] = self.counts.get(row, 0) + 1

    def _select(self, request: Request) -> TextRequest | None:
        """Returns `None` unless a text file of the site was requested."""
        path = _find_path(request.target)
        if request.method != "GET" or request.status not in _SUCCESSFUL or path is None:
            return None
        host = strip_host(request.host.rpartition(":")[0] or request.host)
        if request.host and host not in self._site.hosts:
            return None
        if request.moment.date() > self._today:
            raise KnownError("the date is in the future")
        return TextRequest(request.moment.date(), path, classify_agent(request.user_agent))


def _split_lines(text: IO[str]) -> Iterator[str]:
    """Yields complete lines only, because a server may still be writing the last one. Truncates
    long lines."""
    while line := text.readline(_MAX_LINE):
        start = line
        while not line.endswith("\n"):
            line = text.readline(_MAX_LINE)
            if not line:
                return
        yield start.rstrip("\r\n")


def parse_line(line: str) -> Request:
    """Raises `KnownError` if the format is unknown."""
    return _parse_caddy(line) if line.startswith("{") else _parse_combined(line)


def _parse_combined(line: str) -> Request:
    found = _COMBINED.match(line)
    if not found:
        raise KnownError("unknown format. Expected nginx `combined` or Caddy JSON")
    *moment, request, status, agent = found.groups()
    method, _, rest = request.partition(" ")
    return Request(_read_local(moment), method, rest.rpartition(" ")[0] or rest, int(status), agent)


def _read_local(parts: list[str]) -> datetime:
    """Parses `18/Nov/2026:04:00:00 +0100` independently of the locale."""
    day, month, year, hour, minute, second, offset = parts
    try:
        shift = timedelta(hours=int(offset[:3]), minutes=int(offset[0] + offset[3:]))
        numbers = int(year), _MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second)
        return datetime(*numbers, tzinfo=timezone(shift)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise KnownError("the date is invalid") from None


def _parse_caddy(line: str) -> Request:
    try:
        found = _CADDY.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise KnownError("unknown format. Expected nginx `combined` or Caddy JSON") from None
    request = found.request
    agent = request.headers.agent[0] if request.headers.agent else ""
    return Request(
        _read_timestamp(found.ts), request.method, request.uri, found.status, agent, request.host
    )


def _read_timestamp(value: float | str) -> datetime:
    if isinstance(value, str):
        return read_moment(value, "ts")
    if not abs(value) < 1e12:
        raise KnownError("`ts` is not a date")
    return read_milliseconds(int(value * 1000), "ts")


def _find_path(target: str) -> str | None:
    """Returns the path of a text file, or `None` for other files."""
    try:
        path = urlsplit(target).path
    except ValueError:
        return None
    is_text = path.lower().endswith(".md") or path.rpartition("/")[2] in _FILES
    return clean(normalize_page(path), MAX_PATH) if is_text and path.startswith("/") else None
