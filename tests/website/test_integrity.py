"""The content security policy and subresource integrity of documents and responses."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from harness.network import send_request
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.documents import Element, parse_html, read_document
from tests.website.routes import ALL_ROUTES, LAYOUT_SCRIPTS, UNKNOWN

FILES = {route.path: route.file for route in ALL_ROUTES}
FILES |= dict(zip(UNKNOWN, ("404.html", "zh/404.html"), strict=True))
TEXT = "/guide/quick-start.html"
SAMPLES = (TEXT, "/", UNKNOWN[0])
"""A page with each layout."""
POLICY = (
    "default-src 'none'; script-src 'self' '{script}'; style-src 'self' {styles}; "
    "img-src 'self' data:; "
    "connect-src 'self' https://stats.tuffet.example; worker-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; require-trusted-types-for 'script'; "
    "trusted-types docsite-boot docsite-bundler docsite-content docsite-worker"
)
WORKERS, LIVE = "workers", "live"
"""Folders whose files have their own policies."""
WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
DATA_TYPES = {"application/json", "application/ld+json"}
"""Script types that browsers don't run."""
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
    """The only inline script; the other script elements contain data."""
    first, *others = document.all("script")
    assert (first["type"], first["src"]) == ("", "")
    assert {script["type"] for script in others} <= DATA_TYPES
    assert not any(script["src"] for script in others)
    return first


def inline_style_of(document: Element) -> Element:
    (style,) = document.all("style")
    assert style.attributes == {}
    return style


def policy_for(*documents: Element) -> str:
    """The policy that allows exactly these documents, which have the same script."""
    (script,) = {hash_of(inline_script_of(document)) for document in documents}
    styles = dict.fromkeys(hash_of(inline_style_of(document)) for document in documents)
    return POLICY.format(script=script, styles=" ".join(f"'{value}'" for value in styles))


def hash_of(element: Element) -> str:
    (source,) = element.children
    assert isinstance(source, str)
    return digest_of(source.encode())


def digest_of(content: bytes) -> str:
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"


def integrity_of(file: Path) -> str:
    return digest_of(file.read_bytes())


def entry_scripts(document: Element) -> list[tuple[str, str]]:
    """Path and integrity of the scripts that the inline script loads."""
    return [tuple(entry[:2]) for entry in json.loads(inline_script_of(document)["data-scripts"])]


def names_of(files: Sequence[tuple[str, str]]) -> list[str]:
    return [Path(path).name.split(".")[0] for path, _ in files]


# --- The policy -----------------------------------------------------------------------------------


@each_document
def test_header_and_document_contain_the_strict_policy_with_the_hashes_of_script_and_styles(
    dist: Path, website: str, path: str
) -> None:
    document = document_of(dist, path)
    samples = [document_of(dist, sample) for sample in SAMPLES]
    assert hash_of(inline_style_of(document)) in map(hash_of, map(inline_style_of, samples))
    headers = send_request(website, path).headers
    assert headers["content-security-policy"] == policy_for(*samples)
    assert {name: headers[name] for name in HEADERS} == HEADERS
    # Browsers ignore frame-ancestors in a document, and log a warning.
    expected = policy_for(document).replace(" frame-ancestors 'self';", "")
    assert inline_script_of(document)["data-policy"] == expected


def test_a_host_without_headers_has_the_policy_from_the_inline_script_on(
    browser: Browser, website: str, dist: Path
) -> None:
    path = UNKNOWN[1]

    def strip(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if "security" not in name}
        route.fulfill(response=answer, headers=headers)

    with browser.new_context() as context:
        violations = Violations(context)
        page = context.new_page()
        page.route(f"**{path}", strip)
        answer = page.goto(website + path)
        wait_for_hydration(page)
        assert answer
        assert "content-security-policy" not in answer.headers
        meta = page.locator("meta[http-equiv='Content-Security-Policy' i]")
        policy = inline_script_of(document_of(dist, path))["data-policy"]
        expect(meta).to_have_attribute("content", policy)
        assert violations.collect(page) == []
        page.evaluate("requestAnimationFrame(() => { document.body.innerHTML = ''; })")
        violations.wait(page)
        assert violations.collect(page)


