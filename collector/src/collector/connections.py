"""Limits of connections: a client has to finish its request soon, and to read the response.

uvicorn waits indefinitely for the rest of a request and for clients that don't read, and buffers
headers of any size. A few thousand slow clients would use up all connections. Its public settings
can't limit any of these, so this module extends its protocol class, whose attributes are internal:
uvicorn is pinned to one version, and `tests/test_connections.py` covers each attribute used here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from collector.visits import Network, Proxies, list_networks

MAX_HEAD = 32 * 1024
"""Bytes of the request line and the headers, and of trailers. Browsers send about 600."""

MAX_CONNECTIONS = 4000
"""The maximum number of open connections. The systemd unit allows 16,384 open files, which leaves
enough for PostgreSQL."""

MAX_FROM_ADDRESS = 200
"""The maximum number of open connections from one address, so that one client can't take all of
them. IPv6 networks get more, as for all limits. Proxies have no maximum."""

_TOO_MANY = (503, "Service Unavailable", "Too many connections")
_TOO_SLOW = (408, "Request Timeout", "The request took too long to arrive")
_TOO_LONG = (431, "Request Header Fields Too Large", "The headers are too long")


class BoundedProtocol(HttpToolsProtocol):
    """Checks its connection periodically, so that requests have no overhead."""

    max_connections = MAX_CONNECTIONS
    max_from_address = MAX_FROM_ADDRESS
    proxies = Proxies(())
    by_network: ClassVar[Counter[str]] = Counter()
    """Open connections. `limit_connections` creates one for each server."""

    check_seconds = 10.0
    """A request that is incomplete at two checks in a row is rejected."""

    _timer: asyncio.TimerHandle
    _networks: Sequence[tuple[str, int]] = ()
    """Those that the peer belongs to, each with the number of addresses that it may act for."""
    _incomplete: object = None
    """The scope at the last check, unless a complete request was waiting for its response."""
    _unsent: tuple[object, int] = (None, 0)
    """The scope, and the bytes of responses that the client hadn't read, at the last check."""
    _head = 0
    """The number of bytes since the last byte that was part of a body or ended a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.check_seconds, self._check)
        is_full = len(self.connections) > self.max_connections
        if is_full:
            # This logger limits repeated warnings.
            self.logger.warning(
                "All %d connections are open. Others get status 503.", self.max_connections
            )
        if self._count_peer() or is_full:
            self._refuse(*_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        for network, _ in self._networks:
            self.by_network[network] -= 1
            if not self.by_network[network]:
                del self.by_network[network]
        super().connection_lost(exc)

    def _count_peer(self) -> bool:
        """Returns whether the peer has too many connections."""
        peer = self.client[0] if self.client else ""
        if not peer or self.proxies.trusts_peer(peer):
            return False
        self._networks = list_networks(peer)
        self.by_network.update(network for network, _ in self._networks)
        return any(
            self.by_network[network] > share * self.max_from_address
            for network, share in self._networks
        )

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


def limit_connections(trusted: Sequence[Network]) -> type[BoundedProtocol]:
    """Returns the protocol class of a server behind trusted proxies."""
    return type(
        "LimitedProtocol",
        (BoundedProtocol,),
        {"proxies": Proxies(trusted), "by_network": Counter()},
    )
