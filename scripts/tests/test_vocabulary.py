"""The vocabulary check rejects the wrong examples, and accepts their replacements."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docsite.check.glossary import check_words, create_pattern
from docsite.records import Prose
from docsite.site.config import load_config
from docsite.site.glossary import load_glossary
from scripts.quality.vocabulary.__main__ import find_matches
from scripts.quality.vocabulary.rules import Passage, load_rules, parse_rules
from scripts.quality.vocabulary.sources import (
    CHINESE,
    DOCS,
    SOURCES,
    Piece,
    is_prose,
    read_python,
    read_typescript,
    to_passage,
)

EXAMPLES = tomllib.loads(Path(__file__).with_name("vocabulary_examples.toml").read_text("utf-8"))


def examples(kind: str) -> list[tuple[str, str]]:
    return [
        (language, text)
        for language, pairs in EXAMPLES.items()
        for pair in pairs
        for text in pair[kind]
    ]


def messages(text: str, language: str = "en") -> list[str]:
    passage = Passage("a.md", 1, text, language)
    return [match.message for match in find_matches(load_rules(), [passage])]


@pytest.mark.parametrize(("language", "text"), examples("wrong"))
def test_a_wrong_example_is_rejected(language: str, text: str) -> None:
    assert messages(text, language)


def rules_for(text: str, language: str) -> set[str]:
    passage = Passage("a.md", 1, text, language)
    return {match.rule for match in find_matches(load_rules(), [passage])}


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("judge a value", "judge"),
        ("hears of the change", "hear"),
        ("is told", "tell"),
        ("tells", "tell"),
        ("renders again", "render-again"),
        ("takes over markup", "take-over"),
        ("a server rendering", "server-rendering"),
        ("on a server", "a-server"),
        ("markup from a server", "a-server"),
        ("keep it in storage", "keep"),
        ("keeps values in local storage", "keep"),
        ("is kept in the browser", "keep"),
        ("remember", "remember"),
        ("follows a value", "follow"),
        ("is text", "text"),
        ("a text", "text"),
        ("texts", "text"),
        ("eight signs", "signs"),
        ("small letters", "small-letters"),
        ("fault", "fault"),
        ("mend", "mend"),
        ("amiss", "amiss"),
        ("hole in security", "security-hole"),
        ("reader", "reader"),
        ("whoever", "nobody"),
        ("somebody", "nobody"),
        ("nobody", "nobody"),
        ("people", "nobody"),
        ("a person", "nobody"),
        ("a frame of the same site", "frame"),
        ("stands in", "stand"),
        ("lies in", "stand"),
        ("is no module", "is-no"),
        ("is none", "is-no"),
        ("a handler of yours", "of-yours"),
        ("a page of yours", "of-yours"),
        ("of its own", "of-its-own"),
        ("what must be", "what-must-be"),
        ("what cannot be", "what-must-be"),
        ("in the place of", "in-place-of"),
        ("at once", "at-once"),
        ("for good", "for-good"),
        ("for ever", "for-good"),
        ("anew", "for-good"),
        ("afresh", "for-good"),
        ("sums", "sums"),
        ("circles of garbage", "garbage"),
        ("apart from", "apart-from"),
        ("beside", "apart-from"),
        ("the value of now", "of-now"),
        ("give", "give"),
        ("hand out", "give"),
        ("goes without", "without"),
        ("does without", "without"),
        ("the wire of Ackee", "wire"),
        ("What concerns a module as a whole.", "what-clause"),
        ("a handler that hears", "hear"),
        ("a schema that judges", "judge"),
        ("a creator that gives a module", "give"),
        ("Leave one out, and the compiler asks for it.", "inverted-condition"),
        ("Who has been silent is a stranger.", "who-clause"),
        ("is no other than a stranger", "who-clause"),
        ("colour", "spelling"),
        ("initialise", "spelling"),
        ("serialiser", "spelling"),
        ("behaviour", "spelling"),
        ("licence", "spelling"),
    ],
)
def test_each_unusual_english_phrase_has_a_rule(phrase: str, rule: str) -> None:
    assert rule in rules_for(phrase, "en")


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("第二版", "zh-release"),
        ("报告错误", "zh-report"),
        ("给出", "zh-give"),
        ("交出", "zh-give"),
        ("造一个模块", "zh-make"),
        ("写了选项的话，之后还可能有错误", "zh-if"),
        ("条目（item）", "zh-item"),
        ("可订阅的条目", "zh-item"),
        ("错误代码", "zh-error-code"),
        ("出错的信息", "zh-error-message"),
        ("被禁止", "zh-denied"),
        ("被屏蔽", "zh-denied"),
        ("重新加载", "zh-reload"),
        ("服务器渲染", "zh-server"),
        ("服务器端", "zh-server"),
        ("任何项目", "zh-any-project"),
        ("查询函数", "zh-check-function"),
        ("什么都", "zh-colloquial"),
        ("东西", "zh-colloquial"),
        ("有人", "zh-colloquial"),
        ("有路可走", "zh-colloquial"),
        ("一生", "zh-colloquial"),
        ("打扫", "zh-colloquial"),
    ],
)
def test_each_unusual_chinese_phrase_has_a_rule(phrase: str, rule: str) -> None:
    assert rule in rules_for(phrase, "zh")


@pytest.mark.parametrize(("language", "text"), examples("right"))
def test_a_right_example_is_accepted(language: str, text: str) -> None:
    assert messages(text, language) == []


@pytest.mark.parametrize("text", [text for language, text in examples("right") if language == "zh"])
def test_a_right_example_in_chinese_follows_the_glossary(text: str) -> None:
    terms = load_glossary(DOCS, load_config(DOCS))[CHINESE]
    assert list(check_words("a.md", Prose(text, 1), terms, create_pattern(terms))) == []


def test_a_match_has_its_line_and_a_suggestion() -> None:
    passage = Passage("a.md", 7, "One.\nIt is a\ntext.", "en")
    (match,) = find_matches(load_rules(), [passage])
    assert (match.line, match.message) == (8, "“a text” (text). Write: string.")


def test_a_british_word_gets_its_american_spelling() -> None:
    assert messages("Serialisers") == ["“Serialisers” (spelling). Write: serializers."]


def test_a_chinese_word_is_found_across_a_line_break() -> None:
    assert messages("重新\n加载", "zh")


def test_an_exemption_only_applies_to_its_rule_file_and_text() -> None:
    rules = parse_rules(
        """
        [enabled]
        [spelling]
        grey = ["gray", " "]
        [[rule]]
        id = "a"
        pattern = "bad"
        advice = "Write: good."
        [[exemption]]
        rule = "a"
        file = "a.md"
        text = "a bad one"
        reason = "A quotation."
        """
    )

    def count(file: str, text: str) -> int:
        return len([*find_matches(rules, [Passage(file, 1, text, "en")])])

    assert count("a.md", "It is a bad one.") == 0
    assert count("b.md", "It is a bad one.") == 1
    assert count("a.md", "It is bad.") == 1
    assert count("a.md", "A grey area.") == 1


def test_each_exemption_and_enabled_source_is_in_use() -> None:
    rules = load_rules()
    assert {name for sources in rules.enabled.values() for name in sources} <= set(SOURCES)
    assert {exemption.rule for exemption in rules.exemptions} <= {rule.id for rule in rules.rules}
    passages = [
        passage
        for name in SOURCES
        if any(name in sources for sources in rules.enabled.values())
        for passage in SOURCES[name]()
    ]
    for exemption in rules.exemptions:
        uses = [
            passage
            for passage in passages
            for rule in rules.rules
            if exemption.covers(rule, passage) and any(rule.find(passage.text))
        ]
        assert uses, f"{exemption} matches nothing: remove it"


def test_both_groups_of_rules_apply_to_readmes() -> None:
    assert all("markdown" in sources for sources in load_rules().enabled.values())


def test_ids_of_rules_are_unique() -> None:
    ids = [rule.id for rule in load_rules().rules]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_yields_passages(source: str) -> None:
    assert any(SOURCES[source]())


def test_strings_and_comments_of_python_are_distinguished(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text('"""Doc."""\nx = f"one {1} two"  # why\n', "utf-8")
    assert read_python(str(file)) == [
        Piece(str(file), 1, "Doc.", is_comment=True),
        Piece(str(file), 2, "one … two", is_comment=False),
        Piece(str(file), 2, "why", is_comment=True),
    ]


def test_strings_and_comments_of_typescript_are_distinguished(tmp_path: Path) -> None:
    file = tmp_path / "a.tsx"
    file.write_text(
        "/** Doc. */\nconst x = `one ${1} two`; // why\nconst y = <p title='three'>four</p>;\n",
        "utf-8",
    )
    found = read_typescript((str(file),))
    assert [(piece.line, piece.text.strip(), piece.is_comment) for piece in found] == [
        (2, "one … two", False),
        (3, "three", False),
        (3, "four", False),
        (1, "Doc.", True),
        (2, "why", True),
    ]


def test_code_within_a_string_is_ignored() -> None:
    assert to_passage(Piece("a.ts", 1, "Call `judge` now", is_comment=False)).text == "Call `…` now"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This is a sentence.", True),
        ("是", True),
        ("use-color-mode", False),
        ("select key from entry", False),
        ("stays as (\n  select key from entry\n)", False),
        ("sum(views)::bigint as views", False),
    ],
)
def test_only_sentences_are_prose(text: str, expected: bool) -> None:
    assert is_prose(text) is expected


def test_the_command_fails_for_an_unknown_source() -> None:
    command = [sys.executable, "-m", "scripts.quality.vocabulary", "nothing"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "unknown source nothing" in run.stderr
