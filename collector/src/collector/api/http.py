"""The API over HTTP: headers, limits and origins. Plain ASGI, because it is the hot path."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Receive, Scope, Send

from collector.api.endpoint import Endpoint
from collector.api.responses import (
    ENCODED,
    INVALID_JSON,
    NOT_POST,
    TOO_LARGE,
    UNAVAILABLE,
    UNKNOWN_ORIGIN,
    Headers,
    Response,
    too_many_requests,
)
from collector.catalog import Catalog
from collector.errors import UnavailableError
from collector.limits import Limiter
from collector.metrics import Metrics
from collector.proxies import ProxyWatch
from collector.visits import Network, Proxies, Visit, find_address, has_own_visit_cookie

MAX_BODY = 8 * 1024
"""Bytes. The longest body of a client has about 900."""

_ALLOWED = (
    (b"access-control-allow-methods", b"POST, OPTIONS"),
    (b"access-control-allow-headers", b"Content-Type, Authorization, Time-Zone"),
    (b"access-control-max-age", b"3600"),
)
_VARY = (b"vary", b"Origin")
_NO_CONTENT = Response(204, b"")


class ApiApp:
    """Handles `POST /api` and its preflight requests."""

    def __init__(
        self,
        endpoint: Endpoint,
        catalog: Catalog,
        limiter: Limiter,
        trusted: Sequence[Network],
        metrics: Metrics,
    ) -> None:
        self._endpoint = endpoint
        self._catalog = catalog
        self._limiter = limiter
        self._trusted = Proxies(trusted)
        self._watch = ProxyWatch(self._trusted)
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope["headers"])
        origin = _text(given.get(b"origin"))
        try:
            response = await self._respond(scope, receive, given, origin)
        except UnavailableError:
            response = UNAVAILABLE
        if scope["method"] != "OPTIONS":
            self._metrics.count(response.status)
        headers = self._allow(origin)
        if response is _NO_CONTENT and len(headers) > 1:
            headers += _ALLOWED
        await _send(send, response, headers)

    def _allow(self, origin: str | None) -> Headers:
        """Returns the CORS headers. Only the origins of registered domains may read responses."""
        if origin is None or not self._catalog.knows(origin):
            return [_VARY]
        return [
            _VARY,
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-allow-credentials", b"true"),
            (b"access-control-expose-headers", b"Retry-After"),
        ]

    async def _respond(
        self, scope: Scope, receive: Receive, given: dict[bytes, bytes], origin: str | None
    ) -> Response:
        is_preflight = scope["method"] == "OPTIONS"
        if is_preflight and origin is not None and self._catalog.knows(origin):
            return _NO_CONTENT  # as cheap as a refusal, and a refused preflight hides the reason
        address = self._find_address(scope, given)
        # Before anything that costs a query.
        if not self._limiter.allows(address):
            return too_many_requests(self._limiter.retry_seconds)
        if origin is not None and not await self._catalog.allows(origin):
            return UNKNOWN_ORIGIN
        if is_preflight:
            return _NO_CONTENT
        if scope["method"] != "POST":
            return NOT_POST
        body = await _read_body(receive)
        visit = _read_visit(given, address, origin)
        response = TOO_LARGE if body is None else await self._endpoint.handle(body, visit)
        is_encoded = response is INVALID_JSON and b"content-encoding" in given
        return ENCODED if is_encoded else response

    def _find_address(self, scope: Scope, given: dict[bytes, bytes]) -> str:
        peer = scope["client"][0] if scope.get("client") else ""
        if b"x-forwarded-for" not in given:
            return peer
        self._watch.check(peer)
        forwarded = _join_forwarded(scope) if self._trusted else None
        return find_address(peer, forwarded, self._trusted)


def _read_visit(given: dict[bytes, bytes], address: str, origin: str | None) -> Visit:
    user_agent = _text(given.get(b"user-agent")) or ""
    is_own = has_own_visit_cookie(_text(given.get(b"cookie")))
    return Visit(address, user_agent, origin, is_own)


def _join_forwarded(scope: Scope) -> str:
    """Joins all values, because some proxies append to the header and others add a second one."""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return b",".join(values).decode("latin-1")


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")


async def _read_body(receive: Receive) -> bytes | None:
    """Returns `None` if the body is too large."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b""
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > MAX_BODY:
            return None
        if not message.get("more_body"):
            return body


async def _send(send: Send, response: Response, cors: Headers) -> None:
    headers = response.headers + cors
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
