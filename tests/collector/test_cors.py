"""Only pages on the origins of a domain can send requests for it and read responses."""

from __future__ import annotations

from typing import Any

import pytest

from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    UPDATE_RECORD,
    Domain,
    Service,
    add_domain,
)
from harness.network import Response
from harness.postgres import Postgres

ONE = "https://one.example"
PREVIEW = "http://localhost:8080"
OTHER = "https://other.example:8443"

HEADERS = "Content-Type, Authorization, Time-Zone"


@pytest.fixture(scope="module")
def one(postgres: Postgres, service: Service) -> Domain:
    return add_domain(postgres.dsn, "Origins: one", ONE, PREVIEW, known_to=service)


@pytest.fixture(scope="module")
def other(postgres: Postgres, service: Service) -> Domain:
    return add_domain(postgres.dsn, "Origins: other", OTHER, known_to=service)


def record(domain: Domain) -> dict[str, Any]:
    return {"domainId": domain.id, "input": {"siteLocation": f"{ONE}/"}}


def error(response: Response) -> str | None:
    assert response.status == 200
    errors = response.json.get("errors")
    return errors[0]["message"] if errors else None


def preflight(service: Service, origin: str, *headers: str) -> Response:
    return service.request(
        "OPTIONS",
        "/api",
        origin=origin,
        access_control_request_method="POST",
        access_control_request_headers=", ".join(headers),
        user_agent=BROWSER,
    )


def allowed(response: Response) -> dict[str, str]:
    prefix = "access-control-"
    return {k.removeprefix(prefix): v for k, v in response.headers.items() if k.startswith(prefix)}


# --- Pages of the site ----------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [ONE, PREVIEW])
@pytest.mark.parametrize(
    "headers",
    [("content-type",), ("content-type", "authorization", "time-zone"), ("x-other",), ()],
)
def test_a_preflight_response_lists_all_that_is_allowed(
    service: Service,
    one: Domain,  # noqa: ARG001 - must be there
    origin: str,
    headers: tuple[str, ...],
) -> None:
    response = preflight(service, origin, *headers)
    assert (response.status, response.text) == (204, "")
    assert allowed(response) == {
        "allow-origin": origin,
        "allow-credentials": "true",
        "allow-methods": "POST, OPTIONS",
        "allow-headers": HEADERS,
        "expose-headers": "Retry-After",
        "max-age": "3600",
    }
    assert response.headers["vary"] == "Origin"


@pytest.mark.parametrize("origin", [ONE, PREVIEW])
def test_a_page_of_the_site_may_send_and_read(service: Service, one: Domain, origin: str) -> None:
    response = service.execute(CREATE_RECORD, record(one), origin=origin)
    assert error(response) is None
    assert allowed(response) == {
        "allow-origin": origin,
        "allow-credentials": "true",
        "expose-headers": "Retry-After",
    }
    assert response.headers["vary"] == "Origin"


def test_errors_can_be_read_as_well(service: Service, one: Domain) -> None:
    answers = [
        service.post(b"{", origin=ONE),
        service.post(b" " * 9000, origin=ONE),
        service.post({"query": "{ no }"}, origin=ONE),
        service.execute(CREATE_RECORD, {"domainId": "x", "input": {}}, origin=ONE),
        service.request("GET", "/api", origin=ONE),
        service.execute(CREATE_RECORD, record(one) | {"domainId": "x"}, origin=ONE),
    ]
    assert [response.status for response in answers] == [400, 413, 400, 400, 405, 200]
    for response in answers:
        assert response.headers["cross-origin-resource-policy"] == "same-origin"
        assert allowed(response)["allow-origin"] == ONE
        assert response.headers["vary"] == "Origin"


def test_a_program_without_an_origin_may_send(service: Service, one: Domain) -> None:
    """The check protects users of browsers. Programs can send any origin."""
    response = service.execute(CREATE_RECORD, record(one), origin="")
    assert error(response) is None
    assert allowed(response) == {}
    assert response.headers["vary"] == "Origin"


# --- Any other page -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        "https://elsewhere.example", "null", "*", "https://", "one.example",
        "https://one.exampl", "https://one.example.", "https://one.example.evil.example",
        "https://evil-one.example", "https://www.one.example", "https://one.example@evil.example",
        "https://evil.example/https://one.example", "http://one.example",
        "https://one.example:443", "https://one.example:8443", "https://one.example/",
        "HTTPS://ONE.EXAMPLE", "https://One.example",
        " https://one.example, https://elsewhere.example",
        "https://one.example http://localhost:8080", "http://localhost", "http://localhost:80800",
        "http://127.0.0.1:8080", "file://", "https://ön.example".encode().decode("latin-1"),
    ],
)  # fmt: skip
def test_other_pages_may_neither_send_nor_read(service: Service, one: Domain, origin: str) -> None:
    before = preflight(service, origin, "content-type")
    response = service.execute(CREATE_RECORD, record(one), origin=origin)
    assert (before.status, response.status) == (403, 403)
    assert response.text.startswith("No site has this origin.")
    for found in (before, response):
        assert allowed(found) == {}
        assert found.headers["vary"] == "Origin"


# --- Two sites ------------------------------------------------------------------------------------


def test_a_site_cannot_send_for_another(service: Service, one: Domain, other: Domain) -> None:
    """The page can read the error, because its origin belongs to a site of this collector."""
    for domain, origin in ((one, OTHER), (other, ONE), (other, PREVIEW)):
        response = service.execute(CREATE_RECORD, record(domain), origin=origin)
        assert error(response) == "Unknown domain"
        assert allowed(response)["allow-origin"] == origin
        action = {"eventId": domain.events["route"], "input": {"key": "a"}}
        assert error(service.execute(CREATE_ACTION, action, origin=origin)) == "Unknown domain"
    for domain, origin in ((one, ONE), (one, PREVIEW), (other, OTHER)):
        action = {"eventId": domain.events["route"], "input": {"key": "a"}}
        assert error(service.execute(CREATE_ACTION, action, origin=origin)) is None


def test_any_origin_that_knows_the_id_may_update_a_record(
    service: Service, one: Domain, other: Domain
) -> None:
    """The id is a secret: 74 random bits that only the page received."""
    assert other
    response = service.execute(CREATE_RECORD, record(one), origin=ONE)
    id_ = response.json["data"]["createRecord"]["payload"]["id"]
    assert error(service.execute(UPDATE_RECORD, {"recordId": id_}, origin=OTHER)) is None


def test_other_paths_have_no_cors_headers(service: Service, one: Domain) -> None:
    assert one
    for path in ("/health", "/metrics", "/dashboard/api/domains", "/"):
        assert allowed(service.request("GET", path, origin=ONE)) == {}
