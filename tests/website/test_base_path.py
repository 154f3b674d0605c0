"""The site with a base path, `base = "/docs/"`. Other servers: test_path_rules.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.network import send_request
from harness.servers import serve_nginx
from harness.variants import build_variant, prepend
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.documents import read_document
from tests.website.reading import (
    expect_page,
    is_marked,
    language_menu,
    mark_document,
    sidebar,
    top_navigation,
    watching,
)
from tests.website.routes import ALL_ROUTES, CHINESE, ENGLISH
from tests.website.search import bundle_engine, search, start_engine

BASE = "/docs/"


@pytest.fixture(scope="module")
def based(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with the base path."""
    line = f'base = "{BASE}"\n'
    return build_variant(
        tmp_path_factory.mktemp("based"), lambda docs: prepend(docs / "site.toml", line)
    )


@pytest.fixture(scope="module")
def host(based: Path) -> Iterator[str]:
    """The address of the host, without the base path."""
    with serve_nginx(based) as address:
        yield address


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    wait_for_hydration(page)


def test_pages_are_served_only_below_the_base(host: str) -> None:
    for route in ALL_ROUTES:
        assert send_request(host, BASE + route.path[1:]).status == 200
        assert send_request(host, route.path).status == 404


def test_all_links_lead_below_the_base(based: Path) -> None:
    for route in ALL_ROUTES:
        document = read_document(based / route.file)
        addresses = [part[name] for part in document.walk() for name in ("href", "src")]
        local = [address for address in addresses if address.startswith("/")]
        assert local
        assert [address for address in local if not address.startswith(BASE)] == []
        canonical = document.one("link", rel="canonical")["href"]
        assert canonical.endswith(f".example{BASE}{route.path[1:]}")


@pytest.mark.requirement("site-chunk-path")
def test_pages_open_by_clicks_and_all_requests_are_below_the_base(page: Page, host: str) -> None:
    with watching(page) as seen:
        open_page(page, f"{host}{BASE}")
        mark_document(page)
        top_navigation(page).get_by_role("link", name="Guide").click()
        expect_page(page, f"{host}{BASE}guide/", "Guide")
        sidebar(page).get_by_role("link", name="Quick start").click()
        expect_page(page, f"{host}{BASE}guide/quick-start.html", "Quick start")
        page.get_by_role("button", name=ENGLISH.language).click()
        language_menu(page).get_by_role("link", name=CHINESE.language).click()
        expect_page(page, f"{host}{BASE}zh/guide/quick-start.html", "快速上手")
        page.go_back()
        expect_page(page, f"{host}{BASE}guide/quick-start.html", "Quick start")
        page.locator("header").get_by_role("link", name="Tuffet").click()
        expect_page(page, f"{host}{BASE}", "Tuffet")
    assert is_marked(page)
    assert len(seen.page_scripts) == 3
    assert [path for path in seen.requests if not path.startswith(BASE)] == []
    assert seen.messages == []


@pytest.mark.requirement("site-index-redirect", "site-retry-html")
def test_the_routing_rules_apply_below_the_base(page: Page, host: str) -> None:
    open_page(page, f"{host}{BASE}guide/index.html#your-path")
    expect(page).to_have_url(f"{host}{BASE}guide/#your-path")
    open_page(page, f"{host}{BASE}guide/introduction")
    expect(page.locator("h1")).to_have_text("Introduction")


@pytest.mark.requirement("site-not-found")
def test_an_unknown_path_below_the_base_is_not_found_in_its_language(page: Page, host: str) -> None:
    response = page.goto(f"{host}{BASE}zh/nowhere")
    assert response is not None
    assert response.status == 404
    expect(page.locator("h1")).to_have_text(CHINESE.not_found)
    wait_for_hydration(page)
    expect(page.locator("main section")).to_have_count(1)
    page.locator("main a").click()
    expect_page(page, f"{host}{BASE}zh/", "Tuffet")


def test_the_site_can_be_searched(own_page: Page, host: str, tmp_path: Path) -> None:
    page = own_page
    violations = Violations(page.context)
    page.add_init_script(path=bundle_engine(tmp_path))
    start_engine(page, host, "en-US", BASE)
    (answer,) = search(page, "richJson")
    assert answer.paths[0] == "/api/hooks.html#rich-json"
    assert violations.collect(page) == []
