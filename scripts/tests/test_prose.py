"""Rules for words and punctuation: each slip is found, and right text is left alone."""

from pathlib import PurePosixPath

import pytest

from docsite.config import load_config
from docsite.glossary import load_glossary
from docsite.records import Prose
from scripts import prose
from scripts.prose import Finding, Text, check_english, check_terms, find_files, lint_chinese


def english(text: str) -> list[str]:
    return [found.message for found in check_english("a.md", Prose(text, 1))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("This is easy.", "“easy” helps nobody."),
        ("Just call it.", "“Just” helps nobody."),
        ("The behavior is odd.", "write behaviour"),
        ("It is serialized.", "write serialised"),
        ("Colors and keys.", "write colours"),
        ("One  two.", "Two spaces"),
        ("Read the\nthe page.", "one of them will do"),
        ("It works!", "exclamation mark"),
        ("Types, e.g. strings.", "Write for example."),
        ("one or " * (prose.MAX_WORDS // 2) + "the end.", "Make two of it."),
    ],
)
def test_a_slip_in_english_is_found(text: str, message: str) -> None:
    (found,) = english(text)
    assert message in found


@pytest.mark.parametrize(
    "text",
    [
        "A plain sentence about colours.",
        "An adjustment, unjustified; easygoing.",
        "Call `…`. It returns `…`!=`…` there.",
        ("Ten words that end in a full stop right here. " * 5).strip(),
        "That `…` `…` is code.",
    ],
)
def test_right_english_is_left_alone(text: str) -> None:
    assert english(text) == []


def test_a_finding_names_the_line_within_a_paragraph() -> None:
    assert [found.line for found in check_english("a.md", Prose("One.\nIt is easy.", 7))] == [8]


def test_front_matter_and_text_are_read_and_code_is_not() -> None:
    page = (
        '+++\nsummary = "Easy."\n\n[translated]\na = "0a1b2c3d"\n+++\n\n# T {#t}\n\n`just` easy\n'
    )
    texts = prose.split_file("docs/a.md", page)
    found = [item for place in prose.read_prose(texts) for item in check_english(*place)]
    assert [(item.line, item.message[:6]) for item in found] == [(2, "“Easy”"), (10, "“easy”")]


def test_files_are_told_apart_by_language_and_generated_ones_are_left_out() -> None:
    names = [
        *("README.md", "README.zh-CN.md", "docs/a.md", "docs/zh/a.md", "packages/core/core.api.md"),
        *("generator/tests/fixtures/a.md", "docs/site.toml"),
    ]
    assert find_files(map(PurePosixPath, names)) == (
        ["README.md", "docs/a.md"],
        ["README.zh-CN.md", "docs/zh/a.md"],
    )


def test_both_chinese_linters_are_asked_and_right_text_passes() -> None:
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


def test_the_glossary_holds_outside_the_site_too() -> None:
    places = prose.read_prose([Text("README.zh-CN.md", 3, "您好，`您`。")])
    assert list(check_terms(places)) == [
        Finding("README.zh-CN.md", 3, "The glossary does not allow 您. Write 你 for you.")
    ]


def test_the_glossary_knows_the_words_of_the_library() -> None:
    terms = load_glossary(prose.DOCS, load_config(prose.DOCS))[prose.CHINESE]
    assert len({term.term for term in terms}) == len(terms) >= 60
    kept = {term.term for term in terms if term.wording == term.term}
    assert {"hook", "ref", "state", "setter"} <= kept
