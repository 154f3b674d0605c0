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
_PATIENCE_S = 1
"""How long it waits for data on a connection."""


class Recorder:
    """One port of TCP and the same of UDP. A knock is the path that was asked for, or raw bytes."""

    def __init__(self, streams: socket.socket, datagrams: socket.socket) -> None:
        self.knocks: list[str] = []
        self.host = f"127.0.0.1:{streams.getsockname()[1]}"
        self._streams = streams
        self._datagrams = datagrams

    @property
    def address(self) -> str:
        return f"http://{self.host}"

    def take(self) -> list[str]:
        """The connections since the last call."""
        taken, self.knocks = self.knocks, []
        return taken

    def hear_streams(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                connection, _ = self._streams.accept()
                Thread(target=self._answer, args=(connection,), daemon=True).start()

    def hear_datagrams(self) -> None:
        with suppress(OSError):
            while content := self._datagrams.recv(2000):
                self.knocks.append(f"UDP {content[:20]!r}")

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(_PATIENCE_S)
            content = b""
            with suppress(OSError):
                content = connection.recv(2000)
            found = _PATH.match(content)
            self.knocks.append(found[1].decode() if found else f"TCP {content[:20]!r}")
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
        hearers = [
            Thread(target=recorder.hear_streams, daemon=True),
            Thread(target=recorder.hear_datagrams, daemon=True),
        ]
        for hearer in hearers:
            hearer.start()
        yield recorder
        streams.shutdown(socket.SHUT_RDWR)  # wakes who waits for the next one
        datagrams.sendto(b"", datagrams.getsockname())
        for hearer in hearers:
            hearer.join()
