"""The built documents: the contents that the specification requires, before any script runs."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest

from harness.paths import ROOT
from tests.website.documents import Element, read_document
from tests.website.routes import (
    ALL_ROUTES,
    CHINESE,
    ENGLISH,
    LANGUAGES,
    Language,
    Route,
    in_each_language,
    on_each_page,
    on_each_page_with_sidebar,
)
from tests.website.scripts import NUMBERS

CONFIG: dict[str, Any] = tomllib.loads((ROOT / "docs/site.toml").read_text(encoding="utf-8"))
NAME = "Tuffet"
GUIDE = [
    ["introduction", "quick-start"],
    ["using-modules", "recipes"],
    ["storage-helper", "module-protect", "version-control"],
    ["questions-and-answers", "how-to-contribute", "developer-guide"],
]
PACKAGES = ["vue-hooks", "react-hooks", "hooks", "core", "shared"]
FOLDERS = (
    "guide",
    "guide/essentials",
    "guide/advanced",
    "guide/other",
    "api",
    "api/type-definition",
)
SIDEBARS = {"guide": GUIDE, "api": [PACKAGES, PACKAGES]}
GROUPS = {
    "guide": ["Getting Started", "Essentials", "Advanced", "Other"],
    "api": ["API", "Type Definition"],
}
CRUMBS = {
    ENGLISH.tag: dict(
        zip(FOLDERS, ("Getting Started", *GROUPS["guide"][1:], "", "Type Definition"), strict=True)
    ),
    CHINESE.tag: dict(zip(FOLDERS, ("入门", "基础", "进阶", "其他", "", "类型定义"), strict=True)),
}
"""The sidebar group of the pages in a folder. The API pages are in the group of their section."""
CRUMBS_LABELS = {ENGLISH.tag: "Breadcrumbs", CHINESE.tag: "当前位置"}


def document_of(dist: Path, route: Route) -> Element:
    return read_document(dist / route.file)


def home_of(dist: Path, language: Language) -> Element:
    return read_document(dist / f"{language.prefix}/index.html"[1:])


def meta_of(document: Element, name: str) -> str:
    return document.one("meta", name=name)["content"]


@on_each_page
@pytest.mark.requirement("site-two-languages", "site-chinese-prefix", "site-static")
def test_every_route_is_a_file_with_a_title_and_text(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    main = document.one("main")
    assert document.one("h1") in main.all("h1")
    assert main.one("h1").text
    assert len(main.text) > 200


@pytest.mark.requirement("site-no-route-parameters", "site-history-mode", "site-static")
@pytest.mark.requirement("site-no-other-error-screen")
def test_there_are_no_other_documents_and_no_other_routes(dist: Path) -> None:
    files = {str(file.relative_to(dist)) for file in dist.glob("**/*.html")}
    others = {"404.html", "zh/404.html", "react-demo/index.html", "vue-demo/index.html"}
    frames = {file for file in files if file.startswith("assets/live/frame-")}
    assert files - frames == {route.file for route in ALL_ROUTES} | others
    tables = [json.loads(file.read_text()) for file in dist.glob("assets/routes/*.json")]
    paths = [path for table in tables for path in table["pages"]]
    assert sorted(paths) == sorted(route.path for route in ALL_ROUTES)
    assert [table["redirects"] for table in tables if table["redirects"]] == []


@on_each_page
@pytest.mark.requirement("site-title", "site-description", "site-two-languages")
@pytest.mark.requirement("site-language-tags", "site-generator-marker")
def test_the_head_has_title_description_language_and_addresses(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    heading = document.one("h1").text
    expected = NAME if route.plain == "/" else f"{heading} | {NAME}"
    assert document.one("title").text == expected
    assert document.one("html")["lang"] == route.language.tag
    assert len(meta_of(document, "description")) >= 10
    assert meta_of(document, "generator") == "docsite 1.9.2"
    address = CONFIG["address"]
    assert document.one("link", rel="canonical")["href"] == address + route.path
    alternates = document.all("link", rel="alternate")
    assert {link["hreflang"]: link["href"] for link in alternates} == {
        "en-US": address + route.plain,
        "zh-CN": f"{address}/zh{route.plain}",
        "x-default": address + route.plain,
    }


@pytest.mark.requirement("site-chunk-numbers")
def test_lazy_scripts_are_numbered_from_2_to_59(dist: Path) -> None:
    names = [file.name for file in dist.glob("assets/js/*.js")]
    numbers = sorted(int(name.partition(".")[0]) for name in names if name[0].isdigit())
    assert len(numbers) == len(set(numbers)) > len(ALL_ROUTES)
    assert (numbers[0], numbers[-1]) == (2, 59)
    tables = [json.loads(file.read_text()) for file in dist.glob("assets/routes/*.json")]
    pages = sorted(page["number"] for table in tables for page in table["pages"].values())
    assert pages == list(range(2, 2 + len(ALL_ROUTES)))
    assert set(numbers) - set(pages) == set(NUMBERS.values())


def test_no_two_pages_of_a_language_share_a_title_or_a_description(dist: Path) -> None:
    for language in LANGUAGES:
        documents = [document_of(dist, route) for route in ALL_ROUTES if route.language == language]
        for texts in (
            [document.one("title").text for document in documents],
            [meta_of(document, "description") for document in documents],
        ):
            assert len(set(texts)) == len(texts)


@on_each_page
@pytest.mark.requirement("site-logo", "site-dark-mode", "site-two-languages", "site-chinese-prefix")
@pytest.mark.requirement("site-nav-guide", "site-nav-api", "site-nav-demos")
def test_the_header_has_logo_navigation_switch_and_languages(dist: Path, route: Route) -> None:
    document, language = document_of(dist, route), route.language
    header = document.one("header")
    brand, *_ = header.all("a")
    assert (brand["href"], brand.text) == (f"{language.prefix}/", NAME)
    images = [image["src"] for image in brand.all("img")]
    assert images == ["/logo.svg", "/logo-dark.svg"]
    assert [icon["href"] for icon in document.all("link", rel="icon")] == images
    for image in images:
        assert (dist / image[1:]).read_text(encoding="utf-8").startswith("<svg")
    assert header.one("button", role="switch")["aria-label"]
    links = header.one("nav").all("a")
    assert [(link.text, link["href"]) for link in links] == [
        (language.guide, f"{language.prefix}/guide/"),
        (language.api, f"{language.prefix}/api/"),
        ("Vue 3", f"{CONFIG['address']}/vue-demo/"),
        ("React", f"{CONFIG['address']}/react-demo/"),
    ]
    assert [link["rel"] for link in links[2:]] == ["external", "external"]
    languages = document.one("ul", id="_languages").all("a")
    assert [(link["hreflang"], link["href"], link.text) for link in languages] == [
        ("en-US", route.plain, "English"),
        ("zh-CN", f"/zh{route.plain}", "简体中文"),
    ]
    assert [link["hreflang"] for link in languages if link["aria-current"]] == [language.tag]


@on_each_page
@pytest.mark.requirement("site-edit-link", "site-edit-text", "site-repository")
@pytest.mark.requirement("site-last-updated", "site-last-updated-date")
def test_the_page_has_an_edit_link_and_the_date_of_its_last_change(
    dist: Path, route: Route
) -> None:
    document = document_of(dist, route)
    links = [link["href"] for link in document.all("a") if link.text == route.language.edit]
    # In the page tools next to wide pages, and below the text of narrow ones.
    assert set(links) == {f"{CONFIG['repository']}/edit/main/docs/{route.source}"}
    assert (ROOT / "docs" / route.source).is_file()
    time = document.one("time")
    assert (time["datetime"], time.text) == ("2023-02-28", "2023-02-28")


@on_each_page_with_sidebar
def test_breadcrumbs_lead_to_the_page(dist: Path, route: Route) -> None:
    prefix, tag = route.language.prefix, route.language.tag
    crumbs = document_of(dist, route).one("nav", aria_label=CRUMBS_LABELS[tag])
    expected = [NAME]
    if not route.plain.endswith("/"):
        section = {"guide": route.language.guide, "api": route.language.api}[route.section]
        group = CRUMBS[tag][str(Path(route.plain[1:]).parent)]
        expected += [section, *([group] if group else [])]
    assert [item.text for item in crumbs.all("li")] == expected
    assert crumbs.links() == [f"{prefix}/", f"{prefix}/{route.section}/"][: len(expected)]


def sidebar_groups(document: Element) -> list[Element]:
    """The items of the last list in the sidebar: a label and a list of pages."""
    lists = document.one("div", id="_drawer").all("nav")[-1].children
    top = [child for child in lists if isinstance(child, Element) and child.tag == "ul"][-1]
    return [child for child in top.children if isinstance(child, Element)]


def pages_of(group: Element) -> Iterator[Element]:
    """The links of a group to pages, without those to headings."""
    return (link for link in group.all("a") if not link["href"].startswith("#"))


@on_each_page_with_sidebar
@pytest.mark.requirement("site-sidebar-guide", "site-sidebar-api")
def test_the_sidebar_has_its_groups_in_order_the_current_page_and_its_headings(
    dist: Path, route: Route
) -> None:
    document = document_of(dist, route)
    groups = sidebar_groups(document)
    found = [[link["href"] for link in pages_of(group)] for group in groups]
    names = [[Path(path).stem for path in paths] for paths in found]
    assert names == SIDEBARS[route.section]
    start = f"{route.language.prefix}/{route.section}/"
    assert all(path.startswith(start) for paths in found for path in paths)
    if route.section == "api":
        assert all("/type-definition/" in path for path in found[1])
    if route.language == ENGLISH:
        assert [str(group.children[0]) for group in groups] == GROUPS[route.section]
    links = document.one("div", id="_drawer").all("nav")[-1].all("a")
    assert [link["href"] for link in links if link["aria-current"] == "page"] == [route.path]
    listed = [link["href"] for link in links if link["href"].startswith("#")]
    headings = document.one("main").all("h2", "h3")
    assert listed == [f"#{heading['id']}" for heading in headings]
    (item,) = (item for item in document.one("div", id="_drawer").all("li") if has_headings(item))
    assert item.all("a")[0]["href"] == route.path, "the list has a parent"


def has_headings(item: Element) -> bool:
    """Whether one of the children of an item is the list of headings."""
    lists = (child for child in item.children if isinstance(child, Element))
    return any("page-headings" in child.classes for child in lists)


FEATURES = {
    "en-US": ["Smart type hints", "Consistent modules", "Refs and state"],
    "zh-CN": ["智能的类型提示", "统一维护的存储模块", "直接关联 ref 与 state"],
}


@in_each_language
@pytest.mark.requirement("site-home-hero", "site-home-tagline", "site-home-get-started")
@pytest.mark.requirement("site-home-features", "site-home-footer", "site-description")
def test_the_home_page_has_tagline_action_features_and_license(
    dist: Path, language: Language
) -> None:
    home = home_of(dist, language)
    start, separator, summary = meta_of(home, "description").partition(" · ")
    assert (start, separator) == (language.description, " · ")
    assert len(summary) >= 10
    main = home.one("main")
    first = [element for element in main.walk() if element.tag in ("h1", "p", "pre")]
    assert [element.text for element in first[:2]] == [NAME, language.description]
    action = main.all("a")[0]
    assert action["href"] == f"{language.prefix}/guide/introduction.html"
    if language == ENGLISH:
        assert action.text == "Get Started"
    cards_list = next(found for found in main.all("ul") if found.all("h2"))
    cards = [child for child in cards_list.children if isinstance(child, Element)]
    assert [card.one("h2").text for card in cards] == FEATURES[language.tag]
    assert all(len(card.all("p")[0].text) > 10 for card in cards)
    assert re.search(r"\bMIT\b", home.one("footer").text)


@on_each_page
@pytest.mark.requirement("site-no-sign-in", "site-static")
def test_nothing_asks_the_user_to_sign_in(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    assert document.all("form", "select", "textarea", "iframe") == []
    # The only inputs are the tabs of code groups.
    assert {control["type"] for control in document.all("input")} <= {"radio"}
    # A page may explain how an app stores the sign-in state, in its own section or sample.
    controls = " ".join(
        control.text
        for control in document.all("a", "button")
        if "#" not in control["href"] and control["class"] != "live-run"
    )
    assert not re.search(r"\b(sign|log) ?(in|up|out)\b|account|登录|注册|账号", controls, re.I)


def local_links(dist: Path) -> Iterator[tuple[str, str]]:
    """Every link to the site itself, with the path of its document."""
    for file in sorted(dist.glob("**/*.html")):
        own = f"/{file.relative_to(dist)}".removesuffix("index.html")
        for href in read_document(file).links():
            if not urlsplit(href).netloc:
                yield own, own + href if href.startswith("#") else href


@pytest.mark.requirement("site-no-route-parameters", "site-history-mode")
def test_every_link_leads_to_the_path_of_a_page_and_to_an_existing_heading(
    dist: Path,
) -> None:
    files = {route.path: dist / route.file for route in ALL_ROUTES}
    files |= {path: dist / path[1:] for path in ("/404.html", "/zh/404.html")}
    ids = {
        path: {element["id"] for element in read_document(file).walk()}
        for path, file in files.items()
    }
    # A page as Markdown is a file without ids.
    ids |= {f"/{file.relative_to(dist).as_posix()}": set() for file in dist.rglob("*.md")}
    dead = []
    for own, link in local_links(dist):
        path, fragment = urldefrag(link)
        if path not in ids or (fragment and fragment not in ids[path]):
            dead.append(f"{own} links to {link}")
    assert dead == []


@pytest.mark.requirement("site-not-found")
def test_the_pages_for_unknown_paths_name_their_languages_and_are_not_indexed(dist: Path) -> None:
    for name, languages in (("404.html", LANGUAGES), ("zh/404.html", LANGUAGES[1:])):
        document = read_document(dist / name)
        sections = [part for part in document.one("main").all("section") if part["lang"]]
        assert [(part["lang"], part.one("h1", "h2").text) for part in sections] == [
            (language.tag, language.not_found) for language in languages
        ]
        assert meta_of(document, "robots") == "noindex"
        assert document.all("link", rel="canonical") == []
        assert document.all("script", type="application/ld+json") == []
