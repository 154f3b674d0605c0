"""How many different values a day may have: each of them is a row that is stored for years."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from datetime import date
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from collector.model import COLUMNS, DIMENSIONS, Record
from collector.senders import Senders

MOST_KNOWN = 10_000
"""Values of a kind that are loaded for a site, the most frequent ones first."""
KNOWN_DAYS = 30
MOST_NEW = 10_000
"""New values of a kind in a day, by site. One sender is allowed far fewer."""

OTHER = "(other)"
OTHER_PATH = f"/{OTHER}"
KEY = "key"
"""The kind of the keys of actions."""
LIMITED = {name: field for name, field in DIMENSIONS.items() if COLUMNS[field].is_free}
"""The dimensions that are limited, and the field of a record that each counts."""


class Known(NamedTuple):
    """A value that was counted during the last 30 days."""

    owner: UUID
    """A domain or an event."""
    kind: str
    value: str


LoadKnown = Callable[[date], Awaitable[Iterable[Known]]]
_Place = tuple[UUID | None, str]

log = logging.getLogger(__name__)


class Variety:
    """Known values always have room. A new one takes from the day's budget of its sender and of its
    site; beyond either, it is stored as other, in the record too, so that both agree.

    Budgets belong to one process: two processes allow twice as many new values."""

    def __init__(self, load: LoadKnown, most_by_sender: int, most_new: int = MOST_NEW) -> None:
        self._load = load
        self._most_by_sender = most_by_sender
        self._most_new = most_new
        self._day = date.min
        self._loading: asyncio.Task[None] | None = None

    async def prepare(self, day: date) -> None:
        """To be called before values of a day are bounded. All callers wait for one query."""
        while day > self._day:
            if self._loading is None:
                self._loading = asyncio.create_task(self._start(day))
            await asyncio.shield(self._loading)

    async def _start(self, day: date) -> None:
        try:
            known: defaultdict[_Place, set[int]] = defaultdict(set)
            for one in await self._load(day):
                known[one.owner, one.kind].add(hash(one.value))
            # Hashes: the values themselves could be long.
            self._known = known
            self._new: Counter[_Place] = Counter()
            self._spent: Counter[tuple[bytes, UUID | None]] = Counter()
            self._senders = Senders()
            self._day = day
        finally:
            self._loading = None

    def bound_record(self, record: Record, address: str) -> Record:
        """The same record, unless one of its values is over the budget."""
        site = record.domain_id
        changes = {
            field: OTHER_PATH if field == "path" else OTHER
            for kind, field in LIMITED.items()
            if (value := getattr(record, field)) is not None
            and not self._has_room((site, kind), value, site, address)
        }
        return replace(record, **changes) if changes else record

    def bound_key(self, site: UUID, event_id: UUID, key: str, address: str) -> str:
        return key if self._has_room((event_id, KEY), key, site, address) else OTHER

    def bound_changed_key(self, key: str, address: str) -> str:
        """The new key of an action; a client doesn't say which event the action belongs to."""
        hashed = hash(key)
        is_known = any(hashed in values for (_, kind), values in self._known.items() if kind == KEY)
        return key if is_known or self._has_room((None, KEY), key, None, address) else OTHER

    def _has_room(self, place: _Place, value: str, site: UUID | None, address: str) -> bool:
        hashed = hash(value)
        known = self._known[place]
        if hashed in known:
            return True
        sender = self._senders.name(address), site
        if self._new[place] >= self._most_new or self._spent[sender] >= self._most_by_sender:
            return False
        known.add(hashed)
        self._spent[sender] += 1
        self._new[place] += 1
        if self._new[place] == self._most_new:
            log.warning("%s %s: no room for new values until midnight UTC", *place)
        return True
