"""Access to the dashboard by a token, or by the cookie of a session."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from collector.dashboard.responses import Session
from collector.dashboard.tables import json_response
from collector.limits import Limiter
from collector.postgres.access import SESSION_LIFETIME, Access, StoredAccess
from collector.postgres.database import hash_token
from collector.visits import OWN_VISIT_COOKIE, Network, Proxies, find_address, has_own_visit_cookie

HOST_COOKIE = "__Host-collector"
"""The cookie with HTTPS. Browsers only accept this name from the same host, so other hosts of the
domain can't replace the session."""
PLAIN_COOKIE = "collector_session"
"""The cookie with HTTP, because browsers reject the other name there."""
MAX_TOKEN = 200
_READS = ("GET", "HEAD", "OPTIONS")
_YEAR = 365 * 24 * 3600

Handler = Callable[[Request], Awaitable[Response]]

log = logging.getLogger(__name__)


def refuse_other_sites(request: Request) -> None:
    """Refuses requests that pages of other sites cause in the owner's browser, except reads: these
    pages can't see the response. Browsers send `Origin` with all others, also over plain HTTP,
    where `Sec-Fetch-Site` is missing. Programs send neither."""
    if request.method in _READS:
        return
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site:
        is_own = site in ("same-origin", "none")
    else:
        is_own = origin is None or origin.partition("://")[2] == request.headers.get("host")
    if not is_own:
        raise HTTPException(403, "Other sites can't change anything here.")


class Sessions:
    """Opens and ends sessions, and authenticates requests."""

    def __init__(self, access: StoredAccess, limiter: Limiter, trusted: Sequence[Network]) -> None:
        self._access = access
        self._limiter = limiter
        self._trusted = Proxies(trusted)
        # Hashes of the tokens and sessions that were valid in the last check.
        self._known: set[bytes] = set()

    async def authenticate(self, request: Request) -> Access | None:
        """Rate-limits guesses, because each check is a database query. Known secrets are not
        limited."""
        token, secret = _find_token(request), _find_session(request)
        if not token and not secret:
            return None
        self._limit_guesses(request, token or secret)
        access = await (
            self._access.check_token(token) if token else self._access.check_session(secret)
        )
        (self._known.add if access else self._known.discard)(hash_token(token or secret))
        return access

    def _limit_guesses(self, request: Request, text: str) -> None:
        if hash_token(text) not in self._known:
            self._limit(request)

    def _limit(self, request: Request) -> None:
        peer = request.client.host if request.client else ""
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        if not self._limiter.allows(find_address(peer, forwarded, self._trusted)):
            headers = {"retry-after": str(self._limiter.retry_seconds)}
            raise HTTPException(429, "Too many requests", headers)

    async def open(self, request: Request) -> Response:
        """Opens a session. Also excludes this browser's visits, because owners often read their own
        pages. A shared link (`?link`) doesn't exclude visits, because any visitor may use it."""
        self._limit(request)
        token = await _read_token(request)
        is_link = "link" in request.query_params
        if is_link and await self._is_owner(request) and await self._access.check_token(token):
            return Response(status_code=204)
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
        return response if is_link else _mark_own_visits(response)

    async def _is_owner(self, request: Request) -> bool:
        """Returns whether there is a session for all sites. A link for one site must not replace
        it."""
        secret = _find_session(request)
        access = await self._access.check_session(secret) if secret else None
        return access is not None and access.domain_id is None

    async def end(self, request: Request) -> Response:
        """Deletes the session in the database, so that copies of the cookie stop working too."""
        secret = _find_session(request)
        if secret:
            self._limit_guesses(request, secret)
            await self._access.end_session(secret)
            self._known.discard(hash_token(secret))
        response = Response(status_code=204)
        response.delete_cookie(HOST_COOKIE, path="/", secure=True)
        response.delete_cookie(PLAIN_COOKIE, path="/dashboard")
        return _unmark_own_visits(response)

    async def describe(self, request: Request) -> Response:
        return json_response(Session(has_own_visit_cookie(request.headers.get("cookie"))))

    async def ignore(self, _: Request) -> Response:
        return _mark_own_visits(Response(status_code=204))

    async def count(self, _: Request) -> Response:
        """Counts the visits of this browser again, for example to test a new site."""
        return _unmark_own_visits(Response(status_code=204))


async def _read_token(request: Request) -> str:
    """Reads at most as many bytes as a token can have, because this request isn't authenticated
    yet."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_TOKEN:
            raise HTTPException(413, "This is longer than any token.")
    return body.decode(errors="replace").strip()


def _find_token(request: Request) -> str:
    """Returns the bearer token. Other schemes are used between the browser and a proxy."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    bearer = given if scheme.lower() == "bearer" else ""
    return bearer[:MAX_TOKEN]


def _find_session(request: Request) -> str:
    cookies = request.cookies
    return (cookies.get(HOST_COOKIE) or cookies.get(PLAIN_COOKIE) or "")[:MAX_TOKEN]


def _is_secure(request: Request) -> bool:
    """Reads the scheme from `Origin`, because a proxy that terminates TLS forwards plain HTTP."""
    return request.headers.get("origin", str(request.url)).startswith("https:")


def _mark_own_visits(response: Response) -> Response:
    """Uses `SameSite=None`, like Ackee's cookie, because the site can be on another origin."""
    response.set_cookie(OWN_VISIT_COOKIE, "1", max_age=_YEAR, secure=True, samesite="none")
    return response


def _unmark_own_visits(response: Response) -> Response:
    response.delete_cookie(OWN_VISIT_COOKIE, secure=True, samesite="none")
    return response
