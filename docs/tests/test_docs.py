"""The records of the documentation match the specification."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from docsite.emit.records import write_records
from docsite.load import Site

DOCS = Path(__file__).resolve().parents[1]
PAGES = (
    *("/", "/api/", "/api/core.html", "/api/hooks.html", "/api/react-hooks.html"),
    *("/api/vue-hooks.html", "/api/shared.html", "/api/type-definition/core.html"),
    *("/api/type-definition/hooks.html", "/api/type-definition/react-hooks.html"),
    *("/api/type-definition/shared.html", "/api/type-definition/vue-hooks.html"),
    *("/guide/", "/guide/introduction.html", "/guide/quick-start.html"),
    *("/guide/advanced/module-protect.html", "/guide/advanced/storage-helper.html"),
    *("/guide/essentials/recipes.html", "/guide/essentials/using-modules.html"),
    *("/guide/advanced/version-control.html", "/guide/other/developer-guide.html"),
    *("/guide/other/how-to-contribute.html", "/guide/other/questions-and-answers.html"),
)
GUIDE = {
    "Getting Started": ["introduction", "quick-start"],
    "Essentials": ["using-modules", "recipes"],
    "Advanced": ["storage-helper", "module-protect", "version-control"],
    "Other": ["questions-and-answers", "how-to-contribute", "developer-guide"],
}
API = {
    "API": ["vue-hooks", "react-hooks", "hooks", "core", "shared"],
    "Type Definition": ["vue-hooks", "react-hooks", "hooks", "core", "shared"],
}
ERROR_CODES = (
    *("invalid-options", "duplicate-key", "protected-key", "unserializable", "corrupt"),
    *("quota", "denied", "schema", "migration", "version"),
)


@pytest.fixture(scope="module")
def records(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("records")
    assert site.problems == ()
    write_records(site, output)
    return output


@pytest.fixture(scope="module")
def record(records: Path) -> Any:
    return json.loads((records / "site.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def pages(records: Path) -> dict[str, Any]:
    loaded = [json.loads(p.read_text(encoding="utf-8")) for p in records.glob("pages/**/*.json")]
    return {page["path"]: page for page in loaded}


def groups_of(locale: Any, under: str) -> dict[str, list[str]]:
    (sidebar,) = (bar for bar in locale["sidebars"] if bar["under"].endswith(under))
    return {
        group["text"]: [Path(item["path"]).stem for item in group["items"]]
        for group in sidebar["groups"]
    }


def test_every_route_has_a_record_in_both_languages_and_there_are_no_others(
    pages: dict[str, Any],
) -> None:
    assert sorted(pages) == sorted([*PAGES, *(f"/zh{path}" for path in PAGES)])


def test_each_page_has_a_title_a_summary_and_its_source(pages: dict[str, Any]) -> None:
    for page in pages.values():
        assert page["title"]
        limit = 160 if page["locale"] == "en-US" else 80
        assert 10 <= len(page["frontmatter"]["summary"]) <= limit, page["path"]
        assert page["editLink"] == (
            f"https://github.com/tuffet/tuffet/edit/main/docs/{page['key']}.md"
        )


@pytest.mark.requirement("site-last-updated-date")
def test_each_page_was_last_changed_on_the_set_day(pages: dict[str, Any]) -> None:
    assert {page["lastUpdated"] for page in pages.values()} == {"2023-02-28"}


@pytest.mark.requirement("site-title", "site-description", "site-language-tags")
def test_the_site_has_its_name_descriptions_and_languages(record: Any) -> None:
    assert record["title"] == "Tuffet"
    assert [(locale["tag"], locale["description"]) for locale in record["locales"]] == [
        ("en-US", "Softer storage management"),
        ("zh-CN", "更柔软的存储管理"),
    ]


@pytest.mark.requirement("site-repository")
def test_the_configuration_has_repository_folder_and_branch(site: Site) -> None:
    config = site.config
    assert config.repository == "https://github.com/tuffet/tuffet"
    assert (config.docs_directory, config.docs_branch) == ("docs", "main")
    assert config.chunk_numbers == (2, 59)


def test_sidebars_have_their_groups_and_pages_in_order(record: Any) -> None:
    english, chinese = record["locales"]
    assert groups_of(english, "/guide/") == GUIDE
    assert groups_of(english, "/api/") == API
    assert list(groups_of(chinese, "/guide/").values()) == list(GUIDE.values())
    assert list(groups_of(chinese, "/api/").values()) == list(API.values())


def test_the_navigation_links_to_guide_api_and_two_demos(record: Any) -> None:
    for locale in record["locales"]:
        guide, api, demos = locale["nav"]
        assert guide["path"] == f"{locale['prefix']}guide/"
        assert api["path"] == f"{locale['prefix']}api/"
        assert [item["text"] for item in demos["items"]] == ["Vue 3", "React"]
        assert all(item["path"].startswith("https://") for item in demos["items"])


def test_every_error_code_has_the_section_that_its_message_links_to(
    record: Any, pages: dict[str, Any]
) -> None:
    source = (DOCS.parent / "packages/core/src/errors.ts").read_text(encoding="utf-8")
    path = "/guide/other/questions-and-answers.html"
    html = pages[path]["html"]
    assert f"'{record['address']}{path}#error-'" in source
    for code in ERROR_CODES:
        assert f"'{code}'" in source
        assert f'id="error-{code}"' in html


def test_chinese_pages_use_the_informal_address(pages: dict[str, Any]) -> None:
    assert [page["path"] for page in pages.values() if "您" in page["html"]] == []


def text_of(html: str) -> str:
    """Returns the visible text without code blocks. Inline code counts as a Latin word."""
    prose = re.sub(
        r'<pre.*?</pre>|<p class="code-title">.*?</p>|<div class="code-tools">.*?</div>'
        r'| <a class="permalink".*?</a>',
        "",
        html,
        flags=re.S,
    )
    return re.sub(r"<[^>]+>", "", re.sub(r"<code>.*?</code>", "code", prose))


@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        (r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]", "a space between Han and Latin"),
        (r"[\u4e00-\u9fff][,.;:!?]|[,.;:!?][\u4e00-\u9fff]", "full-width punctuation"),
        (r"[（）“”‘’「」]", "half-width brackets, and no quotation marks"),
        (
            r"[，。；：！？、（）“”] | [，。；：！？、（）]",
            "no space beside full-width punctuation",
        ),
    ],
)
def test_chinese_pages_follow_the_typography_rules(
    pages: dict[str, Any], pattern: str, rule: str
) -> None:
    found = {
        page["path"]: match[0]
        for page in pages.values()
        if page["locale"] == "zh-CN"
        and (match := re.search(f".{{0,12}}(?:{pattern}).{{0,12}}", text_of(page["html"])))
    }
    assert found == {}, rule
