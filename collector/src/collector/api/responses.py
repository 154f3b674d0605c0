"""Responses of the API, in the format that Ackee's clients expect."""

from __future__ import annotations

from uuid import UUID

import msgspec

from collector.api.documents import Document
from collector.errors import KnownError, LimitedError

JSON = "application/json; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

_SUPPORTED = {"idempotencyKey": True}
"""In every response: a request that is repeated with its key is stored once."""

_encode = msgspec.json.Encoder().encode


class Response(msgspec.Struct, frozen=True):
    status: int
    body: bytes
    type: str = JSON
    retry_after: int | None = None


INVALID_JSON = Response(400, b"Invalid JSON", TEXT)
NOT_POST = Response(405, b"This address takes POST requests with JSON", TEXT)
TOO_LARGE = Response(413, b"Too large: a request has at most 8 kB", TEXT)
ENCODED = Response(415, b"Send plain JSON, without Content-Encoding", TEXT)
UNAVAILABLE = Response(503, b"Temporarily unavailable, try again later", TEXT, retry_after=5)


def too_many_requests(seconds: int) -> Response:
    return Response(429, b"Too many requests", TEXT, retry_after=seconds)


def limit_reached(error: LimitedError) -> Response:
    return Response(429, f"{error}. Try again after midnight UTC".encode(), TEXT, retry_after=3600)


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
