"""Tokens and sessions for the dashboard."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import asyncpg

from collector.postgres.database import QueryPool, hash_token

SESSION_LIFETIME = timedelta(days=30)
MAX_SESSIONS = 100
"""For each token. The token of a shared link is public, so anyone can open sessions with it."""

_OPEN = """
  with
    ended as (
      delete from sessions where expires <= now() or hash in (
        select hash from sessions where token_hash = $1 order by expires desc offset $4 - 1
      )
    ),
    found as (
      select hash, title from tokens where hash = $1 and (expires is null or expires > now())
    )
  insert into sessions (hash, token_hash, expires) select $2, hash, now() + $3 from found
  returning (select title from found)"""


@dataclass(frozen=True, slots=True)
class NewSession:
    secret: str
    """The value of the cookie. Only its hash is stored."""
    title: str
    """The title of the token."""


@dataclass(frozen=True, slots=True)
class Access:
    """The access rights of a token or a session."""

    domain_id: UUID | None
    """The only site it can read; `None` for all sites."""

    def allows(self, domain_id: UUID) -> bool:
        return self.domain_id in (None, domain_id)


class StoredAccess:
    """Checks tokens and sessions with a query each time, so that deleted ones are rejected
    immediately."""

    def __init__(self, pool: QueryPool) -> None:
        self._pool = pool

    async def check_token(self, token: str) -> Access | None:
        """Returns `None` if the token is invalid or has expired."""
        query = """
          select domain_id from tokens where hash = $1 and (expires is null or expires > now())"""
        return _grant(await self._pool.fetch(query, hash_token(token)))

    async def check_session(self, secret: str) -> Access | None:
        query = """
          select domain_id from sessions join tokens on tokens.hash = token_hash
          where sessions.hash = $1 and sessions.expires > now()
            and (tokens.expires is null or tokens.expires > now())"""
        return _grant(await self._pool.fetch(query, hash_token(secret)))

    async def open_session(self, token: str) -> NewSession | None:
        """Returns `None` if the token is invalid or has expired."""
        secret = secrets.token_urlsafe(24)
        values = (hash_token(token), hash_token(secret), SESSION_LIFETIME, MAX_SESSIONS)
        title = await self._pool.fetchval(_OPEN, *values)
        return None if title is None else NewSession(secret, title)

    async def end_session(self, secret: str) -> None:
        await self._pool.fetchval("delete from sessions where hash = $1", hash_token(secret))


def _grant(rows: list[asyncpg.Record]) -> Access | None:
    return Access(rows[0]["domain_id"]) if rows else None
