"""Content that the specification requires: concepts, requirements and how to contribute."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from docsite.load import Site
from scripts.quality.branch_name import NAMESPACES, check_branch_name

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


SENTENCE = 3
PARAGRAPH = 25
"""Least numbers of words in English, or of characters in Chinese."""
CHARACTERS_PER_WORD = 1.3
"""At least. A translation with missing paragraphs has fewer."""
TRADITIONAL = frozenset("個們這為會時說學習點開關實現對應當沒將與後數據鍵儲讀寫並過還進運")
"""Characters that are written differently in Simplified Chinese."""


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    """The HTML of every page, by path."""
    return {page.path: page.document.html for page in site.pages}


def codes_in(html: str) -> list[str]:
    """Returns all inline code and code blocks."""
    return [text_of(code) for code in re.findall(r"<code[^>]*>(.*?)</code>", html, re.S)]


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def prose_of(html: str) -> str:
    """The text outside of code."""
    return text_of(re.sub(r"<(pre|code)\b.*?</\1>", "", html, flags=re.S))


def count_words(html: str) -> int:
    """The English words and Chinese characters outside of code."""
    return len(re.findall(r"[A-Za-z]+|[\u4e00-\u9fff]", prose_of(html)))


def names_in(html: str) -> set[str]:
    return set(re.findall(r"'?\w+'?", " ".join(codes_in(html))))


def explained_in(html: str) -> set[str]:
    """The names in code that at least one sentence is about.

    It is in the same paragraph, list item or table row, or below a heading with the name.
    """
    html = re.sub(r"<pre\b.*?</pre>", "", html, flags=re.S)
    return {
        name
        for named, text in (*passages_in(html), *sections_in(html))
        if count_words(text) >= SENTENCE
        for name in names_in(named)
    }


def passages_in(html: str) -> Iterator[tuple[str, str]]:
    for passage in re.findall(r"<(p|li|tr)\b[^>]*>(.*?)(?=</?(?:p|li|tr|ul|ol)\b)", html, re.S):
        yield passage[1], passage[1]


def sections_in(html: str) -> Iterator[tuple[str, str]]:
    """Each heading and the text below it, up to the next one."""
    _, *parts = re.split(r"(<h[1-6]\b.*?</h[1-6]>)", html, flags=re.S)
    yield from zip(parts[::2], parts[1::2], strict=True)


def section_of(html: str, heading: str) -> str:
    found = [text for title, text in sections_in(html) if f'id="{heading}"' in title]
    assert len(found) == 1, heading
    return found[0]


@in_each_language
@pytest.mark.parametrize("path", DOCUMENTED)
@pytest.mark.requirement("site-documents-library")
def test_each_concept_is_explained_on_its_page(
    pages: dict[str, str], path: str, prefix: str
) -> None:
    assert set(DOCUMENTED[path]) - explained_in(pages[prefix + path]) == set()


def test_names_in_samples_lists_and_bare_headings_are_not_explained() -> None:
    bare = (
        "<h2><code>one()</code></h2><pre><code>one(); // all of these words are code</code></pre>"
        "<h2><code>two</code></h2><p>Short.</p><p><code>three</code>: see <code>four</code>.</p>"
    )
    assert explained_in(bare) == set()
    assert explained_in("<h2><code>one()</code></h2><p>Returns the size of it.</p>") == {"one"}
    assert explained_in("<tr><td><code>one</code><td>Returns the size of it.</tr>") == {"one"}


@in_each_language
@pytest.mark.parametrize("package", ["vue-hooks", "react-hooks", "hooks", "core"])
@pytest.mark.requirement("site-documents-library")
def test_each_way_has_a_row_in_the_introduction_a_quick_start_and_its_own_page(
    pages: dict[str, str], package: str, prefix: str
) -> None:
    ways = section_of(pages[f"{prefix}/guide/introduction.html"], "four-ways")
    (row,) = (row for row in re.findall(r"<tr>.*?</tr>", ways, re.S) if f"@tuffet/{package}" in row)
    assert count_words(row) >= 2
    for path in ("/guide/quick-start.html", f"/api/{package}.html"):
        assert f"from '@tuffet/{package}'" in text_of(pages[prefix + path])
    assert count_words(pages[f"{prefix}/api/{package}.html"]) > 1000


@pytest.mark.requirement("site-two-languages")
def test_each_page_says_the_same_amount_in_english_and_in_simplified_chinese(
    pages: dict[str, str],
) -> None:
    english = {path: html for path, html in pages.items() if not path.startswith("/zh/")}
    assert {f"/zh{path}" for path in english} == pages.keys() - english.keys()
    for path, html in english.items():
        words, no_characters = count_scripts(html)
        few_words, characters = count_scripts(pages[f"/zh{path}"])
        assert no_characters == 0, path
        assert characters > words * CHARACTERS_PER_WORD, path
        assert characters > few_words * 9, path
        assert TRADITIONAL & set(text_of(pages[f"/zh{path}"])) == set(), path


def count_scripts(html: str) -> tuple[int, int]:
    """The English words and the Chinese characters outside of code."""
    text = prose_of(html)
    return len(re.findall(r"[A-Za-z]{2,}", text)), len(re.findall(r"[\u4e00-\u9fff]", text))


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
    assert "pnpm 7.1.0" in text_of(html)
    assert re.search("Node release with long-term support|长期支持的 Node", text_of(html))
    branches, names = (section_of(html, heading) for heading in ("branches", "names"))
    assert set(NAMESPACES) <= set(codes_in(branches))
    for section in (branches, names):
        assert "kebab-case" in text_of(section)
        assert count_words(section) >= PARAGRAPH


@in_each_language
@pytest.mark.requirement("site-contributor-guidance")
def test_the_contributing_guide_describes_issues(pages: dict[str, str], prefix: str) -> None:
    html = pages[f"{prefix}/guide/other/how-to-contribute.html"]
    issues = section_of(html, "issues")
    assert "https://github.com/tuffet/tuffet/issues" in issues
    templates = codes_in("".join(re.findall(r"<pre\b.*?</pre>", issues, re.S)))
    assert [len(re.findall("^# ", template, re.M)) for template in templates] == [4, 3, 3]
    steps = re.findall(r"<li>", section_of(html, "reproduction"))
    assert len(steps) == 4
    for heading in ("issues", "reproduction", "security"):
        assert count_words(section_of(html, heading)) >= PARAGRAPH


@in_each_language
@pytest.mark.requirement("site-contributor-guidance")
def test_the_contributing_guide_describes_pull_requests(pages: dict[str, str], prefix: str) -> None:
    html = pages[f"{prefix}/guide/other/how-to-contribute.html"]
    first, before = (section_of(html, it) for it in ("first-pull-request", "pull-requests"))
    clone, setup, switch, checks, push = (
        codes_in(step)[0] for step in re.findall(r"<li>.*?</li>", first, re.S)
    )
    assert clone.startswith("git clone ")
    assert (setup, checks) == ("make setup", ".ci/run")
    branch = switch.removeprefix("git switch -c ")
    assert check_branch_name(branch) == []
    assert push.endswith(f" origin {branch}")
    conditions = re.findall(r"<li>(.*?)</li>", before, re.S)
    assert [count_words(condition) >= SENTENCE for condition in conditions] == [True] * 5
    assert count_words(first) >= PARAGRAPH
