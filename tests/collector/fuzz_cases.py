"""Random requests: bodies and variables, from almost valid to random bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from collector.ids import make_id
from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_ACTION,
    UPDATE_RECORD,
    Domain,
)
from tests.collector.fuzz_documents import ODD_TEXTS, documents, texts

LAST = "the-last-id"
"""A placeholder for the id that was issued last."""


@dataclass(frozen=True)
class Case:
    """A request."""

    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "POST"
    path: str = "/api"


# --- Values ---------------------------------------------------------------------------------------

_ODD_NUMBERS = [
    0, -0.0, 1, -1, 0.5, 47, 48, 49, 100_000, 100_001, 2**31 - 1, 2**31, -(2**31), 2**53 + 1,
    2**63, 2**64, 10**30, 1e12, 1e300, 1e-300, 5e-324, 1.7976931348623157e308,
]  # fmt: skip
_RAW_NUMBERS = [
    "1e400",
    "-1e400",
    "1e-400",
    "9" * 400,
    "9" * 5000,
    "0" * 9,
    "-",
    "1.",
    ".5",
    "1E+2",
]

numbers = st.sampled_from(_ODD_NUMBERS) | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | texts
values: SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)

_EPOCH = datetime(1970, 1, 1)
_RECORD_FIELDS = [
    "siteLocation", "siteReferrer", "source", "siteLanguage", "screenWidth", "screenHeight",
    "screenColorDepth", "deviceName", "deviceManufacturer", "osName", "osVersion", "browserName",
    "browserVersion", "browserWidth", "browserHeight",
]  # fmt: skip
_ACTION_FIELDS = ["key", "value", "details"]
_fields = st.sampled_from([*_RECORD_FIELDS, *_ACTION_FIELDS, "unknown", "__typename", ""])
_locations = texts.map(lambda text: f"{ORIGIN}/{text}")


_records = st.fixed_dictionaries(
    {},
    optional={
        "siteLocation": _locations,
        "siteReferrer": texts,
        "siteLanguage": st.sampled_from(["en", "ZH", "e", "eng", "é1", ""]),
        "screenWidth": st.sampled_from([0, 1440, 99_999, 100_001, 1e2, -1]),
        "browserWidth": st.integers(-1, 2000),
        "osName": texts,
    },
).map(lambda given: {"siteLocation": f"{ORIGIN}/", **given})
_actions = st.fixed_dictionaries({"key": texts}, optional={"value": numbers, "details": texts})
_wrong = st.dictionaries(_fields, scalars, max_size=5) | values


def _make_id(moment: datetime) -> str:
    return str(make_id(moment.replace(tzinfo=UTC)))


def ids(domain: Domain) -> SearchStrategy[Any]:
    known = [
        LAST, LAST, domain.id, domain.id.upper(), f"{{{domain.id}}}", *domain.events.values(),
        "88888888-8888-8888-8888-888888888888", "ffffffff-ffff-7fff-bfff-ffffffffffff",
        "00000000-0000-7000-8000-000000000000", "0199a000-0000-7000-8000-000000000000", "x", "",
    ]  # fmt: skip
    return (
        st.sampled_from(known)
        | st.sampled_from(known)
        | st.datetimes(_EPOCH).map(_make_id)
        | scalars
    )


# --- Requests -------------------------------------------------------------------------------------


def _encode(value: object) -> bytes:
    """Encodes JSON, including numbers of any size."""
    return json.dumps(value).encode()


_INPUTS = [
    (CREATE_RECORD, _records), (CREATE_RECORD, _records), (CREATE_RECORD, _wrong),
    (CREATE_ACTION, _actions), (CREATE_ACTION, _actions), (UPDATE_ACTION, _actions),
    (UPDATE_RECORD, _records),
]  # fmt: skip


@st.composite
def _usual(draw: DrawFn, domain: Domain) -> bytes:
    """Requests of clients with invalid values."""
    query, strategy = draw(st.sampled_from(_INPUTS))
    variables: dict[str, Any] = {
        "domainId": domain.id,
        "eventId": domain.events["route"],
        "input": draw(strategy),
    }
    for name in ("recordId", "actionId"):
        variables[name] = draw(ids(domain))
    if draw(st.integers(0, 9)) == 0:
        variables[draw(st.sampled_from(["domainId", "eventId"]))] = draw(ids(domain))
    request: dict[str, Any] = {"query": query, "variables": variables}
    if draw(st.integers(0, 9)) == 0:
        request["operationName"] = draw(st.sampled_from(["createRecord", "", "a", None, 1]))
    return _encode(request)


@st.composite
def _written(draw: DrawFn) -> bytes:
    request: dict[str, Any] = {"query": draw(documents)}
    if draw(st.booleans()):
        request["variables"] = draw(st.dictionaries(st.sampled_from("ab"), scalars) | values)
    if draw(st.integers(0, 3)) == 0:
        request["operationName"] = draw(st.sampled_from(["a", "b", "", None]) | scalars)
    return _encode(request)


def _raw(domain: Domain) -> SearchStrategy[bytes]:
    """JSON that `json.dumps` doesn't produce."""
    odd = st.sampled_from(
        [*_RAW_NUMBERS, '"\\ud800"', '"\\udc00\\ud800"', "NaN", "Infinity", "[" * 500 + "]" * 500,
         '{"a":1,"a":2}', "1 1", "// x", "tru"]
    )  # fmt: skip
    return st.builds(
        lambda value, name: (
            f'{{"query": {json.dumps(CREATE_RECORD)}, "variables": {{"domainId": "{domain.id}", '
            f'"input": {{"siteLocation": "{ORIGIN}/", "{name}": {value}}}}}}}'
        ).encode(),
        odd,
        st.sampled_from(_RECORD_FIELDS),
    )


