"""Connections: who begins a request has to end it soon, and to read its answer.

uvicorn waits for ever for the rest of a request and for those who do not read, and keeps whatever
headers it is sent. A few thousand who are slow on purpose would take all connections there are.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD = 32 * 1024
"""Bytes of the first line and the headers, and of those behind a body. Browsers send some 600."""

MAX_CONNECTIONS = 4000
"""Open at the same time. The unit allows 16,384 files: what remains is for PostgreSQL."""

_TOO_MANY = (503, "Service Unavailable", "Too many connections")
_TOO_SLOW = (408, "Request Timeout", "The request took too long to arrive")
_TOO_LONG = (431, "Request Header Fields Too Large", "The headers are too long")


class BoundedProtocol(HttpToolsProtocol):
    """Looks at its connection now and then, so that single requests pay nothing for it."""

    max_connections = MAX_CONNECTIONS

    patience = 10.0
    """Seconds. A request that has not arrived after one to two times as long is given up."""

    _timer: asyncio.TimerHandle
    _seen: object = None
    """The request that was on its way when we last looked."""
    _unsent: tuple[object, int] = (None, 0)
    """That request, and how much of answers was waiting to be read."""
    _head = 0
    """Bytes since the last that belonged to a body, or ended a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.patience, self._look)
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
        # Headers may follow a body, too. Those are not for the application: proxies have not seen
        # to them, and they could say anything about where a request comes from.
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
        # The scope is made with the first byte; the method is added after the last header.
        return self.scope is not None and "method" not in self.scope

    @property
    def _is_in_body(self) -> bool:
        cycle = self.cycle
        return cycle is not None and cycle.more_body and not cycle.response_started

    def _look(self) -> None:
        if self._is_stuck():
            self.transport.abort()  # to close it would wait for the reader
            return
        cycle = self.cycle
        is_complete = cycle is not None and not cycle.more_body and not cycle.response_complete
        if not is_complete and self.scope is self._seen:
            self._give_up(*_TOO_SLOW)
        self._seen = None if is_complete else self.scope
        self._timer = self.loop.call_later(self.patience, self._look)

    def _is_stuck(self) -> bool:
        """Whether nothing was read since we last looked."""
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
