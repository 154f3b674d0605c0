"""Who may see the dashboard: a token, or the cookie of a session that one has opened."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from collector.errors import KnownError
from collector.limits import Limiter
from collector.tables import answer_json
from collector.visits import OWN_VISIT_COOKIE, Network, find_address, has_own_visit_cookie

HOST_COOKIE = "__Host-collector"
"""Under https. Browsers accept this name from this host alone, so other hosts of the same domain
can't replace the session."""
PLAIN_COOKIE = "collector_session"
"""Under http, where browsers refuse the other one."""
SESSION_LIFETIME = timedelta(days=30)
MAX_TOKEN = 200
_YEAR = 365 * 24 * 3600

Answering = Callable[[Request], Awaitable[Response]]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Session:
    secret: str
    """What the cookie holds. Only its hash is stored."""
    title: str
    """Of the token."""


class Access(Protocol):
    """Tokens and sessions as they are stored."""

    async def is_token(self, token: str) -> bool: ...

    async def is_session(self, secret: str) -> bool: ...

    async def open_session(self, token: str) -> Session | None:
        """A new session; none, if the token is invalid or has expired."""

    async def end_session(self, secret: str) -> None: ...


class TooManyError(KnownError):
    """One address asks too often."""

    def __init__(self, retry_seconds: int) -> None:
        super().__init__("Too many requests")
        self.retry_seconds = retry_seconds


class Sessions:
    """Opens and ends sessions, and says whether a request belongs to one."""

    def __init__(self, access: Access, limiter: Limiter, trusted: Sequence[Network]) -> None:
        self._access = access
        self._limiter = limiter
        self._trusted = trusted
        # Hashes of tokens and sessions that were right the last time.
        self._known: set[bytes] = set()

    async def allows(self, request: Request) -> bool:
        """Each look costs a way to the database: who guesses is limited, who knows is not."""
        token, secret = _find_token(request), _find_session(request)
        if not token and not secret:
            return False
        self._limit_guesses(request, token or secret)
        is_allowed = await (
            self._access.is_token(token) if token else self._access.is_session(secret)
        )
        (self._known.add if is_allowed else self._known.discard)(_hash(token or secret))
        return is_allowed

    def _limit_guesses(self, request: Request, text: str) -> None:
        if _hash(text) not in self._known:
            self._take_turn(request)

    def _take_turn(self, request: Request) -> None:
        peer = request.client.host if request.client else ""
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        if not self._limiter.allows(find_address(peer, forwarded, self._trusted)):
            raise TooManyError(self._limiter.retry_seconds)

    async def open(self, request: Request) -> Response:
        """Owners read their own pages all day long: from now on they are not counted."""
        self._take_turn(request)
        token = await _read_token(request)
        session = await self._access.open_session(token) if token else None
        if session is None:
            log.warning("sign-in refused: the token is invalid or has expired")
            return PlainTextResponse("This token is invalid or has expired.", 401)
        log.info("signed in with the token %r", session.title)
        response = Response(status_code=204)
        is_secure = _is_secure(request)
        response.set_cookie(
            HOST_COOKIE if is_secure else PLAIN_COOKIE, session.secret,
            path="/" if is_secure else "/dashboard", httponly=True, samesite="strict",
            secure=is_secure, max_age=int(SESSION_LIFETIME.total_seconds()),
        )  # fmt: skip
        _mark_own_visits(response)
        return response

    async def end(self, request: Request) -> Response:
        """Also for a copy of the cookie: the session itself is removed."""
        secret = _find_session(request)
        if secret:
            self._limit_guesses(request, secret)
            await self._access.end_session(secret)
            self._known.discard(_hash(secret))
        response = Response(status_code=204)
        response.delete_cookie(HOST_COOKIE, path="/", secure=True)
        response.delete_cookie(PLAIN_COOKIE, path="/dashboard")
        _forget_own_visits(response)
        return response

    async def describe(self, request: Request) -> Response:
        is_ignored = has_own_visit_cookie(request.headers.get("cookie"))
        return answer_json({"isIgnored": is_ignored})

    async def ignore(self, _: Request) -> Response:
        response = Response(status_code=204)
        _mark_own_visits(response)
        return response

    async def count(self, _: Request) -> Response:
        """Whoever connects a site wants to see themselves once."""
        response = Response(status_code=204)
        _forget_own_visits(response)
        return response


async def _read_token(request: Request) -> str:
    """No more of the body than a token has: anybody may send anything here."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_TOKEN:
            break
    return body[:MAX_TOKEN].decode(errors="replace").strip()


def _find_token(request: Request) -> str:
    """Other schemes are between the browser and a proxy."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    bearer = given if scheme.lower() == "bearer" else ""
    return bearer[:MAX_TOKEN]


def _find_session(request: Request) -> str:
    cookies = request.cookies
    return (cookies.get(HOST_COOKIE) or cookies.get(PLAIN_COOKIE) or "")[:MAX_TOKEN]


def _hash(text: str) -> bytes:
    return sha256(text.encode(errors="replace")).digest()


def _is_secure(request: Request) -> bool:
    """A proxy that ends TLS speaks plainly with us; the browser says where it is."""
    return request.headers.get("origin", str(request.url)).startswith("https:")


def _mark_own_visits(response: Response) -> None:
    """The site is another origin, so the cookie must be allowed to travel: as Ackee's does."""
    response.set_cookie(OWN_VISIT_COOKIE, "1", max_age=_YEAR, secure=True, samesite="none")


def _forget_own_visits(response: Response) -> None:
    response.delete_cookie(OWN_VISIT_COOKIE, secure=True, samesite="none")
