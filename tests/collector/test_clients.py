"""Real clients in real Chromium, ours and ackee-tracker unchanged, and what is stored of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from harness.collector.service import ORIGIN, Domain, Service, add_domain
from harness.collector.stored import fetch
from harness.paths import ROOT
from harness.postgres import Postgres
from tests.analytics.conftest import Noise, open_context
from tests.analytics.contract import CONTRACT, WARNINGS
from tests.analytics.trial_site import serve_clients

CLIENTS = ("ours", "reference")
DETAILS = {"language", "browser", "system", "size"}

VISIT = """([client, address, options, ids]) => {
  window.outcome = null;
  visit(client, address, options, ids).then((value) => (window.outcome = value));
}"""


@dataclass(frozen=True)
class Trial:
    """A site with both clients, and the collector that it tells its visits."""

    site: str
    server: str
    dsn: str
    domain: Domain

    def records(self, name: str) -> list[dict[str, Any]]:
        """What is stored of a visit."""
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
        """What is stored of an event; each test has one of its own."""
        return fetch(self.dsn, "select * from actions where event_id = $1", event)


@pytest.fixture(scope="module")
def trial(built_packages: None, postgres: Postgres, service: Service) -> Iterator[Trial]:  # noqa: ARG001
    with serve_clients() as port:
        site = f"http://site.localhost:{port}"
        domain = add_domain(postgres.dsn, "Clients", site, ORIGIN)
        yield Trial(site, f"http://stats.site.localhost:{service.port}", postgres.dsn, domain)


def open_page(page: Page, trial: Trial, name: str) -> Noise:
    noise = Noise()
    noise.watch(page)
    page.clock.install()
    page.goto(f"{trial.site}/", referer="https://www.before.example/list/")
    page.wait_for_function("'clients' in window")
    # A path by which the visit is known; the server has but one page.
    page.evaluate("path => history.replaceState(null, '', path)", f"/{name}/?source=feed&page=2")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    return noise


def start(page: Page, trial: Trial, client: str, event: str, options: dict[str, object]) -> None:
    ids = {"domain": trial.domain.id, "event": event}
    page.evaluate(VISIT, [client, trial.server, options, ids])


def stay(page: Page) -> None:
    """Until one more update has been answered."""
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
        noise = open_page(page, trial, name)
        with page.expect_response(
            lambda answer: "updateAction" in (answer.request.post_data or "")
        ):
            start(page, trial, client, event, {"detailed": is_detailed})
        stay(page)
        assert page.evaluate("outcome") == [True, True]
    assert noise.messages == noise.complaints == []

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


@pytest.mark.parametrize("client", CLIENTS)
def test_own_visits_are_not_stored(browser: Browser, trial: Trial, client: str) -> None:
    name, event = f"{client}-owner", trial.domain.events["route"]
    stored = trial.actions(event)
    with open_context(browser) as context:
        context.add_cookies([{"name": "ackee_ignore", "value": "1", "url": trial.server}])
        page = context.new_page()
        noise = open_page(page, trial, name)
        with page.expect_console_message(lambda message: message.text == WARNINGS["owner"]):
            start(page, trial, client, event, {"ignoreOwnVisits": True})
        page.clock.run_for(31_000)
        assert {*noise.messages} == {WARNINGS["owner"]}
    assert trial.records(name) == []
    assert trial.actions(event) == stored


def test_the_reference_client_works_with_a_script_tag(browser: Browser, trial: Trial) -> None:
    with open_context(browser) as context:
        page = context.new_page()
        open_page(page, trial, "tag")
        with page.expect_response(
            lambda answer: "createRecord" in (answer.request.post_data or "")
        ):
            page.evaluate(
                """([address, domain]) => {
                  const tag = document.createElement('script');
                  Object.assign(tag.dataset, { ackeeDomainId: domain, ackeeServer: address });
                  document.body.append(tag);
                  clients.reference.detect();
                }""",
                [trial.server, trial.domain.id],
            )
    assert len(trial.records("tag")) == 1


def test_the_collector_keeps_the_contract_of_the_api(trial: Trial, service: Service) -> None:
    """The tests that our client is held to, with this server behind them."""
    tests = ROOT / "tests/analytics"
    chosen = [
        f"{tests}/test_server.py",
        f"{tests}/test_same_wire.py::test_every_request_is_the_same_field_by_field[chromium-{{}}]",
        f"{tests}/test_same_wire.py::test_both_leave_the_owner_out_and_say_so",
    ]
    environment = {
        **os.environ,
        "ANALYTICS_SERVER": f"http://127.0.0.1:{service.port}",
        "ANALYTICS_DOMAIN_ID": trial.domain.id,
        "ANALYTICS_EVENT_ID": trial.domain.events["route"],
        "ANALYTICS_ORIGIN": ORIGIN,
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert f"{len(CONTRACT['refusals']) + 7} passed" in done.stdout
