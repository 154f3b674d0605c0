"""Page changes: how paths are resolved, and the browser's history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.page_messages import PageMessages
from harness.static import serve_handler
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import (
    add_link,
    expect_page,
    is_marked,
    mark_document,
    sidebar,
    top_navigation,
    watching,
)
from tests.website.routes import ENGLISH, Language, in_each_language, in_english_with_sweep

Visit = Callable[[str], Page]


@dataclass(frozen=True)
class Rule:
    """A path that isn't the path of a page, and the page it leads to."""

    requirement: str
    path: str
    own: str
    """The address of the page itself."""
    title: str

    @property
    def shown(self) -> str:
        """The address that is shown: only `index.html` is redirected."""
        return self.own if "index.html" in self.path else self.path


QUERY = "?a=1#your-path"
# One path per rule: the unit tests of the router and `test_path_rules.py` have all of them.
RULES = (
    Rule("site-index-redirect", f"/zh/guide/index.html{QUERY}", f"/zh/guide/{QUERY}", "指南"),
    Rule("site-retry-slash", "/api", "/api/", "API"),
    Rule("site-retry-html", "/zh/api/core?a=1", "/zh/api/core.html?a=1", "@tuffet/core"),
    Rule(
        "site-retry-slash-to-html",
        "/api/core/#storage-module",
        "/api/core.html#storage-module",
        "@tuffet/core",
    ),
)
by_each_rule = pytest.mark.parametrize(
    "rule",
    [
        pytest.param(rule, marks=pytest.mark.requirement(rule.requirement), id=rule.path)
        for rule in RULES
    ],
)


@by_each_rule
def test_a_path_leads_to_its_page_by_address_and_by_a_click(
    visit: Visit, website: str, console: PageMessages, rule: Rule
) -> None:
    page = visit(rule.path)
    expect(page.locator("h1")).to_have_text(rule.title)
    expect(page).to_have_url(website + rule.shown)
    visit("/guide/quick-start.html")
    mark_document(page)
    add_link(page, rule.path).click()
    expect(page.locator("h1")).to_have_text(rule.title)
    expect(page).to_have_url(website + rule.shown)
    _, separator, fragment = rule.own.partition("#")
    expect(page.locator(separator + fragment if fragment else "h1")).to_be_focused()
    assert is_marked(page)
    page.go_back()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    assert console.messages == []


@by_each_rule
def test_a_path_leads_to_its_page_on_a_host_without_routing_rules(
    page: Page, website: str, dist: Path, rule: Rule
) -> None:
    """Such a host returns 404.html for every path that isn't a file."""
    asked = website + rule.path.partition("#")[0]
    answer_with(page, asked, dist / "404.html")
    page.goto(website + rule.path)
    expect(page.locator("h1")).to_have_text(rule.title)
    expect(page).to_have_url(website + rule.own)


@pytest.mark.requirement("site-index-redirect")
@pytest.mark.parametrize("rest", ["", QUERY])
def test_a_plain_file_server_shows_the_folder_for_index_html(
    page: Page, dist: Path, rest: str
) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=dist)
    with serve_handler(handler) as address:
        page.goto(f"{address}/zh/guide/index.html{rest}")
        expect(page).to_have_url(f"{address}/zh/guide/{rest}")
        wait_for_hydration(page)
        top_navigation(page).get_by_role("link", name="API").click()
        expect_page(page, f"{address}/zh/api/", "API")
        page.go_back()
        expect(page).to_have_url(f"{address}/zh/guide/{rest}")
        expect(page.locator("h1")).to_have_text("指南")


def answer_with(page: Page, address: str, document: Path) -> None:
    """Responds to an address with 404 and a document."""
    page.route(
        lambda asked: asked == address,
        lambda route: route.fulfill(
            status=404, content_type="text/html", body=document.read_bytes()
        ),
    )


@in_each_language
@pytest.mark.requirement("site-not-found")
def test_one_page_for_all_unknown_paths_shows_the_language_of_the_path(
    page: Page, website: str, dist: Path, language: Language
) -> None:
    address = f"{website}{language.prefix}/nowhere"
    answer_with(page, address, dist / "404.html")
    page.goto(address)
    expect(page.locator("main section")).to_have_count(1)
    expect(page.locator("main")).to_contain_text(language.not_found)
    expect(page.locator("html")).to_have_attribute("lang", language.tag)


