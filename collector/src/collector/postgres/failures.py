"""Maps errors of PostgreSQL to `UnavailableError`, or to `RefusedError` if it rejects an item."""

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

INTERRUPTIONS = (
    ConnectionError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.LockNotAvailableError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""Failures that are usually temporary, so that a retry can succeed."""

# The value can't be sent or stored, so a retry would fail too.
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
    try:
        yield
    except FAILURES as error:
        raise UnavailableError(f"PostgreSQL: {error!r}") from error


@contextmanager
def refused_on_bad_item() -> Iterator[None]:
    """Raises `RefusedError` if a batch can never be stored because of one of its items."""
    try:
        yield
    except _REFUSALS as error:
        raise RefusedError("This cannot be stored") from error
