"""A server on the wire for tests: it answers as the contract says, and remembers ids."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from tests.analytics.contract import CONTRACT, OPERATIONS, OWNER_ID, tidy

DOMAIN_ID = "11111111-1111-4111-8111-111111111111"
EVENT_ID = "22222222-2222-4222-8222-222222222222"

_NAMES = {tidy(entry["document"]): name for name, entry in OPERATIONS.items()}


class BadInputError(Exception):
    """The variables are not of their types."""


class StandIn:
    """Knows one domain, some events, and all that it has been told."""

    def __init__(self, events: Iterable[str] = (EVENT_ID,)) -> None:
        self._known = {
            "domain": {DOMAIN_ID},
            "event": set(events),
            "record": {OWNER_ID},
            "action": {OWNER_ID},
        }

    def answer(self, body: bytes, *, is_owner: bool = False) -> tuple[int, str]:
        """Status and body of the answer."""
        try:
            message = json.loads(body)
        except ValueError:
            return 400, "Invalid JSON"
        try:
            operation = _NAMES[tidy(message["query"])]
            variables = message["variables"]
            check_variables(operation, variables)
        except (KeyError, TypeError) as error:
            return 400, json.dumps({"errors": [_error(error, "GRAPHQL_VALIDATION_FAILED")]})
        except BadInputError as error:
            return 400, json.dumps({"errors": [_error(error, "BAD_USER_INPUT")]})
        if unknown := self._find_unknown(variables):
            described = _error(f"Unknown {unknown}", "INTERNAL_SERVER_ERROR")
            answer = {"errors": [{**described, "path": [operation]}], "data": {operation: None}}
            return 200, json.dumps(answer)
        return 200, json.dumps({"data": {operation: self._perform(operation, is_owner)}})

    def _find_unknown(self, variables: Mapping[str, Any]) -> str | None:
        """What the operation is about, if there is no such thing: `domain`."""
        name = next(name for name in variables if name.endswith("Id"))
        kind = name.removesuffix("Id")
        return None if variables[name] in self._known[kind] else kind

    def _perform(self, operation: str, is_owner: bool) -> dict[str, Any]:
        if operation.startswith("update"):
            return {"success": True}
        id_ = OWNER_ID if is_owner else str(uuid4())
        self._known[operation.removeprefix("create").lower()].add(id_)
        return {"payload": {"id": id_}}


def _error(message: object, code: str) -> dict[str, Any]:
    return {"message": str(message), "extensions": {"code": code}}


def check_variables(operation: str, variables: Mapping[str, Any]) -> None:
    """Raises unless the variables are those of the operation, and each is of its type."""
    if variables.keys() != OPERATIONS[operation]["variables"].keys():
        raise BadInputError(sorted(variables))
    if "input" in variables:
        kind = "record_fields" if operation.endswith("Record") else "action_fields"
        _check_input(CONTRACT[kind], variables["input"])
    if "Action" in operation and variables["input"].get("value") == 0:
        raise BadInputError("value")


def _check_input(fields: list[dict[str, Any]], given: Mapping[str, Any]) -> None:
    by_name = {field["name"]: field for field in fields}
    if unknown := given.keys() - by_name.keys() - {"details"}:
        raise BadInputError(sorted(unknown))
    for name, field in by_name.items():
        value = given.get(name)
        if value is None and field.get("required"):
            raise BadInputError(name)
        if value is not None and not _is_of_type(value, field["type"]):
            raise BadInputError(name)


def _is_of_type(value: object, kind: str) -> bool:
    if kind == "text":
        return isinstance(value, str)
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
