"""The routing rules and headers of nginx, Caddy and `docsite preview`."""

from __future__ import annotations

import gzip
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote, urldefrag

import brotli
import pytest

from docsite.digests import policy_hash
from docsite.hosts import HostedSite, render_host_files
from docsite.hosts.headers import (
    CACHE_RULES,
    COMPRESSED_SUFFIXES,
    DATA_SUFFIXES,
    DEFAULT_CACHE,
    FRAME_HEADERS,
    SECURITY_HEADERS,
    content_type_for,
    security_headers,
)
from docsite.hosts.policy import (
    assemble_frame_policy,
    assemble_policy,
    assemble_worker_policy,
    render_policy,
)
from harness.network import Response, send_request
from harness.paths import ROOT
from harness.servers import serve_caddy, serve_nginx, serve_preview

_FILE = ROOT / "contracts/path-resolution.toml"
CONTRACT = tomllib.loads(_FILE.read_text(encoding="utf-8"))
CASES = [case for case in CONTRACT["cases"] if case.get("server", True)]
BASES = ("/", "/docs/")
LANGUAGES = {"/": "en-US", "/zh/": "zh-CN"}
POLICY = render_policy(
    assemble_policy([policy_hash("run()")], [policy_hash("a{}")], "https://count.example")
)
WORKER_POLICY = render_policy(assemble_worker_policy())
CHUNK = "/assets/js/2.0123abcd.js"
MISSING_CHUNK = "/assets/js/2.00000000.js"
WORKER = "/assets/workers/plain.0123abcd.js"
FRAME_POLICY = render_policy(assemble_frame_policy(["script-src 'sha256-abc=' 'unsafe-eval'"]))
FRAME = "/assets/live/frame.0123abcd.html"

ODD_PATHS = (
    "/旧/指南.html",
    "/a'b;c.html",
    '/a"b.html',
    "/a{path}.html",
    "/$uri%.html",
    "/#?.html",
)
"""Old paths with special characters of server configurations."""

SERVERS: dict[str, Callable[[Path], AbstractContextManager[str]]] = {
    "nginx": serve_nginx,
    "caddy": serve_caddy,
    "preview": serve_preview,
}


def hosted_site(base: str) -> HostedSite:
    return HostedSite(
        address="https://kettle.example",
        base=base,
        prefixes=tuple(LANGUAGES),
        redirects=CONTRACT["redirects"] | dict.fromkeys(ODD_PATHS, "/guide/"),
        policy=POLICY,
        policies={"/assets/workers/*": WORKER_POLICY, "/assets/live/*": FRAME_POLICY},
        frames=("/assets/live/*",),
    )


