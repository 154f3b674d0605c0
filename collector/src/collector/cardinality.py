"""Limits the number of different values per day: each is a rollup row that is stored for years."""

from __future__ import annotations

import asyncio
import logging
from array import array
from bisect import bisect_left
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import partial
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
MAX_CACHED = 20_000_000
"""The number of known values of all sites in memory, with 4 bytes each. Beyond it, those of the
least recently used site are dropped."""
_LOADS_AT_ONCE = 2
"""The upkeep pool has more connections, so that other queries don't wait for these."""
_DAY_SECONDS = 86_400

OTHER = "(other)"
OTHER_PATH = f"/{OTHER}"
LIMITED = {name: field for name, field in DIMENSIONS.items() if COLUMNS[field].is_free}
"""The limited dimensions, each with the field of a record that it counts."""

Kind = str | UUID
"""A dimension, or the event of keys."""
Known = tuple[Kind, str]
"""A value that was counted in the last 30 days."""
LoadKnown = Callable[[UUID, date], AsyncIterator[Sequence[Known]]]
"""Returns the known values of a site, in chunks that are short enough for the event loop."""

log = logging.getLogger(__name__)


class KnownValues:
    """The values of a site, as hashes: values can be long. Two values rarely have the same hash,
    and then a new one is free. Hashes depend on a secret of the process."""

    def __init__(self, hashes: Iterable[int], day: date) -> None:
        self._loaded = array("I", sorted(hashes))
        """Sorted, because a set would need 20 times as much memory."""
        self._new: set[int] = set()
        self.day = day
        """The day of the site, which starts at another time than those of other sites."""

    def __len__(self) -> int:
        return len(self._loaded)

    def __contains__(self, hashed: int) -> bool:
        place = bisect_left(self._loaded, hashed)
        is_loaded = place < len(self._loaded) and self._loaded[place] == hashed
        return is_loaded or hashed in self._new

    def add(self, hashed: int) -> None:
        self._new.add(hashed)


class CardinalityLimit:
    """Accepts all known values. A new value counts against the daily budgets of its sender and of
    its site. When either is exhausted, the value is replaced by `(other)`, in the record and in the
    rollup.

    Budgets are per process: two processes allow twice as many new values.
    """

    def __init__(
        self,
        load: LoadKnown,
        max_by_sender: int,
        max_new: int = MAX_NEW,
        *,
        max_cached: int = MAX_CACHED,
    ) -> None:
        self._load = load
        self._max_by_sender = max_by_sender
        self._max_new = max_new
        self._max_cached = max_cached
        self._sites: OrderedDict[UUID, KnownValues] = OrderedDict()
        self._cached = 0
        """The loaded values of all sites."""
        self._loading: dict[UUID, SharedCall[KnownValues]] = {}
        self._turn = asyncio.Semaphore(_LOADS_AT_ONCE)
        self._start(date.min)

    async def prepare(self, site: UUID, moment: datetime) -> KnownValues:
        """Returns the known values of a site, which the limits below need. They are loaded once a
        day, at another time for each site: otherwise, all of them would be loaded at midnight."""
        self._start_day(moment.date())
        day = (moment + timedelta(seconds=site.int % _DAY_SECONDS)).date()
        known = self._sites.get(site)
        if known is not None and known.day == day:
            self._sites.move_to_end(site)
            return known
        call = self._loading.setdefault(site, SharedCall())
        return await call.run(partial(self._load_site, site, day, moment.date()))

    def _start_day(self, day: date) -> None:
        """Renews the budgets on a new day."""
        if day > self._day:
            self._start(day)

    def _start(self, day: date) -> None:
        self._day = day
        self._new: Counter[tuple[UUID, Kind]] = Counter()
        self._spent: Counter[tuple[bytes, UUID]] = Counter()
        self._senders = Senders()

    async def _load_site(self, site: UUID, day: date, today: date) -> KnownValues:
        hashes: set[int] = set()
        try:
            async with self._turn:
                async for values in self._load(site, today):
                    hashes.update(_hash(*value) for value in values)
        finally:
            del self._loading[site]
        known = KnownValues(hashes, day)
        before = self._sites.pop(site, ())
        self._sites[site] = known
        self._cached += len(known) - len(before)
        while self._cached > self._max_cached and len(self._sites) > 1:
            _, dropped = self._sites.popitem(last=False)
            self._cached -= len(dropped)
        return known

    def limit_record(self, record: Record, known: KnownValues, address: str) -> Record:
        """Returns the record. Replaces its values that are over the budget."""
        site = record.domain_id
        changes = {
            field: OTHER_PATH if field == "path" else OTHER
            for kind, field in LIMITED.items()
            if (value := getattr(record, field)) is not None
            and not self._accepts(known, (site, kind), value, site, address)
        }
        return replace(record, **changes) if changes else record

    def limit_key(
        self, site: UUID, event_id: UUID, key: str, known: KnownValues, address: str
    ) -> str:
        return key if self._accepts(known, (site, event_id), key, site, address) else OTHER

    def _accepts(
        self,
        known: KnownValues,
        group: tuple[UUID, Kind],
        value: str,
        site: UUID,
        address: str,
    ) -> bool:
        hashed = _hash(group[1], value)
        if hashed in known:
            return True
        is_affordable = self._spend(group, site, address)
        if is_affordable:
            known.add(hashed)
        return is_affordable

    def _spend(self, group: tuple[UUID, Kind], site: UUID, address: str) -> bool:
        """Returns whether the budgets of the sender and of the site allow another new value."""
        senders = self._senders.list_names(address)
        is_spent = any(
            self._spent[name, site] >= share * self._max_by_sender for name, share in senders
        )
        if is_spent or self._new[group] >= self._max_new:
            return False
        self._spent.update((name, site) for name, _ in senders)
        self._new[group] += 1
        if self._new[group] == self._max_new:
            log.warning(
                "%s %s: the daily limit of new values is reached. "
                "Until midnight UTC, they are counted as `(other)`.",
                *group,
            )
        return True


def _hash(kind: Kind, value: str) -> int:
    """Returns 32 bits."""
    return hash((kind, value)) & 0xFFFFFFFF
