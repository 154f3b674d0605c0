"""Rate limits per address, of the API and of the dashboard, behind proxies."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from collector.logs import MAX_REPEATED
from harness.collector.service import (
    ORIGIN,
    UPDATE_RECORD,
    Service,
    add_domain,
    call_command,
    run_service,
)
from harness.network import Response, find_port
from harness.postgres import Postgres

BURST = 5
PROXY, SECOND_PROXY = "127.0.0.2", "127.0.0.3"
SESSION = "/dashboard/api/session"
OWN_VISIT = "88888888-8888-8888-8888-888888888888"
BODY = json.dumps({"query": UPDATE_RECORD, "variables": {"recordId": OWN_VISIT}})
"""A request that stores nothing."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("limits") / "log"


@pytest.fixture(scope="module")
def strict(postgres: Postgres, log: Path) -> Iterator[Service]:
    """Behind proxies. A token comes back after 20 seconds."""
    add_domain(postgres.dsn, "Limits")
    proxies = f"127.0.0.1, {PROXY}, {SECOND_PROXY}"
    limits = {"rate": "0.05", "burst": str(BURST), "trusted_proxies": proxies}
    with run_service(postgres.dsn, find_port(), log, **limits) as running:
        yield running


@pytest.fixture(scope="module")
def token(postgres: Postgres) -> str:
    return call_command(postgres.dsn, "token", "add", "the limited one").strip()


def send(
    service: Service,
    *forwarded: str,
    peer: str = PROXY,
    method: str = "POST",
    origin: str = ORIGIN,
) -> Response:
    """A request from an address of loopback, with one header for each proxy that adds its own."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", service.port, timeout=20, source_address=(peer, 0)
    )
    connection.putrequest(method, "/api")
    connection.putheader("content-length", str(len(BODY)))
    connection.putheader("origin", origin)
    for text in forwarded:
        connection.putheader("x-forwarded-for", text)
    connection.endheaders(BODY.encode())
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    answer = Response(response.status, headers, response.read())
    connection.close()
    return answer


# --- The API --------------------------------------------------------------------------------------


def test_too_many_requests_get_a_retry_time(strict: Service) -> None:
    assert [send(strict, "198.51.100.1").status for _ in range(BURST)] == [200] * BURST
    answer = send(strict, "198.51.100.1")
    assert (answer.status, answer.text) == (429, "Too many requests")
    assert answer.headers["retry-after"] == "20"
    assert answer.headers["vary"] == "Origin"
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert send(strict, "198.51.100.1", method="OPTIONS").status == 204, "a preflight is free"


UNKNOWN = "https://unknown.example"


def test_unknown_origins_are_behind_the_rate_limit(strict: Service) -> None:
    """Each of them costs a query."""
    address = "198.51.100.2"
    for number in range(BURST):
        method = ("POST", "OPTIONS")[number % 2]
        assert send(strict, address, method=method, origin=f"{UNKNOWN}:{number}").status == 403
    for method in ("POST", "OPTIONS"):
        answer = send(strict, address, method=method, origin=UNKNOWN)
        assert answer.status == 429
        assert "access-control-allow-origin" not in answer.headers


def test_an_untrusted_peer_cannot_choose_its_address(strict: Service, log: Path) -> None:
    for number in range(BURST):
        assert send(strict, f"203.0.113.{number}", peer="127.0.0.9").status == 200
    assert send(strict, "203.0.113.99", peer="127.0.0.9").status == 429
    assert send(strict, "203.0.113.1").status == 200
    text = log.read_text(encoding="utf-8")
    assert text.count("through a proxy that `trusted_proxies` does not name") == 1
    assert "203.0.113" not in text
    assert "127.0.0.9" not in text


@pytest.mark.parametrize(
    ("address", "forwarded"),
    [
        ("198.51.100.5", ("203.0.113.{}, 198.51.100.5",)),
        ("198.51.100.6", ("203.0.113.{}, 198.51.100.6, 127.0.0.3",)),
        ("198.51.100.7", ("203.0.113.{}", "198.51.100.7", "127.0.0.3")),
    ],
    ids=["forged", "two proxies", "two proxies with a header each"],
)
def test_the_last_untrusted_address_of_the_chain_is_limited(
    strict: Service, address: str, forwarded: tuple[str, ...]
) -> None:
    for number in range(BURST):
        assert send(strict, *(text.format(number) for text in forwarded)).status == 200
    assert send(strict, address).status == 429


def test_malformed_requests_cannot_fill_the_log(strict: Service, log: Path) -> None:
    before = log.read_text(encoding="utf-8")
    for _ in range(5 * MAX_REPEATED):
        with socket.create_connection(("127.0.0.1", strict.port), timeout=20) as connection:
            connection.sendall(b"no request\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")
    text = log.read_text(encoding="utf-8").removeprefix(before)
    assert text.count("Invalid HTTP request received.") == MAX_REPEATED


# --- The dashboard --------------------------------------------------------------------------------


def sign_in(service: Service, address: str, token: str = "wrong") -> Response:  # noqa: S107
    return service.request("POST", SESSION, token.encode(), x_forwarded_for=address)


def look(service: Service, address: str, token: str) -> Response:
    header = f"Bearer {token}"
    return service.request("GET", SESSION, authorization=header, x_forwarded_for=address)


def test_guessing_tokens_is_rate_limited(strict: Service) -> None:
    assert [sign_in(strict, "198.51.100.11").status for _ in range(BURST)] == [401] * BURST
    answer = sign_in(strict, "198.51.100.11")
    assert (answer.status, answer.text) == (429, "Too many requests")
    assert answer.headers["retry-after"] == "20"
    assert answer.headers["cache-control"] == "no-store"
    assert look(strict, "198.51.100.11", "wrong").status == 429
    assert look(strict, "198.51.100.11", "").status == 401
    assert sign_in(strict, "198.51.100.12").status == 401


def test_requests_with_wrong_tokens_are_rate_limited(strict: Service) -> None:
    statuses = [look(strict, "198.51.100.13", f"wrong {n}").status for n in range(BURST + 1)]
    assert statuses == [401] * BURST + [429]


def test_requests_with_a_valid_token_are_not_rate_limited(strict: Service, token: str) -> None:
    address = "198.51.100.14"
    assert {look(strict, address, token).status for _ in range(3 * BURST)} == {200}
    assert [sign_in(strict, address).status for _ in range(BURST + 1)][-1] == 429
    assert look(strict, address, token).status == 200


def test_sign_ins_are_logged_without_an_address_or_a_token(
    strict: Service, log: Path, token: str
) -> None:
    before = log.read_text(encoding="utf-8")
    sign_in(strict, "192.0.2.9", token)
    sign_in(strict, "192.0.2.9", "wrong token")
    text = log.read_text(encoding="utf-8").removeprefix(before)
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["level"], line["message"]) for line in lines] == [
        ("info", "signed in with the token 'the limited one'"),
        ("warning", "sign-in refused: the token is invalid or has expired"),
    ]
    assert not any(secret in text for secret in ("192.0.2.9", token, "wrong token"))