def write_site(folder: Path, base: str) -> None:
    """A site whose pages contain their own path, with some compressed files."""
    texts = {path: path for path in CONTRACT["routes"]}
    texts |= {f"{prefix}404.html": f"404 {tag}" for prefix, tag in LANGUAGES.items()}
    texts |= {
        CHUNK: "run()",
        WORKER: "compile()",
        FRAME: "<!doctype html>",
        "/assets/css/main.css": "a{}",
        "/build.json": "{}",
    }
    texts |= {"/logo.svg": "<svg/>", "/.hidden": "secret", "/.git/config": "secret"}
    texts |= {"/.well-known/security.txt": "open", "/empty/data.txt": "data"}
    texts |= {f"/{name}": text for name, text in render_host_files(hosted_site(base), ()).items()}
    for path, text in texts.items():
        file = folder / (path + "index.html" if path.endswith("/") else path)[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for path in (CHUNK, "/guide/introduction.html", "/zh/404.html"):
        packed = brotli.compress(f"brotli {path}".encode())
        (folder / f"{path[1:]}.br").write_bytes(packed)


@pytest.fixture(scope="session", params=SERVERS)
def addresses(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """The address of one kind of server, for each base."""
    with ExitStack() as stack:
        found = {}
        for base in BASES:
            root = tmp_path_factory.mktemp("site")
            write_site(root, base)
            found[base] = stack.enter_context(SERVERS[request.param](root))
        yield found


@pytest.fixture
def address(addresses: dict[str, str]) -> str:
    """The address of a server with the site at the root."""
    return addresses["/"]


@pytest.mark.requirement(
    "site-index-redirect",
    "site-retry-slash",
    "site-retry-html",
    "site-retry-slash-to-html",
    "site-not-found",
    "site-history-mode",
    "site-static",
)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["path"])
def test_a_server_responds_according_to_the_contract(
    case: dict[str, Any], addresses: dict[str, str]
) -> None:
    base = case.get("base", "/")
    response = send_request(addresses[base], urldefrag(case["path"]).url)
    # Browsers don't send the hash.
    target = urldefrag(case.get("to", "")).url
    if case["outcome"] == "redirect":
        assert (response.status, response.headers["location"]) == (301, target)
    elif case["outcome"] == "page":
        page = target.partition("?")[0]
        assert (response.status, response.body.decode()) == (200, "/" + page.removeprefix(base))
    else:
        assert (response.status, response.body.decode()) == (404, f"404 {case['language']}")


@pytest.mark.parametrize("base", BASES)
def test_an_old_path_may_contain_any_character(addresses: dict[str, str], base: str) -> None:
    for path in ODD_PATHS:
        response = send_request(addresses[base], base + quote(path[1:]) + "?a={uri}$uri")
        assert (response.status, response.headers["location"]) == (
            301,
            f"{base}guide/?a={{uri}}$uri",
        )


NO_PAGES = (
    *(".hidden", ".git/config", ".docsite.json", ".nojekyll", "_headers", "_redirects"),
    *("vercel.json", "404.html", "404", "404/", "index", "guide/index", "guide/index/"),
    *("guide/%69ndex.html", "guide/inde%78", "assets/js/", "assets/js", "assets/js/2.0123abcd"),
    *("empty/", "empty", "guide/*", "guide/intro*.html", "guide/introduction.html%2f"),
    *("%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc/passwd", "guide/%00"),
    *("guide/introduction%00.html", "x" * 300),
)
FOREIGN_HOSTS = (
    "//evil.example/index.html",
    "/\\evil.example/index.html",
    "/\\/evil.example/index.html",
    "//evil.example/%2e%2e/index.html",
    "///evil.example/index.html",
    "/%5cevil.example/index.html",
    "/.//evil.example/index.html",
    "/x/..//evil.example/index.html",
)


@pytest.mark.parametrize("base", BASES)
def test_other_paths_are_not_found(addresses: dict[str, str], base: str) -> None:
    for path in NO_PAGES:
        response = send_request(addresses[base], base + path)
        # Servers may reject names that no file can have.
        assert response.status == 404 or (response.status == 400 and "%" in path), path
        assert b"secret" not in response.body, path
        assert b"root:" not in response.body, path
        if response.status == 404:
            assert response.body == b"404 en-US", path


def test_no_folder_is_listed_and_the_well_known_folder_is_public(address: str) -> None:
    assert b"security.txt" not in send_request(address, "/.well-known/").body
    assert send_request(address, "/.well-known/security.txt").body == b"open"


@pytest.mark.parametrize("base", BASES)
def test_no_redirect_leads_to_another_host(addresses: dict[str, str], base: str) -> None:
    for path in FOREIGN_HOSTS:
        for start in ("", base.removesuffix("/")):
            location = send_request(addresses[base], start + path).headers.get("location", "/")
            assert location.startswith("/"), path
            assert not location.startswith(("//", "/\\")), path


def test_a_redirect_contains_no_header_of_the_request(address: str) -> None:
    for middle in ("%0d%0aX-Bad:%20yes/", "%0aX-Bad:yes/", "%E5%98%8A%E5%98%8DX-Bad/"):
        for ending in ("index.html", "index.html?q=%0d%0aX-Bad:%20yes"):
            response = send_request(address, f"/{middle}{ending}")
            assert "x-bad" not in response.headers
            if response.status == 301:
                assert response.headers["location"].lower().startswith(f"/{middle}".lower())


def assert_headers(response: Response, cache: str, policy: str = POLICY) -> None:
    for name, value in security_headers(policy).items():
        assert response.headers[name.lower()] == value
    assert response.headers["cache-control"] == cache


@pytest.mark.parametrize("base", BASES)
def test_every_response_has_the_policy_and_cache_headers(
    addresses: dict[str, str], base: str
) -> None:
    kept = {CHUNK: CACHE_RULES["/assets/*"], "/build.json": "no-store"}
    paths = ["/", "/guide", "/guide/index.html", "/old/", "/nowhere", "/zh/nowhere", "/logo.svg"]
    for path in [*paths, CHUNK, "/build.json", MISSING_CHUNK]:
        response = send_request(addresses[base], base + path[1:])
        assert_headers(response, kept.get(path, DEFAULT_CACHE))
    response = send_request(addresses[base], f"{base}guide", method="HEAD")
    assert (response.status, response.body) == (200, b"")
    assert_headers(response, DEFAULT_CACHE)


@pytest.mark.parametrize("base", BASES)
def test_workers_have_their_own_policy(addresses: dict[str, str], base: str) -> None:
    assert "script-src" not in WORKER_POLICY
    response = send_request(addresses[base], base + WORKER[1:])
    assert_headers(response, CACHE_RULES["/assets/*"], WORKER_POLICY)
    for path in ("/", CHUNK, "/assets/workers/plain.00000000.js", "/assets/workers/"):
        others = send_request(addresses[base], base + path[1:]).headers["content-security-policy"]
        assert others == POLICY


@pytest.mark.parametrize("base", BASES)
def test_frames_have_no_origin_and_missing_frames_are_pages(
    addresses: dict[str, str], base: str
) -> None:
    assert "sandbox allow-scripts;" in FRAME_POLICY
    response = send_request(addresses[base], base + FRAME[1:])
    assert response.headers["content-security-policy"] == FRAME_POLICY
    assert response.headers["cache-control"] == CACHE_RULES["/assets/*"]
    expected = {**SECURITY_HEADERS, **FRAME_HEADERS}
    assert {name: response.headers.get(name.lower()) for name in expected} == expected
    missing = ("/assets/live/frame.00000000.html", "/assets/live/", "/assets/live")
    for path in (*missing, "/", CHUNK, WORKER):
        others = send_request(addresses[base], base + path[1:]).headers
        for name in FRAME_HEADERS:
            assert others.get(name.lower()) == SECURITY_HEADERS.get(name)
        assert others["content-security-policy"] == (WORKER_POLICY if path == WORKER else POLICY)


TYPES = {
    "/guide": "text/html; charset=utf-8",
    "/nowhere.js": "text/html; charset=utf-8",
    CHUNK: "text/javascript; charset=utf-8",
    "/assets/css/main.css": "text/css; charset=utf-8",
    "/build.json": "application/json",
    "/logo.svg": "image/svg+xml",
    "/robots.txt": "text/plain; charset=utf-8",
    "/sitemap.xml": "text/xml; charset=utf-8",
}


def test_every_file_has_its_type(address: str) -> None:
    found = {path: send_request(address, path).headers["content-type"].lower() for path in TYPES}
    assert found == TYPES


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(
    ("path", "name", "status"),
    [
        (CHUNK, CHUNK, 200),
        ("/guide/introduction", "/guide/introduction.html", 200),
        ("/zh/nowhere", "/zh/404.html", 404),
    ],
)
def test_browsers_with_brotli_receive_it(
    addresses: dict[str, str], base: str, path: str, name: str, status: int
) -> None:
    path = base + path[1:]
    packed = send_request(addresses[base], path, {"Accept-Encoding": "gzip, br"})
    assert (packed.status, packed.headers["content-encoding"]) == (status, "br")
    assert brotli.decompress(packed.body).decode() == f"brotli {name}"
    assert (
        packed.headers["content-type"]
        == send_request(addresses[base], path).headers["content-type"]
    )
    assert "accept-encoding" in packed.headers["vary"].lower()
    plain = send_request(addresses[base], path, {"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert not plain.body.startswith(b"brotli")


@pytest.mark.parametrize("serve", [serve_nginx, serve_caddy])
def test_clients_without_brotli_receive_gzip(
    tmp_path: Path, serve: Callable[[Path], AbstractContextManager[str]]
) -> None:
    write_site(tmp_path, "/")
    names = [f"assets/tea.{end}" for end in COMPRESSED_SUFFIXES]
    text = "water " * 200
    for name in names:
        (tmp_path / name).write_text(text, encoding="utf-8")
    with serve(tmp_path) as address:
        for name in names:
            packed = send_request(address, f"/{name}", {"Accept-Encoding": "gzip"})
            assert packed.headers.get("content-encoding") == "gzip", name
            assert "accept-encoding" in packed.headers["vary"].lower()
            assert packed.headers["content-type"].lower() == content_type_for(name)
            assert gzip.decompress(packed.body).decode() == text
            plain = send_request(address, f"/{name}", {"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.text == text


@pytest.mark.parametrize("serve", [serve_nginx, serve_caddy])
@pytest.mark.parametrize("base", BASES)
def test_data_without_copies_is_compressed_for_browsers_with_brotli(
    tmp_path: Path, serve: Callable[[Path], AbstractContextManager[str]], base: str
) -> None:
    write_site(tmp_path, base)
    folders = ("", "guide/", "assets/", "assets/search/", "assets/live/", "assets/workers/")
    names = ["build.json", *(f"{folder}tea.{end}" for folder in folders for end in DATA_SUFFIXES)]
    for name in names:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("water " * 200, encoding="utf-8")
    with serve(tmp_path) as address:
        for name in names:
            packed = send_request(
                address, base + name, {"Accept-Encoding": "gzip, deflate, br, zstd"}
            )
            assert packed.headers.get("content-encoding") == "gzip", name
            plain = send_request(address, base + name, {"Accept-Encoding": "identity"})
            for header in ("cache-control", "content-security-policy", "content-type"):
                assert packed.headers[header] == plain.headers[header]
