"""Tokens and sessions, as requests to the dashboard use them."""

from __future__ import annotations

import secrets

from collector.postgres.database import Asking, hash_token
from collector.sessions import SESSION_LIFETIME, Session

_OPEN = """
  with
    ended as (delete from sessions where expires <= now()),
    found as (
      select hash, title, expires from tokens
      where hash = $1 and (expires is null or expires > now())
    )
  insert into sessions (hash, token_hash, expires)
  select $2, hash, least(expires, now() + $3) from found
  returning (select title from found)"""


class StoredAccess:
    """Every answer is that of the database: what is removed there is refused immediately."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def is_token(self, token: str) -> bool:
        query = """
          select true from tokens where hash = $1 and (expires is null or expires > now())"""
        return bool(await self._asking.fetchval(query, hash_token(token)))

    async def is_session(self, secret: str) -> bool:
        query = "select true from sessions where hash = $1 and expires > now()"
        return bool(await self._asking.fetchval(query, hash_token(secret)))

    async def open_session(self, token: str) -> Session | None:
        secret = secrets.token_urlsafe(24)
        values = (hash_token(token), hash_token(secret), SESSION_LIFETIME)
        title = await self._asking.fetchval(_OPEN, *values)
        return None if title is None else Session(secret, title)

    async def end_session(self, secret: str) -> None:
        await self._asking.fetchval("delete from sessions where hash = $1", hash_token(secret))
