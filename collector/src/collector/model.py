"""The inputs of clients, and the items that are stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, get_type_hints
from uuid import UUID

import msgspec

# Some languages write 100 as 100.0 in JSON.
UnsignedInt = Annotated[float, msgspec.Meta(ge=0, le=2**31 - 1, multiple_of=1)]
PositiveFloat = Annotated[float, msgspec.Meta(gt=0)]

MAX_VISIT = timedelta(minutes=30)
"""The maximum time on a page. Later updates come from a forgotten tab: they succeed, but aren't
counted."""

ROUTE = "route"
"""The kind of an event. Its key is the path of a page, or a name that the page chose."""

RESULT = "result"
"""The kind of an event. Its key is the path of a page that was opened from search results and,
after a space, the query."""

NOT_FOUND = "not-found"
"""The kind of an event. Its key is a path without a page and, after a space, the path of the
linking page if it is known."""


class RecordInput(
    msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, kw_only=True
):
    """`CreateRecordInput` of the API."""

    site_location: str
    site_referrer: str | None = None
    source: str | None = None
    site_language: str | None = None
    screen_width: UnsignedInt | None = None
    screen_height: UnsignedInt | None = None
    screen_color_depth: UnsignedInt | None = None
    device_name: str | None = None
    device_manufacturer: str | None = None
    os_name: str | None = None
    os_version: str | None = None
    browser_name: str | None = None
    browser_version: str | None = None
    browser_width: UnsignedInt | None = None
    browser_height: UnsignedInt | None = None


class ActionInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`CreateActionInput` and `UpdateActionInput` of the API."""

    key: str
    value: PositiveFloat | None = None
    details: str | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """How a field of `Record` is stored and counted."""

    type: str = "text"
    """The type in PostgreSQL."""
    dimension: str | None = None
    """The rollup dimension that counts its values."""
    is_stored: bool = False
    """Whether the table `records` has this column. Other fields are only counted."""
    is_free: bool = False
    """Whether clients choose its value, so that the number of distinct values has to be limited."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One page view. Fields that aren't stored are only added to the daily rollups, so that their
    combinations can't be read. SQL, limits and reports get the list of fields from here."""

    id: Annotated[UUID, Column("uuid", is_stored=True)]
    """Truncated to the minute, like `created`. Only the client receives the exact id."""
    created: Annotated[datetime, Column("timestamptz", is_stored=True)]
    """Truncated to the minute."""
    domain_id: Annotated[UUID, Column("uuid", is_stored=True)]
    path: Annotated[str, Column(dimension="page", is_stored=True, is_free=True)]
    referrer: Annotated[str | None, Column(dimension="referrer", is_free=True)] = None
    source: Annotated[str | None, Column(dimension="source", is_free=True)] = None
    language: Annotated[str | None, Column(dimension="language")] = None
    browser: Annotated[str | None, Column(dimension="browser", is_free=True)] = None
    system: Annotated[str | None, Column(dimension="system", is_free=True)] = None
    size: Annotated[str | None, Column(dimension="size")] = None
    """The class of the window's width."""

    @property
    def day(self) -> date:
        """The day in UTC."""
        return self.created.date()


COLUMNS: dict[str, Column] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Record, include_extras=True).items()
}
"""Keyed by the name of the field."""
DIMENSIONS: dict[str, str] = {
    column.dimension: name for name, column in COLUMNS.items() if column.dimension
}
"""The name of the field that each dimension counts."""


class Action(msgspec.Struct, frozen=True):
    """An event on a page, such as a search."""

    id: UUID
    event_id: UUID
    created: datetime
    key: str
    value: float

    @property
    def day(self) -> date:
        return self.created.date()


class Key(msgspec.Struct, frozen=True):
    """Identifies a request that its client may repeat."""

    hash: bytes
    id: UUID
    """The id that the first request returns, hidden by `IdempotencyKey`."""


class NewRecord(msgspec.Struct, frozen=True):
    """A page view to be stored."""

    record: Record
    visitor: bytes | None
    """The hash of the visitor for this day and domain. It is never stored with the record. `None`
    if the day is over: its salt has been deleted, so visitors can't be distinguished."""
    key: Key | None = None
    is_recorded: bool = True
    """Whether it gets a record. Otherwise, it is only counted."""


class NewAction(msgspec.Struct, frozen=True):
    action: Action
    key: Key | None = None
    is_recorded: bool = True


class RecordUpdate(msgspec.Struct, frozen=True):
    """Reports that the page is still open."""

    id: UUID
    created: datetime
    """The creation time of the record, which selects the partition."""
    duration: int
    """The time since the page was opened, in milliseconds."""


class ActionUpdate(msgspec.Struct, frozen=True):
    id: UUID
    created: datetime
    key: str
    value: float | None


Item = NewRecord | NewAction | RecordUpdate | ActionUpdate
