"""Runs requests: those of clients on a fast path, all others through GraphQL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple
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

from collector.api.documents import Document, DocumentError, Documents, FastPath, Operation
from collector.api.responses import (
    INVALID_JSON,
    UNAVAILABLE,
    Response,
    executed,
    failed,
    limit_reached,
    rejected,
    succeeded,
    too_many_requests,
)
from collector.api.schema import create_schema
from collector.errors import KnownError, LimitedError, UnavailableError
from collector.ids import moment_of
from collector.limits import Limiter
from collector.model import ActionInput, RecordInput
from collector.service import Service
from collector.visits import Visit

_Variables = dict[str, msgspec.Raw]
_Info = GraphQLResolveInfo[Visit]


class _Operation(NamedTuple):
    """How an operation is run, on the fast path and by GraphQL."""

    run: Callable[..., Awaitable[UUID | None]]
    """Called with the id, the input if the operation has one, and the visit."""
    id_argument: str
    input: type[RecordInput | ActionInput] | None

    def call(self, path: FastPath, variables: _Variables, visit: Visit) -> Awaitable[UUID | None]:
        given: list[object] = [_decode_string(variables[path.arguments[self.id_argument]])]
        if self.input:
            given.append(_DECODE_INPUT[self.input](variables[path.arguments["input"]]))
        return self.run(*given, visit)

    async def resolve(self, _: object, info: _Info, **given: Any) -> dict[str, Any]:
        arguments = [given[self.id_argument]]
        if self.input:
            arguments.append(msgspec.convert(given["input"], self.input))
        id_ = await self.run(*arguments, info.context)
        return {"success": True, "payload": id_ and _describe_payload(id_, given["input"])}


def _list_operations(service: Service) -> dict[Operation, _Operation]:
    return {
        Operation.CREATE_RECORD: _Operation(service.create_record, "domainId", RecordInput),
        Operation.UPDATE_RECORD: _Operation(service.update_record, "id", None),
        Operation.CREATE_ACTION: _Operation(service.create_action, "eventId", ActionInput),
        Operation.UPDATE_ACTION: _Operation(service.update_action, "id", ActionInput),
    }


class _Request(msgspec.Struct, rename="camel"):
    query: str
    variables: _Variables | None = None
    operation_name: str | None = None


_decode_request = msgspec.json.Decoder(_Request).decode
_decode_string = msgspec.json.Decoder(str).decode
_DECODE_INPUT: dict[type, Callable[..., Any]] = {
    kind: msgspec.json.Decoder(kind).decode for kind in (RecordInput, ActionInput)
}

_UNKNOWN_OPERATION = "`operationName` must name an operation of the document, if it has several."

_MALFORMED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Endpoint:
    """Handles the body of `POST /api`."""

    def __init__(self, service: Service, limiter: Limiter) -> None:
        self._limiter = limiter
        self._operations = _list_operations(service)
        self._schema = create_schema()
        _set_resolvers(self._schema, self._operations)
        self._documents = Documents(self._schema)

    async def handle(self, body: bytes, visit: Visit) -> Response:
        try:
            request = _decode_request(body)
        except msgspec.ValidationError as error:
            return rejected([GraphQLError(_describe(error))], "BAD_REQUEST")
        except _MALFORMED:
            return INVALID_JSON
        try:
            document = self._documents.parse(request.query)
            # The first change was counted when the request arrived.
            if document.changes > 1 and not self._limiter.allows(
                visit.address, document.changes - 1
            ):
                return too_many_requests(self._limiter.retry_seconds)
            if document.fast_path and request.operation_name is None:
                response = await self._run_fast_path(document.fast_path, request, visit)
                if response:
                    return response
            return await self._execute(document, request, visit)
        except DocumentError as error:
            return rejected(error.errors, error.code)
        except LimitedError as error:
            return limit_reached(error)
        except UnavailableError:
            return UNAVAILABLE

    async def _run_fast_path(
        self, path: FastPath, request: _Request, visit: Visit
    ) -> Response | None:
        """Returns `None` if a variable is invalid. GraphQL then reports the error."""
        try:
            call = self._operations[path.operation].call(path, request.variables or {}, visit)
        except (KeyError, *_MALFORMED):
            return None
        try:
            return succeeded(path, await call)
        except KnownError as error:
            return failed(error, path)

    async def _execute(self, document: Document, request: _Request, visit: Visit) -> Response:
        try:
            variables = {
                name: msgspec.json.decode(raw) for name, raw in (request.variables or {}).items()
            }
        except msgspec.ValidationError as error:
            return rejected([GraphQLError(f"{error}.")], "BAD_USER_INPUT")
        except _MALFORMED:
            return INVALID_JSON
        operation = get_operation_ast(document.tree, request.operation_name)
        if operation is None:
            return rejected([GraphQLError(_UNKNOWN_OPERATION)], "BAD_USER_INPUT")
        problems = _check_variables(self._schema, operation, variables)
        if problems:
            return rejected(problems, "BAD_USER_INPUT")
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
        return executed(result.data, result.errors)


def _describe(error: msgspec.ValidationError) -> str:
    return f"{error}. A request is one object with a `query`, and perhaps `variables`."


def _check_variables(
    schema: GraphQLSchema, operation: OperationDefinitionNode, variables: dict[str, Any]
) -> list[GraphQLError]:
    wanted = operation.variable_definitions or ()
    found = get_variable_values(schema, wanted, variables, max_errors=5)
    return found if isinstance(found, list) else []


def _set_resolvers(schema: GraphQLSchema, operations: dict[Operation, _Operation]) -> None:
    mutations, queries = schema.mutation_type, schema.query_type
    assert mutations  # noqa: S101 - our own schema has both
    assert queries  # noqa: S101
    for name, operation in operations.items():
        mutations.fields[name.value].resolve = operation.resolve
    queries.fields["isAlive"].resolve = lambda *_: True


def _describe_payload(id_: UUID, given: dict[str, Any]) -> dict[str, Any]:
    moment = (moment_of(id_) or datetime.now(UTC)).isoformat(timespec="milliseconds")
    created = moment.replace("+00:00", "Z")
    # The value of an action is 1 by default. Records have no value.
    value = given.get("value") or 1.0
    return {**given, "value": value, "id": str(id_), "created": created, "updated": created}
