"""What clients send, and what is kept of it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

import msgspec

UnsignedInt = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
PositiveFloat = Annotated[float, msgspec.Meta(gt=0)]


class RecordInput(
    msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, kw_only=True
):
    """`CreateRecordInput` of the wire."""

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
    """`CreateActionInput` and `UpdateActionInput` of the wire."""

    key: str
    value: PositiveFloat | None = None
    details: str | None = None


class Record(msgspec.Struct, frozen=True):
    """One page view. Only `id`, `created`, `domain_id` and `path` are stored in a row; the other
    values are added to the counts of the day, where no combination of them can be read."""

    id: UUID
    """Coarse, as `created`: the client knows the exact one."""
    domain_id: UUID
    created: datetime
    """Truncated to the minute."""
    path: str
    referrer: str | None
    source: str | None
    language: str | None
    browser: str | None
    system: str | None
    size: str | None
    """The class of the window's width."""

    @property
    def day(self) -> date:
        """Days are those of UTC, whatever the clocks of machines say."""
        return self.created.date()


class Action(msgspec.Struct, frozen=True):
    """Something a reader did."""

    id: UUID
    event_id: UUID
    created: datetime
    key: str
    value: float

    @property
    def day(self) -> date:
        return self.created.date()


class NewRecord(msgspec.Struct, frozen=True):
    """A page view on its way into storage."""

    record: Record
    visitor: bytes | None
    """The reader of this day and domain. It never lies beside the record. None: the day is over,
    and nobody can tell any more who was there."""


class NewAction(msgspec.Struct, frozen=True):
    action: Action


class RecordUpdate(msgspec.Struct, frozen=True):
    """A reader is still there."""

    id: UUID
    created: datetime
    """Tells the partition."""
    duration: int
    """Milliseconds since the page was opened."""


class ActionUpdate(msgspec.Struct, frozen=True):
    id: UUID
    created: datetime
    key: str
    value: float | None


Item = NewRecord | NewAction | RecordUpdate | ActionUpdate
"""What can be stored."""
