"""Free ports and single HTTP requests."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

_TIMEOUT_S = 30


def find_port() -> int:
    """Returns a free port on the loopback address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@dataclass(frozen=True)
class Response:
    """A raw response: redirects aren't followed, and the body isn't decompressed."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def send_request(
    address: str,
    path: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
    body: bytes | None = None,
) -> Response:
    """Requests a path verbatim, without normalizing it."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=_TIMEOUT_S)
    try:
        connection.request(method, path, body, dict(headers or {}))
        response = connection.getresponse()
        lower_cased = {name.lower(): value for name, value in response.getheaders()}
        return Response(response.status, lower_cased, response.read())
    finally:
        connection.close()
