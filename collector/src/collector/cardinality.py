"""Limits the number of different values per day: each is a rollup row that is stored for years."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from datetime import date
from functools import partial
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from collector.model import COLUMNS, DIMENSIONS, Record
from collector.senders import Senders
from collector.shared import SharedCall

MAX_KNOWN = 10_000
"""The number of values per kind that are loaded for a site, the most frequent ones first."""
KNOWN_DAYS = 30
MAX_NEW = 10_000
"""The number of new values per kind, site and day. The budget of a single sender is much
smaller."""

OTHER = "(other)"
OTHER_PATH = f"/{OTHER}"
KEY = "key"
"""The kind of values that are keys of actions."""
LIMITED = {name: field for name, field in DIMENSIONS.items() if COLUMNS[field].is_free}
"""The limited dimensions, each with the field of a record that it counts."""


class Known(NamedTuple):
    """A value that was counted in the last 30 days."""

    owner: UUID
    """A domain or an event."""
    kind: str
    value: str


LoadKnown = Callable[[date], Awaitable[Iterable[Known]]]
_Group = tuple[UUID | None, str]
"""Owner and kind."""

log = logging.getLogger(__name__)


class CardinalityLimit:
    """Accepts all known values. A new value counts against the daily budgets of its sender and of
    its site. When either is exhausted, the value is replaced by `(other)`, in the record and in the
    rollup.

    Budgets are per process: two processes allow twice as many new values.
    """

    def __init__(self, load: LoadKnown, max_by_sender: int, max_new: int = MAX_NEW) -> None:
        self._load = load
        self._max_by_sender = max_by_sender
        self._max_new = max_new
        self._day = date.min
        self._starting = SharedCall[None]()

    async def prepare(self, day: date) -> None:
        """Loads the known values of a day. Must be called before values of that day are limited."""
        while day > self._day:
            await self._starting.run(partial(self._start, day))

    async def _start(self, day: date) -> None:
        known: defaultdict[_Group, set[int]] = defaultdict(set)
        for one in await self._load(day):
            known[one.owner, one.kind].add(hash(one.value))
        # Hashed, because the values can be long.
        self._known = known
        self._new: Counter[_Group] = Counter()
        self._spent: Counter[tuple[bytes, UUID | None]] = Counter()
        self._senders = Senders()
        self._day = day

    def limit_record(self, record: Record, address: str) -> Record:
        """Returns the record. Replaces its values that are over the budget."""
        site = record.domain_id
        changes = {
            field: OTHER_PATH if field == "path" else OTHER
            for kind, field in LIMITED.items()
            if (value := getattr(record, field)) is not None
            and not self._accepts((site, kind), value, site, address)
        }
        return replace(record, **changes) if changes else record

    def limit_key(self, site: UUID, event_id: UUID, key: str, address: str) -> str:
        return key if self._accepts((event_id, KEY), key, site, address) else OTHER

    def limit_changed_key(self, key: str, address: str) -> str:
        """Returns the new key of an action. The request doesn't contain the event of the action."""
        hashed = hash(key)
        is_known = any(hashed in values for (_, kind), values in self._known.items() if kind == KEY)
        return key if is_known or self._accepts((None, KEY), key, None, address) else OTHER

    def _accepts(self, group: _Group, value: str, site: UUID | None, address: str) -> bool:
        hashed = hash(value)
        known = self._known[group]
        if hashed in known:
            return True
        sender = self._senders.name(address), site
        if self._new[group] >= self._max_new or self._spent[sender] >= self._max_by_sender:
            return False
        known.add(hashed)
        self._spent[sender] += 1
        self._new[group] += 1
        if self._new[group] == self._max_new:
            log.warning(
                "%s %s: the daily limit of new values is reached. "
                "Until midnight UTC, they are counted as `(other)`.",
                *group,
            )
        return True
