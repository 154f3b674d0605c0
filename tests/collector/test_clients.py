"""Our client and ackee-tracker in Chromium, and the data that the collector stores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from harness.collector.service import ORIGIN, Domain, Service, add_domain
from harness.collector.stored import fetch
from harness.postgres import Postgres
from tests.analytics.conftest import PageMessages, open_context
from tests.analytics.trial_site import START_VISIT, serve_clients

CLIENTS = ("ours", "reference")
DETAILS = {"language", "browser", "system", "size"}


@dataclass(frozen=True)
class Trial:
    """A site with both clients, and the collector that counts its visits."""

    site: str
    server: str
    dsn: str
    domain: Domain

    def records(self, name: str) -> list[dict[str, Any]]:
        query = "select * from records where domain_id = $1 and path = $2"
        return fetch(self.dsn, query, self.domain.id, f"/{name}/")

    def rollups(self) -> dict[str, dict[str, int]]:
        """Views by value, for each dimension."""
        query = "select dimension, value, views from rollups where domain_id = $1"
        found: dict[str, dict[str, int]] = {}
        for row in fetch(self.dsn, query, self.domain.id):
            found.setdefault(row["dimension"], {})[row["value"]] = row["views"]
        return found

    def actions(self, event: str) -> list[dict[str, Any]]:
        return fetch(self.dsn, "select * from actions where event_id = $1", event)


@pytest.fixture(scope="module")
def trial(built_packages: None, postgres: Postgres, service: Service) -> Iterator[Trial]:  # noqa: ARG001
    with serve_clients() as port:
        site = f"http://site.localhost:{port}"
        domain = add_domain(postgres.dsn, "Clients", site, ORIGIN, known_to=service)
        yield Trial(site, f"http://stats.site.localhost:{service.port}", postgres.dsn, domain)


def open_page(page: Page, trial: Trial, name: str) -> PageMessages:
    console = PageMessages()
    console.watch(page)
    page.clock.install()
    page.goto(f"{trial.site}/", referer="https://www.before.example/list/")
    page.wait_for_function("'clients' in window")
    # A unique path identifies the visit. The server returns the same page for all paths.
    page.evaluate("path => history.replaceState(null, '', path)", f"/{name}/?source=feed&page=2")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    return console


def start(page: Page, trial: Trial, client: str, event: str, options: dict[str, object]) -> None:
    ids = {"domain": trial.domain.id, "event": event}
    page.evaluate(START_VISIT, [client, trial.server, options, ids])


def stay(page: Page) -> None:
    """Waits for the response to another update."""
    with page.expect_response(lambda answer: "updateRecord" in (answer.request.post_data or "")):
        page.clock.run_for(15_000)


@pytest.mark.parametrize(
    ("client", "is_detailed", "kind"),
    [
        ("ours", True, "route"),
        ("ours", False, "language"),
        ("reference", True, "search"),
        ("reference", False, "not_found"),
    ],
)
def test_a_visit_is_stored_with_its_time_and_its_action(
    browser: Browser, trial: Trial, client: str, is_detailed: bool, kind: str
) -> None:
    name, event = f"{client}-{is_detailed}", trial.domain.events[kind]
    before = trial.rollups()
    with open_context(browser) as context:
        page = context.new_page()
        console = open_page(page, trial, name)
        with page.expect_response(
            lambda answer: "updateAction" in (answer.request.post_data or "")
        ):
            start(page, trial, client, event, {"detailed": is_detailed})
        stay(page)
        assert page.evaluate("outcome") == [True, True]
    assert console.messages == console.complaints == []

    (record,) = trial.records(name)
    assert record["duration"] > 0
    after = trial.rollups()
    assert after["source"]["feed"] == before.get("source", {}).get("feed", 0) + 1
    assert {*after["referrer"]} == {"before.example/list"}
    counted = {key for key in DETAILS if after.get(key) != before.get(key)}
    assert counted == (DETAILS if is_detailed else set())
    if is_detailed:
        assert after["language"]["zh"] == before.get("language", {}).get("zh", 0) + 1
        assert after["browser"]["Chrome"] == before.get("browser", {}).get("Chrome", 0) + 1
    (action,) = trial.actions(event)
    assert (action["key"], action["value"]) == ("/guide/", 2)
    assert "details" not in action
