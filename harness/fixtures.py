"""pytest plugin with the fixtures that tests in several folders use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.chromium import launch_options
from harness.browsers.page_messages import PageMessages
from harness.collector.service import call_command
from harness.packages import check_current
from harness.paths import ROOT
from harness.postgres import Postgres, run_postgres
from harness.servers import serve_nginx

_TIMEOUT_MS = 30_000
"""Only ends waits for events that never happen, so it can be long enough for slow machines."""


def pytest_configure(config: pytest.Config) -> None:
    # pytest-base-url, a dependency of pytest-playwright, doesn't follow the latest pytest yet.
    config.addinivalue_line("filterwarnings", "ignore:Session-scoped fixtures defined as instance")
    expect.set_options(timeout=_TIMEOUT_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture
def console(page: Page) -> PageMessages:
    """Collects console messages and uncaught errors of the page from now on."""
    watched = PageMessages()
    watched.watch(page)
    return watched


@pytest.fixture(scope="session")
def built_packages() -> None:
    """Stops the test run if the packages aren't built or are out of date."""
    if problems := check_current():
        pytest.exit("\n".join(problems), returncode=1)


@pytest.fixture(scope="session")
def dist() -> Path:
    """The site that `make build` wrote."""
    folder = ROOT / "dist"
    if not (folder / "build.json").is_file():
        pytest.exit("There is no built site. Run `make build` first.", returncode=1)
    return folder


@pytest.fixture(scope="session")
def website(dist: Path) -> Iterator[str]:
    """The address of the site, served by nginx with the configuration that the build wrote."""
    with serve_nginx(dist) as address:
        yield address


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server with the tables of the collector."""
    with run_postgres() as server:
        call_command(server.dsn, "migrate")
        yield server
