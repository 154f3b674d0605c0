"""A short run of `make fuzz`: another part of it each time."""

from __future__ import annotations

import secrets

from harness.collector.service import Service, add_domain, call_command
from harness.postgres import Postgres
from tests.collector.fuzz import fuzz

CASES = 1200


def test_no_generated_request_causes_an_error(service: Service, postgres: Postgres) -> None:
    # Tests that share the database also write rollups without records.
    call_command(postgres.dsn, "recount", "--repair")
    domain = add_domain(postgres.dsn, "Fuzz", known_to=service)
    token = call_command(postgres.dsn, "token", "add", "Fuzz").strip()
    number = secrets.randbelow(10**9)
    outcome = fuzz(service, domain, token, CASES, number)
    assert outcome.cases >= CASES
    assert outcome.statuses[200] > CASES / 20
    assert outcome.statuses[400] > CASES / 20
    assert service.view(domain.id)
    assert call_command(postgres.dsn, "recount") == "Rollups and records agree.\n", number
