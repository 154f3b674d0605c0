"""Responses of the API, in the format that Ackee's clients expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from graphql import GraphQLError

from collector.api.documents import FastPath
from collector.errors import KnownError, LimitedError

JSON = "application/json; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

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


def succeeded(path: FastPath, id_: UUID | None) -> Response:
    """Contains the id if the document selects it."""
    values = {"success": "true", "payload": f'{{"id":"{id_}"}}' if id_ else "null"}
    fields = ",".join(f'"{name}":{values[name]}' for name in path.fields)
    return Response(200, f'{{"data":{{"{path.operation.value}":{{{fields}}}}}}}'.encode())


def failed(error: KnownError, path: FastPath) -> Response:
    """Reports an error of the operation, which clients log."""
    described = {
        "message": str(error),
        "locations": [path.location.formatted],
        "path": [path.operation.value],
        "extensions": _extensions(error),
    }
    return Response(200, _encode({"errors": [described], "data": None}))


def rejected(errors: Sequence[GraphQLError], code: str) -> Response:
    """Reports an invalid request, without `data`."""
    listed = [{**error.formatted, "extensions": {"code": code}} for error in errors]
    return Response(400, _encode({"errors": listed}))


def executed(data: dict[str, Any] | None, errors: Sequence[GraphQLError] | None) -> Response:
    body: dict[str, Any] = {"data": data}
    if errors:
        body = {"errors": [_describe(error) for error in errors], **body}
    return Response(200, _encode(body))


def _describe(error: GraphQLError) -> dict[str, Any]:
    shape: dict[str, Any] = {**error.formatted}
    shape["extensions"] = _extensions(error.original_error)
    return shape


def _extensions(error: Exception | None) -> dict[str, Any]:
    name = "KnownError" if isinstance(error, KnownError) else "Error"
    return {"code": "INTERNAL_SERVER_ERROR", "exception": {"name": name}}
