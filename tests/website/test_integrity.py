"""What documents and answers say about themselves, so that nothing foreign can get in."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from harness.network import ask
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.documents import Element, read_document
from tests.website.routes import ALL_ROUTES
from tests.website.trouble import MAIN_SCRIPT

FILES = {route.path: route.file for route in ALL_ROUTES}
FILES |= {"/no-such-page.html": "404.html", "/zh/no-such-page.html": "zh/404.html"}
STYLES = re.compile(r"/assets/css/main\.[0-9a-f]{8}\.css$")
TEXT = "/guide/quick-start.html"
POLICY = (
    "default-src 'none'; script-src 'self' '{hash}'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' https://stats.tuffet.example; worker-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; require-trusted-types-for 'script'; "
    "trusted-types docsite-boot docsite-bundler docsite-content docsite-worker"
)
WORKERS, LIVE = "workers", "live"
"""Folders of files that have policies of their own."""
WORKER_POLICY = (
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
)
DATA_TYPES = {"application/json", "application/ld+json"}
"""What browsers keep as data, and never run."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

each_document = pytest.mark.parametrize("path", FILES)


def document_of(dist: Path, path: str) -> Element:
    return read_document(dist / FILES[path])


def inline_script_of(document: Element) -> Element:
    """The only script that stands in the document itself; the other elements hold data."""
    first, *others = document.all("script")
    assert (first["type"], first["src"]) == ("", "")
    assert {script["type"] for script in others} <= DATA_TYPES
    assert not any(script["src"] for script in others)
    return first


def policy_for(document: Element) -> str:
    """The policy that allows exactly this document."""
    (source,) = inline_script_of(document).children
    assert isinstance(source, str)
    digest = b64encode(sha256(source.encode()).digest()).decode()
    return POLICY.format(hash=f"sha256-{digest}")


def integrity_of(file: Path) -> str:
    return f"sha256-{b64encode(sha256(file.read_bytes()).digest()).decode()}"


def entry_scripts(document: Element) -> list[tuple[str, str]]:
    """Path and integrity of the scripts that the inline one fetches."""
    return [tuple(entry[:2]) for entry in json.loads(inline_script_of(document)["data-scripts"])]


# --- The policy -----------------------------------------------------------------------------------


@each_document
def test_the_header_is_the_strict_policy_with_the_hash_of_the_one_inline_script(
    dist: Path, website: str, path: str
) -> None:
    headers = ask(website, path).headers
    assert headers["content-security-policy"] == policy_for(document_of(dist, path))
    assert {name: headers[name] for name in HEADERS} == HEADERS


@each_document
def test_the_document_itself_says_the_same_for_hosts_without_headers(dist: Path, path: str) -> None:
    document = document_of(dist, path)
    # Browsers ignore frame-ancestors in a document, and complain.
    expected = policy_for(document).replace(" frame-ancestors 'self';", "")
    assert inline_script_of(document)["data-policy"] == expected


@pytest.mark.parametrize("path", [TEXT, "/zh/no-such-page.html"])
def test_a_host_without_headers_has_the_policy_from_the_inline_script_on(
    browser: Browser, website: str, dist: Path, path: str
) -> None:
    def strip(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if "security" not in name}
        route.fulfill(response=answer, headers=headers)

    with browser.new_context() as context:
        violations = Violations(context)
        page = context.new_page()
        page.route(f"**{path}", strip)
        answer = page.goto(website + path)
        wait_for_life(page)
        assert answer
        assert "content-security-policy" not in answer.headers
        meta = page.locator("meta[http-equiv='Content-Security-Policy' i]")
        policy = inline_script_of(document_of(dist, path))["data-policy"]
        expect(meta).to_have_attribute("content", policy)
        assert violations.collect(page) == []
        page.evaluate("requestAnimationFrame(() => { document.body.innerHTML = ''; })")
        violations.wait(page)
        assert violations.collect(page)


@pytest.mark.parametrize("pattern", ["assets/**/*.*", "logo.svg", "robots.txt", "build.json"])
def test_files_that_are_no_documents_carry_the_policy_too(
    dist: Path, website: str, pattern: str
) -> None:
    expected = policy_for(document_of(dist, "/"))
    files = find_files(dist, pattern)
    assert files
    for file in files:
        if file.parent.name not in (WORKERS, LIVE):
            answer = ask(website, f"/{file.relative_to(dist)}")
            assert (answer.status, answer.headers["content-security-policy"]) == (200, expected)


