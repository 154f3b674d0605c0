"""What a server on the wire must do, whichever it is.

`ANALYTICS_SERVER` names another than the stand-in, `ANALYTICS_DOMAIN_ID`, `ANALYTICS_EVENT_ID` and
`ANALYTICS_ORIGIN` what that one knows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.analytics.contract import CONTRACT, OPERATIONS, body_of, fill, read
from tests.analytics.wire import DOMAIN, EVENT, SERVER, serve_wire

ORIGIN = os.environ.get("ANALYTICS_ORIGIN", "https://tuffet.example")
"""Whose pages the server allows to ask."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of the server that is tried."""
    if SERVER:
        yield SERVER
    else:
        with serve_wire() as wire:
            yield wire.address


def ask(
    server: str, body: str, method: str = "POST", headers: Mapping[str, str] | None = None
) -> tuple[int, Mapping[str, str], str]:
    """Status, headers with small names, and body of the answer."""
    place, rules = urlsplit(server), CONTRACT["request"]
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    connection = kind(place.netloc, timeout=10)
    try:
        usual = {
            "Content-Type": rules["content_type"],
            "Origin": ORIGIN,
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0",
        }
        path = place.path.rstrip("/") + rules["path"]
        connection.request(method, path, body.encode(), {**usual, **(headers or {})})
        response = connection.getresponse()
        named = {name.lower(): value for name, value in response.getheaders()}
        return response.status, named, response.read().decode()
    finally:
        connection.close()


def perform(server: str, operation: str, ids: Mapping[str, str]) -> Any:
    """What the client would read from the answer to the example of the contract."""
    entry = OPERATIONS[operation]
    status, _, body = ask(server, body_of(operation, fill(entry["variables"], ids)))
    assert status == 200, body
    return read(json.loads(body), entry["reads"])


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_what_was_created_can_be_updated(server: str, kind: str) -> None:
    ids = {"domain": DOMAIN, "event": EVENT}
    id_ = perform(server, f"create{kind}", ids)
    assert isinstance(id_, str)
    assert id_ != CONTRACT["skipped"]["owner_id"]
    assert perform(server, f"update{kind}", {**ids, kind.lower(): id_}) is True


def test_every_record_has_an_id_of_its_own(server: str) -> None:
    ids = {"domain": DOMAIN, "event": EVENT}
    assert len({perform(server, "createRecord", ids) for _ in range(5)}) == 5


def test_a_detailed_record_is_taken(server: str) -> None:
    values = {"text": "en", "number": 24}
    given = {field["name"]: values[field["type"]] for field in CONTRACT["record_fields"]}
    for address in ("siteLocation", "siteReferrer"):
        given[address] = f"{ORIGIN}/"
    # What a browser does not tell.
    given |= {"deviceName": None, "deviceManufacturer": None, "osVersion": None}
    status, _, body = ask(server, body_of("createRecord", {"domainId": DOMAIN, "input": given}))
    assert status == 200
    assert "errors" not in json.loads(body)


@pytest.mark.parametrize("refusal", CONTRACT["refusals"], ids=lambda refusal: refusal["name"])
def test_a_wrong_request_is_refused_in_the_known_way(server: str, refusal: dict[str, Any]) -> None:
    ids = {"domain": DOMAIN, "event": EVENT}
    body = refusal.get("body") or body_of(refusal["operation"], fill(refusal["variables"], ids))
    status, _, answer = ask(server, body)
    assert status == refusal["status"]
    if "text" in refusal:
        assert answer == refusal["text"]
        return
    error = json.loads(answer)["errors"][0]
    assert error["extensions"]["code"] == refusal["code"]
    assert error["message"] == refusal.get("message", error["message"])


def test_pages_of_another_origin_may_ask_with_credentials(server: str) -> None:
    cors = CONTRACT["request"]["cors"]
    wish = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    status, headers, _ = ask(server, "", "OPTIONS", wish)
    assert status in (200, 204)
    assert headers["access-control-allow-origin"] == ORIGIN
    assert headers["access-control-allow-credentials"] == str(cors["credentials"]).lower()
    assert {*cors["methods"]} <= {*headers["access-control-allow-methods"].split(", ")}
    allowed = headers["access-control-allow-headers"].lower().split(", ")
    assert {*cors["headers"]} <= {*allowed}
