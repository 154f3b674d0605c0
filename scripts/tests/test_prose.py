"""Rules for words and punctuation: each mistake is reported, and correct text isn't."""

from pathlib import PurePosixPath

import pytest

from docsite.records import Prose
from docsite.site.config import load_config
from docsite.site.glossary import load_glossary
from scripts.quality import prose
from scripts.quality.prose import Finding, check_english, check_terms, lint_chinese
from scripts.quality.vocabulary.sources import (
    CHINESE,
    DOCS,
    Text,
    find_files,
    read_prose,
    split_file,
)


def english(text: str) -> list[str]:
    return [found.message for found in check_english("a.md", Prose(text, 1))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("One  two.", "Two spaces"),
        ("Read the\nthe page.", "is repeated"),
        ("one or " * (prose.MAX_WORDS // 2) + "the end.", "Split it."),
    ],
)
def test_a_mistake_in_english_is_reported(text: str, message: str) -> None:
    (found,) = english(text)
    assert message in found


@pytest.mark.parametrize(
    "text",
    [
        "A plain sentence about colors.",
        "Call `…`. It returns `…`!=`…` there.",
        ("Ten words that end in a full stop right here. " * 5).strip(),
        "That `…` `…` is code.",
    ],
)
def test_correct_english_is_not_reported(text: str) -> None:
    assert english(text) == []


def test_a_finding_has_the_line_within_a_paragraph() -> None:
    assert [found.line for found in check_english("a.md", Prose("One.\nIt is is.", 7))] == [8]


def test_front_matter_and_text_are_checked_but_code_is_not() -> None:
    head = '+++\nsummary = "It is is."\n\n[translated]\na = "0a1b2c3d"\n+++\n'
    page = f"{head}\n# T {{#t}}\n\n`a a` one one\n"
    texts = split_file("docs/a.md", page)
    found = [item for passage in read_prose(texts) for item in check_english(*passage)]
    assert [(item.line, item.message[:6]) for item in found] == [(2, "“is is"), (10, "“one o")]


def test_files_are_grouped_by_language_without_generated_ones() -> None:
    names = [
        *("README.md", "README.zh-CN.md", "docs/a.md", "docs/zh/a.md", "packages/core/core.api.md"),
        *("generator/tests/fixtures/a.md", "docs/site.toml"),
        *("generator/docs/a.md", "generator/docs/zh/a.md"),
    ]
    assert find_files(map(PurePosixPath, names)) == (
        ["README.md", "docs/a.md", "generator/docs/a.md"],
        ["README.zh-CN.md", "docs/zh/a.md", "generator/docs/zh/a.md"],
    )


def test_both_chinese_linters_report_mistakes_and_correct_text_passes() -> None:
    texts = [
        Text("a.md", 1, "# 标题？ {#id}\n\n用 `set` 写入 5\N{NO-BREAK SPACE}kB，再读取。"),
        Text("b.md", 4, "好。\n\n中文English"),
        Text("c.md", 1, "2026年"),
    ]
    found = [(item.file, item.line, item.message.split(" ")[0]) for item in lint_chinese(texts)]
    assert found == [
        ("b.md", 6, "zhlint"),
        ("b.md", 6, "AutoCorrect"),
        ("c.md", 1, "AutoCorrect"),
    ]


def test_the_glossary_applies_outside_the_site_too() -> None:
    places = read_prose([Text("README.zh-CN.md", 3, "您好，`您`。")])
    assert list(check_terms(places)) == [
        Finding("README.zh-CN.md", 3, "The glossary doesn't allow 您. Write 你 for you.")
    ]


def test_the_glossary_contains_the_terms_of_the_library() -> None:
    terms = load_glossary(DOCS, load_config(DOCS))[CHINESE]
    assert len({term.term for term in terms}) == len(terms) >= 60
    kept = {term.term for term in terms if term.wording == term.term}
    assert {"hook", "ref", "state", "setter"} <= kept
