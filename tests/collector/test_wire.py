"""The wire, word for word: what clients send, and what they are told."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from harness.collector.service import (
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_ACTION,
    UPDATE_RECORD,
    Domain,
    Service,
)

OWN = "88888888-8888-8888-8888-888888888888"
HERE = f"{ORIGIN}/guide/"


def record(domain: Domain, **more: object) -> dict[str, Any]:
    return {"domainId": domain.id, "input": {"siteLocation": HERE, **more}}


# --- What is right --------------------------------------------------------------------------------


def test_a_record_gets_an_id_and_takes_updates(service: Service, domain: Domain) -> None:
    id_ = service.view(domain.id)
    answer = service.ask(UPDATE_RECORD, {"recordId": id_})
    assert (answer.status, answer.json) == (200, {"data": {"updateRecord": {"success": True}}})


def test_an_action_gets_an_id_and_takes_updates(service: Service, domain: Domain) -> None:
    variables = {"eventId": domain.events["route"], "input": {"key": "/guide/", "value": 1}}
    answer = service.ask(CREATE_ACTION, variables)
    id_ = answer.json["data"]["createAction"]["payload"]["id"]
    for value in (2, None):
        variables = {"actionId": id_, "input": {"key": "/api/", "value": value}}
        updated = service.ask(UPDATE_ACTION, variables)
        assert updated.json == {"data": {"updateAction": {"success": True}}}


def test_all_attributes_are_taken(service: Service, domain: Domain) -> None:
    answer = service.ask(
        CREATE_RECORD,
        record(
            domain,
            siteReferrer="https://search.example/",
            source="newsletter",
            siteLanguage="en",
            screenWidth=1440,
            screenHeight=900,
            screenColorDepth=24,
            deviceName="Pixel 10",
            deviceManufacturer="Google",
            osName="Android",
            osVersion="16",
            browserName="Chrome",
            browserVersion="156",
            browserWidth=1200,
            browserHeight=800,
        ),
    )
    assert answer.status == 200
    assert answer.json["data"]["createRecord"]["payload"]["id"]


def test_absent_null_and_empty_are_the_same(service: Service, domain: Domain) -> None:
    answer = service.ask(CREATE_RECORD, record(domain, source=None, osName="", siteReferrer=None))
    assert "errors" not in answer.json


@pytest.mark.parametrize(
    "query",
    [
        # Another order, aliases, literals, fragments: the long way through GraphQL.
        """mutation ($domainId: ID!, $input: CreateRecordInput!) {
             made: createRecord(input: $input, domainId: $domainId) { success payload { id } } }""",
        """mutation ($domainId: ID!, $input: CreateRecordInput!) {
             made: createRecord(domainId: $domainId, input: $input) { ...all } }
           fragment all on CreateRecordPayload { success payload { id } }""",
    ],
)
def test_any_right_document_is_understood(service: Service, domain: Domain, query: str) -> None:
    answer = service.ask(query, record(domain))
    made = answer.json["data"]["made"]
    assert made["success"] is True
    assert made["payload"]["id"]


# --- What is wrong --------------------------------------------------------------------------------


def known_error(answer: Any) -> str:
    """The message of an error that clients read: the answer has the status 200."""
    assert answer.status == 200, answer.text
    (error,) = answer.json["errors"]
    assert error["extensions"] == {
        "code": "INTERNAL_SERVER_ERROR",
        "exception": {"name": "KnownError"},
    }
    message: str = error["message"]
    return message


@pytest.mark.parametrize(
    ("query", "variables", "message"),
    [
        (CREATE_RECORD, {"domainId": "x", "input": {"siteLocation": HERE}}, "Unknown domain"),
        (
            CREATE_RECORD,
            {"domainId": str(uuid4()), "input": {"siteLocation": HERE}},
            "Unknown domain",
        ),
        (CREATE_ACTION, {"eventId": str(uuid4()), "input": {"key": "a"}}, "Unknown event"),
        (UPDATE_RECORD, {"recordId": str(uuid4())}, "Unknown record"),
        (UPDATE_ACTION, {"actionId": str(uuid4()), "input": {"key": "a"}}, "Unknown action"),
    ],
)
def test_what_is_not_there_is_told_in_a_list_of_errors(
    service: Service, query: str, variables: dict[str, Any], message: str
) -> None:
    assert known_error(service.ask(query, variables)) == message


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"siteLocation": "nowhere"}, "Failed to normalize `siteLocation`"),
        ({"siteLanguage": "english"}, "`siteLanguage` must have two letters"),
        ({"screenWidth": 100_001}, "`screenWidth` must be between 0 and 100000"),
        ({"screenColorDepth": 49}, "`screenColorDepth` must be between 1 and 48"),
    ],
)
def test_what_cannot_be_is_told_so(
    service: Service, domain: Domain, more: dict[str, Any], message: str
) -> None:
    assert known_error(service.ask(CREATE_RECORD, record(domain, **more))) == message


@pytest.mark.parametrize(
    ("query", "change"),
    [
        (CREATE_RECORD, {"screenWidth": -1}),
        (CREATE_RECORD, {"screenWidth": "wide"}),
        (CREATE_RECORD, {"screenWidth": 1e30}),
        (CREATE_RECORD, {"siteLocation": None}),
        (CREATE_RECORD, {"unknown": 1}),
        (CREATE_ACTION, {"value": 0}),
        (CREATE_ACTION, {"value": -1}),
        (CREATE_ACTION, {"key": None}),
    ],
)
def test_a_variable_of_the_wrong_kind_is_bad_input(
    service: Service, domain: Domain, query: str, change: dict[str, Any]
) -> None:
    variables: dict[str, Any] = (
        record(domain)
        if query is CREATE_RECORD
        else {"eventId": domain.events["route"], "input": {"key": "a"}}
    )
    variables["input"] |= change
    answer = service.ask(query, variables)
    assert answer.status == 400
    assert answer.json["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"
    assert "data" not in answer.json


def test_an_unknown_field_fails_validation(service: Service) -> None:
    answer = service.post({"query": "{ domains { id } }"})
    assert answer.status == 400
    assert answer.json["errors"][0]["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED"


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe"])
def test_what_is_no_json_is_told_so(service: Service, body: bytes) -> None:
    answer = service.post(body)
    assert (answer.status, answer.text) == (400, "Invalid JSON")


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("POST", "/other"), ("GET", "/api/")])
def test_any_other_path_is_not_found(service: Service, method: str, path: str) -> None:
    answer = service.request(method, path)
    assert (answer.status, answer.text) == (404, "Not found")


def test_a_long_body_is_refused(service: Service) -> None:
    assert service.post(b" " * 9000).status == 413


@pytest.mark.parametrize(
    "query",
    [
        "{" + "a:isAlive " * 200 + "}",
        "{ isAlive " + "# x" * 1500 + "\n}",
        "{" * 400 + "isAlive" + "}" * 400,
        "query a { ...f } fragment f on Query { ...f }",
    ],
    ids=["aliases", "length", "depth", "circle"],
)
def test_a_document_that_would_cost_too_much_is_refused(service: Service, query: str) -> None:
    assert service.post({"query": query}).status == 400


# --- Who is not counted ---------------------------------------------------------------------------


def test_the_owner_is_answered_and_not_counted(service: Service, domain: Domain) -> None:
    assert service.view(domain.id, cookie="ackee_ignore=1") == OWN
    answer = service.ask(UPDATE_RECORD, {"recordId": OWN})
    assert answer.json == {"data": {"updateRecord": {"success": True}}}


def test_a_bot_is_answered_and_not_counted(service: Service, domain: Domain) -> None:
    answer = service.ask(CREATE_RECORD, record(domain), user_agent="Googlebot/2.1")
    assert answer.json["data"]["createRecord"]["payload"]["id"] == OWN


# --- Origins --------------------------------------------------------------------------------------


def test_a_page_of_the_site_may_read_the_answer(service: Service, domain: Domain) -> None:
    answer = service.ask(CREATE_RECORD, record(domain))
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert answer.headers["vary"] == "Origin"


@pytest.mark.parametrize(
    "origin",
    [
        "https://docs.example.evil.example",
        "https://evil-docs.example",
        "https://docs.exampl",
        "http://docs.example",
        "https://docs.example:8443",
        "null",
        "*",
    ],
)
def test_no_other_page_may(service: Service, domain: Domain, origin: str) -> None:
    preflight = service.request("OPTIONS", "/api", origin=origin)
    assert preflight.status == 204
    answer = service.ask(CREATE_RECORD, record(domain), origin=origin)
    assert known_error(answer) == "Unknown domain"
    for headers in (preflight.headers, answer.headers):
        assert "access-control-allow-origin" not in headers
        assert headers["vary"] == "Origin"


def test_a_preflight_of_the_site_is_answered(service: Service, domain: Domain) -> None:  # noqa: ARG001 - must be there
    answer = service.request("OPTIONS", "/api", origin=ORIGIN)
    assert answer.status == 204
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert (
        answer.headers["access-control-allow-headers"] == "Content-Type, Authorization, Time-Zone"
    )
