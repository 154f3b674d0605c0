"""Responses of the API, in the format that Ackee's clients expect."""

from __future__ import annotations

from functools import lru_cache
from uuid import UUID

import msgspec

from collector.api.documents import Document
from collector.errors import KnownError, LimitedError

JSON = "application/json; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

_SUPPORTED = {"idempotencyKey": True}
"""In every response: a request that is repeated with its key is stored once."""

_encode = msgspec.json.Encoder().encode


Headers = list[tuple[bytes, bytes]]


class Response:
    """A response, with its headers except those for CORS. Refusals are created once, because they
    must cost less than the requests."""

    __slots__ = ("body", "headers", "status")

    def __init__(
        self, status: int, body: bytes, type_: str = JSON, *, more: Headers | None = None
    ) -> None:
        self.status = status
        self.body = body
        self.headers: Headers = [
            (b"content-type", type_.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
            # Pages read responses with CORS, so nothing else may embed them.
            (b"cross-origin-resource-policy", b"same-origin"),
            *(more or ()),
        ]

    @classmethod
    def retry_later(cls, status: int, body: bytes, seconds: int) -> Response:
        return cls(status, body, TEXT, more=[(b"retry-after", str(seconds).encode())])


INVALID_JSON = Response(400, b"Invalid JSON", TEXT)
UNKNOWN_ORIGIN = Response(
    403, b"No site has this origin. `collector domain change` changes the origins of a site", TEXT
)
NOT_POST = Response(
    405, b"This address takes POST requests with JSON", TEXT, more=[(b"allow", b"POST, OPTIONS")]
)
TOO_LARGE = Response(413, b"Too large: a request has at most 8 kB", TEXT)
ENCODED = Response(415, b"Send plain JSON, without Content-Encoding", TEXT)
UNAVAILABLE = Response.retry_later(503, b"Temporarily unavailable, try again later", 5)


@lru_cache(1)
def too_many_requests(seconds: int) -> Response:
    return Response.retry_later(429, b"Too many requests", seconds)


def limit_reached(error: LimitedError) -> Response:
    return Response.retry_later(429, f"{error}. Try again after midnight UTC".encode(), 3600)


def succeeded(document: Document, id_: UUID | None) -> Response:
    """Contains the id if the document selects it."""
    values = {"success": "true", "payload": f'{{"id":"{id_}"}}' if id_ else "null"}
    fields = ",".join(f'"{name}":{values[name]}' for name in document.fields)
    data = f'{{"{document.operation}":{{{fields}}}}}'
    return Response(200, f'{{"data":{data},"extensions":{{"idempotencyKey":true}}}}'.encode())


def failed(document: Document, error: KnownError) -> Response:
    """Reports an error of the operation, which clients log."""
    extensions = {"code": "INTERNAL_SERVER_ERROR", "exception": {"name": "KnownError"}}
    described = {"message": str(error), "path": [document.operation], "extensions": extensions}
    return Response(200, _encode({"errors": [described], "data": None, "extensions": _SUPPORTED}))


def rejected(problem: str, code: str) -> Response:
    """Reports an invalid request, without `data`."""
    error = {"message": problem, "extensions": {"code": code}}
    return Response(400, _encode({"errors": [error]}))


UNKNOWN_DOCUMENT = rejected(
    "This document is not on the list of accepted ones. The setting `documents` extends the list.",
    "GRAPHQL_VALIDATION_FAILED",
)
