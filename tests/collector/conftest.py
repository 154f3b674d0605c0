from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from harness.collector.service import Domain, Service, add_domain, run_service
from harness.network import find_port
from harness.postgres import Postgres

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def service(postgres: Postgres) -> Iterator[Service]:
    with run_service(postgres.dsn, find_port()) as running:
        yield running


@pytest.fixture
def domain(postgres: Postgres) -> Domain:
    return add_domain(postgres.dsn, f"Docs {next(_numbers)}")
