"""Ids that contain their creation time: UUID version 7."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from uuid import UUID

# Objects of the driver's `UUID` class are created, parsed and written ten times as fast as those of
# the standard library.
from asyncpg.pgproto.pgproto import UUID as QuickUUID  # noqa: N811

OWN_VISIT = UUID("88888888-8888-8888-8888-888888888888")
"""The id in the response to a visit that isn't counted. Clients then send no updates."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_RANDOM_BYTES = 10
_MINUTE_MILLISECONDS = 60_000
_UNRECORDED = 8


def make_id(moment: datetime) -> UUID:
    """Stores the milliseconds of the moment in the first 48 bits."""
    milliseconds = (moment - _EPOCH) // _MILLISECOND
    random = int.from_bytes(os.urandom(_RANDOM_BYTES))
    high = random >> 68
    low = random & (1 << 62) - 1
    number = milliseconds << 80 | 7 << 76 | high << 64 | 2 << 62 | low
    made: UUID = QuickUUID(number.to_bytes(16))
    return made


def mark_unrecorded(id_: UUID) -> UUID:
    """Returns the id of a view or an action that is only counted, so that updates of it succeed
    without a lookup: UUID version 8."""
    made: UUID = QuickUUID((id_.int ^ (7 ^ _UNRECORDED) << 76).to_bytes(16))
    return made


def is_unrecorded(id_: UUID) -> bool:
    return id_.int >> 76 & 15 == _UNRECORDED and id_ != OWN_VISIT


def coarsen_id(id_: UUID) -> UUID:
    """Returns the id to store. Its moment is truncated to the minute, so that the end of one view
    can't be matched with the start of the next one. Its random bits keep it unique."""
    number = id_.int
    remainder = (number >> 80) % _MINUTE_MILLISECONDS
    coarse: UUID = QuickUUID((number - (remainder << 80)).to_bytes(16))
    return coarse


def shift_id(id_: UUID, milliseconds: int) -> UUID:
    """Moves the moment within its minute. It wraps around at both ends, so that the opposite shift
    undoes it."""
    number = id_.int
    within = (number >> 80) % _MINUTE_MILLISECONDS
    change = (within + milliseconds) % _MINUTE_MILLISECONDS - within
    shifted: UUID = QuickUUID((number + (change << 80)).to_bytes(16))
    return shifted


def read_id(text: str) -> UUID:
    """Raises `ValueError` if the string isn't a UUID."""
    read: UUID = QuickUUID(text)
    return read


def moment_of(id_: UUID) -> datetime | None:
    """Returns the creation time in an id, or `None` if it doesn't have the format of `make_id`."""
    number = id_.int
    if number >> 76 & 15 != 7 or number >> 62 & 3 != 2:
        return None
    try:
        return _EPOCH + timedelta(milliseconds=number >> 80)
    except OverflowError:
        return None
