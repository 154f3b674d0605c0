from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tests.collector.postgres import Postgres, find_port, run_postgres
from tests.collector.service import Domain, Service, add_domain, run_command, run_service

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with run_postgres() as server:
        run_command(server.dsn, "migrate")
        yield server


@pytest.fixture(scope="session")
def service(postgres: Postgres) -> Iterator[Service]:
    with run_service(postgres.dsn, find_port()) as running:
        yield running


@pytest.fixture
def domain(postgres: Postgres) -> Domain:
    return add_domain(postgres.dsn, f"Docs {next(_numbers)}")
