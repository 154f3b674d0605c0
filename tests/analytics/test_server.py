"""The API of an analytics server: the stand-in of our tests, and the collector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from harness.collector.service import BROWSER, add_domain, run_service
from harness.network import Response, find_port, send_request
from tests.analytics.contract import CONTRACT, OPERATIONS, body_of, fill, read
from tests.analytics.wire import DOMAIN, EVENT, serve_wire

ORIGIN = "https://tuffet.example"


@dataclass(frozen=True)
class Server:
    address: str
    ids: Mapping[str, str]
    """Of a domain and an event, by name in the contract."""

    def execute(self, body: str, method: str = "POST", **headers: str) -> Response:
        rules = CONTRACT["request"]
        usual = {"Content-Type": rules["content_type"], "Origin": ORIGIN, "User-Agent": BROWSER}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return send_request(self.address, rules["path"], usual | given, method, body.encode())

    def perform(self, operation: str, **ids: str) -> Any:
        """Sends the example of the contract; returns the values that a client reads."""
        entry = OPERATIONS[operation]
        response = self.execute(body_of(operation, fill(entry["variables"], {**self.ids, **ids})))
        assert response.status == 200, response.text
        return read(response.json, entry["reads"])


@pytest.fixture(scope="module", params=["stand-in", "collector"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    if request.param == "stand-in":
        with serve_wire() as wire:
            yield Server(wire.address, {"domain": DOMAIN, "event": EVENT})
        return
    dsn = request.getfixturevalue("postgres").dsn
    domain = add_domain(dsn, "Contract", ORIGIN)
    with run_service(dsn, find_port()) as service:
        ids = {"domain": domain.id, "event": domain.events["route"]}
        yield Server(f"http://127.0.0.1:{service.port}", ids)


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_records_and_actions_have_unique_ids_and_can_be_updated(server: Server, kind: str) -> None:
    ids = [server.perform(f"create{kind}") for _ in range(5)]
    assert len({*ids} - {CONTRACT["skipped"]["owner_id"]}) == 5
    assert server.perform(f"update{kind}", **{kind.lower(): ids[0]}) is True


def test_a_detailed_record_is_accepted(server: Server) -> None:
    values = {"text": "en", "number": 24}
    given = {field["name"]: values[field["type"]] for field in CONTRACT["record_fields"]}
    for address in ("siteLocation", "siteReferrer"):
        given[address] = f"{ORIGIN}/"
    # Browsers don't always know these.
    given |= {"deviceName": None, "deviceManufacturer": None, "osVersion": None}
    variables = {"domainId": server.ids["domain"], "input": given}
    response = server.execute(body_of("createRecord", variables))
    assert response.status == 200
    assert "errors" not in response.json


@pytest.mark.parametrize("refusal", CONTRACT["refusals"], ids=lambda refusal: refusal["name"])
def test_an_invalid_request_gets_the_error_of_the_contract(
    server: Server, refusal: dict[str, Any]
) -> None:
    body = refusal.get("body") or body_of(
        refusal["operation"], fill(refusal["variables"], server.ids)
    )
    response = server.execute(body)
    assert response.status == refusal["status"]
    if "text" in refusal:
        assert response.text == refusal["text"]
        return
    error = response.json["errors"][0]
    assert error["extensions"]["code"] == refusal["code"]
    assert error["message"] == refusal.get("message", error["message"])


def test_pages_on_another_origin_can_send_credentials(server: Server) -> None:
    cors = CONTRACT["request"]["cors"]
    response = server.execute(
        "",
        "OPTIONS",
        access_control_request_method="POST",
        access_control_request_headers="content-type",
    )
    headers = response.headers
    assert response.status in (200, 204)
    assert headers["access-control-allow-origin"] == ORIGIN
    assert headers["access-control-allow-credentials"] == str(cors["credentials"]).lower()
    assert {*cors["methods"]} <= {*headers["access-control-allow-methods"].split(", ")}
    allowed = headers["access-control-allow-headers"].lower().split(", ")
    assert {*cors["headers"]} <= {*allowed}
