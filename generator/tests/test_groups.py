"""Code groups that follow a choice of the site."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from docsite.load import load_site
from docsite.markdown import ParseContext, parse
from docsite.records import CodeGroup, Document
from generator.tests.support import copy_site, good_config, strings

GAS = "```sh [Gas]\nlight\n```"
INDUCTION = "```sh [induction]\npress\n```"


def read(text: str, locale: str = "en-US") -> Document:
    context = ParseContext(
        "guide/page.md",
        replace(strings(locale), code_group="Samples"),
        locale=locale,
        choices=good_config().choices,
    )
    return parse(f"# Page {{#page}}\n\n{text}", context)


def group(*members: str, choice: str = "stove") -> str:
    return "\n\n".join((f"::: code-group {choice}", *members, ":::\n"))


def tabs_in(document: Document) -> list[tuple[str, str, str]]:
    """Name, value and words of each tab; the chosen ones have a star."""
    found = re.findall(
        r'<label><input type="radio" name="([^"]*)" value="([^"]*)"( checked)?(?: data-last)?>'
        r"([^<]*)</label>",
        document.html,
    )
    return [(name, value, text + ("*" if checked else "")) for name, value, checked, text in found]


def test_a_tab_stands_for_an_option_and_the_first_is_chosen() -> None:
    document = read(group(GAS, INDUCTION))
    assert document.problems == ()
    assert tabs_in(document) == [
        ("stove:1", "gas", "Gas*"),
        ("stove:1", "induction", "induction"),
    ]
    assert '<div class="code-group" role="group" aria-label="Stove">' in document.html


@pytest.mark.parametrize("name", ["gas", "Gas", "燃气"])
def test_an_option_is_known_by_its_id_and_in_any_language_and_shown_in_that_of_the_page(
    name: str,
) -> None:
    document = read(group(f"```sh [{name}]\nlight\n```"), "zh-CN")
    assert document.problems == ()
    assert tabs_in(document) == [("stove:1", "gas", "燃气*")]
    assert 'aria-label="炉灶"' in document.html


def test_groups_on_one_page_do_not_share_their_tabs() -> None:
    document = read(group(GAS, INDUCTION) + group(INDUCTION, GAS) + group(GAS, choice=""))
    assert [name for name, *_ in tabs_in(document)] == [
        *("stove:1", "stove:1", "stove:2", "stove:2", ":3")
    ]
    assert document.code_groups == (
        CodeGroup("stove", ("gas", "induction"), 3),
        CodeGroup("stove", ("induction", "gas"), 14),
        CodeGroup("", ("1",), 25),
    )


def test_the_last_tab_of_each_group_is_marked() -> None:
    document = read(group(GAS, INDUCTION) + group(GAS, choice=""))
    marked = re.findall(r'name="([^"]*)" value="([^"]*)"(?: checked)? data-last>', document.html)
    assert marked == [("stove:1", "induction"), (":2", "1")]


def test_the_name_of_a_member_is_on_its_tab_and_nowhere_else() -> None:
    assert "code-title" not in read(group(GAS)).html
    assert "code-title" in read(GAS).html


def test_a_group_in_a_list_or_a_quotation_is_one_too() -> None:
    text = group(GAS, INDUCTION)
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    listed = "- A.\n\n" + "".join(f"  {line}\n" for line in text.splitlines())
    for document in (read(quoted), read(listed)):
        assert len(tabs_in(document)) == 2
        assert document.problems == ()


def test_names_of_tabs_cannot_break_out() -> None:
    document = read(group('```sh ["><b onclick=a>]\nlight\n```', choice=""))
    assert "<b" not in document.html
    assert "&quot;&gt;&lt;b onclick=a&gt;</label>" in document.html


def test_pages_of_a_site_know_its_choices(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        with (docs / file).open("a", encoding="utf-8") as page:
            page.write("\n" + group(GAS, INDUCTION) + group(GAS, choice=""))
    site = load_site(docs)
    assert site.problems == ()
    pages = {page.path: page for page in site.pages}
    english, chinese = (pages[f"{prefix}/guide/pour.html"].document.html for prefix in ("", "/zh"))
    assert re.findall('role="group" aria-label="(.*?)"', english) == ["Stove", "Code samples"]
    assert re.findall('role="group" aria-label="(.*?)"', chinese) == ["炉灶", "示例代码"]
