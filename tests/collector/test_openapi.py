"""The OpenAPI file describes what a running collector returns."""

from __future__ import annotations

import json
from typing import Any, cast

import jsonschema
import pytest

from collector.dashboard.routes import API, Dashboard
from harness.collector.seed import Traffic, seed
from harness.collector.service import Domain, Service, add_domain, call_command
from harness.collector.stored import fetch
from harness.paths import ROOT
from harness.postgres import Postgres

DOCUMENT: dict[str, Any] = json.loads(
    (ROOT / "contracts/dashboard.openapi.json").read_text(encoding="utf-8")
)
READS = [path for path, methods in DOCUMENT["paths"].items() if "get" in methods]
GIVEN = {"kind": "search", "dimension": "browser"}
"""Values of parameters in paths."""
INVALID = {
    "days": "0", "from": "x", "to": "x", "limit": "0", "minimum": "1", "sort": "x", "path": "%00",
    "page": "%00",
}  # fmt: skip
"""Values that the collector rejects, so it reads these parameters."""


@pytest.fixture(scope="module")
def token(postgres: Postgres) -> str:
    return call_command(postgres.dsn, "token", "add", "OpenAPI").strip()


@pytest.fixture(scope="module")
def site(postgres: Postgres, service: Service) -> Domain:
    domain = add_domain(postgres.dsn, "OpenAPI", languages=["zh"], known_to=service)
    # One view in fifty has a search.
    seed(postgres.dsn, domain, Traffic(days=2, views=1000))
    fetch(
        postgres.dsn,
        "insert into text_requests values ($1, current_date, '/llms.txt', 'assistant', 1)",
        domain.id,
    )
    return domain


def test_every_route_is_described() -> None:
    routes = Dashboard(*(cast(Any, _Anything()) for _ in range(5))).routes
    actual = {
        (route.path.removeprefix(API), method.lower())
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
    }
    described = {
        (path, method) for path, methods in DOCUMENT["paths"].items() for method in methods
    }
    assert described == actual


class _Anything:
    def __getattr__(self, _: str) -> object:
        return lambda _: None


@pytest.mark.parametrize("path", READS)
def test_responses_conform_to_their_schemas(
    service: Service, site: Domain, token: str, path: str
) -> None:
    # In the first hours of a day (UTC), it has too little data. Hours are of one day.
    days = 1 if path.endswith("/hours") else 2
    address = f"{API}{path.format(domain=site.id, **GIVEN)}?days={days}"
    response = service.request("GET", address, authorization=f"Bearer {token}")
    assert response.status == 200
    described = DOCUMENT["paths"][path]["get"]["responses"]
    schema = described["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(response.json, {**schema, "components": DOCUMENT["components"]})
    assert response.json
    assert service.request("GET", address).status == 401
    assert "401" in described


@pytest.mark.parametrize("path", READS)
def test_the_described_parameters_are_read(
    service: Service, site: Domain, token: str, path: str
) -> None:
    address = f"{API}{path.format(domain=site.id, **GIVEN)}?"
    for parameter in DOCUMENT["paths"][path]["get"].get("parameters", []):
        name = parameter["name"]
        if parameter["in"] == "query" and name != "format":
            query = (
                f"{address}days=1&{name}={INVALID[name]}" if name != "days" else f"{address}days=0"
            )
            response = service.request("GET", query, authorization=f"Bearer {token}")
            assert response.status == 400, name
        elif name == "format":
            response = service.request(
                "GET", f"{address}days=1&format=csv", authorization=f"Bearer {token}"
            )
            assert response.headers["content-type"].startswith("text/csv")
