"""Who may see the dashboard: a token, kept in a cookie that scripts cannot read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from collector.errors import KnownError
from collector.limits import Limiter
from collector.tables import answer_json
from collector.visits import OWN_VISIT_COOKIE, Network, find_address, has_own_visit_cookie

SESSION_COOKIE = "collector_token"
MAX_TOKEN = 200
_MONTH = 30 * 24 * 3600
_YEAR = 365 * 24 * 3600

Answering = Callable[[Request], Awaitable[Response]]
IsToken = Callable[[str], Awaitable[bool]]


class TooManyError(KnownError):
    """One address asks too often."""

    def __init__(self, retry_seconds: int) -> None:
        super().__init__("Too many requests")
        self.retry_seconds = retry_seconds


class Sessions:
    """Opens and ends sessions, and says whether a request belongs to one."""

    def __init__(self, is_token: IsToken, limiter: Limiter, trusted: Sequence[Network]) -> None:
        self._is_token = is_token
        self._limiter = limiter
        self._trusted = trusted
        # Hashes of tokens that were right the last time.
        self._known: set[bytes] = set()

    async def allows(self, request: Request) -> bool:
        """Each look costs a way to the database: who guesses is limited, who knows is not."""
        token = _find_token(request)
        if not token:
            return False
        hash_ = sha256(token.encode(errors="replace")).digest()
        if hash_ not in self._known:
            self._take_turn(request)
        is_allowed = await self._is_token(token)
        (self._known.add if is_allowed else self._known.discard)(hash_)
        return is_allowed

    def _take_turn(self, request: Request) -> None:
        peer = request.client.host if request.client else ""
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        if not self._limiter.allows(find_address(peer, forwarded, self._trusted)):
            raise TooManyError(self._limiter.retry_seconds)

    async def open(self, request: Request) -> Response:
        """Owners read their own pages all day long: from now on they are not counted."""
        self._take_turn(request)
        token = await _read_token(request)
        if not token or not await self._is_token(token):
            return PlainTextResponse("This token is invalid.", 401)
        response = Response(status_code=204)
        response.set_cookie(
            SESSION_COOKIE, token, path="/dashboard", httponly=True, samesite="strict",
            secure=_is_secure(request), max_age=_MONTH,
        )  # fmt: skip
        _mark_own_visits(response)
        return response

    async def end(self, _: Request) -> Response:
        response = Response(status_code=204)
        response.delete_cookie(SESSION_COOKIE, path="/dashboard", httponly=True, samesite="strict")
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
    return (bearer or request.cookies.get(SESSION_COOKIE, ""))[:MAX_TOKEN]


def _is_secure(request: Request) -> bool:
    """A proxy that ends TLS speaks plainly with us; the browser says where it is."""
    return request.headers.get("origin", str(request.url)).startswith("https:")


def _mark_own_visits(response: Response) -> None:
    """The site is another origin, so the cookie must be allowed to travel: as Ackee's does."""
    response.set_cookie(OWN_VISIT_COOKIE, "1", max_age=_YEAR, secure=True, samesite="none")


def _forget_own_visits(response: Response) -> None:
    response.delete_cookie(OWN_VISIT_COOKIE, secure=True, samesite="none")
