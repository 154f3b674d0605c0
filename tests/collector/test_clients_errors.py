"""The table of errors, word for word: status, type and the whole body."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest

from harness.collector.service import ORIGIN, Domain, Service, add_domain
from harness.network import Answer
from harness.postgres import Postgres

TEXT = "text/plain; charset=utf-8"
JSON = "application/json; charset=utf-8"
UNKNOWN = str(uuid4())

# Names of operations with their types, and what they are given here.
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "createRecord": (
        "$id: ID!, $input: CreateRecordInput!",
        "domainId: $id, input: $input",
        {"siteLocation": f"{ORIGIN}/"},
    ),
    "updateRecord": ("$id: ID!", "id: $id", {}),
    "createAction": (
        "$id: ID!, $input: CreateActionInput!",
        "eventId: $id, input: $input",
        {"key": "/", "value": 1},
    ),
    "updateAction": (
        "$id: ID!, $input: UpdateActionInput!",
        "id: $id, input: $input",
        {"key": "/", "value": 1},
    ),
}
MESSAGES = {
    "createRecord": "Unknown domain",
    "updateRecord": "Unknown record",
    "createAction": "Unknown event",
    "updateAction": "Unknown action",
}


@pytest.fixture(scope="module", autouse=True)
def domain(postgres: Postgres) -> Domain:
    """There before anything unknown is asked for: after that, the service looks once a second."""
    return add_domain(postgres.dsn, "Errors")


def ask(service: Service, operation: str, id_: str, fields: str = "success") -> Answer:
    types, given, input_ = OPERATIONS[operation]
    query = f"mutation {operation}({types}) {{\n  {operation}({given}) {{ {fields} }}\n}}"
    variables = {"id": id_, "input": input_} if input_ else {"id": id_}
    return service.ask(query, variables)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("fields", ["success", "success __typename"], ids=["short", "long"])
def test_a_known_error_has_status_200_and_a_list_of_errors(
    service: Service, operation: str, fields: str
) -> None:
    """By the short way and by the long one."""
    answer = ask(service, operation, UNKNOWN, fields)
    assert (answer.status, answer.headers["content-type"]) == (200, JSON)
    assert answer.json == {
        "errors": [
            {
                "message": MESSAGES[operation],
                "locations": [{"line": 2, "column": 3}],
                "path": [operation],
                "extensions": {
                    "code": "INTERNAL_SERVER_ERROR",
                    "exception": {"name": "KnownError"},
                },
            }
        ],
        "data": None,
    }


@pytest.mark.parametrize(
    ("operation", "change"),
    [
        ("createRecord", {"screenWidth": -1}),
        ("createRecord", {"siteLocation": None}),
        ("createRecord", {"unknown": 1}),
        ("createAction", {"key": None}),
        ("createAction", {"value": 0}),
        ("createAction", {"value": -1}),
        ("updateAction", {"value": 0}),
    ],
)
def test_a_bad_variable_has_errors_and_no_data(
    service: Service, operation: str, change: dict[str, Any]
) -> None:
    types, given, input_ = OPERATIONS[operation]
    query = f"mutation {operation}({types}) {{ {operation}({given}) {{ success }} }}"
    answer = service.ask(query, {"id": UNKNOWN, "input": input_ | change})
    assert (answer.status, answer.headers["content-type"]) == (400, JSON)
    assert answer.json.keys() == {"errors"}
    (error,) = answer.json["errors"]
    assert error["extensions"] == {"code": "BAD_USER_INPUT"}
    (name,) = change
    assert re.match(rf"Variable .\$input. .*\b{name}\b", error["message"])


def test_an_unknown_field_has_errors_and_no_data(service: Service) -> None:
    answer = ask(service, "updateRecord", UNKNOWN, "nothing")
    assert (answer.status, answer.headers["content-type"]) == (400, JSON)
    (error,) = answer.json["errors"]
    assert error == {
        "message": "Cannot query field 'nothing' on type 'UpdateRecordPayload'.",
        "locations": [{"line": 2, "column": 27}],
        "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"},
    }


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "text"),
    [
        ("POST", "/api", "{", 400, "Invalid JSON"),
        ("POST", "/api/", "{}", 404, "Not found"),
        ("POST", "/other", "{}", 404, "Not found"),
    ],
)
def test_an_invalid_request_gets_plain_text(
    service: Service, method: str, path: str, body: str, status: int, text: str
) -> None:
    answer = service.request(method, path, body.encode(), content_type="application/json")
    assert (answer.status, answer.headers["content-type"], answer.text) == (status, TEXT, text)


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_all_fields_of_records_and_actions_can_be_selected(
    service: Service, domain: Domain, kind: str
) -> None:
    fields, owner = {
        "Record": ("id siteLocation siteReferrer browserWidth created updated", domain.id),
        "Action": ("id key value details created updated", domain.events["route"]),
    }[kind]
    answer = ask(service, f"create{kind}", owner, f"success payload {{ {fields} }}")
    created = answer.json["data"][f"create{kind}"]
    assert created["success"] is True
    payload = created["payload"]
    assert payload.keys() == {*fields.split()}
    input_ = OPERATIONS[f"create{kind}"][2]
    assert {name: payload[name] for name in input_} == input_
    assert payload["created"] == payload["updated"]
    assert json.dumps(payload["created"]).endswith('Z"')
