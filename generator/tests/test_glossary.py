from collections.abc import Iterator, Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.check import glossary as glossary_check
from docsite.check.glossary import check_glossary, check_words, create_pattern
from docsite.errors import ConfigError
from docsite.markdown import ParseContext, parse
from docsite.pages.content import to_front_matter
from docsite.pages.parse import ParsedPage
from docsite.records import Problem, Prose, Source
from docsite.site.glossary import parse_glossary, parse_synonyms
from generator.tests.support import good_config, strings

GLOSSARY = """
[[zh-CN]]
term = "entry"
translation = "条目"
forbidden = ["入口"]
unless = ["入口文件"]

[[zh-CN]]
term = "TypeScript"
do_not_translate = true
forbidden = ["TypeSkript", "TS"]
"""


def find(text: str) -> list[tuple[int | None, str]]:
    terms = parse_glossary(GLOSSARY, good_config())["zh-CN"]
    found = check_words("a.md", Prose(text, 5), terms, create_pattern(terms))
    return [(problem.line, problem.hint) for problem in found]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("一个入口。", 5),
        ("第一行\n入口", 6),
        ("一个入\n口。", 5),
        ("入口文件里的入口", 5),
    ],
)
def test_a_forbidden_word_is_found_across_lines(text: str, line: int) -> None:
    assert find(text) == [(line, "Write 条目 for entry.")]


@pytest.mark.parametrize("text", ["入口文件", "入\n口文件", "条目", "TSX 和 mTS", "Type\nSkript"])
def test_a_word_that_contains_a_forbidden_word_is_allowed(text: str) -> None:
    assert find(text) == []


def test_an_untranslated_word_has_one_spelling() -> None:
    assert find("用 TS 写") == [(5, "Write TypeScript for TypeScript.")]


def test_a_chinese_word_needs_no_boundary() -> None:
    assert find("a入口b") == [(5, "Write 条目 for entry.")]


def make_page(texts: Sequence[str]) -> ParsedPage:
    front = to_front_matter({"summary": "S"})
    source = Source("zh/a.md", "zh-CN", "", 1, front, date(2020, 2, 29))
    document = parse("", ParseContext("zh/a.md", strings("zh-CN")))
    prose = tuple(Prose(text, line) for line, text in enumerate(texts, start=1))
    return ParsedPage("/zh/a.html", source, replace(document, prose=prose))


PIECES = st.sampled_from(["入", "口", "文件", "T", "S", "Type", "Skript", "\n", " ", "x"])


@given(st.lists(st.lists(PIECES, max_size=6).map("".join), max_size=4))
def test_a_page_has_the_problems_of_its_passages(texts: list[str]) -> None:
    glossary = parse_glossary(GLOSSARY, good_config())
    terms = glossary["zh-CN"]
    page = make_page(texts)
    assert list(check_glossary(glossary, [page])) == [
        problem
        for prose in page.document.prose
        for problem in check_words("zh/a.md", prose, terms, create_pattern(terms))
    ]


def test_passages_are_searched_only_if_the_page_contains_a_forbidden_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[str] = []

    def count(file: str, *_: object) -> Iterator[Problem]:
        searched.append(file)
        return iter(())

    monkeypatch.setattr(glossary_check, "check_words", count)
    terms = parse_glossary(GLOSSARY, good_config())
    list(check_glossary(terms, [make_page(["条目", "mTS", "入", "口"])]))
    assert searched == []
    list(check_glossary(terms, [make_page(["条目", "入口"])]))
    assert searched


def test_without_forbidden_words_nothing_is_reported() -> None:
    terms = parse_glossary('[[zh-CN]]\nterm = "a"\ntranslation = "甲"\n', good_config())["zh-CN"]
    assert not list(check_words("a.md", Prose("甲乙", 1), terms, create_pattern(terms)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[zh-CN]]\nterm = "a"\n', "needs either"),
        (
            '[[zh-CN]]\nterm = "a"\ntranslation = "b"\ndo_not_translate = true\n',
            "needs either a transl",
        ),
        ('[[zh-CN]]\ntranslation = "b"\n', "term: this key is missing"),
        ('[[de-DE]]\nterm = "a"\ntranslation = "b"\n', "unknown key"),
        ('[[zh-CN]]\nterm = "a"\ntranslation = "b"\nforbiden = []\n', "unknown key"),
        ('[[zh-CN]]\nterm = "a"\ntranslation = "入口"\nforbidden = ["口"]\n', "入口 contains"),
        ('[[zh-CN]]\nterm = "a"\ndo_not_translate = 1\n', "neither true nor false"),
    ],
)
def test_an_invalid_glossary_is_rejected(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_glossary(text, good_config())


def test_synonyms_are_lists_by_language() -> None:
    text = GLOSSARY + '\n[synonyms.en-US]\n"logout, log out" = ["sign out"]\n'
    assert parse_synonyms(text, good_config()) == {"en-US": {"logout, log out": ("sign out",)}}
    assert parse_synonyms(GLOSSARY, good_config()) == {}
    assert [term.term for term in parse_glossary(text, good_config())["zh-CN"]] == [
        "entry",
        "TypeScript",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[synonyms.fr]\na = ["b"]', "synonyms.fr: unknown key"),
        ('[synonyms.en-US]\na = "b"', "is not a table of synonyms"),
    ],
)
def test_invalid_synonyms_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_synonyms(text, good_config())
