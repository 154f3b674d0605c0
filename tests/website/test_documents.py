"""Each document as it was built: what the specification says a page has, before any script runs."""

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
SIDEBARS = {"guide": GUIDE, "api": [PACKAGES, PACKAGES]}
GROUPS = {
    "guide": ["Getting Started", "Essentials", "Advanced", "Other"],
    "api": ["API", "Type Definition"],
}


def document_of(dist: Path, route: Route) -> Element:
    return read_document(dist / route.file)


def home_of(dist: Path, language: Language) -> Element:
    return read_document(dist / f"{language.prefix}/index.html"[1:])


def meta_of(document: Element, name: str) -> str:
    return document.one("meta", name=name)["content"]


@on_each_page
@pytest.mark.requirement("site-two-languages", "site-chinese-prefix", "site-static")
def test_every_route_is_a_file_with_one_title_and_text_below_it(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    main = document.one("main")
    assert document.one("h1") in main.all("h1")
    assert main.one("h1").text
    assert len(main.text) > 200


@pytest.mark.requirement("site-no-route-parameters", "site-history-mode", "site-static")
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
@pytest.mark.requirement("site-title", "site-description", "site-language-tags")
def test_the_head_names_site_page_and_language(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    heading = document.one("h1").text
    expected = NAME if route.plain == "/" else f"{heading} | {NAME}"
    assert document.one("title").text == expected
    assert document.one("html")["lang"] == route.language.tag
    assert len(meta_of(document, "description")) >= 10


DESCRIPTIONS = {"en-US": "Softer storage management", "zh-CN": "更柔软的存储管理"}


@in_each_language
@pytest.mark.requirement("site-description")
def test_the_home_page_describes_the_site_in_its_exact_words(
    dist: Path, language: Language
) -> None:
    description = DESCRIPTIONS[language.tag]
    home = home_of(dist, language)
    assert language.description == description
    start, separator, summary = meta_of(home, "description").partition(" · ")
    assert (start, separator) == (description, " · ")
    assert len(summary) >= 10


@pytest.mark.requirement("site-chunk-numbers")
def test_the_numbers_of_lazy_scripts_go_from_2_to_59(dist: Path) -> None:
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
@pytest.mark.requirement("site-two-languages", "site-language-tags")
def test_the_head_says_where_the_page_stands_and_where_in_the_other_language(
    dist: Path, route: Route
) -> None:
    document = document_of(dist, route)
    address = CONFIG["address"]
    assert document.one("link", rel="canonical")["href"] == address + route.path
    alternates = document.all("link", rel="alternate")
    assert {link["hreflang"]: link["href"] for link in alternates} == {
        "en-US": address + route.plain,
        "zh-CN": f"{address}/zh{route.plain}",
        "x-default": address + route.plain,
    }


@on_each_page
@pytest.mark.requirement("site-edit-link", "site-edit-text", "site-repository")
def test_the_edit_link_leads_to_the_source_on_the_main_branch(dist: Path, route: Route) -> None:
    (link,) = (
        link for link in document_of(dist, route).all("a") if link.text == route.language.edit
    )
    assert link["href"] == f"{CONFIG['repository']}/edit/main/docs/{route.source}"
    assert (ROOT / "docs" / route.source).is_file()


@on_each_page
@pytest.mark.requirement("site-last-updated", "site-last-updated-date")
def test_the_page_tells_the_day_of_its_last_change(dist: Path, route: Route) -> None:
    time = document_of(dist, route).one("time")
    assert (time["datetime"], time.text) == ("2023-02-28", "2023-02-28")


@on_each_page
@pytest.mark.requirement("site-generator-marker", "site-logo", "site-dark-mode")
def test_the_page_has_its_generator_its_logo_and_the_switch(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    assert meta_of(document, "generator") == "docsite 1.9.2"
    brand, *_ = document.one("header").all("a")
    assert (brand["href"], brand.text) == (f"{route.language.prefix}/", NAME)
    assert brand.one("img")["src"] == "/logo.svg"
    assert document.one("link", rel="icon")["href"] == "/logo.svg"
    assert (dist / "logo.svg").read_text(encoding="utf-8").startswith("<svg")
    assert document.one("header").one("button", role="switch")["aria-label"]


@on_each_page
@pytest.mark.requirement("site-nav-guide", "site-nav-api", "site-nav-demos")
def test_the_top_navigation_leads_to_guide_api_and_demos(dist: Path, route: Route) -> None:
    language = route.language
    links = document_of(dist, route).one("header").one("nav").all("a")
    assert [(link.text, link["href"]) for link in links] == [
        (language.guide, f"{language.prefix}/guide/"),
        (language.api, f"{language.prefix}/api/"),
        ("Vue 3", f"{CONFIG['address']}/vue-demo/"),
        ("React", f"{CONFIG['address']}/react-demo/"),
    ]
    assert [link["rel"] for link in links[2:]] == ["external", "external"]


@on_each_page
@pytest.mark.requirement("site-two-languages", "site-chinese-prefix")
def test_the_language_menu_leads_to_the_same_page_in_each_language(
    dist: Path, route: Route
) -> None:
    links = document_of(dist, route).one("ul", id="_languages").all("a")
    assert [(link["hreflang"], link["href"], link.text) for link in links] == [
        ("en-US", route.plain, "English"),
        ("zh-CN", f"/zh{route.plain}", "简体中文"),
    ]
    current = [link["hreflang"] for link in links if link["aria-current"]]
    assert current == [route.language.tag]


def sidebar_groups(document: Element) -> list[Element]:
    """The items of the last list in the sidebar: a name, and a list of pages."""
    lists = document.one("div", id="_drawer").all("nav")[-1].children
    top = [child for child in lists if isinstance(child, Element) and child.tag == "ul"][-1]
    return [child for child in top.children if isinstance(child, Element)]


def pages_of(group: Element) -> Iterator[Element]:
    """The links of a group that lead to pages, not to headings."""
    return (link for link in group.all("a") if not link["href"].startswith("#"))


@on_each_page_with_sidebar
@pytest.mark.requirement("site-sidebar-guide", "site-sidebar-api")
def test_the_sidebar_has_the_groups_of_its_section_in_order(dist: Path, route: Route) -> None:
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
        labels = [str(group.children[0]) for group in groups]
        assert labels == GROUPS[route.section]


@on_each_page_with_sidebar
def test_the_sidebar_marks_its_page_and_shows_the_headings_of_it(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    links = document.one("div", id="_drawer").all("nav")[-1].all("a")
    marked = [link["href"] for link in links if link["aria-current"] == "page"]
    listed = [link["href"] for link in links if link["href"].startswith("#")]
    headings = [f"#{heading['id']}" for heading in document.one("main").all("h2", "h3")]
    is_in_sidebar = not route.plain.endswith("/")
    assert marked == ([route.path] if is_in_sidebar else [])
    assert listed == headings


@in_each_language
@pytest.mark.requirement("site-home-hero", "site-home-tagline", "site-home-get-started")
def test_the_home_page_opens_with_name_tagline_and_the_way_in(
    dist: Path, language: Language
) -> None:
    main = home_of(dist, language).one("main")
    first = [element for element in main.walk() if element.tag in ("h1", "p", "pre")]
    assert [element.text for element in first[:2]] == [NAME, language.description]
    action = main.all("a")[0]
    assert action["href"] == f"{language.prefix}/guide/introduction.html"
    if language == ENGLISH:
        assert action.text == "Get Started"


FEATURES = {
    "en-US": ["Smart type hints", "Modules kept uniformly", "Refs and state"],
    "zh-CN": ["智能的类型提示", "统一维护的存储模块", "直接关联 ref 与 state"],
}


@in_each_language
@pytest.mark.requirement("site-home-features")
def test_the_home_page_has_three_feature_cards(dist: Path, language: Language) -> None:
    lists = home_of(dist, language).one("main").all("ul")
    cards = [child for child in lists[0].children if isinstance(child, Element)]
    assert [card.one("h2").text for card in cards] == FEATURES[language.tag]
    assert all(len(card.one("p").text) > 10 for card in cards)


@in_each_language
@pytest.mark.requirement("site-home-footer")
def test_the_footer_of_the_home_page_names_the_licence(dist: Path, language: Language) -> None:
    assert re.search(r"\bMIT\b", home_of(dist, language).one("footer").text)


@on_each_page
@pytest.mark.requirement("site-no-sign-in", "site-static")
def test_nothing_asks_the_reader_to_sign_in(dist: Path, route: Route) -> None:
    document = document_of(dist, route)
    assert document.all("form", "select", "textarea", "iframe") == []
    # Tabs of code are all that can be filled in.
    assert {control["type"] for control in document.all("input")} <= {"radio"}
    # Links to sections are excluded: a page may explain how an app stores the sign-in state.
    controls = " ".join(
        control.text for control in document.all("a", "button") if "#" not in control["href"]
    )
    assert not re.search(r"\b(sign|log) ?(in|up|out)\b|account|登录|注册|账号", controls, re.I)


def local_links(dist: Path) -> Iterator[tuple[str, str]]:
    """Every link of a document to the site itself, with the file that it stands in."""
    for file in sorted(dist.glob("**/*.html")):
        own = f"/{file.relative_to(dist)}".removesuffix("index.html")
        for href in read_document(file).links():
            if not urlsplit(href).netloc:
                yield own, own + href if href.startswith("#") else href


@pytest.mark.requirement("site-no-route-parameters", "site-history-mode")
def test_every_link_leads_to_a_page_by_its_own_path_and_to_a_heading_that_is_there(
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
def test_the_root_page_for_unknown_paths_speaks_both_languages_and_the_other_one_its_own(
    dist: Path,
) -> None:
    def sections(name: str) -> list[tuple[str, str]]:
        main = read_document(dist / name).one("main")
        return [
            (part["lang"], part.one("h1", "h2").text)
            for part in main.all("section")
            if part["lang"]
        ]

    both = [(language.tag, language.not_found) for language in LANGUAGES]
    assert sections("404.html") == both
    assert sections("zh/404.html") == both[1:]


@pytest.mark.parametrize("name", ["404.html", "zh/404.html"])
@pytest.mark.requirement("site-not-found")
def test_the_page_for_unknown_paths_stays_out_of_search_engines(dist: Path, name: str) -> None:
    document = read_document(dist / name)
    assert meta_of(document, "robots") == "noindex"
    assert document.all("link", rel="canonical") == []
