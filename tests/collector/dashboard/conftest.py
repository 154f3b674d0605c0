"""The dashboard in real Chromium, over the real collector and weeks of traffic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from collector.dashboard.static import load_files
from harness.collector.seed import Traffic, seed
from harness.collector.service import BROWSER, Domain, Service, add_domain, call_command
from harness.collector.stored import fetch
from harness.postgres import Postgres
from tests.collector.dashboard.browser import LOCALES, Dashboard, Language
from tests.violations import Violations

PAGE = "/guide/quick-start.html"
SMALLEST = 320
"""The width of the smallest windows."""

Open = Callable[..., Dashboard]
Opened = tuple[Dashboard, Callable[[], list[str]]]
"""A dashboard, and a function that returns policy violations and uncaught errors since its last
call."""


@pytest.fixture(scope="session")
def token(postgres: Postgres) -> str:
    return call_command(postgres.dsn, "token", "add", "the browser").strip()


@pytest.fixture(scope="session")
def site(postgres: Postgres, service: Service) -> Domain:
    """A site in two languages with two months of traffic."""
    domain = add_domain(postgres.dsn, "Tuffet", languages=["zh"], known_to=service)
    seed(postgres.dsn, domain, Traffic(views=40, active=3))
    return domain


@pytest.fixture(scope="session")
def silent(postgres: Postgres, service: Service) -> Domain:
    """A site without page views."""
    return add_domain(postgres.dsn, "Silent", "https://silent.example", known_to=service)


@pytest.fixture(scope="session")
def state(browser: Browser, service: Service, token: str) -> dict[str, Any]:
    """The cookies of a signed-in user."""
    if not load_files():
        pytest.exit("The dashboard has not been built. Run `make dashboard`.", returncode=1)
    with browser.new_context(locale="en-US") as context:
        dashboard = Dashboard(context, address_of(service))
        dashboard.sign_in(token)
        # The form is replaced after the response has set the cookies.
        expect(dashboard.page.get_by_label(dashboard.strings["signIn"]["token"])).to_have_count(0)
        return dict(context.storage_state())


@contextmanager
def open_browser(
    browser: Browser, address: str, language: Language = "en", *, width: int = 1440, **options: Any
) -> Iterator[Opened]:
    with browser.new_context(
        viewport={"width": width, "height": 900},
        locale=LOCALES[language],
        reduced_motion="reduce",
        user_agent=BROWSER,
        **options,
    ) as context:
        violations, errors = Violations(context), list[str]()
        context.on("weberror", lambda error: errors.append(str(error.error)))
        dashboard = Dashboard(context, address, language)

        def collect() -> list[str]:
            found = [*violations.collect(dashboard.page), *errors]
            errors.clear()
            return found

        yield dashboard, collect


@pytest.fixture
def open_dashboard(browser: Browser, service: Service) -> Iterator[Open]:
    """Opens a browser. The test fails on policy violations and uncaught errors."""
    ends: list[Callable[[], list[str]]] = []
    with ExitStack() as contexts:

        def open_one(
            language: Language = "en", *, address: str = address_of(service), **more: Any
        ) -> Dashboard:
            dashboard, collect = contexts.enter_context(
                open_browser(browser, address, language, **more)
            )
            ends.append(collect)
            return dashboard

        yield open_one
        assert [problem for collect in ends for problem in collect()] == []


@pytest.fixture(scope="session")
def shared(browser: Browser, service: Service, state: dict[str, Any]) -> Iterator[Opened]:
    with open_browser(browser, address_of(service), storage_state=state) as opened:
        yield opened


@pytest.fixture
def dashboard(shared: Opened) -> Iterator[Dashboard]:
    """A signed-in user in a tab that tests share, so they don't sign out or change settings."""
    dashboard, collect = shared
    dashboard.page.set_viewport_size({"width": 1440, "height": 900})
    dashboard.page.emulate_media(color_scheme="light")
    yield dashboard
    assert collect() == []


@pytest.fixture
def signed_in(dashboard: Dashboard, site: Domain) -> Callable[..., Dashboard]:
    """Opens the site's figures."""

    def open_one(query: str = "") -> Dashboard:
        dashboard.goto(f"?site={site.id}{query}")
        return dashboard

    return open_one


def address_of(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}"


def spell(number: int) -> str:
    return f"{number:,}"


def count_records(postgres: Postgres, site: Domain, days: int, start: int = 0) -> dict[str, Any]:
    """Counted from the records themselves, not from rollups."""
    last = datetime.now(UTC).date() - timedelta(days=start)
    (row,) = fetch(
        postgres.dsn,
        """select count(*) as views, count(*) filter (where is_first) as readers
           from records where domain_id = $1::text::uuid
           and (created at time zone 'UTC')::date between $2 and $3""",
        site.id, last - timedelta(days=days - 1), last,
    )  # fmt: skip
    return row
