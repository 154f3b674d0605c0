"""A site with three versions in a browser: menu, notice, search, redirects and policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from docsite.build import build_site
from generator.tests.support import folders_in
from generator.tests.versioned import create_versions
from harness.servers import serve_caddy, serve_nginx, serve_preview
from tests.axe import find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE, add_link, find_misfits, is_marked, mark_document
from tests.website.search_dialog import field, options, status

START = "/guide/start.html"
THIRD, SECOND, FIRST = "3.x", "2.x", "1.x"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("versions")
    folders = folders_in(folder, create_versions(folder))
    assert build_site(folders, is_compressed=False).problems == ()
    return folders.output


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve_nginx(site) as found:
        yield found


@pytest.fixture(scope="module")
def violations(kept: Page) -> Violations:
    return Violations(kept.context)


def button(page: Page, version: str) -> Locator:
    return page.get_by_role("banner").get_by_role("button", name=f"Version: {version}")


def links(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role("link", name=".x")


def open_page(page: Page, url: str) -> None:
    page.goto(url)
    wait_for_hydration(page)


def search(page: Page, text: str) -> Locator:
    """Searches and returns the results."""
    page.keyboard.press("Control+k")
    field(page).fill(text)
    return options(page)


def test_the_menu_leads_to_the_same_page_by_keyboard(
    page: Page, address: str, violations: Violations
) -> None:
    open_page(page, f"{address}/v2{START}")
    button(page, SECOND).focus()
    page.keyboard.press("Enter")
    expect(links(page)).to_have_text([THIRD, SECOND, FIRST])
    expect(links(page).nth(1)).to_have_attribute("aria-current", "page")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(links(page).nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/v1{START}")
    expect(button(page, FIRST)).to_be_visible()
    assert violations.collect(page) == []


def test_the_menu_follows_navigation_without_a_document(
    page: Page, address: str, violations: Violations
) -> None:
    open_page(page, f"{address}/v1{START}")
    mark_document(page)
    page.get_by_role("main").get_by_role("link", name="Next Pour").click()
    page.wait_for_url(f"{address}/v1/guide/pour.html")
    assert is_marked(page)
    button(page, FIRST).click()
    links(page).first.click()
    page.wait_for_url(f"{address}/guide/serve.html")
    assert violations.collect(page) == []


def test_the_menu_works_without_scripts(plain: Page, address: str) -> None:
    plain.goto(address + START)
    button(plain, THIRD).click()
    links(plain).last.click()
    plain.wait_for_url(f"{address}/v1{START}")


def test_a_notice_leads_from_an_old_page_to_the_current_one(page: Page, address: str) -> None:
    open_page(page, f"{address}/v2/guide/pour.html")
    assert page.locator("link[rel=canonical]").get_attribute("href") == (
        "https://kettle.example/guide/serve.html"
    )
    expect(page.get_by_text("2.x, an older version")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Switch to 3.x").click()
    page.wait_for_url(f"{address}/guide/serve.html")
    expect(page.get_by_text("an older version")).to_have_count(0)


def test_search_stays_within_the_version(page: Page, address: str, violations: Violations) -> None:
    open_page(page, f"{address}/v1{START}")
    search(page, "samovar").first.click()
    page.wait_for_url(f"{address}/v1{START}**")
    open_page(page, address + START)
    expect(search(page, "thermos")).to_have_count(1)
    page.keyboard.press("Escape")
    search(page, "samovar")
    expect(status(page)).to_contain_text("No")
    assert violations.collect(page) == []


def test_a_removed_page_is_shown_in_the_newest_version_that_has_it(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/guide/steam.html")
    page.wait_for_url(f"{address}/v2/guide/steam.html")
    expect(page.get_by_role("heading", name="Steam")).to_be_visible()
    # A link on a page: the router of the current version redirects it.
    open_page(page, address + START)
    add_link(page, "/guide/steam.html").click()
    page.wait_for_url(f"{address}/v2/guide/steam.html")


@pytest.mark.parametrize("serve", [serve_nginx, serve_caddy, serve_preview])
def test_servers_apply_the_rules_of_each_version(
    context: BrowserContext, site: Path, serve: Callable[[Path], AbstractContextManager[str]]
) -> None:
    request = context.request
    with serve(site) as server:
        missing = request.get(f"{server}/v1/zh/nowhere.html")
        assert missing.status == 404
        assert 'href="/v1/zh/"' in missing.text()
        assert request.get(f"{server}/v1/guide/start/").ok
        build = request.get(f"{server}/v1/build.json")
        assert build.headers["cache-control"] == "no-store"
        moved = request.get(f"{server}/guide/steam.html", max_redirects=0)
        assert (moved.status, moved.headers["location"]) == (301, "/v2/guide/steam.html")


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.sweep), PHONE], ids=["desktop", "phone"]
)
def test_a_page_of_an_old_version_is_accessible_and_fits(
    page: Page, address: str, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    open_page(page, f"{address}/v1{START}")
    if size is PHONE:
        page.get_by_role("button", name="Menu").click()
        expect(page.locator("#_drawer").get_by_role("link", name=THIRD)).to_be_visible()
    else:
        button(page, FIRST).click()
    assert find_violations(page) == []
    assert find_misfits(page) == []
