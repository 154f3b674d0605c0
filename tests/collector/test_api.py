"""The four operations over HTTP: responses and errors, exactly as clients expect them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from harness.collector.service import (
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_ACTION,
    UPDATE_RECORD,
    Domain,
    Service,
    add_domain,
    run_service,
)
from harness.network import Response, find_port
from harness.postgres import Postgres

OWN = "88888888-8888-8888-8888-888888888888"
HERE = f"{ORIGIN}/guide/"
TEXT = "text/plain; charset=utf-8"
JSON = "application/json; charset=utf-8"
UNKNOWN = "5d3a2a0e-0c4c-4e0b-9d6f-2f1f6c3c9b11"

# The document, the name of the id, and the input of each operation.
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "createRecord": (CREATE_RECORD, "domainId", {"siteLocation": HERE}),
    "updateRecord": (UPDATE_RECORD, "recordId", {}),
    "createAction": (CREATE_ACTION, "eventId", {"key": "/", "value": 1}),
    "updateAction": (UPDATE_ACTION, "actionId", {"key": "/", "value": 1}),
}


@pytest.fixture(scope="module")
def domain(postgres: Postgres, service: Service) -> Domain:
    return add_domain(postgres.dsn, "API", known_to=service)


def mutate(service: Service, operation: str, id_: object, **more: object) -> Response:
    document, name, input_ = OPERATIONS[operation]
    given: dict[str, object] = {name: id_}
    return service.execute(document, given | ({"input": input_ | more} if input_ else {}))


# --- Valid requests -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_records_and_actions_are_created_and_updated(
    service: Service, domain: Domain, kind: str
) -> None:
    owner = {"Record": domain.id, "Action": domain.events["route"]}[kind]
    response = mutate(service, f"create{kind}", owner)
    id_ = response.json["data"][f"create{kind}"]["payload"]["id"]
    assert response.json["data"] == {f"create{kind}": {"payload": {"id": str(UUID(id_))}}}
    for value in (2, None):
        updated = mutate(service, f"update{kind}", id_, value=value)
        assert (updated.status, updated.headers["content-type"]) == (200, JSON)
        assert updated.json["data"] == {f"update{kind}": {"success": True}}


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
    response = mutate(service, "createRecord", domain.id, **more)
    assert response.json["data"]["createRecord"]["payload"]["id"]


def test_documents_of_a_file_are_accepted(
    postgres: Postgres, domain: Domain, tmp_path: Path
) -> None:
    query = """
      mutation ($site: ID!, $view: CreateRecordInput!) {
        createRecord(input: $view, domainId: $site) { payload { id } success }
      }"""
    file = tmp_path / "more.graphql"
    file.write_text(query, encoding="utf-8")
    with run_service(postgres.dsn, find_port(), documents=str(file)) as service:
        variables = {"site": domain.id, "view": {"siteLocation": HERE}}
        made = service.execute(query, variables).json["data"]["createRecord"]
        assert [*made] == ["payload", "success"]
        assert made["success"] is True
        assert service.view(domain.id)


def test_an_invalid_file_of_documents_is_reported_in_one_line(
    postgres: Postgres,
    tmp_path: Path,
    command: Callable[..., tuple[int, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "more.graphql"
    file.write_text("{ isAlive }", encoding="utf-8")
    monkeypatch.setenv("COLLECTOR_DOCUMENTS", str(file))
    code, output = command(postgres.dsn, "serve")
    assert code == 1
    assert "`{ isAlive } …` is not one of the four mutations" in output


def test_own_visits_and_programs_are_not_counted(service: Service, domain: Domain) -> None:
    assert service.view(domain.id, cookie="ackee_ignore=1") == OWN
    response = service.execute(UPDATE_RECORD, {"recordId": OWN})
    assert response.json["data"] == {"updateRecord": {"success": True}}
    variables = {"domainId": domain.id, "input": {"siteLocation": HERE}}
    response = service.execute(CREATE_RECORD, variables, user_agent="")
    assert response.json["data"]["createRecord"]["payload"]["id"] == OWN


# --- Errors ---------------------------------------------------------------------------------------


def known_error(message: str, operation: str) -> object:
    extensions = {"code": "INTERNAL_SERVER_ERROR", "exception": {"name": "KnownError"}}
    error = {"message": message, "path": [operation]}
    return {
        "errors": [{**error, "extensions": extensions}],
        "data": None,
        "extensions": {"idempotencyKey": True},
    }


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("id_", [UNKNOWN, "x", "", 0, 10**15])
def test_an_unknown_id_is_a_known_error(service: Service, operation: str, id_: object) -> None:
    response = mutate(service, operation, id_)
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
        ("updateAction", {"value": "1"}),
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
    assert re.match(rf"Variable .\$input. is invalid: .*\b{name}\b", error["message"])


def test_a_missing_variable_has_errors_and_no_data(service: Service) -> None:
    response = service.execute(UPDATE_RECORD, {})
    (error,) = response.json["errors"]
    assert (response.status, error["message"]) == (400, 'Variable "$recordId" is missing.')
    assert error["extensions"] == {"code": "BAD_USER_INPUT"}


@pytest.mark.parametrize(
    "query",
    [
        UPDATE_RECORD.replace("success", "nothing"),
        "{ __schema { types { name } } }",
        "mutation {",
        "",
    ],
)
def test_a_document_that_is_not_on_the_list_has_errors_and_no_data(
    service: Service, query: str
) -> None:
    response = service.execute(query, {"recordId": UNKNOWN})
    assert (response.status, response.headers["content-type"]) == (400, JSON)
    message = (
        "This document is not on the list of accepted ones. "
        "The setting `documents` extends the list."
    )
    extensions = {"code": "GRAPHQL_VALIDATION_FAILED"}
    assert response.json == {"errors": [{"message": message, "extensions": extensions}]}


@pytest.mark.parametrize(("name", "status"), [("updateRecord", 200), (None, 200), ("a", 400)])
def test_another_operation_name_is_rejected(
    service: Service, name: str | None, status: int
) -> None:
    request = {"query": UPDATE_RECORD, "variables": {"recordId": OWN}, "operationName": name}
    assert service.post(request).status == status


@pytest.mark.parametrize("path", ["/api/", "/other"])
def test_other_paths_are_not_found(service: Service, path: str) -> None:
    response = service.request("POST", path, b"{}", content_type="application/json")
    assert (response.status, response.headers["content-type"]) == (404, TEXT)
    assert response.text == "Not found"
