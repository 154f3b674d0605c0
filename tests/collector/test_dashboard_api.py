"""The files and the API of the dashboard, over plain HTTP."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import StringIO

import pytest
from starlette.routing import BaseRoute, Route

from collector.app import Collector
from collector.config import Settings
from collector.dashboard.static import load_files
from collector.postgres.access import MAX_SESSIONS
from harness.collector.loops import Loop
from harness.collector.service import (
    CREATE_ACTION,
    Domain,
    Service,
    add_domain,
    call_command,
    cookies_of,
    open_session,
)
from harness.collector.stored import fetch
from harness.network import Response
from harness.postgres import Postgres

API = "/dashboard/api"
CallApi = Callable[..., Response]


@pytest.fixture(scope="module")
def token(postgres: Postgres) -> str:
    return call_command(postgres.dsn, "token", "add", "the test").strip()


@pytest.fixture(scope="module")
def call_api(service: Service, token: str) -> CallApi:
    """Sends a request with a token."""
    return lambda path, method="GET": service.request(
        method, API + path, authorization=f"Bearer {token}"
    )


@pytest.fixture(scope="module")
def site(postgres: Postgres, service: Service) -> Domain:
    """A domain in two languages."""
    return add_domain(postgres.dsn, "Two languages", languages=["zh"], known_to=service)


@pytest.fixture(scope="module")
def built() -> None:
    if not load_files():
        pytest.exit("The dashboard has not been built. Run `make dashboard`.", returncode=1)


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("built")
def test_the_document_has_a_strict_content_security_policy(service: Service) -> None:
    response = service.request("GET", "/dashboard/")
    assert response.status == 200
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cache-control"] == "no-cache"
    assert "<style" not in response.text
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", response.text))


def test_the_path_without_a_slash_redirects(service: Service) -> None:
    response = service.request("GET", "/dashboard")
    assert (response.status, response.headers["location"]) == (308, "/dashboard/")


# --- Authentication -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/domains", "/session", "/domains/x/overview"])
@pytest.mark.parametrize("header", ["", "Bearer ", "Bearer wrong", "Bearer " + "x" * 5000])
def test_without_a_token_every_request_is_rejected(
    service: Service, path: str, header: str
) -> None:
    response = service.request("GET", API + path, authorization=header)
    assert response.status == 401
    assert "collector token add" in response.text
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("body", [b"", b"wrong", b"\xff\xfe", b"x" * 200])
def test_a_wrong_token_opens_no_session(service: Service, body: bytes) -> None:
    response = service.request("POST", f"{API}/session", body)
    assert (response.status, response.headers.get("set-cookie")) == (401, None)


def test_a_token_with_padding_opens_no_session(service: Service, token: str) -> None:
    """A form of another site could put the `=` of its field behind the padding."""
    response = service.request("POST", f"{API}/session", token.ljust(200).encode() + b"=\r\n")
    assert (response.status, response.headers.get("set-cookie")) == (413, None)


SAFE = {"GET", "HEAD", "OPTIONS"}


@pytest.fixture
def changes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, loop: Loop
) -> list[tuple[str, str]]:
    """The methods and paths of all routes that can change something, except `/api`."""
    monkeypatch.setattr("collector.app.tune_garbage_collection", lambda: None)
    app = Collector(Settings(database=postgres.dsn))._starlette

    async def list_routes() -> list[BaseRoute]:
        async with app.router.lifespan_context(app):
            return app.routes

    routes = loop.run(list_routes())
    assert all(isinstance(route, Route) and route.methods for route in routes)
    return [
        (method, route.path)
        for route in routes
        if isinstance(route, Route)
        for method in {*(route.methods or ())} - SAFE
    ]


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "origin": "http://127.0.0.1:{port}"},
        {"origin": "https://evil.example"},
        {"origin": "http://127.0.0.1"},
        {"origin": "http://127.0.0.1:{port}.evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
    ],
    ids=str,
)
def test_every_route_that_changes_something_refuses_other_sites(
    service: Service, token: str, changes: Sequence[tuple[str, str]], headers: Mapping[str, str]
) -> None:
    sent = {name: value.format(port=service.port) for name, value in headers.items()}
    cookie = open_session(service, token)
    assert ("POST", f"{API}/session") in changes
    for method, path in changes:
        response = service.request(method, path, token.encode(), cookie=cookie, **sent)
        assert (response.status, response.headers.get("set-cookie")) == (403, None)
    assert service.request("GET", f"{API}/session", cookie=cookie).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
        {"sec_fetch_site": "same-origin", "origin": "https://proxy.example"},
        {"origin": "http://127.0.0.1:{port}"},
        {"origin": "https://collector.example", "host": "collector.example"},
        {},
    ],
    ids=str,
)
def test_the_dashboard_and_programs_can_sign_in(
    service: Service, token: str, headers: Mapping[str, str]
) -> None:
    """Programs send neither header. Browsers send at least one with every change."""
    sent = {name: value.format(port=service.port) for name, value in headers.items()}
    assert service.request("POST", f"{API}/session", token.encode(), **sent).status == 204


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8600", "https://collector.example"])
def test_the_cookie_of_a_session_is_not_the_token_and_no_script_can_read_it(
    service: Service, token: str, origin: str
) -> None:
    cookie, _ = cookies_of(service, "POST", token, origin=origin)
    assert token not in cookie
    parts = {*cookie.split("; ")[1:]}
    assert {"HttpOnly", "SameSite=strict", "Max-Age=2592000"} <= parts
    if origin.startswith("https:"):
        assert cookie.startswith("__Host-collector=")
        assert {"Secure", "Path=/"} <= parts
    else:
        assert cookie.startswith("collector_session=")
        assert "Path=/dashboard" in parts
        assert "Secure" not in parts


def test_a_shared_link_replaces_other_sessions_but_not_one_for_all_sites(
    postgres: Postgres, service: Service, token: str, site: Domain
) -> None:
    options = ("--site", "Two languages")
    shared = call_command(postgres.dsn, "token", "add", "shared", *options).strip()

    def follow(cookie: str, link: str = shared) -> Response:
        return service.request("POST", f"{API}/session?link", link.encode(), cookie=cookie)

    owner = open_session(service, token)
    limited = open_session(service, shared)
    assert site
    for cookie, is_kept in ((owner, True), (limited, False), ("collector_session=x", False)):
        response = follow(cookie)
        assert (response.status, "set-cookie" not in response.headers) == (204, is_kept)
    assert follow(owner, "wrong").status == 401


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8600", "https://collector.example"])
def test_signing_out_ends_the_session_and_no_other(
    service: Service, token: str, origin: str
) -> None:
    ended, other = (open_session(service, token, origin=origin) for _ in range(2))

    def status(cookie: str) -> int:
        return service.request("GET", f"{API}/session", cookie=cookie).status

    assert (status(ended), status(other)) == (200, 200)
    assert service.request("DELETE", f"{API}/session", cookie=ended).status == 204
    assert (status(ended), status(other)) == (401, 200)


def test_the_database_only_contains_hashes_of_sessions(
    service: Service, postgres: Postgres, token: str
) -> None:
    secret = open_session(service, token).partition("=")[2]
    rows = fetch(postgres.dsn, "select hash, token_hash from sessions")
    assert {
        "hash": sha256(secret.encode()).digest(),
        "token_hash": sha256(token.encode()).digest(),
    } in rows
    text = str(fetch(postgres.dsn, "select sessions::text from sessions"))
    assert secret not in text


def test_expired_sessions_are_deleted_with_the_next_sign_in(
    service: Service, postgres: Postgres, token: str
) -> None:
    old = open_session(service, token).partition("=")[2]
    hash_ = sha256(old.encode()).digest()
    fetch(postgres.dsn, "update sessions set expires = now() where hash = $1", hash_)
    assert service.request("GET", f"{API}/session", cookie=f"collector_session={old}").status == 401
    open_session(service, token)
    assert fetch(postgres.dsn, "select from sessions where hash = $1", hash_) == []


TOMORROW = f"{datetime.now(UTC).date() + timedelta(days=1)}"


@pytest.mark.parametrize("options", [(), ("--expires", TOMORROW)], ids=["unlimited", "a day"])
def test_only_the_newest_sessions_of_a_token_are_kept(
    service: Service, postgres: Postgres, token: str, options: Sequence[str]
) -> None:
    """A shared link is public, so anyone could open sessions with it without end."""
    other = open_session(service, token)
    shared = call_command(postgres.dsn, "token", "add", f"many {options}", *options).strip()
    cookies = [open_session(service, shared) for _ in range(MAX_SESSIONS + 3)]

    def status(cookie: str) -> int:
        return service.request("GET", f"{API}/session", cookie=cookie).status

    assert [status(cookie) for cookie in cookies] == [401] * 3 + [200] * MAX_SESSIONS
    assert status(other) == 200


def test_sessions_end_with_their_token(service: Service, postgres: Postgres) -> None:
    short = call_command(postgres.dsn, "token", "add", "short", "--expires", TOMORROW).strip()
    cookie = open_session(service, short)
    hash_ = sha256(short.encode()).digest()
    fetch(postgres.dsn, "update tokens set expires = now() where hash = $1", hash_)
    assert service.request("GET", f"{API}/session", cookie=cookie).status == 401


def test_visits_are_not_counted_from_sign_in_to_sign_out(service: Service, token: str) -> None:
    _, opened = cookies_of(service, "POST", token)
    ended = cookies_of(service, "DELETE")
    assert opened.startswith("ackee_ignore=1;")
    assert all(part in opened for part in ("Secure", "SameSite=none", "Path=/"))
    names = [cookie.split("=")[0] for cookie in ended]
    assert names == ["__Host-collector", "collector_session", "ackee_ignore"]
    assert all("Max-Age=0" in cookie for cookie in ended)


def test_the_password_of_a_proxy_does_not_end_the_session(service: Service, token: str) -> None:
    """A browser sends the credentials of a proxy with every request."""
    cookie = open_session(service, token)
    response = service.request(
        "GET", f"{API}/session", authorization="Basic QWRhOng=", cookie=cookie
    )
    assert response.status == 200


# --- Queries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("days?from=yesterday", "`from` must be a day such as 2026-11-15, not 'yesterday'."),
        ("days?from=2026-02-02&to=2026-02-01", "A period has 1 to 800 days"),
        ("days?days=801", "A period has 1 to 800 days"),
        ("days?days=0", "`days` must be between 1 and"),
        ("page?days=٣", "`days` must be between 1 and"),
        ("days?to=0001-01-05", "`to` must be a day such as 2026-11-15, not '0001-01-05'."),
        ("overview?from=0001-01-01&to=0001-01-02", "`to` must be a day such as"),
        ("page?from=1999-12-31", "`from` must be a day such as"),
        ("page?to=9999-12-31", "`to` must be a day such as"),
        ("page?path=%00", "A path can't contain NUL."),
        ("days?page=/%00/", "A path can't contain NUL."),
        ("hours?days=2", "Hours are only available for a single day"),
        ("hours?days=1&page=%00", "A path can't contain NUL."),
        ("browser?limit=99999999999", "`limit` must be between 1 and"),
        ("pages?sort=size", "`sort` must be one of views, readers, time, helpful, /, /zh/, not 's"),
        ("improvements?minimum=1", "`minimum` must be between 2 and"),
        ("nothing", "Unknown dimension 'nothing'. Choose one of page, referrer"),
        ("events/nothing", "Unknown kind of event 'nothing'. Choose one of feedback, language"),
    ],
)
def test_an_invalid_query_is_rejected_with_a_reason(
    call_api: CallApi, site: Domain, path: str, message: str
) -> None:
    response = call_api(f"/domains/{site.id}/{path}".replace("٣", "%D9%A3"))
    assert response.status == 400
    assert response.text.startswith(message)


@pytest.mark.parametrize("question", ["overview", "page", "days", "pages", "browser"])
def test_the_longest_period_is_compared_with_the_one_before(
    call_api: CallApi, site: Domain, question: str
) -> None:
    assert call_api(f"/domains/{site.id}/{question}?days=800").status == 200


@pytest.mark.parametrize("question", ["overview", "page", "days", "pages", "browser"])
@pytest.mark.parametrize("period", ["from=2000-01-01&to=2000-01-02", "to=2999-12-31"])
def test_periods_without_views_are_accepted(
    call_api: CallApi, site: Domain, question: str, period: str
) -> None:
    assert call_api(f"/domains/{site.id}/{question}?{period}").status == 200


@pytest.mark.parametrize("id_", ["x", "88888888-8888-8888-8888-888888888888"])
def test_an_unknown_domain_is_rejected(call_api: CallApi, id_: str) -> None:
    response = call_api(f"/domains/{id_}/overview")
    assert (response.status, response.text) == (400, "Unknown domain.")


def test_a_page_is_the_sum_of_its_languages(
    service: Service, call_api: CallApi, site: Domain
) -> None:
    for path in ("/guide/", "/zh/guide/", "/zh/guide/", "/zh", "/zh/", "/zhuhai/"):
        service.view(site.id, path)
    pages = call_api(f"/domains/{site.id}/pages").json
    assert [(row["page"], row["views"], row["languages"]) for row in pages] == [
        ("/guide/", 3, {"/": 1, "/zh/": 2}),
        ("/", 2, {"/": 0, "/zh/": 2}),
        ("/zhuhai/", 1, {"/": 1, "/zh/": 0}),
    ]
    page = call_api(f"/domains/{site.id}/page?path=/guide/&days=7").json
    assert (page["total"]["views"], page["before"]["views"]) == (3, 0)
    assert page["parts"] == {"/": [0] * 6 + [1], "/zh/": [0] * 6 + [2]}
    home = call_api(f"/domains/{site.id}/page?path=/").json
    assert [row["views"] for row in home["languages"]] == [0, 2]


def test_a_site_in_one_language_has_pages(
    service: Service, call_api: CallApi, domain: Domain
) -> None:
    service.view(domain.id, "/zh/guide/")
    overview = call_api(f"/domains/{domain.id}/overview").json
    assert [(row["page"], row["views"]) for row in overview["pages"]] == [("/zh/guide/", 1)]
    assert [(row["value"], row["views"]) for row in overview["languages"]] == [("/", 1)]


def test_a_broken_link_is_listed_with_its_page(
    service: Service, call_api: CallApi, domain: Domain
) -> None:
    for key in ("/old /guide/", "/old", "/old /guide/", "/old /guide/", "/old /api/"):
        variables = {"eventId": domain.events["not_found"], "input": {"key": key, "value": 1}}
        service.execute(CREATE_ACTION, variables)
    report = call_api(f"/domains/{domain.id}/improvements?minimum=3").json
    (missing,) = report["notFound"]
    assert (missing["path"], missing["count"]) == ("/old", 5)
    assert [(link["path"], link["count"]) for link in missing["links"]] == [("/guide/", 3)]
    assert (report["minimum"], report["hasPageList"]) == (3, False)
    (row,) = call_api(f"/domains/{domain.id}/events/not-found").json
    assert row == {"value": "/old", "count": 5}


def test_an_opened_result_is_listed_with_its_query(
    service: Service, call_api: CallApi, domain: Domain
) -> None:
    for key in ("/guide/index.html ТЁМНАЯ тема", "/guide/ тёмная Тема", "/api/ dark mode"):
        variables = {"eventId": domain.events["result"], "input": {"key": key, "value": 1}}
        service.execute(CREATE_ACTION, variables)
    assert call_api(f"/domains/{domain.id}/events/result").json == [
        {"value": "тёмная тема → /guide/", "count": 2},
        {"value": "dark mode → /api/", "count": 1},
    ]


def test_a_result_needs_a_query(service: Service, domain: Domain) -> None:
    variables = {"eventId": domain.events["result"], "input": {"key": "/guide/", "value": 1}}
    (error,) = service.execute(CREATE_ACTION, variables).json["errors"]
    assert error["message"] == "The `key` of a result must be a path, a space and a query"


def test_both_paths_of_a_broken_link_are_stored_like_views(
    postgres: Postgres, service: Service, domain: Domain
) -> None:
    missing, source = (f"/{word * 90}/" for word in ("old--", "guide"))
    for key in (f"{missing}index.html {source}index.html", f"/{'x' * 999} {source}"):
        variables = {"eventId": domain.events["not_found"], "input": {"key": key, "value": 1}}
        service.execute(CREATE_ACTION, variables)
    query = "select key from action_rollups where event_id = $1 order by key"
    assert [row["key"] for row in fetch(postgres.dsn, query, domain.events["not_found"])] == [
        f"{missing} {source}",
        f"/{'x' * 499} {source}",
    ]


def test_a_broken_link_that_is_too_long_for_an_index_is_rejected(
    service: Service, domain: Domain
) -> None:
    missing, source = ("".join(map(chr, range(first, first + 499))) for first in (20000, 30000))
    key = f"/{missing} /{source}"
    variables = {"eventId": domain.events["not_found"], "input": {"key": key, "value": 1}}
    (error,) = service.execute(CREATE_ACTION, variables).json["errors"]
    assert error["message"] == "This cannot be stored"


MANY = 6000


@pytest.fixture(scope="module")
def large(postgres: Postgres, service: Service) -> Iterator[Domain]:
    """A site with more pages than a table shows."""
    domain = add_domain(postgres.dsn, "Large", languages=["zh"], known_to=service)
    counted = """
      insert into rollups select $1, '2026-03-09', dimension, value, views, 1, 10 from (
        select 'page', '/' || number, 2 from generate_series(1, $2) as number
        union all select 'page', '/zh/' || number, 1 from generate_series(1, $2) as number
        union all select 'total', '', 3 * $2
      ) as given (dimension, value, views)"""
    fetch(postgres.dsn, counted, domain.id, MANY)
    yield domain
    fetch(postgres.dsn, "delete from rollups where domain_id = $1", domain.id)
    fetch(postgres.dsn, "delete from month_rollups where domain_id = $1", domain.id)


@pytest.mark.parametrize(
    "period", ["from=2026-03-09&to=2026-03-09", "from=2026-03-01&to=2026-03-31"]
)
def test_languages_add_up_to_the_total_however_many_pages_there_are(
    call_api: CallApi, large: Domain, period: str
) -> None:
    overview = call_api(f"/domains/{large.id}/overview?{period}").json
    assert overview["total"]["views"] == 3 * MANY
    assert [(row["value"], row["views"], row["readers"]) for row in overview["languages"]] == [
        ("/", 2 * MANY, MANY),
        ("/zh/", MANY, MANY),
    ]
    assert len(overview["pages"]) == 100


def test_a_file_of_pages_has_a_row_for_all_other_pages(call_api: CallApi, large: Domain) -> None:
    question = f"/domains/{large.id}/pages?from=2026-03-09&to=2026-03-09&limit=5000&format=csv"
    *pages, others = csv.DictReader(call_api(question).text.removeprefix("\ufeff").splitlines())
    assert len(pages) == 5000
    assert {(row["views"], row["/"], row["/zh/"]) for row in pages} == {("3", "2", "1")}
    assert others == {
        "page": "(all other pages)",
        "views": "3000",
        "readers": "2000",
        "milliseconds": "20000",
        "/": "2000",
        "/zh/": "1000",
        "yes": "0",
        "no": "0",
    }


@pytest.mark.parametrize("sort", ["readers", "time", "helpful", "/", "/zh/"])
def test_every_page_can_be_the_first_in_an_order(
    postgres: Postgres, call_api: CallApi, large: Domain, sort: str
) -> None:
    """Not only those with the most views."""
    rare = "/zh/rare" if sort == "/zh/" else "/rare"
    views = 99 if sort.startswith("/") else 1
    count = "insert into rollups values ($1, '2026-03-10', 'page', $2, $3, 90, 9000000)"
    fetch(postgres.dsn, count, large.id, rare, views)
    if sort == "helpful":
        response = "insert into action_rollups values ($1, '2026-03-10', 'no /rare', 9, 9)"
        fetch(postgres.dsn, response, large.events["feedback"])
    others = "insert into rollups values ($1, '2026-03-10', 'page', $2, 100, 0, 0)"
    fetch(postgres.dsn, others, large.id, "/" if sort == "/zh/" else "/zh/")
    try:
        path = f"/domains/{large.id}/pages?from=2026-03-09&to=2026-03-10"
        first, *_ = call_api(f"{path}&limit=1&sort={sort}").json
    finally:
        fetch(postgres.dsn, "delete from rollups where day = '2026-03-10'")
        fetch(postgres.dsn, "delete from action_rollups where day = '2026-03-10'")
    assert first["page"] == "/rare"


def test_a_table_without_rows_is_a_file_with_its_columns(call_api: CallApi, site: Domain) -> None:
    response = call_api(f"/domains/{site.id}/browser?format=csv&from=2026-01-01&to=2026-01-02")
    assert response.text == '\ufeff"value","views","readers","milliseconds"\r\n'
    name = "browser-2026-01-01-2026-01-02.csv"
    assert response.headers["content-disposition"] == f'attachment; filename="{name}"'


FORMULAS = [
    '=HYPERLINK("https://evil.example")',
    "+1",
    "-1+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "＝1+1",
    "a;=cmd|' /C calc'!A0",
    "a; =1",
    'a;"=1"',
    'a";=1',
    'a;""" +1',
    ";;@x",
]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_user_input_is_not_a_formula_in_a_spreadsheet(
    service: Service, call_api: CallApi, site: Domain, separator: str
) -> None:
    """A spreadsheet separates cells by the separator of its locale."""
    for query in FORMULAS:
        variables = {"eventId": site.events["search"], "input": {"key": query, "value": 1}}
        service.execute(CREATE_ACTION, variables)
    response = call_api(f"/domains/{site.id}/events/search?format=csv&limit=100")
    text = response.text.removeprefix("\ufeff")
    assert len(text.splitlines()) > len(FORMULAS)
    cells = {
        cell.strip() for row in csv.reader(StringIO(text), delimiter=separator) for cell in row
    }
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]
    assert next(csv.reader(StringIO(text))) == ["value", "count"]
