"""How many different values a day may have: every one of them is a row that is kept for years."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from uuid import UUID

from msgspec.structs import replace

from collector.model import Record

MOST_VALUES = 10_000
"""Of each kind, by domain or event. A large site has a few thousand pages, and strangers can invent
a million paths in a day."""

OTHER = "(other)"
_NAMES = ("path", "referrer", "source", "browser_name", "os_name")
"""What of a record is counted by value; of languages there are not many."""

_Known = defaultdict[str, set[int]]


class Variety:
    """Remembers the values of the day. Beyond the most, new ones are stored as others, so that
    records and their sums always tell the same. It is of one process: two of them may store twice
    as many, and one that starts again begins at nothing."""

    def __init__(self, most: int = MOST_VALUES) -> None:
        self._most = most
        self._day = date.min
        # Hashes: the values themselves could be long.
        self._known: defaultdict[UUID | None, _Known] = defaultdict(lambda: defaultdict(set))

    def bound_record(self, record: Record) -> Record:
        """The same, unless one of its values is too many."""
        self._turn(record.day)
        known = self._known[record.domain_id]
        changes = {
            name: f"/{OTHER}" if name == "path" else OTHER
            for name in _NAMES
            if (value := getattr(record, name)) is not None
            and not self._has_room(known[name], value)
        }
        return replace(record, **changes) if changes else record

    def bound_key(self, day: date, event_id: UUID | None, key: str) -> str:
        """The key of an action; those who change one do not say of which event it is."""
        self._turn(day)
        return key if self._has_room(self._known[event_id]["key"], key) else OTHER

    def _turn(self, day: date) -> None:
        if day > self._day:
            self._day = day
            self._known.clear()

    def _has_room(self, known: set[int], value: str) -> bool:
        hashed = hash(value)
        if hashed in known:
            return True
        if len(known) >= self._most:
            return False
        known.add(hashed)
        return True
