"""Writes down what pages send to an analytics server.

It answers by a stand-in, or passes requests on to the server that `ANALYTICS_SERVER` names; what
pages of other origins may do it settles itself, so that any server can stand behind it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from harness.static import Quiet, serve_handler
from tests.analytics.contract import FAULTS, tidy
from tests.analytics.stand_in import DOMAIN_ID, EVENT_ID, StandIn

SERVER = os.environ.get("ANALYTICS_SERVER", "")
"""The address of a server on the wire, without `/api`; empty for the stand-in."""
DOMAIN = os.environ.get("ANALYTICS_DOMAIN_ID", DOMAIN_ID)
EVENT = os.environ.get("ANALYTICS_EVENT_ID", EVENT_ID)

_WAIT_S = 10

Answer = tuple[int, str, str]
"""Status, type and body."""


@dataclass(frozen=True)
class Request:
    """One request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Names in small letters."""
    body: str

    @property
    def operation(self) -> str:
        """`createRecord`; empty for what carries no document."""
        return self.query.split("(")[0].removeprefix("mutation ") if self.body else ""

    @property
    def query(self) -> str:
        return tidy(json.loads(self.body)["query"])

    @property
    def variables(self) -> dict[str, Any]:
        variables: dict[str, Any] = json.loads(self.body)["variables"]
        return variables


class Wire:
    """What was sent, and how it is answered."""

    def __init__(self, events: Iterable[str] = (EVENT,)) -> None:
        self.address = ""
        self.requests: list[Request] = []
        self._stand_in = StandIn(events)
        self._fault: dict[str, Any] | None = None
        self._is_silent = False
        self._released = Event()

    @property
    def posts(self) -> list[Request]:
        """All but what a browser asks before it dares to ask."""
        return [request for request in self.requests if request.method == "POST"]

    def list_posts(self, operation: str) -> list[Request]:
        return [request for request in self.posts if request.operation == operation]

    def fail(self, name: str) -> None:
        """From now on every answer is that fault of the contract."""
        self._fault = FAULTS[name]

    def fall_silent(self) -> None:
        """From now on requests are taken, and that is all, until `mend`."""
        self._is_silent = True
        self._released.clear()

    def mend(self) -> None:
        """All is well again, and everything is forgotten."""
        self._fault = None
        self._is_silent = False
        self._released.set()
        self.requests.clear()

    def wait_for(self, count: int, operation: str) -> list[Request]:
        """Waits until so many requests of a kind have come."""
        end = time.monotonic() + _WAIT_S
        while len(self.list_posts(operation)) < count:
            found = [request.operation for request in self.posts]
            assert time.monotonic() < end, f"{count} of {operation} expected, there are {found}"
            time.sleep(0.01)
        return self.list_posts(operation)

    def answer(self, request: Request) -> Answer | None:
        """None: there will be no answer."""
        self.requests.append(request)
        if self._is_silent:
            self._released.wait(_WAIT_S * 6)
            return None
        if request.method == "OPTIONS":
            return 204, "text/plain", ""
        if self._fault:
            return self._fault["status"], self._fault["type"], self._fault["body"]
        if request.path != "/api":
            return 404, "text/plain", "Not found"
        if SERVER:
            return _pass_on(request)
        is_owner = "ackee_ignore=1" in request.headers.get("cookie", "")
        status, body = self._stand_in.answer(request.body.encode(), is_owner=is_owner)
        return status, "application/json; charset=utf-8", body


def _pass_on(request: Request) -> Answer:
    place = urlsplit(SERVER)
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    connection = kind(place.netloc, timeout=_WAIT_S)
    kept = ("content-type", "cookie", "user-agent")
    headers = {name: request.headers[name] for name in kept if name in request.headers}
    try:
        path = place.path.rstrip("/") + request.path
        connection.request(request.method, path, request.body.encode(), headers)
        response = connection.getresponse()
        return (
            response.status,
            response.headers.get("Content-Type", "text/plain"),
            response.read().decode(),
        )
    finally:
        connection.close()


@contextmanager
def serve_wire(host: str = "127.0.0.1", events: Iterable[str] = (EVENT,)) -> Iterator[Wire]:
    """A recording server; `host` stands in its address, and must be a name of this machine."""
    wire = Wire(events)
    with serve_handler(_create_handler(wire.answer)) as address:
        wire.address = address.replace("127.0.0.1", host)
        try:
            yield wire
        finally:
            wire.mend()


def _create_handler(answer: Callable[[Request], Answer | None]) -> type[BaseHTTPRequestHandler]:
    class Handler(Quiet, BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_OPTIONS(self) -> None:
            self._respond(answer(self._read()))

        def do_POST(self) -> None:
            self._respond(answer(self._read()))

        def _read(self) -> Request:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length", 0)))
            return Request(self.command, self.path, headers, body.decode())

        def _respond(self, given: Answer | None) -> None:
            if given is None:
                self.close_connection = True
                return
            status, kind, body = given
            self.send_response(status)
            for name, value in self._cors().items():
                self.send_header(name, value)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def _cors(self) -> dict[str, str]:
            return {
                "Access-Control-Allow-Origin": self.headers.get("Origin", "null"),
                "Access-Control-Allow-Credentials": "true",
                "Access-Control-Allow-Methods": "GET, POST, PATCH, OPTIONS",
                "Access-Control-Allow-Headers": "Content-Type, Authorization, Time-Zone",
                "Vary": "Origin",
            }

    return Handler
