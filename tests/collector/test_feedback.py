"""Answers to "Was this page helpful?", from the API to the reports of the dashboard."""

from __future__ import annotations

import csv
from collections.abc import Callable
from uuid import uuid4

import pytest

from collector.normalize import MAX_PATH
from harness.collector.service import (
    CREATE_ACTION,
    UPDATE_ACTION,
    Domain,
    Service,
    add_domain,
    call_command,
)
from harness.collector.stored import fetch
from harness.network import Response
from harness.postgres import Postgres

GUIDE = "/guide/"
CallApi = Callable[[str], Response]


@pytest.fixture(scope="module")
def token(postgres: Postgres) -> str:
    return call_command(postgres.dsn, "token", "add", "the answers").strip()


@pytest.fixture
def call_api(service: Service, token: str, site: Domain) -> CallApi:
    """Requests a report about the site."""
    return lambda what: service.request(
        "GET", f"/dashboard/api/domains/{site.id}/{what}", authorization=f"Bearer {token}"
    )


@pytest.fixture
def site(postgres: Postgres, service: Service) -> Domain:
    """A new site in two languages."""
    return add_domain(postgres.dsn, f"Asks {uuid4()}", languages=["zh"], known_to=service)


def answer(service: Service, site: Domain, *keys: str, **headers: str) -> Response:
    """Sends answers, and returns the last response."""
    for key in keys:
        variables = {"eventId": site.events["feedback"], "input": {"key": key, "value": 1}}
        response = service.execute(CREATE_ACTION, variables, **headers)
    return response


def test_answers_are_counted_per_page_in_all_its_languages(
    service: Service, site: Domain, call_api: CallApi
) -> None:
    for path in (GUIDE, "/zh/guide/", "/api/"):
        service.view(site.id, path)
    answer(service, site, "yes /guide/", "yes /zh/guide/", "no /guide/index.html", "no /api/")
    answer(service, site, "missing /guide/", "sample /zh/guide/", "missing /zh/guide/")
    overview = call_api("overview").json
    assert [(row["page"], row["views"], row["feedback"]) for row in overview["pages"]] == [
        (GUIDE, 2, {"yes": 2, "no": 1}),
        ("/api/", 1, {"yes": 0, "no": 1}),
    ]
    assert overview["feedback"] == {"yes": 2, "no": 2}
    report = call_api("page?path=/guide/&days=3").json
    assert report["feedback"] == {
        "yes": [0, 0, 2],
        "no": [0, 0, 1],
        "reasons": {"missing": 2, "sample": 1},
    }
    rows = list(
        csv.DictReader(call_api("pages?format=csv").text.removeprefix("\ufeff").splitlines())
    )
    assert [(row["page"], row["yes"], row["no"]) for row in rows] == [
        (GUIDE, "2", "1"),
        ("/api/", "0", "1"),
    ]


def test_a_page_without_views_is_listed_with_its_answers(
    service: Service, site: Domain, call_api: CallApi
) -> None:
    """Without `record_routes`, only the first page of a visit has a view."""
    service.view(site.id, "/")
    answer(service, site, "no /zh/guide/")
    rows = call_api("pages").json
    assert [(row["page"], row["views"], row["feedback"]) for row in rows] == [
        ("/", 1, {"yes": 0, "no": 0}),
        (GUIDE, 0, {"yes": 0, "no": 1}),
    ]


def test_the_row_of_all_other_pages_has_their_answers(
    service: Service, site: Domain, call_api: CallApi
) -> None:
    for path in (GUIDE, GUIDE, "/api/", "/"):
        service.view(site.id, path)
    answer(service, site, "yes /guide/", "no /api/", "yes /", "yes /zh/")
    text = call_api("pages?limit=1&format=csv").text.removeprefix("\ufeff")
    rows = [(row["page"], row["yes"], row["no"]) for row in csv.DictReader(text.splitlines())]
    assert rows == [(GUIDE, "1", "0"), ("(all other pages)", "2", "1")]


@pytest.mark.parametrize(
    "key", ["maybe /guide/", "yes", "yes guide", "it is bad /guide/", "no /guide/?me"]
)
def test_free_text_is_rejected_and_not_stored(
    postgres: Postgres, service: Service, site: Domain, key: str
) -> None:
    (error,) = answer(service, site, key).json["errors"]
    assert "must be one of yes, no, unclear, incorrect, missing, sample" in error["message"]
    query = "select * from actions where event_id = $1"
    assert fetch(postgres.dsn, query, site.events["feedback"]) == []


def test_an_answer_cannot_be_changed(postgres: Postgres, service: Service, site: Domain) -> None:
    created = answer(service, site, "yes /guide/").json["data"]["createAction"]["payload"]
    variables = {"actionId": created["id"], "input": {"key": "my name is Bob", "value": 1}}
    (error,) = service.execute(UPDATE_ACTION, variables).json["errors"]
    assert error["message"] == "Unknown action"
    query = "select key from actions where event_id = $1"
    assert fetch(postgres.dsn, query, site.events["feedback"]) == [{"key": "yes /guide/"}]


def test_the_owner_and_bots_are_not_counted(
    postgres: Postgres, service: Service, site: Domain
) -> None:
    answer(service, site, "yes /", cookie="ackee_ignore=1")
    answer(service, site, "yes /", user_agent="Mozilla/5.0 (compatible; Somebot/1.0)")
    query = "select * from action_rollups where event_id = $1"
    assert fetch(postgres.dsn, query, site.events["feedback"]) == []


@pytest.mark.parametrize(
    "path", [f"/{'long-' * 90}/", f"/{'long-' * 101}/", f"/{'a' * 490}/index.html"]
)
def test_a_long_path_is_counted_like_its_views(
    postgres: Postgres, service: Service, site: Domain, call_api: CallApi, path: str
) -> None:
    service.view(site.id, path)
    answer(service, site, f"incorrect {path}", f"no {path}")
    (row,) = call_api("pages").json
    assert (row["views"], row["feedback"]) == (1, {"yes": 0, "no": 1})
    assert row["page"] == path.removesuffix("index.html")[:MAX_PATH]
    query = "select key from actions where event_id = $1 order by key"
    keys = [action["key"] for action in fetch(postgres.dsn, query, site.events["feedback"])]
    assert keys == [f"incorrect {row['page']}", f"no {row['page']}"]
