"""How often one sender may ask, who a sender is, and who is no reader at all."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.collector.service import (
    BROWSER,
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    run_service,
)
from harness.network import Answer, find_port
from harness.paths import ROOT
from harness.postgres import Postgres

BURST = 5
PROXY, SECOND_PROXY = "127.0.0.2", "127.0.0.3"
ALIVE = json.dumps({"query": "{ isAlive }"})
USER_AGENTS = ROOT / "collector/tests/user_agents.toml"
OWN = "88888888-8888-8888-8888-888888888888"


@pytest.fixture(scope="module")
def strict(postgres: Postgres) -> Iterator[Service]:
    """Behind two proxies; one token comes back in twenty seconds."""
    with run_service(
        postgres.dsn,
        find_port(),
        rate="0.05",
        burst=str(BURST),
        trusted_proxies=f"{PROXY}, {SECOND_PROXY}",
    ) as running:
        yield running


@pytest.fixture(scope="module")
def site(postgres: Postgres) -> Domain:
    return add_domain(postgres.dsn, "Limits")


def send(
    service: Service,
    *forwarded: str,
    peer: str = PROXY,
    method: str = "POST",
    body: str = ALIVE,
) -> Answer:
    """A request from an address of loopback, with as many headers as proxies wrote."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", service.port, timeout=20, source_address=(peer, 0)
    )
    connection.putrequest(method, "/api")
    connection.putheader("content-length", str(len(body)))
    connection.putheader("origin", ORIGIN)
    for text in forwarded:
        connection.putheader("x-forwarded-for", text)
    connection.endheaders(body.encode())
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    answer = Answer(response.status, headers, response.read())
    connection.close()
    return answer


def exhaust(service: Service, address: str) -> None:
    for _ in range(BURST):
        assert send(service, address).status == 200
    assert send(service, address).status == 429


def test_too_many_requests_get_a_retry_time(strict: Service, site: Domain) -> None:
    assert site
    exhaust(strict, "198.51.100.1")
    answer = send(strict, "198.51.100.1")
    assert (answer.status, answer.text) == (429, "Too many requests")
    assert answer.headers["retry-after"] == "20"
    assert answer.headers["vary"] == "Origin"
    assert answer.headers["access-control-allow-origin"] == ORIGIN


def test_each_change_of_a_document_takes_a_token(strict: Service, site: Domain) -> None:
    """Otherwise four changes in each request would quadruple the limit."""
    input_ = f'{{siteLocation: "{ORIGIN}/"}}'
    fields = " ".join(
        f'a{n}: createRecord(domainId: "{site.id}", input: {input_}) {{ success }}'
        for n in range(4)
    )
    body = json.dumps({"query": f"mutation {{ {fields} }}"})
    answers = [send(strict, "198.51.100.8", body=body) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 429]


def test_a_preflight_takes_no_token(strict: Service) -> None:
    exhaust(strict, "198.51.100.4")
    assert send(strict, "198.51.100.4", method="OPTIONS").status == 204


def test_an_untrusted_peer_cannot_choose_its_address(strict: Service) -> None:
    """The header of whoever is no proxy of ours is not read."""
    for number in range(BURST):
        assert send(strict, f"203.0.113.{number}", peer="127.0.0.9").status == 200
    assert send(strict, "203.0.113.99", peer="127.0.0.9").status == 429
    assert send(strict, "203.0.113.1").status == 200


def test_a_client_cannot_choose_its_address_behind_a_proxy(strict: Service) -> None:
    for number in range(BURST):
        assert send(strict, f"203.0.113.{number}, 198.51.100.5").status == 200
    assert send(strict, "203.0.113.77, 10.0.0.1, 198.51.100.5").status == 429


@pytest.mark.parametrize(
    "forwarded",
    [
        ("198.51.100.6, 127.0.0.3",),
        ("9.9.9.9", "198.51.100.6", "127.0.0.3"),
    ],
)
def test_a_chain_of_trusted_proxies_is_followed_to_the_client(
    strict: Service, forwarded: tuple[str, ...]
) -> None:
    """All of these come from one reader, whose tokens are spent."""
    while send(strict, "198.51.100.6").status == 200:
        pass
    assert send(strict, *forwarded).status == 429


def test_an_unknown_proxy_is_in_the_log_once(postgres: Postgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with run_service(postgres.dsn, find_port(), log) as service:
        for number in range(3):
            assert send(service, f"203.0.113.{number}").status == 200
        assert send(service, peer=SECOND_PROXY).status == 200
    text = log.read_text(encoding="utf-8")
    assert text.count("through a proxy that `trusted_proxies` does not name") == 1
    assert "203.0.113" not in text
    assert "127.0.0" not in text


# --- Programs -------------------------------------------------------------------------------------


def test_a_client_without_a_user_agent_is_not_counted(service: Service, site: Domain) -> None:
    variables = {"domainId": site.id, "input": {"siteLocation": f"{ORIGIN}/"}}
    answer = service.ask(CREATE_RECORD, variables, user_agent="")
    assert answer.json["data"]["createRecord"]["payload"]["id"] == OWN
    assert service.ask(CREATE_RECORD, variables, user_agent=BROWSER).text.count(OWN) == 0
