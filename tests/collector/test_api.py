"""The four operations over HTTP: responses and errors, exactly as clients expect them."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest

from harness.collector.service import (
    CREATE_RECORD,
    ORIGIN,
    UPDATE_RECORD,
    Domain,
    Service,
    add_domain,
)
from harness.network import Response
from harness.postgres import Postgres

OWN = "88888888-8888-8888-8888-888888888888"
HERE = f"{ORIGIN}/guide/"
TEXT = "text/plain; charset=utf-8"
JSON = "application/json; charset=utf-8"
UNKNOWN = str(uuid4())

# The variables, the arguments and the input of each operation.
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "createRecord": (
        "$id: ID!, $input: CreateRecordInput!", "domainId: $id, input: $input",
        {"siteLocation": HERE},
    ),
    "updateRecord": ("$id: ID!", "id: $id", {}),
    "createAction": (
        "$id: ID!, $input: CreateActionInput!", "eventId: $id, input: $input",
        {"key": "/", "value": 1},
    ),
    "updateAction": (
        "$id: ID!, $input: UpdateActionInput!", "id: $id, input: $input",
        {"key": "/", "value": 1},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def domain(postgres: Postgres, service: Service) -> Domain:
    return add_domain(postgres.dsn, "API", known_to=service)


def mutate(
    service: Service, operation: str, id_: str, fields: str = "success", **more: object
) -> Response:
    variables, arguments, input_ = OPERATIONS[operation]
    query = f"mutation {operation}({variables}) {{\n  {operation}({arguments}) {{ {fields} }}\n}}"
    given: dict[str, object] = {"id": id_}
    return service.execute(query, given | ({"input": input_ | more} if input_ else {}))


# --- Valid requests -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_records_and_actions_are_created_and_updated(
    service: Service, domain: Domain, kind: str
) -> None:
    fields, owner = {
        "Record": ("id siteLocation siteReferrer browserWidth created updated", domain.id),
        "Action": ("id key value details created updated", domain.events["route"]),
    }[kind]
    response = mutate(service, f"create{kind}", owner, f"success payload {{ {fields} }}")
    created = response.json["data"][f"create{kind}"]
    payload = created["payload"]
    assert created["success"] is True
    assert payload.keys() == {*fields.split()}
    input_ = OPERATIONS[f"create{kind}"][2]
    assert {name: payload[name] for name in input_} == input_
    assert payload["created"] == payload["updated"]
    assert payload["created"].endswith("Z")
    for value in (2, None):
        updated = mutate(service, f"update{kind}", payload["id"], value=value)
        assert (updated.status, updated.headers["content-type"]) == (200, JSON)
        assert updated.json == {"data": {f"update{kind}": {"success": True}}}


@pytest.mark.parametrize(
    "more",
    [
        {
            "siteReferrer": "https://search.example/", "source": "newsletter",
            "siteLanguage": "en", "screenWidth": 1440, "screenHeight": 900,
            "screenColorDepth": 24, "deviceName": "Pixel 10", "deviceManufacturer": "Google",
            "osName": "Android", "osVersion": "16", "browserName": "Chrome",
            "browserVersion": "156", "browserWidth": 1200, "browserHeight": 800,
        },
        {"source": None, "osName": "", "siteReferrer": None},
    ],
    ids=["all", "null and empty"],
)  # fmt: skip
def test_optional_attributes_are_accepted(
    service: Service, domain: Domain, more: dict[str, Any]
) -> None:
    response = mutate(service, "createRecord", domain.id, "payload { id }", **more)
    assert response.json["data"]["createRecord"]["payload"]["id"]


@pytest.mark.parametrize(
    "query",
    [
        """mutation ($domainId: ID!, $input: CreateRecordInput!) {
             made: createRecord(input: $input, domainId: $domainId) { success payload { id } } }""",
        """mutation ($domainId: ID!, $input: CreateRecordInput!) {
             made: createRecord(domainId: $domainId, input: $input) { ...all } }
           fragment all on CreateRecordPayload { success payload { id } }""",
    ],
    ids=["order and alias", "fragment"],
)
def test_documents_that_miss_the_fast_path_are_executed(
    service: Service, domain: Domain, query: str
) -> None:
    response = service.execute(query, {"domainId": domain.id, "input": {"siteLocation": HERE}})
    made = response.json["data"]["made"]
    assert made["success"] is True
    assert made["payload"]["id"]


def test_own_visits_and_programs_are_not_counted(service: Service, domain: Domain) -> None:
    assert service.view(domain.id, cookie="ackee_ignore=1") == OWN
    response = service.execute(UPDATE_RECORD, {"recordId": OWN})
    assert response.json == {"data": {"updateRecord": {"success": True}}}
    variables = {"domainId": domain.id, "input": {"siteLocation": HERE}}
    response = service.execute(CREATE_RECORD, variables, user_agent="")
    assert response.json["data"]["createRecord"]["payload"]["id"] == OWN


# --- Errors ---------------------------------------------------------------------------------------


def known_error(message: str, operation: str) -> object:
    extensions = {"code": "INTERNAL_SERVER_ERROR", "exception": {"name": "KnownError"}}
    location = {"line": 2, "column": 3}
    error = {"message": message, "locations": [location], "path": [operation]}
    return {"errors": [{**error, "extensions": extensions}], "data": None}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("fields", ["success", "success __typename"], ids=["fast path", "GraphQL"])
def test_an_unknown_id_is_a_known_error(service: Service, operation: str, fields: str) -> None:
    response = mutate(service, operation, UNKNOWN, fields)
    assert (response.status, response.headers["content-type"]) == (200, JSON)
    kind = {"createRecord": "domain", "createAction": "event"}.get(operation)
    message = f"Unknown {kind or operation.removeprefix('update').lower()}"
    assert response.json == known_error(message, operation)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"siteLocation": "nowhere"}, "Failed to normalize `siteLocation`"),
        ({"siteLanguage": "english"}, "`siteLanguage` must have two letters"),
        ({"screenWidth": 100_001}, "`screenWidth` must be between 0 and 100000"),
        ({"screenColorDepth": 49}, "`screenColorDepth` must be between 1 and 48"),
    ],
)
def test_an_invalid_value_is_a_known_error(
    service: Service, domain: Domain, more: dict[str, Any], message: str
) -> None:
    response = mutate(service, "createRecord", domain.id, **more)
    assert (response.status, response.json) == (200, known_error(message, "createRecord"))


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
    response = mutate(service, operation, UNKNOWN, **change)
    assert (response.status, response.headers["content-type"]) == (400, JSON)
    assert response.json.keys() == {"errors"}
    (error,) = response.json["errors"]
    assert error["extensions"] == {"code": "BAD_USER_INPUT"}
    (name,) = change
    assert re.match(rf"Variable .\$input. .*\b{name}\b", error["message"])


def test_an_unknown_field_has_errors_and_no_data(service: Service) -> None:
    response = mutate(service, "updateRecord", UNKNOWN, "nothing")
    assert (response.status, response.headers["content-type"]) == (400, JSON)
    (error,) = response.json["errors"]
    assert error == {
        "message": "Cannot query field 'nothing' on type 'UpdateRecordPayload'.",
        "locations": [{"line": 2, "column": 27}],
        "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"},
    }


@pytest.mark.parametrize("path", ["/api/", "/other"])
def test_other_paths_are_not_found(service: Service, path: str) -> None:
    response = service.request("POST", path, b"{}", content_type="application/json")
    assert (response.status, response.headers["content-type"]) == (404, TEXT)
    assert response.text == "Not found"
