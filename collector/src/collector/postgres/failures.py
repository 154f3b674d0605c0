"""Two names for all that can go wrong with PostgreSQL: it is away, or it refuses an item."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from collector.errors import RefusedError, UnavailableError

FAILURES = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)

# A value that cannot be sent or kept: trying again would not help.
_REFUSALS = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
    asyncpg.CardinalityViolationError,
    asyncpg.exceptions.UnsupportedClientFeatureError,
    UnicodeError,
    OverflowError,
)


@contextmanager
def unavailable_on_failure() -> Iterator[None]:
    """Callers need not know what stands behind; they tell clients to come again."""
    try:
        yield
    except FAILURES as error:
        raise UnavailableError(f"PostgreSQL: {error!r}") from error


@contextmanager
def refused_on_bad_item() -> Iterator[None]:
    """Tells a batch that can never be stored from one that cannot be stored now."""
    try:
        yield
    except _REFUSALS as error:
        raise RefusedError("This cannot be stored") from error
