"""Invalid, incomplete, oversized and malicious requests get a response, and affect no other one."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_ACTION,
    UPDATE_RECORD,
    Domain,
    Service,
    add_domain,
    call_command,
)
from harness.collector.stored import fetch
from harness.network import Response
from harness.postgres import Postgres
from harness.processes import peak_bytes

HERE = f"{ORIGIN}/guide/"
OWN_VISIT = "88888888-8888-8888-8888-888888888888"
ALIVE = {"query": UPDATE_RECORD, "variables": {"recordId": OWN_VISIT}}
"""A request that stores nothing."""
ALIVE_BODY = json.dumps(ALIVE).encode()


@pytest.fixture(scope="module")
def site(postgres: Postgres, service: Service) -> Domain:
    return add_domain(postgres.dsn, "Bad input", known_to=service)


@pytest.fixture(autouse=True)
def _alive(service: Service, site: Domain) -> Iterator[None]:  # noqa: ARG001 - must be there
    """The service still works after each test."""
    yield
    assert service.post(ALIVE).json["data"] == {"updateRecord": {"success": True}}


def read_error(response: Response) -> tuple[str, str]:
    """Code and message of the first error."""
    error = response.json["errors"][0]
    return error["extensions"]["code"], error["message"]


def create(site: Domain, raw_input: str) -> bytes:
    """With an input that `json.dumps` would not write."""
    variables = f'{{"domainId": "{site.id}", "input": {raw_input}}}'
    return f'{{"query": {json.dumps(CREATE_RECORD)}, "variables": {variables}}}'.encode()


def counted(postgres: Postgres, site: Domain, dimension: str) -> set[str]:
    query = "select value from rollups where domain_id = $1 and dimension = $2"
    return {row["value"] for row in fetch(postgres.dsn, query, site.id, dimension)}


# --- Bodies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\0",
        b"nonsense",
        b"query=%7B+updateRecord+%7D",
        ALIVE_BODY[:-1],
        b'{"query": "\xff"}',
        b'{"query": "\xed\xa0\x80"}',
        b'{"query": "\\ud800"}',
        ALIVE_BODY[:-2] + b', "a": NaN}}',
        ALIVE_BODY[:-2] + b', "a": -Infinity}}',
        b"\xef\xbb\xbf" + ALIVE_BODY,
        json.dumps(ALIVE).encode("utf-16"),
        b'{"a":' * 1500,
        ALIVE_BODY[:-2] + b', "a": ' + b"[" * 3900 + b"]" * 3900 + b"}}",
    ],
    ids=[
        "empty", "NUL", "text", "form", "cut off", "invalid UTF-8", "surrogate in UTF-8",
        "lone surrogate", "NaN", "infinity", "byte order mark", "UTF-16", "open objects", "deep",
    ],
)  # fmt: skip
def test_invalid_json_is_rejected(service: Service, body: bytes) -> None:
    response = service.post(body)
    assert (response.status, response.text) == (400, "Invalid JSON")


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ([ALIVE, ALIVE], "Expected `object`, got `array`"),
        ([], "Expected `object`, got `array`"),
        (1, "Expected `object`, got `int`"),
        (None, "Expected `object`, got `null`"),
        ({}, "Object missing required field `query`"),
        ({"query": 1}, "Expected `str`, got `int` - at `$.query`"),
        ({"query": None}, "Expected `str`, got `null` - at `$.query`"),
        ({**ALIVE, "variables": []}, "Expected `object | null`, got `array` - at `$.variables`"),
        ({**ALIVE, "operationName": 1}, "Expected `str | null`, got `int` - at `$.operationName`"),
    ],
)
def test_json_of_another_shape_is_rejected(service: Service, body: object, found: str) -> None:
    response = service.post(body)
    problem = f"{found}. A request is one object with a `query`, and perhaps `variables`."
    assert (response.status, read_error(response)) == (400, ("BAD_REQUEST", problem))


def send_chunks(service: Service, parts: Iterable[bytes]) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    with closing(connection):
        connection.request("POST", "/api", parts, {"user-agent": BROWSER}, encode_chunked=True)
        response = connection.getresponse()
        return response.status, response.read()


def test_a_long_body_is_rejected(service: Service) -> None:
    problem = "Too large: a request has at most 8 kB"
    for size in (8193, 1_000_000):
        response = service.post(b" " * size)
        assert (response.status, response.text) == (413, problem)
        assert response.headers["vary"] == "Origin"
    assert send_chunks(service, [b" " * 10_000] * 100) == (413, problem.encode())


def test_a_body_of_maximum_length_and_small_chunks_are_accepted(service: Service) -> None:
    body = ALIVE_BODY
    assert service.post(body.ljust(8192)).status == 200
    assert send_chunks(service, (bytes([byte]) for byte in body))[0] == 200


def test_a_compressed_body_is_rejected(service: Service) -> None:
    packed = gzip.compress(ALIVE_BODY)
    response = service.post(packed, content_encoding="gzip")
    assert (response.status, response.text) == (415, "Send plain JSON, without Content-Encoding")


@pytest.mark.parametrize(
    "type_", ["text/plain", "application/graphql", "application/x-www-form-urlencoded", "x", ""]
)
def test_any_content_type_is_accepted(service: Service, type_: str) -> None:
    """Beacons are `text/plain`."""
    assert service.post(ALIVE, content_type=type_).status == 200


def test_the_last_of_duplicate_keys_wins(service: Service) -> None:
    assert service.post(b'{"query": "no", ' + ALIVE_BODY[1:]).status == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD"])
def test_other_methods_are_rejected(service: Service, method: str) -> None:
    response = service.request(method, "/api")
    assert (response.status, response.headers["allow"]) == (405, "POST, OPTIONS")
    problem = "This address takes POST requests with JSON"
    assert response.text == ("" if method == "HEAD" else problem)


def test_a_client_that_disconnects_does_not_affect_others(service: Service, site: Domain) -> None:
    body = create(site, json.dumps({"siteLocation": HERE}))
    head = f"POST /api HTTP/1.1\r\nhost: a\r\nuser-agent: {BROWSER}\r\n"
    for length in (len(body), len(body) + 10):
        request = f"{head}content-length: {length}\r\n\r\n".encode() + body
        with socket.create_connection(("127.0.0.1", service.port)) as connection:
            connection.sendall(request)
    assert service.view(site.id)


# --- Values ---------------------------------------------------------------------------------------


def test_long_strings_are_truncated(service: Service, site: Domain, postgres: Postgres) -> None:
    input_ = {
        "siteLocation": HERE + "\U0001f600" * 600,
        "siteReferrer": "https://a.example/" + "字" * 600,
        "osName": "n" * 900,
    }
    service.post(create(site, json.dumps(input_, ensure_ascii=False)))
    assert "/guide/" + "\U0001f600" * 493 in counted(postgres, site, "page")
    assert "a.example/" + "字" * 490 in counted(postgres, site, "referrer")
    assert "n" * 200 in counted(postgres, site, "system")


@pytest.mark.parametrize(
    ("value", "status", "found"),
    [
        ("1e400", 400, "Number out of range"),
        ("-1e400", 400, "Number out of range"),
        ("9" * 30, 400, "Expected `float` <= 2147483647"),
        ("9" * 5000, 400, "out of range"),
        ("2147483648", 400, "Expected `float` <= 2147483647"),
        ("2147483647", 200, "`screenWidth` must be between 0 and 100000"),
        ("0.5", 400, "multiple of 1"),
        ("1e-400", 200, ""),
        ("100.0", 200, ""),
        ("1e2", 200, ""),
        ("-0", 200, ""),
        ("true", 400, "Expected `float | null`"),
        ('"5"', 400, "Expected `float | null`"),
        ("[1]", 400, "Expected `float | null`"),
        ("{}", 400, "Expected `float | null`"),
        ("[" * 900 + "]" * 900, 400, ""),
    ],
)
def test_sizes_are_unsigned_integers(
    service: Service, site: Domain, value: str, status: int, found: str
) -> None:
    response = service.post(create(site, f'{{"siteLocation": "{HERE}", "screenWidth": {value}}}'))
    assert response.status == status, response.text
    if "errors" in response.text:
        assert found in read_error(response)[1]
        assert len(response.text) < 1000
    else:
        assert not found


def act(service: Service, site: Domain, key: str, value: float) -> Response:
    variables = {"eventId": site.events["route"], "input": {"key": key, "value": value}}
    return service.execute(CREATE_ACTION, variables)


@pytest.mark.parametrize("value", [1e9, 1e12, 1.7e308])
def test_values_of_actions_are_limited(service: Service, site: Domain, value: float) -> None:
    assert "must be greater than 0" in read_error(act(service, site, "a", value))[1]


def test_totals_of_tiny_and_of_removed_large_values_are_correct(
    service: Service, site: Domain, postgres: Postgres
) -> None:
    for value in (5e-324, 0.1, *[999_999_999.3] * 20):
        response = act(service, site, "sum", value)
    id_ = response.json["data"]["createAction"]["payload"]["id"]
    for changed in (None, 999_999_999.7, 0.1) * 7:
        service.execute(UPDATE_ACTION, {"actionId": id_, "input": {"key": "sum", "value": changed}})
    assert call_command(postgres.dsn, "recount") == "Rollups and records agree.\n"


@pytest.mark.parametrize(
    "id_",
    [
        "", "x", "0" * 5000, "\0", "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-7fff-bfff-ffffffffffff",
        "{8888}", "１" * 32, 0, 10**15,
    ],
)  # fmt: skip
def test_an_id_that_was_never_issued_is_unknown(service: Service, id_: object) -> None:
    response = service.execute(UPDATE_RECORD, {"recordId": id_})
    assert response.status == 200, response.text
    assert read_error(response)[1] == "Unknown record"


def test_an_update_that_is_years_late_succeeds_and_is_not_counted(service: Service) -> None:
    response = service.execute(UPDATE_RECORD, {"recordId": "00000000-0000-7000-8000-000000000000"})
    assert response.json["data"] == {"updateRecord": {"success": True}}


# --- Others ---------------------------------------------------------------------------------------


def test_bad_requests_do_not_affect_good_ones(service: Service, site: Domain) -> None:
    """Bad and good requests at the same time, so that they meet in the same transactions."""
    bad = [
        create(site, f'{{"siteLocation": "{HERE}\\u0000", "source": "\\ufffe\\uffff"}}'),
        create(site, json.dumps({"siteLocation": HERE, "osName": "\U0010ffff" * 200})),
        create(site, '{"siteLocation": "nowhere"}'),
        create(site, '{"siteLocation": "https://[", "screenWidth": 1e400}'),
        b"\xff" * 9000,
        json.dumps({"query": "{" * 400}).encode(),
    ]
    with ThreadPoolExecutor(12) as pool:
        sent = [pool.submit(service.post, bad[number % len(bad)]) for number in range(120)]
        ids = list(pool.map(lambda number: service.view(site.id, f"/{number}"), range(120)))
        assert all(done.result().status in (200, 400, 413) for done in sent)
    assert len(set(ids)) == 120


def test_a_huge_sign_in_body_is_not_buffered(service: Service) -> None:
    before = peak_bytes(service.process.pid)
    response = service.request("POST", "/dashboard/api/session", b"x" * 40_000_000)
    assert (response.status, response.text) == (413, "This is longer than any token.")
    assert peak_bytes(service.process.pid) - before < 10_000_000
