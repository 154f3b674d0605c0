"""The site for programs: pages as Markdown, lists of them, and structured data in documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.network import send_request
from tests.website.documents import read_document
from tests.website.routes import ALL_ROUTES, Route, on_each_page

ADDRESS = "https://tuffet.example"
LISTS = ("/llms.txt", "/llms-full.txt", "/zh/llms.txt", "/zh/llms-full.txt")


def test_every_page_is_served_as_markdown(website: str) -> None:
    for route in ALL_ROUTES:
        answer = send_request(website, f"/{route.file.removesuffix('.html')}.md")
        assert answer.status == 200, route
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.text.startswith("# "), route
    for path in LISTS:
        answer = send_request(website, path)
        assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
        assert answer.text.startswith("# Tuffet\n\n> ")
    for path, encoding in (("/guide/quick-start.md", "gzip"), ("/zh/llms-full.txt", "br")):
        headers = send_request(website, path, {"Accept-Encoding": "gzip, br"}).headers
        assert (headers["content-encoding"], headers["vary"]) == (encoding, "Accept-Encoding")


@pytest.mark.parametrize("path", ["/guide/no-such-page.md", "/guide.md/", "/zh/404.md", "/404.md"])
def test_other_paths_have_no_markdown(website: str, path: str) -> None:
    assert send_request(website, path).status == 404


def test_the_sitemap_lists_only_documents(dist: Path) -> None:
    sitemap = (dist / "sitemap.xml").read_text(encoding="utf-8")
    assert sitemap.count("<loc>") == len(ALL_ROUTES)
    assert ".md" not in sitemap
    assert ".txt" not in sitemap


@on_each_page
def test_a_document_has_structured_data(dist: Path, route: Route) -> None:
    document = read_document(dist / route.file)
    data = json.loads(document.one("script", type="application/ld+json").raw_text)
    assert data["@context"] == "https://schema.org"
    if route.path in ("/", "/zh/"):
        assert (data["@type"], data["url"]) == ("WebSite", ADDRESS + route.path)
        return
    article, crumbs = data["@graph"]
    assert (article["@type"], crumbs["@type"]) == ("TechArticle", "BreadcrumbList")
    assert article["headline"] == document.one("meta", property="og:title")["content"]
    assert article["inLanguage"] == document.one("html")["lang"]
    steps = crumbs["itemListElement"]
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    assert len(steps) > 1
    assert all(step["@type"] == "ListItem" and step["name"] for step in steps)
    *above, last = steps
    assert "item" not in last, "the page itself has no link"
    known = {ADDRESS + other.path for other in ALL_ROUTES}
    assert all(step["item"] in known for step in above)
    assert route.path.startswith(above[-1]["item"].removeprefix(ADDRESS))
