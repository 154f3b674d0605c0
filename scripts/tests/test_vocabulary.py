"""The vocabulary check rejects the wrong examples, and accepts their replacements."""

import tomllib
from pathlib import Path

import pytest

from docsite.check.glossary import check_words, create_pattern
from docsite.records import Prose
from docsite.site.config import load_config
from docsite.site.glossary import load_glossary
from scripts.quality.vocabulary.__main__ import find_matches, find_mistakes, main
from scripts.quality.vocabulary.rules import Passage, load_rules, parse_rules
from scripts.quality.vocabulary.sources import (
    CHINESE,
    DOCS,
    SOURCES,
    Piece,
    is_prose,
    list_code_files,
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


ENGLISH = {
    "judge": ("judge a value", "a schema that judges"),
    "hear": ("hears of the change", "a handler that hears"),
    "tell": ("is told", "tells"),
    "render-again": ("renders again",),
    "take-over": ("takes over markup",),
    "server-rendering": ("a server rendering",),
    "a-server": ("on a server", "markup from a server"),
    "keep": ("keep it in storage", "keeps values in local storage", "is kept in the browser"),
    "remember": ("remember",),
    "follow": ("follows a value",),
    "text": ("is text", "a text", "texts"),
    "signs": ("eight signs",),
    "small-letters": ("small letters",),
    "fault": ("fault",),
    "mend": ("mend",),
    "amiss": ("amiss",),
    "security-hole": ("hole in security",),
    "reader": ("reader",),
    "nobody": ("whoever", "somebody", "nobody", "people", "a person"),
    "frame": ("a frame of the same site",),
    "stand": ("stands in", "lies in"),
    "is-no": ("is no module", "is none"),
    "of-yours": ("a handler of yours", "a page of yours"),
    "of-its-own": ("of its own",),
    "what-must-be": ("what must be", "what cannot be"),
    "in-place-of": ("in the place of",),
    "at-once": ("at once",),
    "for-good": ("for good", "for ever", "anew", "afresh"),
    "sums": ("sums",),
    "garbage": ("circles of garbage",),
    "apart-from": ("apart from", "beside"),
    "of-now": ("the value of now",),
    "give": ("give", "hand out", "a creator that gives a module"),
    "without": ("goes without", "does without"),
    "wire": ("the wire of Ackee",),
    "what-clause": ("What concerns a module as a whole.",),
    "inverted-condition": ("Leave one out, and the compiler asks for it.",),
    "who-clause": ("Who has been silent is a stranger.", "is no other than a stranger"),
    "spelling": ("colour", "initialise", "serialiser", "behaviour", "licence"),
}
CHINESE_PHRASES = {
    "zh-release": ("第二版",),
    "zh-report": ("报告错误",),
    "zh-give": ("给出", "交出"),
    "zh-make": ("造一个模块",),
    "zh-if": ("写了选项的话，之后还可能有错误",),
    "zh-item": ("条目（item）", "可订阅的条目"),
    "zh-error-code": ("错误代码",),
    "zh-error-message": ("出错的信息",),
    "zh-denied": ("被禁止", "被屏蔽"),
    "zh-reload": ("重新加载",),
    "zh-server": ("服务器渲染", "服务器端"),
    "zh-any-project": ("任何项目",),
    "zh-check-function": ("查询函数",),
    "zh-colloquial": ("什么都", "东西", "有人", "有路可走", "一生", "打扫"),
}


@pytest.mark.parametrize(
    ("language", "rule", "phrase"),
    [
        (language, rule, phrase)
        for language, rules in (("en", ENGLISH), ("zh", CHINESE_PHRASES))
        for rule, phrases in rules.items()
        for phrase in phrases
    ],
)
def test_each_unusual_phrase_has_a_rule(language: str, rule: str, phrase: str) -> None:
    passage = Passage("a.md", 1, phrase, language)
    assert rule in {match.rule for match in find_matches(load_rules(), [passage])}


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


QUOTED = """
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


def test_an_exemption_only_applies_to_its_rule_file_and_text() -> None:
    rules = parse_rules(QUOTED)

    def count(file: str, text: str) -> int:
        return len([*find_matches(rules, [Passage(file, 1, text, "en")])])

    assert count("a.md", "It is a bad one.") == 0
    assert count("b.md", "It is a bad one.") == 1
    assert count("a.md", "It is bad.") == 1
    assert count("a.md", "A grey area.") == 1


def test_a_source_without_text_and_an_unused_exemption_are_reported() -> None:
    rules = parse_rules(QUOTED)
    used, unused = (Passage("a.md", 1, text, "en") for text in ("It is a bad one.", "It is bad."))
    assert [*find_mistakes(rules, {"pages": [unused, used]})] == []
    source, exemption = find_mistakes(rules, {"pages": [unused], "site": []})
    assert source.startswith("the source site has no text")
    assert "A quotation" in exemption


def test_enabled_sources_and_rules_of_exemptions_exist() -> None:
    rules = load_rules()
    assert set(rules.sources) <= set(SOURCES)
    assert {exemption.rule for exemption in rules.exemptions} <= {rule.id for rule in rules.rules}


@pytest.mark.parametrize("source", ["markdown", "comments"])
def test_both_groups_of_rules_apply_to_readmes_and_comments(source: str) -> None:
    assert all(source in sources for sources in load_rules().enabled.values())


def test_comments_are_also_read_in_tests_and_strings_are_not() -> None:
    files = {*list_code_files()}
    assert files >= {"harness/network.py", "benchmarks/site/bare.tsx", "theme/src/app/boot.ts"}
    commented = {passage.file for passage in SOURCES["comments"]()}
    assert commented >= {"tests/conftest.py", "packages/hooks/tests/adopt.test.ts"}
    messages = {passage.file for passage in SOURCES["errors"]()}
    assert messages >= {"packages/core/src/hints.ts"}
    assert [file for file in messages if ".test." in file or "/tests/" in file] == []


def test_a_match_in_a_comment_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    passage = Passage("a.py", 7, "Tells the store.", "en")
    monkeypatch.setitem(SOURCES, "comments", lambda: iter([passage]))
    assert main(["comments"]) == 1
    assert "a.py:7: error: “Tells” (tell)" in capsys.readouterr().err


def test_ids_of_rules_are_unique() -> None:
    ids = [rule.id for rule in load_rules().rules]
    assert len(set(ids)) == len(ids)


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


def test_the_command_fails_for_an_unknown_source(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["nothing"])
    assert ended.value.code == 2
    assert "unknown source nothing" in capsys.readouterr().err
