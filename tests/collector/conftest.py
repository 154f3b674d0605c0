from __future__ import annotations

import asyncio
import inspect
import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from collector.cli import main
from harness.collector.loops import Loop
from harness.collector.service import Domain, Service, add_domain, run_service
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
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Runs a command in this process, which is fifty times as fast as a separate one. Returns its
    exit code and what it printed."""

    def run(dsn: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setenv("COLLECTOR_DATABASE", dsn)
        # Playwright has an event loop in this thread, and a thread can only run one.
        with ThreadPoolExecutor(1) as thread:
            code = thread.submit(main, list(arguments)).result()
        said = capsys.readouterr()
        return code, (said.out + said.err).strip()

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
