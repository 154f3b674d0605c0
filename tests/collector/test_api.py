"""The API: requests of clients, and their responses."""

from __future__ import annotations

from typing import Any

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


def test_a_record_gets_an_id_and_accepts_updates(service: Service, domain: Domain) -> None:
    id_ = service.view(domain.id)
    answer = service.ask(UPDATE_RECORD, {"recordId": id_})
    assert (answer.status, answer.json) == (200, {"data": {"updateRecord": {"success": True}}})


def test_an_action_gets_an_id_and_accepts_updates(service: Service, domain: Domain) -> None:
    variables = {"eventId": domain.events["route"], "input": {"key": "/guide/", "value": 1}}
    answer = service.ask(CREATE_ACTION, variables)
    id_ = answer.json["data"]["createAction"]["payload"]["id"]
    for value in (2, None):
        variables = {"actionId": id_, "input": {"key": "/api/", "value": value}}
        updated = service.ask(UPDATE_ACTION, variables)
        assert updated.json == {"data": {"updateAction": {"success": True}}}


def test_all_attributes_are_accepted(service: Service, domain: Domain) -> None:
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
        # Another order, aliases, fragments: not on the fast path.
        """mutation ($domainId: ID!, $input: CreateRecordInput!) {
             made: createRecord(input: $input, domainId: $domainId) { success payload { id } } }""",
        """mutation ($domainId: ID!, $input: CreateRecordInput!) {
             made: createRecord(domainId: $domainId, input: $input) { ...all } }
           fragment all on CreateRecordPayload { success payload { id } }""",
    ],
)
def test_any_valid_document_is_executed(service: Service, domain: Domain, query: str) -> None:
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
    assert known_error(service.ask(CREATE_RECORD, record(domain, **more))) == message


# --- Who is not counted ---------------------------------------------------------------------------


def test_own_visits_succeed_and_are_not_counted(service: Service, domain: Domain) -> None:
    assert service.view(domain.id, cookie="ackee_ignore=1") == OWN
    answer = service.ask(UPDATE_RECORD, {"recordId": OWN})
    assert answer.json == {"data": {"updateRecord": {"success": True}}}
