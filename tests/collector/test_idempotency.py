"""A request that is repeated with its key is counted once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest

from collector.ids import moment_of
from harness.collector.service import (
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_RECORD,
    Domain,
    Service,
    add_domain,
    run_service,
)
from harness.collector.stored import coarsen, fetch
from harness.network import Response, find_port
from harness.postgres import Postgres

KEY = "0123456789abcdef"


def send(service: Service, domain: Domain, kind: str, key: object, name: str = "a") -> Response:
    document, owner, input_ = {
        "Record": (CREATE_RECORD, {"domainId": domain.id}, {"siteLocation": f"{ORIGIN}/{name}"}),
        "Action": (CREATE_ACTION, {"eventId": domain.events["route"]}, {"key": name}),
    }[kind]
    variables = {**owner, "input": input_}
    body = {"query": document, "variables": variables, "extensions": {"idempotencyKey": key}}
    return service.post(body)


def read_id(response: Response) -> str:
    (operation,) = response.json["data"].values()
    return str(UUID(operation["payload"]["id"]))


def count(postgres: Postgres, domain: Domain, kind: str) -> tuple[int, int]:
    """Returns the rows, and their number in the rollups."""
    if kind == "Record":
        rows = "select count(*) as count from records where domain_id = $1"
        rollups = """
          select sum(views) as count from rollups where domain_id = $1 and dimension = 'total'"""
        owner = domain.id
    else:
        rows = "select count(*) as count from actions where event_id = $1"
        rollups = "select sum(count) as count from action_rollups where event_id = $1"
        owner = domain.events["route"]
    found = [fetch(postgres.dsn, query, owner)[0]["count"] for query in (rows, rollups)]
    return int(found[0]), int(found[1] or 0)


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_a_repeated_request_gets_the_first_id_and_is_counted_once(
    service: Service, domain: Domain, postgres: Postgres, kind: str
) -> None:
    first = read_id(send(service, domain, kind, KEY))
    assert {read_id(send(service, domain, kind, KEY, name)) for name in "aab"} == {first}
    assert count(postgres, domain, kind) == (1, 1)
    assert read_id(send(service, domain, kind, f"{KEY}2")) != first
    assert count(postgres, domain, kind) == (2, 2)


@pytest.mark.parametrize("kind", ["Record", "Action"])
def test_simultaneous_requests_to_two_processes_are_counted_once(
    service: Service, domain: Domain, postgres: Postgres, kind: str
) -> None:
    with run_service(postgres.dsn, find_port()) as other, ThreadPoolExecutor(16) as threads:
        sent = [
            threads.submit(send, one, domain, kind, f"{KEY}{number % 8}")
            for number in range(64)
            for one in (service, other)
        ]
        ids = [read_id(future.result()) for future in sent]
    assert len({*ids}) == 8
    assert count(postgres, domain, kind) == (8, 8)


def test_the_same_key_on_two_sites_counts_for_both(
    service: Service, domain: Domain, postgres: Postgres
) -> None:
    other = add_domain(postgres.dsn, f"{domain.id} other", known_to=service)
    ids = {read_id(send(service, one, "Record", KEY)) for one in (domain, other)}
    ids |= {read_id(send(service, one, "Action", KEY)) for one in (domain, other)}
    assert len(ids) == 4
    assert count(postgres, domain, "Record") == count(postgres, other, "Record") == (1, 1)


def test_the_repeated_id_can_be_updated_and_has_the_first_moment(
    service: Service, domain: Domain, postgres: Postgres
) -> None:
    id_ = read_id(send(service, domain, "Record", KEY))
    again = read_id(send(service, domain, "Record", KEY))
    updated = service.execute(UPDATE_RECORD, {"recordId": again})
    assert updated.json["data"] == {"updateRecord": {"success": True}}
    (row,) = fetch(postgres.dsn, "select duration from records where id = $1", coarsen(id_))
    assert 0 <= row["duration"] < 60_000


@pytest.mark.parametrize("key", ["", "x" * 15, "x" * 101, 1, []])
def test_a_key_of_another_form_is_rejected(service: Service, domain: Domain, key: object) -> None:
    response = send(service, domain, "Record", key)
    assert response.status == 400
    (error,) = response.json["errors"]
    assert error["extensions"] == {"code": "BAD_REQUEST"}
    assert "`$.extensions.idempotencyKey`" in error["message"]


@pytest.mark.parametrize("extensions", [None, {}, {"idempotencyKey": None}, {"persistedQuery": {}}])
def test_a_request_without_a_key_is_counted_each_time(
    service: Service, domain: Domain, postgres: Postgres, extensions: Any
) -> None:
    variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
    body = {"query": CREATE_RECORD, "variables": variables, "extensions": extensions}
    assert len({read_id(service.post(body)) for _ in range(2)}) == 2
    assert count(postgres, domain, "Record") == (2, 2)


def test_support_is_announced_in_every_response_of_an_operation(
    service: Service, domain: Domain
) -> None:
    announced = {"idempotencyKey": True}
    assert send(service, domain, "Record", KEY).json["extensions"] == announced
    unknown = service.execute(UPDATE_RECORD, {"recordId": KEY})
    assert unknown.json["errors"]
    assert unknown.json["extensions"] == announced


def test_neither_the_key_nor_the_exact_moment_is_stored(
    service: Service, domain: Domain, postgres: Postgres
) -> None:
    """Otherwise the end of one view could be matched with the start of the next one."""
    keys = [f"{KEY}{number}" for number in range(100)]
    exact = [UUID(read_id(send(service, domain, "Record", key))) for key in keys]
    rows = fetch(postgres.dsn, "select * from request_keys")
    stored = json.dumps(rows, default=str)
    assert not any(text in stored for key in keys for text in (key, key.encode().hex()))
    moments = {row["id"].int & (1 << 76) - 1: moment_of(row["id"]) for row in rows}
    hidden = [moments[id_.int & (1 << 76) - 1] for id_ in exact]
    assert sum(one == moment_of(id_) for one, id_ in zip(hidden, exact, strict=True)) <= 1
    seconds = {moment.second for moment in hidden if moment}
    assert len(seconds) > 20, "they are spread over the minute"