def test_other_files_have_the_policy_of_their_folder(dist: Path, website: str) -> None:
    """Only workers may run WebAssembly, and the frames of samples are always sandboxed."""
    page_policy = policy_for(*(document_of(dist, path) for path in SAMPLES))
    patterns = ("assets/**/*.*", "logo.svg", "robots.txt", "build.json")
    files = [file for pattern in patterns for file in find_files(dist, pattern)]
    assert {WORKERS, LIVE} <= {file.parent.name for file in files}
    for file in files:
        answer = send_request(website, f"/{file.relative_to(dist)}")
        policy = answer.headers["content-security-policy"]
        assert answer.status == 200, file
        if file.parent.name == WORKERS:
            assert policy == WORKER_POLICY, file
        elif file.parent.name != LIVE:
            assert policy == page_policy, file
        elif file.suffix == ".html":
            assert policy.startswith("default-src 'none'; "), file
            assert policy.endswith("; sandbox allow-scripts; frame-ancestors 'self'"), file


def find_files(dist: Path, pattern: str) -> list[Path]:
    return [file for file in dist.glob(pattern) if file.suffix != ".br"]


# --- Nothing else inline --------------------------------------------------------------------------


def find_blocked(tree: Element) -> list[str]:
    """Elements and attributes that the policy blocks."""
    blocked = []
    for element in tree.walk():
        if element.tag in ("style", "base", "form", "object", "embed", "iframe"):
            blocked.append(element.tag)
        for name, value in element.attributes.items():
            is_code = re.match(r"(?i)\s*(javascript|data|vbscript):", value)
            if name == "style" or name.startswith("on") or is_code:
                blocked.append(f"{element.tag} {name}={value}")
    return blocked


def test_no_document_and_no_page_script_has_an_inline_style_or_handler(dist: Path) -> None:
    # The only one is that of the layout.
    wrong = {path: find_blocked(document_of(dist, path)) for path in FILES}
    assert {path: found for path, found in wrong.items() if found != ["style"]} == {}
    pages = list(pages_of(dist))
    assert len(pages) == len(ALL_ROUTES)
    assert [fault for html in pages for fault in find_blocked(parse_html(html))] == []
    html = "<p style=x><a href=' JavaScript:x' onclick=x></a><style></style><form></form></p>"
    assert len(find_blocked(parse_html(html))) == 5


def pages_of(dist: Path) -> Iterator[str]:
    """The HTML in each page script."""
    for file in (dist / "assets/js").glob("*.js"):
        record = re.search(r"\.exports=(\{.*\})", file.read_text(encoding="utf-8"), re.S)
        if record and file.name[0].isdigit() and '"html"' in record[1]:
            yield json.JSONDecoder().raw_decode(record[1])[0]["html"]


# --- Subresource integrity ------------------------------------------------------------------------


@each_document
def test_every_entry_file_has_its_digest_and_nothing_is_preloaded(dist: Path, path: str) -> None:
    document = document_of(dist, path)
    scripts = entry_scripts(document)
    layout = [LAYOUT_SCRIPTS[path]] if path in LAYOUT_SCRIPTS else []
    assert names_of(scripts) == [*layout, "main", "analytics"]
    assert document.all("link", rel="stylesheet") == []
    for file, integrity in scripts:
        assert integrity == integrity_of(dist / file[1:])
    hints = [link["rel"] for link in document.all("link") if "pre" in link["rel"]]
    assert hints == [], "a file would load before the first paint"


def test_the_scripts_in_the_page_have_their_digests(page: Page, website: str, dist: Path) -> None:
    page.goto(website + TEXT)
    wait_for_hydration(page)
    found = page.locator("script[src]").evaluate_all(
        "scripts => scripts.map((script) => [new URL(script.src).pathname, script.integrity])"
    )
    assert [tuple(entry) for entry in found] == entry_scripts(document_of(dist, TEXT))


@pytest.mark.parametrize("has_headers", [True, False])
def test_changed_styles_are_blocked(page: Page, website: str, has_headers: bool) -> None:
    """By the header, or by the policy that the inline script adds before them."""

    def change(route: Route) -> None:
        answer = route.fetch()
        headers = dict(answer.headers)
        if not has_headers:
            del headers["content-security-policy"]
        body = answer.text().replace("</style>", "html { color: red }</style>")
        route.fulfill(response=answer, headers=headers, body=body)

    page.route(f"**{TEXT}", change)
    with page.expect_console_message(lambda message: "style-src" in message.text):
        page.goto(website + TEXT)
    expect(page.locator("html")).not_to_have_css("color", "rgb(255, 0, 0)")
    expect(page.locator("h1")).to_be_visible()
