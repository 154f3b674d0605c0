"""Connections to PostgreSQL, and short queries for requests."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import asyncpg

from collector.errors import CollectorError
from collector.postgres.failures import unavailable_on_failure
from collector.postgres.primary import Primary

_SETTINGS = {
    "timezone": "UTC",
    "application_name": "collector",
    # Responses promise durability, regardless of the server's default.
    "synchronous_commit": "on",
    # The statements are too short to benefit from JIT compilation.
    "jit": "off",
    # A day and two years need different plans, and planning takes less than a millisecond.
    "plan_cache_mode": "force_custom_plan",
    # The data is in memory or on an SSD, so indexes pay off.
    "random_page_cost": "1.1",
}

COMMAND_SECONDS = 10.0
"""The default timeout of a statement."""
ACQUIRE_SECONDS = 2.0
"""The maximum time to wait for a connection, before a query fails because of too much load."""


class QueryPool:
    """Runs queries for the dashboard. Raises `UnavailableError` if one fails."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        with unavailable_on_failure():
            async with self._pool.acquire(timeout=ACQUIRE_SECONDS) as connection:
                rows: list[asyncpg.Record] = await connection.fetch(query, *values)
        return rows

    async def fetchval(self, query: str, *values: object) -> Any:
        rows = await self.fetch(query, *values)
        return rows[0][0] if rows else None


_INVALID_ADDRESS = (
    "`database` is not a valid address. Write it as postgresql://role:password@host:port/name, and "
    "percent-encode special characters in the password: %2F for /, %23 for #, %3F for ?, %40 for @."
)

_IS_SUPERUSER = """
  select exists (
    select from pg_roles where rolsuper and pg_has_role(session_user, oid, 'member')
  )"""


async def connect(dsn: str) -> asyncpg.Connection:
    """Connects with the rights of an ordinary role. Raises `CollectorError`."""
    if _has_unescaped_password(dsn):
        raise CollectorError(_INVALID_ADDRESS)
    try:
        connection = await Primary(dsn).connect(server_settings=_SETTINGS)
    except (ValueError, OverflowError, asyncpg.InterfaceError):
        # The messages of these errors contain the address, including the password. A port above
        # 65535 raises `OverflowError`.
        raise CollectorError(_INVALID_ADDRESS) from None
    except (OSError, asyncpg.PostgresError) as error:
        raise CollectorError(
            f"PostgreSQL cannot be reached: {error}. Is it running, and is `database` right?"
        ) from error
    if await connection.fetchval(_IS_SUPERUSER):
        await connection.close()
        raise CollectorError(
            "`database` connects as a PostgreSQL superuser. Code in the database would run with "
            "all its rights. Connect as the role that owns the database, for example by running "
            "the command as `sudo -u collector`."
        )
    return connection


def _has_unescaped_password(dsn: str) -> bool:
    """Returns whether the URL would be split inside the password. Parts of the password would then
    become the host, port or database name, which appear in error messages."""
    credentials = dsn.partition("://")[2].rpartition("@")[0]
    return any(character in credentials for character in "/?#@")


async def create_pool(
    dsn: str,
    primary: Primary | None = None,
    *,
    size: int = 4,
    settings: Mapping[str, str] | None = None,
) -> asyncpg.Pool:
    """Opens connections on demand, and reconnects after the server was down. Pools that share
    `primary` connect to the same server."""
    return await asyncpg.create_pool(
        connect=(primary or Primary(dsn)).connect,
        min_size=0,
        max_size=size,
        server_settings={**_SETTINGS, **(settings or {})},
        command_timeout=COMMAND_SECONDS,
        timeout=5,
        reset=_skip_reset,
    )


async def _skip_reset(_: object) -> None:
    """Skips the reset of a released connection: connections have no state, and a reset costs a
    round trip."""


def hash_token(token: str) -> bytes:
    """Uses a plain hash, which is enough for long random tokens."""
    return sha256(token.encode(errors="replace")).digest()
