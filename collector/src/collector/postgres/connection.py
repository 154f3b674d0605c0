"""The type of a connection, and the advisory locks that connections take."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

import asyncpg

Connection: TypeAlias = asyncpg.Connection | asyncpg.pool.PoolConnectionProxy


class Lock(IntEnum):
    """Advisory locks of the database. The numbers are the same in all releases."""

    PARTITIONS = 7_201_901
    """Two processes must not create the same partition at the same time."""
    MIGRATIONS = 7_201_902
    MONTHS = 7_201_903
    """For one month: exclusive while it is aggregated, shared while one of its days is changed.
    `store_batch` doesn't need it: a month is aggregated after `months.GRACE`, when batches no
    longer change its days."""
    IMPORTS = 7_201_904
    """Two imports must not decide about the same day at the same time."""


async def take_lock(connection: Connection, lock: Lock) -> None:
    """Holds the lock until the current transaction ends."""
    await connection.execute("select pg_advisory_xact_lock($1)", lock)
