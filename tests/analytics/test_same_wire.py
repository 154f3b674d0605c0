"""Both clients send the same requests during the same visit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.analytics.conftest import PageMessages, open_context
from tests.analytics.contract import CONTRACT, OPERATIONS, WARNINGS, tidy
from tests.analytics.wire import DOMAIN, EVENT, Request, Wire
from tests.waiting import settled

CLIENTS = ("ours", "reference")
FIRST_STEPS = ["createRecord", "createAction", "updateAction"]

OPTIONS: list[dict[str, Any]] = [
    {"detailed": True, "ignoreLocalhost": False, "ignoreOwnVisits": True},
    {"detailed": False, "ignoreLocalhost": True, "ignoreOwnVisits": False},
    {},
    {"detailed": "true", "ignoreOwnVisits": 0, "ignoreLocalhost": None},
]

DIFFERING_HEADERS = {"content-length"}
"""Documents have less white space in ours: see `white-space` among the differences."""


@dataclass(frozen=True)
class Visit:
    """The requests, messages and result of a visit."""

    requests: list[Request]
    messages: list[str]
    outcome: Any


def run_visit(
    browser: Browser,
    wire: Wire,
    address: str,
    client: str,
    options: Mapping[str, Any],
    *,
    is_owner: bool = False,
    referrer: str = "https://before.example/",
) -> Visit:
    """A visit of 31 s with a record, an action, its update, and a second series of updates."""
    wire.restore()
    with open_context(browser) as context:
        if is_owner:
            add_owner_cookie(context, wire)
        page, console = context.new_page(), PageMessages()
        console.watch(page)
        page.clock.install()
        page.goto(address, referer=referrer)
        page.wait_for_function("'clients' in window")
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        ids = {"domain": DOMAIN, "event": EVENT}
        # The reference doesn't call back if it sends nothing, so the outcome can stay null.
        page.evaluate(
            """([client, address, options, ids]) => {
              window.outcome = null;
              visit(client, address, options, ids).then((value) => (window.outcome = value));
            }""",
            [client, wire.address, dict(options), ids],
        )
        if wire_is_used(address, options) and not is_owner:
            page.wait_for_function("window.outcome")
            wire.wait_for(1, "updateAction")
            page.clock.run_for(15_000)
            wire.wait_for(1, "updateRecord")
            page.evaluate("again()")
            page.clock.run_for(16_000)
            wire.wait_for(2, "updateRecord")
            page.evaluate("second.stop()")
        else:
            if not console.messages:
                page.wait_for_event("console")
            page.clock.run_for(31_000)
        requests = [*wire.requests]
        return Visit(requests, console.messages, page.evaluate("outcome"))


def add_owner_cookie(context: BrowserContext, wire: Wire) -> None:
    context.add_cookies([{"name": "ackee_ignore", "value": "1", "url": wire.address}])


def wire_is_used(address: str, options: Mapping[str, Any]) -> bool:
    return "site.localhost" in address or options.get("ignoreLocalhost") is False


def comparable(requests: list[Request], address: str) -> list[dict[str, Any]]:
    """The fields that must be equal."""
    return [
        {
            "method": request.method,
            "path": request.path,
            "headers": {k: v for k, v in request.headers.items() if k not in DIFFERING_HEADERS},
            "query": request.query,
            "variables": unify_ids(request.variables),
        }
        for request in requests
        if request.method == "POST"
    ] + sorted(
        (
            {
                "method": "OPTIONS",
                "path": request.path,
                "headers": dict(request.headers),
                "address": address,
            }
            for request in requests
            if request.method == "OPTIONS"
        ),
        key=str,
    )[:1]


def unify_ids(variables: dict[str, Any]) -> dict[str, Any]:
    """Replaces ids of the server, which differ from visit to visit."""
    given = {"recordId", "actionId"}
    return {name: "given" if name in given else value for name, value in variables.items()}


@pytest.mark.requirement(
    "analytics-create-record",
    "analytics-update-record",
    "analytics-create-action",
    "analytics-update-action",
    "analytics-post-json",
    "analytics-endpoint",
    "analytics-credentials",
    "analytics-detailed-exact",
    "analytics-record-basics",
    "analytics-record-source",
    "analytics-record-language",
    "analytics-record-screen",
    "analytics-record-device",
    "analytics-record-system",
    "analytics-record-browser",
    "analytics-record-window",
    "analytics-record-sparse",
)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: json.dumps(options))
def test_every_request_is_the_same_field_by_field(
    browser: Browser, wire: Wire, trial_site: str, options: dict[str, Any]
) -> None:
    address = f"{trial_site}/?source=feed&x=1"
    visits = {name: run_visit(browser, wire, address, name, options) for name in CLIENTS}
    ours, reference = (comparable(visits[name].requests, address) for name in CLIENTS)
    assert [request["method"] for request in ours] == ["POST"] * 5 + ["OPTIONS"]
    assert ours == reference
    assert visits["ours"].messages == visits["reference"].messages == []
    assert visits["ours"].outcome == visits["reference"].outcome == [True, True]


@pytest.mark.requirement("analytics-post-json", "analytics-endpoint", "analytics-credentials")
@pytest.mark.parametrize("is_ignoring", [True, False])
def test_requests_are_those_of_the_contract(
    browser: Browser, wire: Wire, trial_site: str, is_ignoring: bool
) -> None:
    with open_context(browser) as context:
        context.add_cookies([{"name": "known", "value": "yes", "url": wire.address}])
        page = context.new_page()
        page.goto(f"{trial_site}/ours")
        page.wait_for_function("'ours' in window")
        page.evaluate(
            """async ([address, ignoreOwnVisits, domain, event]) => {
              const client = ours.create(address, { ignoreOwnVisits });
              const recording = client.record(domain);
              await recording.id;
              recording.stop();
              const id = await client.action(event, { key: '/', value: 1 });
              await client.updateAction(id, { key: '/', value: 1 });
            }""",
            [wire.address, is_ignoring, DOMAIN, EVENT],
        )
    rules = CONTRACT["request"]
    for request in wire.posts:
        assert request.method == rules["method"]
        assert request.path == rules["path"]
        assert request.headers["content-type"] == rules["content_type"]
        assert request.query == tidy(OPERATIONS[request.operation]["document"])
        assert request.headers.get("cookie") == ("known=yes" if is_ignoring else None)
    assert [request.operation for request in wire.posts] == FIRST_STEPS


def test_the_requests_of_our_client_are_accepted_by_a_server_like_ackee(
    browser: Browser, wire: Wire, trial_site: str
) -> None:
    """It rejects unknown variables, and its CORS headers allow no other header of a request."""
    wire.mimic_ackee()
    visit = run_visit(browser, wire, trial_site, "ours", {"detailed": True})
    assert visit.outcome == [True, True]
    assert visit.messages == []
    keys = [request.key for request in wire.posts]
    assert len({*keys}) == 4, "three with a key each, and updates without one"
    preflight = next(request for request in wire.requests if request.method == "OPTIONS")
    assert preflight.headers["access-control-request-headers"] == "content-type"


@pytest.mark.requirement(
    "analytics-skip-localhost",
    "analytics-warn-localhost",
    "analytics-ignore-localhost-default",
)
def test_both_skip_a_visit_on_this_machine_and_say_so(
    browser: Browser, wire: Wire, port: str
) -> None:
    address = f"http://127.0.0.1:{port}/"
    for name in CLIENTS:
        visit = run_visit(browser, wire, address, name, {})
        assert visit.requests == []
        assert visit.messages == [WARNINGS["localhost"]]
    visit = run_visit(browser, wire, address, "ours", {"ignoreLocalhost": False})
    assert visit.outcome == [True, True]
    assert visit.messages == []


@pytest.mark.requirement("analytics-skip-bots", "analytics-warn-bot")
def test_both_skip_bots_and_say_so(browser: Browser, trial_site: str) -> None:
    with browser.new_context(user_agent="Mozilla/5.0 (compatible; AnySpider/1)") as context:
        page, console = context.new_page(), PageMessages()
        console.watch(page)
        page.goto(trial_site)
        page.wait_for_function("'clients' in window")
        with settled(page):
            for client in CLIENTS:
                page.evaluate(f"void clients.{client}.create('/nowhere').record('d')")
        assert console.messages == [WARNINGS["bot"]] * 2
        assert not [url for url in console.asked if "nowhere" in url]


@pytest.mark.requirement("analytics-owner-id", "analytics-warn-own-site", "analytics-credentials")
def test_both_leave_the_owner_out_and_say_so(browser: Browser, wire: Wire, trial_site: str) -> None:
    visits = {
        name: run_visit(browser, wire, trial_site, name, {}, is_owner=True) for name in CLIENTS
    }
    for visit in visits.values():
        assert {*visit.messages} == {WARNINGS["owner"]}
        operations = [request.operation for request in visit.requests if request.body]
        assert operations[0] == "createRecord"
        assert "updateRecord" not in operations


@pytest.mark.requirement("analytics-tags")
def test_both_read_the_same_tag(browser: Browser, wire: Wire, trial_site: str) -> None:
    found = []
    for name in CLIENTS:
        wire.restore()
        with open_context(browser) as context:
            page = context.new_page()
            page.goto(trial_site)
            page.wait_for_function("'clients' in window")
            page.evaluate(
                """([name, address, domain]) => {
                  const tag = document.createElement('script');
                  Object.assign(tag.dataset, {
                    ackeeDomainId: domain, ackeeServer: address, ackeeOpts: '{"detailed":true}',
                  });
                  document.body.append(tag);
                  clients[name].detect();
                }""",
                [name, wire.address, DOMAIN],
            )
            wire.wait_for(1, "createRecord")
            found.append(comparable(wire.requests, trial_site))
    assert found[0] == found[1]


# --- What differs on purpose ----------------------------------------------------------------------


def test_the_source_is_that_of_the_parameter(browser: Browser, trial_site: str) -> None:
    """`source` among the differences."""
    with open_context(browser) as context:
        page = context.new_page()
        sources = {}
        for query in ("?source=a%20b", "?resource=x", "?source=%E5%AD%98"):
            page.goto(f"{trial_site}/{query}")
            page.wait_for_function("'clients' in window")
            sources[query] = [
                page.evaluate(f"clients.{name}.attributes().then(({{ source }}) => source ?? null)")
                for name in CLIENTS
            ]
    assert sources == {
        "?source=a%20b": ["a b", "a%20b"],
        "?resource=x": [None, "x"],
        "?source=%E5%AD%98": ["存", "%E5%AD%98"],
    }
