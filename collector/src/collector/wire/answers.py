"""Answers of the wire, in the shapes that clients know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from graphql import GraphQLError

from collector.errors import KnownError, LimitedError
from collector.wire.documents import Usual

JSON = "application/json; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

_encode = msgspec.json.Encoder().encode


class Answer(msgspec.Struct, frozen=True):
    """What goes back."""

    status: int
    body: bytes
    type: str = JSON
    retry_after: int | None = None


INVALID_JSON = Answer(400, b"Invalid JSON", TEXT)
NOT_POST = Answer(405, b"This address takes POST requests with JSON", TEXT)
TOO_LARGE = Answer(413, b"Too large: a request has at most 8 kB", TEXT)
ENCODED = Answer(415, b"Send plain JSON, without Content-Encoding", TEXT)
UNAVAILABLE = Answer(503, b"Not stored, try again later", TEXT, retry_after=5)


def answer_too_many(seconds: int) -> Answer:
    return Answer(429, b"Too many requests", TEXT, retry_after=seconds)


def answer_limited(error: LimitedError) -> Answer:
    return Answer(429, f"{error}. Try again after midnight UTC".encode(), TEXT, retry_after=3600)


def answer_usual(usual: Usual, id_: UUID | None) -> Answer:
    """Success, with the id where it was asked for."""
    values = {"success": "true", "payload": f'{{"id":"{id_}"}}' if id_ else "null"}
    fields = ",".join(f'"{name}":{values[name]}' for name in usual.fields)
    return Answer(200, f'{{"data":{{"{usual.operation.value}":{{{fields}}}}}}}'.encode())


def answer_known_error(error: KnownError, usual: Usual) -> Answer:
    """What clients show to nobody but log: there was an answer, and it is an error."""
    described = {
        "message": str(error),
        "locations": [usual.place.formatted],
        "path": [usual.operation.value],
        "extensions": _extensions(error),
    }
    return Answer(200, _encode({"errors": [described], "data": None}))


def answer_refused(errors: Sequence[GraphQLError], code: str) -> Answer:
    """The request itself is wrong: no data, and a status that clients do not read past."""
    listed = [{**error.formatted, "extensions": {"code": code}} for error in errors]
    return Answer(400, _encode({"errors": listed}))


def answer_executed(data: dict[str, Any] | None, errors: Sequence[GraphQLError] | None) -> Answer:
    body: dict[str, Any] = {"data": data}
    if errors:
        body = {"errors": [_executed(error) for error in errors], **body}
    return Answer(200, _encode(body))


def _executed(error: GraphQLError) -> dict[str, Any]:
    shape: dict[str, Any] = {**error.formatted}
    shape["extensions"] = _extensions(error.original_error)
    return shape


def _extensions(error: Exception | None) -> dict[str, Any]:
    name = "KnownError" if isinstance(error, KnownError) else "Error"
    return {"code": "INTERNAL_SERVER_ERROR", "exception": {"name": name}}
