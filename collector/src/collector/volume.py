"""Limits the number of bytes per day that one address, and one site, can add to the database."""

from __future__ import annotations

import logging
from collections import OrderedDict, defaultdict
from datetime import date
from uuid import UUID

from collector.errors import LimitedError
from collector.model import COLUMNS, Action, Record
from collector.senders import Senders

MAX_SENDERS = 50_000
"""The number of senders that are counted at the same time. Beyond it, the count of the least recent
one is dropped, and only the limit of the site applies to its earlier items."""

_RECORD_BYTES = 250
"""A row of `records` and one of `visitors` without strings, with their index entries."""
_ACTION_BYTES = 150
_STRINGS = tuple(name for name, column in COLUMNS.items() if column.is_free)
_COPIES = 3
"""A new string is stored in its row, in a rollup and in the index of the rollup."""

log = logging.getLogger(__name__)


class Volume:
    """Counts the bytes of a day in this process. Items over the limit of an address are rejected
    with an error, not silently dropped. Those over the limit of a site are only counted, so that
    senders with many addresses can't stop its statistics."""

    def __init__(self, address_bytes: float, site_bytes: float) -> None:
        self._address_bytes = address_bytes
        self._site_bytes = site_bytes
        self._start(date.min)

    def charge(self, day: date, site: UUID, address: str, size: int) -> bool:
        """Returns whether the item may get a record. Raises `LimitedError` if it must not even be
        counted; then nothing is charged."""
        if day > self._day:
            self._start(day)
        senders = self._senders.list_names(address)
        if any(
            self._by_sender.get(name, 0) + size > share * self._address_bytes
            for name, share in senders
        ):
            raise LimitedError("The daily limit of this address is reached")
        for name, _ in senders:
            self._by_sender[name] = self._by_sender.get(name, 0) + size
            self._by_sender.move_to_end(name)
        while len(self._by_sender) > MAX_SENDERS:
            self._by_sender.popitem(last=False)
        if self._by_site[site] + size > self._site_bytes:
            self._report(site)
            return False
        self._by_site[site] += size
        return True

    def _start(self, day: date) -> None:
        self._day = day
        self._senders = Senders()
        self._by_sender: OrderedDict[bytes, int] = OrderedDict()
        self._by_site: defaultdict[UUID, int] = defaultdict(int)
        self._reported: set[UUID] = set()

    def _report(self, site: UUID) -> None:
        """Logs one line per site and day."""
        if site not in self._reported:
            self._reported.add(site)
            log.warning(
                "domain %s reached `site_megabytes`: until midnight UTC, views and actions are "
                "only counted, without visitors, hours and time on page",
                site,
            )


def size_of_record(record: Record) -> int:
    """Returns an upper estimate of the bytes on disk, including indexes."""
    strings = (getattr(record, field) for field in _STRINGS)
    return _RECORD_BYTES + _COPIES * sum(_length(text) for text in strings if text)


def size_of_action(action: Action) -> int:
    return _ACTION_BYTES + _COPIES * _length(action.key)


def _length(text: str) -> int:
    """Returns the length in bytes. The database rejects strings that can't be encoded."""
    return len(text) if text.isascii() else len(text.encode(errors="replace"))