@pytest.mark.parametrize("path", ["/guide/nowhere.html", "//localhost:1/guide/"])
@pytest.mark.requirement("site-not-found", "site-history-mode", "site-no-other-error-screen")
def test_a_click_on_an_unknown_path_shows_the_not_found_layout(
    visit: Visit, website: str, path: str
) -> None:
    """Without its origin, a path with two slashes would be the address of another host."""
    page = visit("/guide/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    add_link(page, website + path).click()
    expect(page.locator("h1")).to_have_text(ENGLISH.not_found)
    expect(page).to_have_url(website + path)
    assert [url for url in requests if not url.startswith(website)] == []
    top_navigation(page).get_by_role("link", name="API").click()
    expect_page(page, f"{website}/api/", "API")
    page.go_back()
    expect(page.locator("h1")).to_have_text(ENGLISH.not_found)
    expect(page).to_have_url(website + path)
    page.go_back()
    expect(page.locator("h1")).to_have_text("Guide")
    expect(page).to_have_url(f"{website}/guide/")


@pytest.mark.requirement("site-history-mode", "site-no-route-parameters")
def test_each_page_is_one_step_of_the_history_with_its_title_and_language(
    visit: Visit, website: str, console: PageMessages
) -> None:
    page = visit("/guide/")
    start = page.evaluate("() => history.length")
    mark_document(page)
    top_navigation(page).get_by_role("link", name="API").click()
    expect_page(page, f"{website}/api/", "API")
    add_link(page, "/zh/guide/").click()
    expect_page(page, f"{website}/zh/guide/", "指南")
    assert page.evaluate("() => history.length") == start + 2
    for step, address, title, language in (
        (-1, "/api/", "API | Tuffet", "en-US"),
        (-1, "/guide/", "Guide | Tuffet", "en-US"),
        (2, "/zh/guide/", "指南 | Tuffet", "zh-CN"),
    ):
        page.evaluate("(step) => { history.go(step); }", step)
        expect(page).to_have_url(website + address)
        expect(page).to_have_title(title)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_be_focused()
    assert is_marked(page)
    assert console.messages == []


@pytest.mark.requirement("site-lazy-pages", "site-chunk-path")
def test_a_page_is_loaded_by_one_script_at_the_click_and_never_again(
    own_page: Page, website: str
) -> None:
    page = own_page
    page.clock.install()
    page.goto(f"{website}/guide/introduction.html")
    wait_for_hydration(page)
    link = sidebar(page).get_by_role("link", name="Quick start")
    with watching(page) as seen:
        with settled(page):
            link.hover()
        assert seen.page_scripts == []
        link.click()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
        assert len(seen.page_scripts) == 1
    with watching(page) as seen:
        for name, path in (("Introduction", "introduction"), ("Quick start", "quick-start")):
            sidebar(page).get_by_role("link", name=name).click()
            expect_page(page, f"{website}/guide/{path}.html", name)
        page.clock.fast_forward("01:00:00")
        page.go_back()
        expect_page(page, f"{website}/guide/introduction.html", "Introduction")
        page.go_forward()
        expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    assert seen.requests == []
    # A link of the page to itself adds no entry to the history.
    mark_document(page)
    start = page.evaluate("() => history.length")
    link.click()
    expect_page(page, f"{website}/guide/quick-start.html", "Quick start")
    assert is_marked(page)
    assert page.evaluate("() => history.length") == start


@in_english_with_sweep
def test_breadcrumbs_lead_back_and_are_updated(
    visit: Visit, website: str, language: Language
) -> None:
    page = visit(f"{language.prefix}/guide/advanced/storage-helper.html")
    crumbs = page.locator("main > nav:first-child")
    crumbs.get_by_role("link", name=language.guide).click()
    expect_page(page, f"{website}{language.prefix}/guide/", language.guide)
    expect(crumbs.get_by_role("listitem")).to_have_text(["Tuffet"])


def test_clicks_for_new_tabs_open_them_and_leave_the_page_alone(visit: Visit, website: str) -> None:
    page = visit("/guide/")
    context = page.context
    link = top_navigation(page).get_by_role("link", name="API")
    with context.expect_page() as by_key:
        link.click(modifiers=["Control"])
    with context.expect_page() as by_button:
        link.click(button="middle")
    for opened in (by_key.value, by_button.value):
        expect(opened).to_have_url(f"{website}/api/")
        expect(opened.locator("h1")).to_have_text("API")
    assert page.url == f"{website}/guide/"
    assert page.title() == "Guide | Tuffet"
