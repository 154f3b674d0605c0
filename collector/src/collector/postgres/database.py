"""Connections to PostgreSQL, and the short questions that requests ask."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import asyncpg

from collector.catalog import Content, Domain, Event
from collector.errors import CollectorError
from collector.postgres.failures import unavailable_on_failure

_PREPARED = {
    "timezone": "UTC",
    "application_name": "collector",
    # We answer for what is committed, even where a server's own settings are lazier.
    "synchronous_commit": "on",
    # No statement of ours runs long enough to be worth compiling.
    "jit": "off",
    # A day and two years want different plans; to make one costs less than a millisecond.
    "plan_cache_mode": "force_custom_plan",
    # What is asked for is in memory, or on a disk without moving parts: keys pay.
    "random_page_cost": "1.1",
}


_PATIENCE = 2.0
"""Seconds that a question waits for a connection: behind a flood of others it ends instead."""


class Asking:
    """Asks over connections that records do not need."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        with unavailable_on_failure():
            async with self._pool.acquire(timeout=_PATIENCE) as connection:
                rows: list[asyncpg.Record] = await connection.fetch(query, *values)
        return rows

    async def fetchval(self, query: str, *values: object) -> Any:
        with unavailable_on_failure():
            async with self._pool.acquire(timeout=_PATIENCE) as connection:
                return await connection.fetchval(query, *values)


_INVALID_ADDRESS = (
    "`database` is not a valid address. Write it as postgresql://role:password@host:port/name, and "
    "percent-encode special characters in the password: %2F for /, %23 for #, %3F for ?, %40 for @."
)

_IS_SUPERUSER = """
  select exists (
    select from pg_roles where rolsuper and pg_has_role(session_user, oid, 'member')
  )"""


async def connect(dsn: str) -> asyncpg.Connection:
    """A connection as an ordinary role; `CollectorError` says why there is none."""
    if _has_unescaped_password(dsn):
        raise CollectorError(_INVALID_ADDRESS)
    try:
        connection = await asyncpg.connect(dsn, server_settings=_PREPARED)
    except (ValueError, asyncpg.InterfaceError):
        # The text of these errors quotes the address, and with it the password.
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
    """Such an address would be split inside the password. Parts of it would become the host, port
    or database name, which errors quote."""
    credentials = dsn.partition("://")[2].rpartition("@")[0]
    return any(character in credentials for character in "/?#@")


async def create_pool(
    dsn: str, *, size: int = 4, settings: Mapping[str, str] | None = None
) -> asyncpg.Pool:
    """Connections are made when they are needed, and again when the server was away meanwhile."""
    return await asyncpg.create_pool(
        dsn,
        min_size=0,
        max_size=size,
        server_settings={**_PREPARED, **(settings or {})},
        command_timeout=10,
        timeout=5,
        reset=_keep,
    )


async def _keep(_: object) -> None:
    """We leave nothing behind in a session, and tidying it would cost a way there and back."""


async def load_content(pool: asyncpg.Pool) -> Content:
    """What the catalog holds."""
    with unavailable_on_failure():
        domains = await pool.fetch("select id, title, origins, languages from domains")
        events = await pool.fetch("select id, domain_id, kind from events")
    return (
        [
            Domain(row["id"], row["title"], frozenset(row["origins"]), tuple(row["languages"]))
            for row in domains
        ],
        [Event(row["id"], row["domain_id"], row["kind"]) for row in events],
    )


def hash_token(token: str) -> bytes:
    """Tokens are long and random, so a plain hash is enough."""
    return sha256(token.encode(errors="replace")).digest()
