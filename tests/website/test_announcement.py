"""Settings that this site does not use: an announcement, drafts, and paths from before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.noise import Noise
from harness.network import ask
from harness.servers import serve_nginx
from harness.variants import append, build_variant
from tests.website.conftest import wait_for_life

ANNOUNCEMENT = """
[announcement]
id = "tea"
text = { en-US = "Tea is ready", zh-CN = "茶好了" }
page = "/guide/introduction.html"
"""
OLD_PATH = "/start-here.html"


def change_docs(docs: Path) -> None:
    append(docs / "site.toml", ANNOUNCEMENT)
    for prefix in ("", "zh/"):
        page = docs / f"{prefix}guide/quick-start.md"
        text = page.read_text(encoding="utf-8")
        lines = f'+++\nredirect_from = ["/{prefix}start-here.html"]\n'
        page.write_text(text.replace("+++\n", lines, 1), encoding="utf-8")
        draft = docs / f"{prefix}guide/draft.md"
        draft.write_text(
            '+++\nsummary = "Not yet."\ndraft = true\n+++\n\n# Draft {#draft}\n', encoding="utf-8"
        )


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_variant(tmp_path_factory.mktemp("variant"), change_docs)


@pytest.fixture(scope="module")
def address(variant: Path) -> Iterator[str]:
    with serve_nginx(variant) as found:
        yield found


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    wait_for_life(page)


def test_an_announcement_stands_above_every_page_in_its_language(page: Page, address: str) -> None:
    open_page(page, f"{address}/api/")
    link = page.get_by_role("link", name="Tea is ready")
    expect(link).to_have_attribute("href", "/guide/introduction.html")
    open_page(page, f"{address}/zh/")
    expect(page.get_by_role("link", name="茶好了")).to_be_visible()


def test_a_dismissed_announcement_stays_away_on_every_page_and_after_a_reload(
    page: Page, address: str, noise: Noise
) -> None:
    open_page(page, f"{address}/guide/")
    bar = page.get_by_role("complementary")
    bar.get_by_role("button", name="Dismiss").click()
    expect(bar).to_be_hidden()
    page.wait_for_function("() => localStorage['site-preferences']?.includes('tea')")
    page.get_by_role("link", name="API", exact=True).first.click()
    expect(page.locator("h1")).to_have_text("API")
    expect(bar).to_be_hidden()
    open_page(page, f"{address}/zh/guide/")
    expect(bar).to_be_hidden()
    assert noise.messages == []


def test_another_announcement_is_shown_to_those_who_dismissed_the_last(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/robots.txt")
    page.evaluate("localStorage['site-preferences'] = '{\"dismissed\":\"coffee\"}'")
    open_page(page, address)
    expect(page.get_by_role("complementary")).to_be_visible()


def test_the_announcement_is_there_without_scripts_but_not_its_button(
    page: Page, address: str
) -> None:
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    with context:
        plain = context.new_page()
        plain.goto(f"{address}/")
        expect(plain.get_by_role("link", name="Tea is ready")).to_be_visible()
        expect(plain.get_by_role("button", name="Dismiss")).to_be_hidden()


def test_a_path_from_before_leads_to_the_page_from_outside_and_from_inside(
    page: Page, address: str
) -> None:
    answer = ask(address, f"{OLD_PATH}?a=1")
    assert (answer.status, answer.headers["location"]) == (301, "/guide/quick-start.html?a=1")
    open_page(page, f"{address}/api/")
    page.evaluate("path => { location.href = path; }", f"/zh{OLD_PATH}#see")
    page.wait_for_url(f"{address}/zh/guide/quick-start.html#see")
    expect(page.locator("#see")).to_be_focused()


def test_a_draft_is_not_published(variant: Path) -> None:
    assert not (variant / "guide/draft.html").exists()
    assert "draft.html" not in (variant / "sitemap.xml").read_text(encoding="utf-8")
