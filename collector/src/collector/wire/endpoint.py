"""A request of a client to an answer: the usual ones on a short way, any other through GraphQL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    OperationDefinitionNode,
    execute,
    get_operation_ast,
)
from graphql.execution.values import get_variable_values

from collector.errors import KnownError, LimitedError, UnavailableError
from collector.ids import moment_of
from collector.limits import Limiter
from collector.model import ActionInput, RecordInput
from collector.service import Service
from collector.visits import Visit
from collector.wire.answers import (
    INVALID_JSON,
    UNAVAILABLE,
    Answer,
    answer_executed,
    answer_known_error,
    answer_limited,
    answer_refused,
    answer_too_many,
    answer_usual,
)
from collector.wire.documents import Document, DocumentError, Documents, Operation, Usual
from collector.wire.schema import create_schema

_Variables = dict[str, msgspec.Raw]
_Info = GraphQLResolveInfo[Visit]


class _Request(msgspec.Struct, rename="camel"):
    query: str
    variables: _Variables | None = None
    operation_name: str | None = None


_decode_request = msgspec.json.Decoder(_Request).decode
_decode_text = msgspec.json.Decoder(str).decode
_decode_record = msgspec.json.Decoder(RecordInput).decode
_decode_action = msgspec.json.Decoder(ActionInput).decode

_UNKNOWN_OPERATION = "`operationName` must name an operation of the document, if it has several."

_MALFORMED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Endpoint:
    """Answers what clients post."""

    def __init__(self, service: Service, limiter: Limiter) -> None:
        self._limiter = limiter
        self._schema = create_schema()
        _resolve_by(self._schema, service)
        self._documents = Documents(self._schema)
        self._run: dict[Operation, Callable[[Usual, _Variables, Visit], Awaitable[UUID | None]]] = {
            Operation.CREATE_RECORD: lambda usual, given, visit: service.create_record(
                _decode_text(given[usual.arguments["domainId"]]),
                _decode_record(given[usual.arguments["input"]]),
                visit,
            ),
            Operation.UPDATE_RECORD: lambda usual, given, visit: service.update_record(
                _decode_text(given[usual.arguments["id"]]), visit
            ),
            Operation.CREATE_ACTION: lambda usual, given, visit: service.create_action(
                _decode_text(given[usual.arguments["eventId"]]),
                _decode_action(given[usual.arguments["input"]]),
                visit,
            ),
            Operation.UPDATE_ACTION: lambda usual, given, visit: service.update_action(
                _decode_text(given[usual.arguments["id"]]),
                _decode_action(given[usual.arguments["input"]]),
                visit,
            ),
        }

    async def answer(self, body: bytes, visit: Visit) -> Answer:
        try:
            request = _decode_request(body)
        except msgspec.ValidationError as error:
            return answer_refused([GraphQLError(_describe(error))], "BAD_REQUEST")
        except _MALFORMED:
            return INVALID_JSON
        try:
            document = self._documents.read(request.query)
            # One operation was paid for when the request arrived.
            if document.changes > 1 and not self._limiter.allows(
                visit.address, document.changes - 1
            ):
                return answer_too_many(self._limiter.retry_seconds)
            if document.usual and request.operation_name is None:
                answer = await self._answer_usual(document.usual, request, visit)
                if answer:
                    return answer
            return await self._execute(document, request, visit)
        except DocumentError as error:
            return answer_refused(error.errors, error.code)
        except LimitedError as error:
            return answer_limited(error)
        except UnavailableError:
            return UNAVAILABLE

    async def _answer_usual(self, usual: Usual, request: _Request, visit: Visit) -> Answer | None:
        """The answer; none, where the variables are not what they should be."""
        try:
            call = self._run[usual.operation](usual, request.variables or {}, visit)
        except (KeyError, *_MALFORMED):
            return None  # GraphQL knows what to say about it
        try:
            return answer_usual(usual, await call)
        except KnownError as error:
            return answer_known_error(error, usual)

    async def _execute(self, document: Document, request: _Request, visit: Visit) -> Answer:
        try:
            variables = {
                name: msgspec.json.decode(raw) for name, raw in (request.variables or {}).items()
            }
        except msgspec.ValidationError as error:
            return answer_refused([GraphQLError(f"{error}.")], "BAD_USER_INPUT")
        except _MALFORMED:
            return INVALID_JSON
        operation = get_operation_ast(document.tree, request.operation_name)
        if operation is None:
            return answer_refused([GraphQLError(_UNKNOWN_OPERATION)], "BAD_USER_INPUT")
        problems = _check_variables(self._schema, operation, variables)
        if problems:
            return answer_refused(problems, "BAD_USER_INPUT")
        result = execute(
            self._schema,
            document.tree,
            context_value=visit,
            variable_values=variables,
            operation_name=request.operation_name,
        )
        if not isinstance(result, ExecutionResult):
            result = await result
        for problem in result.errors or ():
            if isinstance(problem.original_error, LimitedError | UnavailableError):
                raise problem.original_error
        return answer_executed(result.data, result.errors)


def _describe(error: msgspec.ValidationError) -> str:
    return f"{error}. A request is one object with a `query`, and perhaps `variables`."


def _check_variables(
    schema: GraphQLSchema, operation: OperationDefinitionNode, variables: dict[str, Any]
) -> list[GraphQLError]:
    wanted = operation.variable_definitions or ()
    found = get_variable_values(schema, wanted, variables, max_errors=5)
    return found if isinstance(found, list) else []


def _resolve_by(schema: GraphQLSchema, service: Service) -> None:
    """Lets the fields of the schema do what the short way does."""

    async def create_record(_: object, info: _Info, **given: Any) -> dict[str, Any]:
        input_ = msgspec.convert(given["input"], RecordInput)
        id_ = await service.create_record(given["domainId"], input_, info.context)
        return _payload(id_, given["input"])

    async def update_record(_: object, info: _Info, **given: Any) -> dict[str, Any]:
        await service.update_record(given["id"], info.context)
        return {"success": True}

    async def create_action(_: object, info: _Info, **given: Any) -> dict[str, Any]:
        input_ = msgspec.convert(given["input"], ActionInput)
        id_ = await service.create_action(given["eventId"], input_, info.context)
        return _payload(id_, given["input"] | {"value": input_.value or 1.0})

    async def update_action(_: object, info: _Info, **given: Any) -> dict[str, Any]:
        input_ = msgspec.convert(given["input"], ActionInput)
        await service.update_action(given["id"], input_, info.context)
        return {"success": True}

    mutations, queries = schema.mutation_type, schema.query_type
    assert mutations  # noqa: S101 - our own schema has both
    assert queries  # noqa: S101
    mutations.fields["createRecord"].resolve = create_record
    mutations.fields["updateRecord"].resolve = update_record
    mutations.fields["createAction"].resolve = create_action
    mutations.fields["updateAction"].resolve = update_action
    queries.fields["isAlive"].resolve = lambda *_: True


def _payload(id_: UUID, given: dict[str, Any]) -> dict[str, Any]:
    moment = (moment_of(id_) or datetime.now(UTC)).isoformat(timespec="milliseconds")
    created = moment.replace("+00:00", "Z")
    payload = {**given, "id": str(id_), "created": created, "updated": created}
    return {"success": True, "payload": payload}
