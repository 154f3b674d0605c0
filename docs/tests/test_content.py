"""Content that the specification requires: concepts, requirements and how to contribute."""

import re
from html import unescape

import pytest

from docsite.load import Site
from scripts.quality.branch_name import NAMESPACES

in_each_language = pytest.mark.parametrize("prefix", ["", "/zh"])

DOCUMENTED = {
    "/api/core.html": (
        *("StorageModule", "key", "storageType", "noUniqueVerify", "'local'", "'session'"),
        *("getItem", "setItem", "removeItem", "clear", "contains", "size", "getHelper"),
        *("getModule", "setModule", "clearModule", "getStorageKey", "getStorageType"),
        *("getExistence", "protect", "cancelProtect"),
    ),
    "/api/hooks.html": (
        *("createLocalStorage", "createSessionStorage", "storageModuleKey", "initial", "protect"),
        *("version", "preVersion", "storageModule", "helper"),
        *("get", "set", "reset", "exist", "size", "contains", "initialize"),
    ),
    "/api/vue-hooks.html": ("refs", "resetters", "checkers", "resetTheme", "containsTheme"),
    "/api/react-hooks.html": ("themeState", "theme", "setTheme", "resetTheme", "containsTheme"),
    "/api/shared.html": ("createProxy", "restorePrefixedString", "restoreSuffixedString"),
    "/guide/advanced/storage-helper.html": ("size", "contains", "initialize"),
    "/guide/advanced/module-protect.html": ("protect", "cancelProtect", "setItem", "removeItem"),
    "/guide/advanced/version-control.html": ("version", "preVersion", "settings_v2"),
    "/guide/essentials/recipes.html": ("useHydrated", "headScript", "scriptHash"),
}
"""The concepts of the specification, and the page that each is described on."""


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    """The HTML of every page, by path."""
    return {page.path: page.document.html for page in site.pages}


def codes_in(html: str) -> list[str]:
    """Returns all inline code and code blocks."""
    return [text_of(code) for code in re.findall(r"<code[^>]*>(.*?)</code>", html, re.S)]


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


@in_each_language
@pytest.mark.parametrize("path", DOCUMENTED)
@pytest.mark.requirement("site-documents-library")
def test_each_concept_is_mentioned_as_code_on_its_page(
    pages: dict[str, str], path: str, prefix: str
) -> None:
    named = set(re.findall(r"'?\w+'?", " ".join(codes_in(pages[prefix + path]))))
    assert set(DOCUMENTED[path]) - named == set()


@in_each_language
@pytest.mark.parametrize("package", ["vue-hooks", "react-hooks", "hooks", "core"])
@pytest.mark.requirement("site-documents-library")
def test_each_package_has_a_quick_start_sample_and_its_own_page(
    pages: dict[str, str], package: str, prefix: str
) -> None:
    for path in ("/guide/quick-start.html", f"/api/{package}.html"):
        assert f"from '@tuffet/{package}'" in text_of(pages[prefix + path])


@in_each_language
@pytest.mark.parametrize(
    "path",
    ["/guide/essentials/recipes.html", "/api/vue-hooks.html", "/api/react-hooks.html"],
)
@pytest.mark.requirement("site-user-info-type", "site-user-info-fetch")
def test_the_user_info_sample_has_its_type_a_fetch_function_and_the_warning_about_tokens(
    pages: dict[str, str], path: str, prefix: str
) -> None:
    text = text_of(pages[prefix + path])
    assert "type UserInfo = { token?: string; hasSigned: boolean };" in text
    assert "async function fetchUserInfo(name: string): Promise<UserInfo>" in text
    assert "questions-and-answers.html#tokens" in pages[prefix + path]


@in_each_language
@pytest.mark.parametrize(
    ("package", "minimum"), [("vue-hooks", "Vue 3.1.0"), ("react-hooks", "React 16.8.0")]
)
@pytest.mark.requirement("site-states-minimums")
def test_the_page_of_a_package_has_the_minimum_framework_version(
    pages: dict[str, str], package: str, minimum: str, prefix: str
) -> None:
    assert minimum in pages[f"{prefix}/api/{package}.html"]


@in_each_language
@pytest.mark.requirement("site-contributor-guidance")
def test_the_developer_guide_describes_tools_branches_and_directories(
    pages: dict[str, str], prefix: str
) -> None:
    html = pages[f"{prefix}/guide/other/developer-guide.html"]
    text = text_of(html)
    assert "pnpm 7.1.0" in text
    assert re.search("Node release with long-term support|长期支持的 Node", text)
    assert set(NAMESPACES) <= set(codes_in(html))
    assert text.count("kebab-case") >= 2
    for heading in ("branches", "names"):
        assert f'id="{heading}"' in html


@in_each_language
@pytest.mark.requirement("site-contributor-guidance")
def test_the_contributing_guide_describes_issues_and_pull_requests(
    pages: dict[str, str], prefix: str
) -> None:
    html = pages[f"{prefix}/guide/other/how-to-contribute.html"]
    for heading in ("issues", "pull-requests"):
        assert f'id="{heading}"' in html
    assert len(text_of(html)) > 300