_latin = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"))
_headers = st.fixed_dictionaries(
    {},
    optional={
        "user-agent": st.sampled_from([BROWSER, "curl/8", ""]) | _latin,
        "origin": st.sampled_from([ORIGIN, "null", "https://evil.example"]) | _latin,
        "cookie": st.sampled_from(
            ["ackee_ignore=1", "ackee_ignore=", ";;;=", "a=b; ackee_ignore=1"]
        ),
        "x-forwarded-for": st.sampled_from(["1.2.3.4", "::1", ",,", "unknown"]) | _latin,
        "content-type": st.sampled_from(["text/plain", "application/json", "x/y; charset=utf-16"]),
        "content-encoding": st.sampled_from(["gzip", "identity", "br"]),
        "authorization": st.sampled_from(["Bearer x", "Basic", "Bearer " + "x" * 900]),
    },
)
_usually: SearchStrategy[dict[str, str]] = st.just({})


def _join(many: list[bytes]) -> bytes:
    return b"[" + b",".join(many) + b"]"


def wire_cases(domain: Domain) -> SearchStrategy[Case]:
    """All POST requests to the API."""
    bodies = st.one_of(
        _usual(domain), _usual(domain), _usual(domain), _written(), _written(), _raw(domain),
        values.map(_encode), st.lists(_written(), max_size=2).map(_join),
        st.binary(max_size=60), st.integers(7000, 12_000).map(lambda size: b" " * size),
    )  # fmt: skip
    return st.builds(Case, bodies, st.one_of(_usually, _usually, _headers))


def other_cases(domain: Domain, token: str) -> SearchStrategy[Case]:
    """Other methods and paths, including the dashboard API."""
    parts = st.sampled_from(
        [domain.id, "domains", "page", "referrer", "languages", "overview", "days", "hours",
         "events", "search", "live", "session", "%00", "..", "%2e%2e", "%ff", "x" * 300]
    )  # fmt: skip
    texts_ = st.sampled_from(
        ["", "0001-01-01", "9999-12-31", "2026-11-15", "x", "%00", "%ff", "-1", "0", "5000", "5001",
         "9" * 5000, "%D9%A3", "csv", "/", "1e9"]
    )  # fmt: skip
    names = st.sampled_from(["from", "to", "limit", "format", "page", "x", "%00"])
    queries = st.lists(st.tuples(names, texts_).map("=".join), max_size=3).map("&".join)
    paths = st.builds(
        lambda root, inner, query: root + "/".join(inner) + (f"?{query}" if query else ""),
        st.sampled_from(
            ["/dashboard/api/", f"/dashboard/api/domains/{domain.id}/", "/dashboard/", "/"]
        ),
        st.lists(parts, max_size=3),
        queries,
    )
    headers = st.sampled_from(
        [{"authorization": f"Bearer {token}"}, {"cookie": "collector_session=x"}]
    )
    methods = st.sampled_from(["GET", "GET", "GET", "HEAD", "PUT", "OPTIONS"])
    return st.builds(Case, st.just(b""), headers, methods, paths | st.just("/api"))


# --- Mutations ------------------------------------------------------------------------------------

_PARTS = [
    b"{", b"}", b"[", b"]", b"(", b'"', b",", b":", b"null", b"true", b"1e400", b"-1", b"0.5",
    b'"\\ud800"', b"\\u0000", b"\\ud83d", b"\\n", b"\xff", b"\0", b"...f", b"@skip(if: true)",
    b"$input", b"#", b"__typename", b"mutation", b"fragment f on Query { ...f }",
]  # fmt: skip


_LEAVES: list[object] = [*_ODD_NUMBERS, *ODD_TEXTS, None, True, [], {}, [[1]], {"a": 1}]


def mutate(body: bytes, random: Random) -> bytes:
    """Returns the body with a few changes, which is much faster than generating a new case."""
    request = _load(body)
    if request is None or random.random() < 0.2:
        return _cut_bytes(body, random)
    if random.random() < 0.3:
        request["query"] = _cut_bytes(request["query"].encode(), random).decode(errors="replace")
    else:
        _exchange_leaf(request.get("variables"), random)
    return _encode(request)


def _load(body: bytes) -> dict[str, Any] | None:
    """Parses a request. Returns None if it isn't valid."""
    try:
        request = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_request = isinstance(request, dict) and isinstance(request.get("query"), str)
    return request if is_request else None


def _exchange_leaf(value: object, random: Random) -> None:
    """Replaces one of the values with an unusual one."""
    while isinstance(value, dict) and value:
        name = random.choice(list(value))
        if not isinstance(value[name], dict) or not value[name] or random.random() < 0.1:
            value[name] = random.choice(_LEAVES)
            return
        value = value[name]


def _cut_bytes(body: bytes, random: Random) -> bytes:
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(body) + 1)
        end = start + random.choice((0, 1, 4, 40))
        part = random.choice((b"", random.choice(_PARTS), body[start:end] * 2, random.randbytes(2)))
        body = body[:start] + part + body[end:]
    return body
