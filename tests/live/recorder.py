"""A foreign host that records every connection."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

_ANSWER = (
    b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)
_PATH = re.compile(rb"[A-Z]+ (\S+) HTTP/")
_TIMEOUT_S = 60
"""How long it waits for data on a connection, so that a browser on a busy machine can send it."""


class Recorder:
    """Listens on one port, TCP and UDP. Records each connection, then the requested path or the
    first raw bytes."""

    def __init__(self, streams: socket.socket, datagrams: socket.socket) -> None:
        self.connections: list[str] = []
        self.host = f"127.0.0.1:{streams.getsockname()[1]}"
        self._streams = streams
        self._datagrams = datagrams

    @property
    def address(self) -> str:
        return f"http://{self.host}"

    def take(self) -> list[str]:
        """The connections since the last call."""
        # Always the same list: other threads may be about to append to it.
        taken = self.connections[:]
        del self.connections[: len(taken)]
        return taken

    def accept_connections(self) -> None:
        with suppress(OSError):  # raised once the socket is closed
            while True:
                connection, _ = self._streams.accept()
                self.connections.append("a connection")
                Thread(target=self._answer, args=(connection,), daemon=True).start()

    def receive_datagrams(self) -> None:
        with suppress(OSError):
            while content := self._datagrams.recv(2000):
                self.connections.append(f"UDP {content[:20]!r}")

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(_TIMEOUT_S)
            content = b""
            with suppress(OSError):
                content = connection.recv(2000)
            found = _PATH.match(content)
            self.connections.append(found[1].decode() if found else f"TCP {content[:20]!r}")
            with suppress(OSError):
                connection.sendall(_ANSWER)


@contextmanager
def record() -> Iterator[Recorder]:
    """Listens until the end of the block."""
    with (
        socket.create_server(("127.0.0.1", 0)) as streams,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams,
    ):
        datagrams.bind(streams.getsockname())
        recorder = Recorder(streams, datagrams)
        threads = [
            Thread(target=recorder.accept_connections, daemon=True),
            Thread(target=recorder.receive_datagrams, daemon=True),
        ]
        for thread in threads:
            thread.start()
        yield recorder
        streams.shutdown(socket.SHUT_RDWR)  # unblocks `accept`
        datagrams.sendto(b"", datagrams.getsockname())
        for thread in threads:
            thread.join()
