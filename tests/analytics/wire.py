"""An analytics server for tests. It records requests, and responds as the contract says."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any

from harness.static import Quiet, serve_handler
from tests.analytics.contract import FAULTS, OPERATIONS, tidy
from tests.analytics.stand_in import DOMAIN_ID, EVENT_ID, StandIn

DOMAIN = DOMAIN_ID
EVENT = EVENT_ID

_WAIT_S = 30

Answer = tuple[int, str, str]
"""Status, type and body."""


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: Mapping[str, str]
    """Names are lower case."""
    body: str

    @property
    def operation(self) -> str:
        """`createRecord`; empty for a request without a document."""
        return self.query.split("(")[0].removeprefix("mutation ") if self.body else ""

    @property
    def query(self) -> str:
        return tidy(json.loads(self.body)["query"])

    @property
    def variables(self) -> dict[str, Any]:
        variables: dict[str, Any] = json.loads(self.body)["variables"]
        return variables

    @property
    def key(self) -> str | None:
        """The idempotency key."""
        key: str | None = json.loads(self.body).get("extensions", {}).get("idempotencyKey")
        return key


class Wire:
    """The requests so far, and the responses to the next ones."""

    def __init__(self, events: Iterable[str] = (EVENT,)) -> None:
        self.address = ""
        self.requests: list[Request] = []
        self._stand_in = StandIn(events)
        self._fault: dict[str, Any] | None = None
        self._is_silent = False
        self._is_lossy = False
        self._retry_after = 0
        self._is_ackee = False
        self._released = Event()

    @property
    def posts(self) -> list[Request]:
        """All except preflight requests."""
        return [request for request in self.requests if request.method == "POST"]

    def list_posts(self, operation: str) -> list[Request]:
        return [request for request in self.posts if request.operation == operation]

    def fail(self, name: str) -> None:
        """Makes every further response the failure with this name in the contract."""
        self._fault = FAULTS[name]

    def fall_silent(self) -> None:
        """From now on, requests get no response, until `restore`."""
        self._is_silent = True
        self._released.clear()

    def refuse(self, seconds: int) -> None:
        """From now on, clients are asked to retry after a pause, until `restore`."""
        self._retry_after = seconds

    def lose_responses(self) -> None:
        """From now on, requests are processed, but their responses are lost, until `restore`."""
        self._is_lossy = True

    def mimic_ackee(self, is_ackee: bool = True) -> None:
        """From now on, announces nothing, and rejects everything that Ackee doesn't know."""
        self._is_ackee = is_ackee

    def restore(self) -> None:
        """Ends simulated failures and silence, and clears the requests."""
        self._fault = None
        self._is_silent = self._is_lossy = False
        self._retry_after = 0
        self._released.set()
        self.requests.clear()

    def wait_for(self, count: int, operation: str) -> list[Request]:
        end = time.monotonic() + _WAIT_S
        while len(self.list_posts(operation)) < count:
            found = [request.operation for request in self.posts]
            assert time.monotonic() < end, f"{count} of {operation} expected, there are {found}"
            time.sleep(0.01)
        return self.list_posts(operation)

    def answer(self, request: Request) -> Answer | None:
        """None if there is no response."""
        is_lossy = self._is_lossy
        # From here on, the test may see the request, and restore the server.
        self.requests.append(request)
        if self._is_silent:
            self._released.wait(_WAIT_S * 6)
            return None
        if request.method == "OPTIONS":
            return 204, "text/plain", ""
        if self._retry_after:
            return 429, "text/plain", str(self._retry_after)
        if self._fault:
            return self._fault["status"], self._fault["type"], self._fault["body"]
        if request.path != "/api":
            return 404, "text/plain", "Not found"
        is_owner = "ackee_ignore=1" in request.headers.get("cookie", "")
        if self._is_ackee and (problem := _find_unknown(request)):
            return 400, _JSON, json.dumps({"errors": [{"message": problem}]})
        status, body = self._stand_in.answer(request.body.encode(), is_owner=is_owner)
        if self._is_ackee:
            answer = json.loads(body)
            answer.pop("extensions", None)
            body = json.dumps(answer)
        return None if is_lossy else (status, _JSON, body)


_JSON = "application/json; charset=utf-8"


def _find_unknown(request: Request) -> str:
    """Returns what Ackee would reject, or an empty string. Its schema rejects unknown fields of an
    input, too, as the stand-in does."""
    body = json.loads(request.body)
    # GraphQL over HTTP has these; Ackee ignores extensions.
    if unknown := {*body} - {"query", "variables", "operationName", "extensions"}:
        return f"unknown members: {unknown}"
    if unknown := {*body["variables"]} - {*OPERATIONS[request.operation]["variables"]}:
        return f"unknown variables: {unknown}"
    return ""


@contextmanager
def serve_wire(
    host: str = "127.0.0.1", events: Iterable[str] = (EVENT,), port: int = 0
) -> Iterator[Wire]:
    """`host` is the name in its address, and must resolve to this machine."""
    wire = Wire(events)
    with serve_handler(_create_handler(wire.answer), port) as address:
        wire.address = address.replace("127.0.0.1", host)
        try:
            yield wire
        finally:
            wire.restore()


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
            if status == 429:
                self.send_header("Retry-After", body)
            self.end_headers()
            self.wfile.write(body.encode())

        def _cors(self) -> dict[str, str]:
            return {
                "Access-Control-Allow-Origin": self.headers.get("Origin", "null"),
                "Access-Control-Allow-Credentials": "true",
                "Access-Control-Allow-Methods": "GET, POST, PATCH, OPTIONS",
                "Access-Control-Allow-Headers": "Content-Type, Authorization, Time-Zone",
                "Access-Control-Expose-Headers": "Retry-After",
                "Vary": "Origin",
            }

    return Handler
