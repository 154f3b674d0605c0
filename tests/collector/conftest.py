from __future__ import annotations

import asyncio
import inspect
import itertools
from collections.abc import Callable, Iterator

import pytest

from harness.collector.loops import Loop
from harness.collector.service import Domain, Service, add_domain, run_service, try_command
from harness.network import find_port
from harness.postgres import Postgres

TIMEOUT_SECONDS = 120
"""Cancels a coroutine that waits for an event that never happens."""

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def service(postgres: Postgres) -> Iterator[Service]:
    with run_service(postgres.dsn, find_port()) as running:
        yield running


@pytest.fixture
def domain(postgres: Postgres, service: Service) -> Domain:
    return add_domain(postgres.dsn, f"Docs {next(_numbers)}", known_to=service)


@pytest.fixture
def command() -> Callable[..., tuple[int, str]]:
    """Runs a command in this process, which is faster than a separate one. Returns its exit code
    and what it printed."""

    def run(dsn: str, *arguments: str) -> tuple[int, str]:
        code, output, messages = try_command(dsn, *arguments)
        return code, (output + messages).strip()

    return run


@pytest.fixture(scope="session")
def loop() -> Iterator[Loop]:
    """Runs tests that are coroutines. Fixtures open their connections in it."""
    with Loop() as loop:
        yield loop


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    loop: Loop = pyfuncitem._request.getfixturevalue("loop")
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    loop.run(asyncio.wait_for(pyfuncitem.obj(**given), TIMEOUT_SECONDS))
    return True