def test_only_workers_may_run_webassembly_and_they_may_do_little_else(
    dist: Path, website: str
) -> None:
    files = find_files(dist, f"assets/{WORKERS}/*.*")
    assert files
    for file in files:
        policy = ask(website, f"/{file.relative_to(dist)}").headers["content-security-policy"]
        assert policy == WORKER_POLICY


def test_the_frames_that_samples_run_in_are_sealed_off_however_they_are_opened(
    dist: Path, website: str
) -> None:
    files = find_files(dist, f"assets/{LIVE}/*.html")
    assert files
    for file in files:
        policy = ask(website, f"/{file.relative_to(dist)}").headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; ")
        assert policy.endswith("; sandbox allow-scripts; frame-ancestors 'self'")


def find_files(dist: Path, pattern: str) -> list[Path]:
    return [file for file in dist.glob(pattern) if file.suffix not in (".br", ".gz")]


# --- Nothing inline -------------------------------------------------------------------------------


class Inspector(HTMLParser):
    """Collects what the policy would refuse, wherever it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("style", "base", "form", "object", "embed", "iframe"):
            self.wrong.append(tag)
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.wrong.append(f"{tag} {name}")
            if re.match(r"(?i)\s*(javascript|data|vbscript):", value or ""):
                self.wrong.append(f"{tag} {name}={value}")


def inspect(html: str) -> list[str]:
    inspector = Inspector()
    inspector.feed(html)
    inspector.close()
    return inspector.wrong


@each_document
def test_no_document_has_an_inline_style_or_handler(dist: Path, path: str) -> None:
    assert inspect((dist / FILES[path]).read_text(encoding="utf-8")) == []


def test_no_page_script_brings_one(dist: Path) -> None:
    pages = list(pages_of(dist))
    assert len(pages) == len(ALL_ROUTES)
    assert [fault for html in pages for fault in inspect(html)] == []


def pages_of(dist: Path) -> Iterator[str]:
    """The text of each page as its script brings it."""
    for file in (dist / "assets/js").glob("*.js"):
        record = re.search(r"\.exports=(\{.*\})", file.read_text(encoding="utf-8"), re.S)
        if record and file.name[0].isdigit() and '"html"' in record[1]:
            yield json.JSONDecoder().raw_decode(record[1])[0]["html"]


def test_the_inspector_would_notice() -> None:
    html = "<p style=x><a href=' JavaScript:x' onclick=x><style></style><form>"
    assert len(inspect(html)) == 5


# --- Subresource integrity ------------------------------------------------------------------------


@each_document
def test_every_entry_file_has_its_digest_beside_it(dist: Path, path: str) -> None:
    document = document_of(dist, path)
    scripts = entry_scripts(document)
    assert [re.sub(r"\.[0-9a-f]{8}", "", script) for script, _ in scripts] == [
        "/assets/js/runtime.js",
        "/assets/js/main.js",
        "/assets/js/analytics.js",
    ]
    style = document.one("link", rel="stylesheet")
    assert style["crossorigin"] == "anonymous"
    for file, integrity in [*scripts, (style["href"], style["integrity"])]:
        assert integrity == integrity_of(dist / file[1:])


def test_the_scripts_in_the_page_carry_their_digests(page: Page, website: str, dist: Path) -> None:
    page.goto(website + TEXT)
    wait_for_life(page)
    found = page.locator("script[src]").evaluate_all(
        "scripts => scripts.map((script) => [new URL(script.src).pathname, script.integrity])"
    )
    assert [tuple(entry) for entry in found] == entry_scripts(document_of(dist, TEXT))


@pytest.mark.parametrize("file", [MAIN_SCRIPT, STYLES], ids=["script", "styles"])
def test_an_entry_file_that_somebody_has_changed_is_refused(
    page: Page, website: str, file: re.Pattern[str]
) -> None:
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))

    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{answer.text()}\n/* changed */")

    page.route(file, change)
    page.goto(website + TEXT)
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert [message for message in messages if "integrity" in message]
    if file is MAIN_SCRIPT:
        expect(page.get_by_role("switch")).to_be_disabled()
