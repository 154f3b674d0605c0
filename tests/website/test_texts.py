"""The site for programs: pages as Markdown, lists that lead to them, and data in the documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from harness.network import ask
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.documents import read_document
from tests.website.routes import ALL_ROUTES, Route, on_each_page

ADDRESS = "https://tuffet.example"
LISTS = ("/llms.txt", "/llms-full.txt", "/zh/llms.txt", "/zh/llms-full.txt")


def markdown_of(route: Route) -> str:
    return f"/{route.file.removesuffix('.html')}.md"


def data_of(dist: Path, file: str) -> Any:
    script = read_document(dist / file).one("script", type="application/ld+json")
    return json.loads("".join(map(str, script.children)))


# --- Files ----------------------------------------------------------------------------------------


@on_each_page
def test_every_page_is_served_as_markdown_too(website: str, route: Route) -> None:
    answer = ask(website, markdown_of(route))
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.body.decode().startswith("# ")


@pytest.mark.parametrize("path", LISTS)
def test_the_lists_are_served_as_text(website: str, path: str) -> None:
    answer = ask(website, path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.body.decode().startswith("# Tuffet\n\n> ")


@pytest.mark.parametrize("path", ["/guide/quick-start.md", "/zh/llms-full.txt"])
def test_they_come_compressed(website: str, path: str) -> None:
    headers = ask(website, path, {"Accept-Encoding": "br"}).headers
    assert headers["content-encoding"] == "br"
    assert headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", ["/guide/no-such-page.md", "/guide.md/", "/zh/404.md", "/404.md"])
def test_what_has_no_page_has_no_markdown(website: str, path: str) -> None:
    assert ask(website, path).status == 404


def test_search_engines_are_led_to_documents_alone(dist: Path) -> None:
    sitemap = (dist / "sitemap.xml").read_text(encoding="utf-8")
    assert sitemap.count("<loc>") == len(ALL_ROUTES)
    assert ".md" not in sitemap
    assert ".txt" not in sitemap


# --- Data -----------------------------------------------------------------------------------------


@on_each_page
def test_a_document_tells_what_it_is_and_where_it_stands(dist: Path, route: Route) -> None:
    document = read_document(dist / route.file)
    data = data_of(dist, route.file)
    assert data["@context"] == "https://schema.org"
    if route.path in ("/", "/zh/"):
        assert (data["@type"], data["url"]) == ("WebSite", ADDRESS + route.path)
        return
    article, way = data["@graph"]
    assert (article["@type"], way["@type"]) == ("TechArticle", "BreadcrumbList")
    assert article["headline"] == document.one("meta", property="og:title")["content"]
    assert article["inLanguage"] == document.one("html")["lang"]
    steps = way["itemListElement"]
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    assert len(steps) > 1
    assert all(step["@type"] == "ListItem" and step["name"] for step in steps)
    *above, last = steps
    assert "item" not in last, "the page itself"
    known = {ADDRESS + other.path for other in ALL_ROUTES}
    assert all(step["item"] in known for step in above)
    assert route.path.startswith(above[-1]["item"].removeprefix(ADDRESS))


def test_a_page_for_unknown_paths_tells_nothing(dist: Path) -> None:
    for file in ("404.html", "zh/404.html"):
        assert read_document(dist / file).all("script", type="application/ld+json") == []


def test_the_policy_has_nothing_against_data(page: Page, website: str) -> None:
    violations = Violations(page.context)
    page.goto(f"{website}/guide/quick-start.html")
    wait_for_life(page)
    text = page.locator("script[type='application/ld+json']").text_content()
    assert json.loads(text or "")["@graph"]
    assert violations.collect(page) == []
