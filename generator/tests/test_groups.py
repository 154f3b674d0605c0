"""Code groups whose tabs are options of a choice."""

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
    """Returns name, value and label of each tab. A star marks the selected ones."""
    found = re.findall(
        r'<label><input type="radio" name="([^"]*)" value="([^"]*)"( checked)?(?: data-last)?>'
        r"([^<]*)</label>",
        document.html,
    )
    return [(name, value, text + ("*" if checked else "")) for name, value, checked, text in found]


def test_each_tab_is_an_option_and_the_first_is_selected() -> None:
    document = read(group(GAS, INDUCTION))
    assert document.problems == ()
    assert tabs_in(document) == [
        ("stove:1", "gas", "Gas*"),
        ("stove:1", "induction", "induction"),
    ]
    assert '<div class="code-group" role="group" aria-label="Stove">' in document.html


@pytest.mark.parametrize("name", ["gas", "Gas", "燃气"])
def test_an_option_can_be_named_by_its_id_or_a_label_in_any_language(
    name: str,
) -> None:
    document = read(group(f"```sh [{name}]\nlight\n```"), "zh-CN")
    assert document.problems == ()
    assert tabs_in(document) == [("stove:1", "gas", "燃气*")]
    assert 'aria-label="炉灶"' in document.html


def test_groups_on_a_page_have_separate_tabs() -> None:
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


def test_the_name_of_a_block_is_only_on_its_tab() -> None:
    assert "code-title" not in read(group(GAS)).html
    assert "code-title" in read(GAS).html


def test_groups_work_in_lists_and_quotes() -> None:
    text = group(GAS, INDUCTION)
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    listed = "- A.\n\n" + "".join(f"  {line}\n" for line in text.splitlines())
    for document in (read(quoted), read(listed)):
        assert len(tabs_in(document)) == 2
        assert document.problems == ()


def test_labels_of_tabs_are_escaped() -> None:
    document = read(group('```sh ["><b onclick=a>]\nlight\n```', choice=""))
    assert "<b" not in document.html
    assert "&quot;&gt;&lt;b onclick=a&gt;</label>" in document.html


def test_pages_contain_the_choices_of_the_site(tmp_path: Path) -> None:
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
