"""Limits of connections: a client has to finish its request soon, and to read the response.

uvicorn waits indefinitely for the rest of a request and for clients that don't read, and buffers
headers of any size. A few thousand slow clients would use up all connections. Its public settings
can't limit any of these, so this module extends its protocol class, whose attributes are internal:
uvicorn is pinned to one version, and `tests/test_connections.py` covers each attribute used here.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD = 32 * 1024
"""Bytes of the request line and the headers, and of trailers. Browsers send about 600."""

MAX_CONNECTIONS = 4000
"""The maximum number of open connections. The systemd unit allows 16,384 open files, which leaves
enough for PostgreSQL."""

_TOO_MANY = (503, "Service Unavailable", "Too many connections")
_TOO_SLOW = (408, "Request Timeout", "The request took too long to arrive")
_TOO_LONG = (431, "Request Header Fields Too Large", "The headers are too long")


class BoundedProtocol(HttpToolsProtocol):
    """Checks its connection periodically, so that requests have no overhead."""

    max_connections = MAX_CONNECTIONS

    check_seconds = 10.0
    """A request that is incomplete at two checks in a row is rejected."""

    _timer: asyncio.TimerHandle
    _incomplete: object = None
    """The scope at the last check, unless a complete request was waiting for its response."""
    _unsent: tuple[object, int] = (None, 0)
    """The scope, and the bytes of responses that the client hadn't read, at the last check."""
    _head = 0
    """The number of bytes since the last byte that was part of a body or ended a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.check_seconds, self._check)
        if len(self.connections) > self.max_connections:
            self._refuse(*_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > MAX_HEAD:
            self._give_up(*_TOO_LONG)

    def on_headers_complete(self) -> None:
        # A copy, because uvicorn appends trailers to the list. Proxies don't check trailers, which
        # could contain a forged X-Forwarded-For.
        self.scope["headers"] = self.headers.copy()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = 0
        super().on_message_complete()

    @property
    def _is_in_head(self) -> bool:
        # The scope is created with the first byte; the method is added after the last header.
        return self.scope is not None and "method" not in self.scope

    @property
    def _is_in_body(self) -> bool:
        cycle = self.cycle
        return cycle is not None and cycle.more_body and not cycle.response_started

    def _check(self) -> None:
        if self._is_stuck():
            self.transport.abort()  # `close` would wait for the client to read
            return
        cycle = self.cycle
        is_complete = cycle is not None and not cycle.more_body and not cycle.response_complete
        if not is_complete and self.scope is self._incomplete:
            self._give_up(*_TOO_SLOW)
        self._incomplete = None if is_complete else self.scope
        self._timer = self.loop.call_later(self.check_seconds, self._check)

    def _is_stuck(self) -> bool:
        """Returns whether the client has read nothing since the last check."""
        before, self._unsent = self._unsent, (self.scope, self.transport.get_write_buffer_size())
        return before[0] is self.scope and 0 < before[1] <= self._unsent[1]

    def _give_up(self, status: int, reason: str, text: str) -> None:
        if self._is_in_head or self._is_in_body:
            self._refuse(status, reason, text)
        else:
            self.transport.close()

    def _refuse(self, status: int, reason: str, text: str) -> None:
        if self.transport.is_closing():
            return
        self.transport.write(
            f"HTTP/1.1 {status} {reason}\r\ncontent-type: text/plain\r\n"
            f"content-length: {len(text)}\r\nconnection: close\r\n\r\n{text}".encode("ascii")
        )
        self.transport.close()
