"""Runs the operations of clients."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, NamedTuple
from uuid import UUID

import msgspec

from collector.api.documents import Document, Documents
from collector.api.responses import (
    INVALID_JSON,
    UNAVAILABLE,
    UNKNOWN_DOCUMENT,
    Response,
    failed,
    limit_reached,
    rejected,
    succeeded,
)
from collector.errors import KnownError, LimitedError, UnavailableError
from collector.model import ActionInput, RecordInput
from collector.service import Service
from collector.visits import Visit

_Variables = dict[str, msgspec.Raw]
_Decode = Callable[[msgspec.Raw], Any]


class _Extensions(msgspec.Struct, rename="camel"):
    idempotency_key: Annotated[str, msgspec.Meta(min_length=16, max_length=100)] | None = None


class _Request(msgspec.Struct, rename="camel"):
    query: str
    variables: _Variables | None = None
    operation_name: str | None = None
    extensions: _Extensions | None = None


_decode_request = msgspec.json.Decoder(_Request).decode
_decode_id: _Decode = msgspec.json.Decoder(str | int).decode
_decode_record: _Decode = msgspec.json.Decoder(RecordInput).decode
_decode_action: _Decode = msgspec.json.Decoder(ActionInput).decode

_MALFORMED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class _InvalidVariableError(Exception):
    pass


class _Operation(NamedTuple):
    run: Callable[..., Awaitable[UUID | None]]
    """Called with the arguments, the visit, and the idempotency key if there is one."""
    decode: Sequence[_Decode]
    """One for each argument."""
    has_key: bool = False
    """Whether it is also called with the idempotency key. The other operations can be repeated
    without one."""

    def decode_arguments(self, document: Document, variables: _Variables) -> list[Any]:
        found = []
        for name, decode in zip(document.variables, self.decode, strict=True):
            try:
                found.append(decode(variables[name]))
            except KeyError:
                raise _InvalidVariableError(f'Variable "${name}" is missing.') from None
            except msgspec.ValidationError as error:
                raise _InvalidVariableError(f'Variable "${name}" is invalid: {error}.') from error
        return found


class Endpoint:
    """Handles the body of `POST /api`."""

    def __init__(self, service: Service, documents: Documents) -> None:
        self._documents = documents
        self._operations = {
            "createRecord": _Operation(
                service.create_record, (_decode_id, _decode_record), has_key=True
            ),
            "updateRecord": _Operation(service.update_record, (_decode_id,)),
            "createAction": _Operation(
                service.create_action, (_decode_id, _decode_action), has_key=True
            ),
            "updateAction": _Operation(service.update_action, (_decode_id, _decode_action)),
        }

    async def handle(self, body: bytes, visit: Visit) -> Response:
        try:
            request = _decode_request(body)
        except msgspec.ValidationError as error:
            return rejected(f"{error}. {_SHAPE}", "BAD_REQUEST")
        except _MALFORMED:
            return INVALID_JSON
        document = self._documents.find(request.query)
        if document is None:
            return UNKNOWN_DOCUMENT
        if request.operation_name not in (None, document.name):
            return rejected("`operationName` must name the operation.", "BAD_USER_INPUT")
        return await self._run(document, request, visit)

    async def _run(self, document: Document, request: _Request, visit: Visit) -> Response:
        operation = self._operations[document.operation]
        try:
            arguments = operation.decode_arguments(document, request.variables or {})
        except _InvalidVariableError as error:
            return rejected(str(error), "BAD_USER_INPUT")
        except _MALFORMED:
            return INVALID_JSON
        arguments.append(visit)
        if operation.has_key and request.extensions:
            arguments.append(request.extensions.idempotency_key)
        try:
            return succeeded(document, await operation.run(*arguments))
        except KnownError as error:
            return failed(document, error)
        except LimitedError as error:
            return limit_reached(error)
        except UnavailableError:
            return UNAVAILABLE


_SHAPE = "A request is one object with a `query`, and perhaps `variables`."
