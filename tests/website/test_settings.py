"""Settings and samples that this site doesn't use, in a variant of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.page_messages import PageMessages
from harness.network import send_request
from harness.servers import serve_nginx
from harness.variants import append, build_variant
from tests.website.conftest import wait_for_hydration

ANNOUNCEMENT = """
[announcement]
id = "tea"
text = { en-US = "Tea is ready", zh-CN = "茶好了" }
page = "/guide/introduction.html"
"""
OLD_PATH = "/start-here.html"
SAMPLES = {
    "prompts.sh": "$ pnpm add it\nadded 1 package\n$ echo $ HOME\n",
    "changes.ts": """\
const before = 1; // [!code --]
const after = 2; // [!code ++]
const money = '$ 3'; // [!code highlight]
console.log(after, money);
""",
}


def change_docs(docs: Path) -> None:
    append(docs / "site.toml", ANNOUNCEMENT)
    for name, code in SAMPLES.items():
        (docs / "examples" / name).write_text(code, encoding="utf-8")
    for prefix in ("", "zh/"):
        page = docs / f"{prefix}guide/quick-start.md"
        text = page.read_text(encoding="utf-8")
        lines = f'+++\nredirect_from = ["/{prefix}start-here.html"]\n'
        page.write_text(text.replace("+++\n", lines, 1), encoding="utf-8")
        append(page, "".join(f"\n<<< examples/{name}\n" for name in SAMPLES))
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
    wait_for_hydration(page)


def test_an_announcement_is_shown_in_the_language_of_the_page_until_it_is_dismissed(
    page: Page, address: str, console: PageMessages
) -> None:
    open_page(page, f"{address}/api/")
    link = page.get_by_role("link", name="Tea is ready")
    expect(link).to_have_attribute("href", "/guide/introduction.html")
    open_page(page, f"{address}/zh/")
    expect(page.get_by_role("link", name="茶好了")).to_be_visible()
    open_page(page, f"{address}/guide/")
    bar = page.locator(".announcement")
    bar.get_by_role("button", name="Dismiss").click()
    expect(bar).to_be_hidden()
    page.wait_for_function("() => localStorage['site-preferences']?.includes('tea')")
    page.get_by_role("link", name="API", exact=True).first.click()
    expect(page.locator("h1")).to_have_text("API")
    expect(bar).to_be_hidden()
    open_page(page, f"{address}/zh/guide/")
    expect(bar).to_be_hidden()
    # The next announcement is shown again.
    page.evaluate("localStorage['site-preferences'] = '{\"dismissed\":\"coffee\"}'")
    open_page(page, address)
    expect(bar).to_be_visible()
    assert console.messages == []


def test_without_scripts_the_announcement_has_no_button(plain: Page, address: str) -> None:
    plain.goto(f"{address}/")
    expect(plain.get_by_role("link", name="Tea is ready")).to_be_visible()
    expect(plain.get_by_role("button", name="Dismiss")).to_be_hidden()


def test_an_old_path_is_redirected_by_the_server_and_by_the_router(
    page: Page, address: str
) -> None:
    answer = send_request(address, f"{OLD_PATH}?a=1")
    assert (answer.status, answer.headers["location"]) == (301, "/guide/quick-start.html?a=1")
    open_page(page, f"{address}/api/")
    page.evaluate("path => { location.href = path; }", f"/zh{OLD_PATH}#see")
    page.wait_for_url(f"{address}/zh/guide/quick-start.html#see")
    expect(page.locator("#see")).to_be_focused()


def test_a_draft_is_not_published(variant: Path) -> None:
    assert not (variant / "guide/draft.html").exists()
    assert "draft.html" not in (variant / "sitemap.xml").read_text(encoding="utf-8")


@pytest.mark.requirement("site-copy-button")
def test_prompts_and_removed_lines_are_not_copied(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, f"{address}/guide/quick-start.html")
    copied = []
    for name in SAMPLES:
        button = page.locator(".code", has_text=SAMPLES[name].split("\n")[1][:12]).last
        button.locator(".copy").click()
        expect(button.locator(".copy")).to_have_text("Copied")
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    assert copied == [
        "pnpm add it\nadded 1 package\necho $ HOME",
        "const after = 2;\nconst money = '$ 3';\nconsole.log(after, money);",
    ]
