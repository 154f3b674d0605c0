"""Comments in samples are translated into the language of the page."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.errors import ConfigError
from docsite.load import load_site
from docsite.pages.parse import ParsedPage, ParseMemo
from docsite.records import Problem
from docsite.site.comments import is_prose, parse_comments, separate, translate_comments
from generator.tests.support import append, copy_site, good_config

SAMPLE = """\
// #region use
/** Boils water. */
const boil = () => {
  pour('// Pour it.'); // Pour it.
};
/*
 * First line.
 * Second line.
 */
boil(); // 'done'
// #endregion use
// Hidden.
"""
TABLE = """\
[zh-CN]
"Boils water." = "烧水。"
"Pour it." = "倒水。"
"First line." = "第一行。"
"Second line." = "第二行。"
"""


def translate(code: str, language: str = "ts") -> str:
    return translate_comments(code, language, parse_comments(TABLE, good_config())["zh-CN"])


# --- The table -----------------------------------------------------------------------------------


def test_each_language_except_the_first_can_have_a_table() -> None:
    assert parse_comments("", good_config()) == {}
    assert parse_comments('[zh-CN]\n"a b" = "甲"\n', good_config()) == {"zh-CN": {"a b": "甲"}}
    with pytest.raises(ConfigError, match="en-US: unknown key"):
        parse_comments('[en-US]\na = "b"\n', good_config())


@pytest.mark.parametrize(
    "text",
    [
        *("", " 甲", "甲 ", "甲\\n乙", "甲\\u2028乙", "甲 */ 乙", "甲 --> 乙", "甲 --!> 乙"),
        *("甲 </script> 乙", "/甲", ">甲", "-> 甲", "甲 [!code ++]", "#region 甲", "endregion"),
    ],
)
def test_a_translation_that_would_change_the_code_is_rejected(text: str) -> None:
    with pytest.raises(ConfigError, match="can't replace a comment") as caught:
        parse_comments(f'[zh-CN]\n"a" = "一"\n"b" = "{text}"\n', good_config())
    assert caught.value.line == 3


# --- Replacing -----------------------------------------------------------------------------------


def test_only_the_text_of_comments_changes() -> None:
    assert translate(SAMPLE) == (
        SAMPLE.replace("Boils water.", "烧水。")
        .replace("; // Pour it.", "; // 倒水。")
        .replace("First line.", "第一行。")
        .replace("Second line.", "第二行。")
    )


@pytest.mark.parametrize(
    ("code", "language", "expected"),
    [
        ("a // Pour it. Now.", "ts", "a // Pour it. Now."),
        ("a //Pour it.", "ts", "a //倒水。"),
        ("a // Pour it. // [!code ++]", "ts", "a // 倒水。 // [!code ++]"),
        ("/* Pour it. */ a", "ts", "/* Pour it. */ a"),
        ("a(/* Pour it. */);", "ts", "a(/* 倒水。 */);"),
        ("x = <p>{/* Pour it. */} a</p>", "tsx", "x = <p>{/* Pour it. */} a</p>"),
        ("x = <p>\n  {/* Pour it. */}\n</p>", "tsx", "x = <p>\n  {/* 倒水。 */}\n</p>"),
        ("<!-- Pour it. -->", "vue", "<!-- 倒水。 -->"),
        ("a = 1 # Pour it.", "toml", "a = 1 # 倒水。"),
        ("# Pour it.", "txt", "# Pour it."),
    ],
)
def test_a_comment_keeps_its_delimiters_and_its_position(
    code: str, language: str, expected: str
) -> None:
    """A comment before a name isn't translated, because hovers find names by column."""
    assert translate(code, language) == expected


_TOKENS = st.sampled_from(
    [
        *("a = '// Pour it.';\n", "b(`/* Pour it. */`) ", "c / d;\n", "{\n", "}\n", "\n"),
        *("// Pour it.\n", "/* Pour it. */\n", "/**\n * First line.\n */\n", "// Other.\n", "x "),
    ]
)


@given(st.lists(_TOKENS, max_size=20).map("".join))
def test_translation_never_changes_code_or_line_numbers(code: str) -> None:
    translated = translate(code)
    assert translated.count("\n") == code.count("\n")
    assert separate(translated, "ts").code == separate(code, "ts").code
    strings = re.compile(r"'[^'\n]*'|`[^`]*`")
    assert strings.findall(translated) == strings.findall(code)
    assert translate(translated) == translated


# --- Reading -------------------------------------------------------------------------------------


def test_code_and_comments_are_separated_line_by_line() -> None:
    whole = separate(SAMPLE, "ts")
    assert whole.code.split("\n") == [
        *("", "", "const boil = () => {", "  pour('// Pour it.');", "};"),
        *("", "", "", "", "boil();", "", ""),
    ]
    assert whole.comments == (
        *("Boils water.", "Pour it.", "First line.", "Second line.", "'done'", "Hidden."),
    )
    part = separate(SAMPLE, "ts", (3, 4), indent=1)
    assert part.code.split("\n") == [" pour('// Pour it.');", ";"]
    assert part.comments == ("Pour it.",)
    assert separate("// region: north\n// #region a\n", "ts").comments == ("region: north",)


@pytest.mark.parametrize(
    "text",
    [
        *("'dark'", "2", "-1.5", "true", "undefined", "{ theme: 'dark', size: 2 }", "[1, 2]"),
        *("helper.size()", "settings.theme", "=> 2", '"a b c"', "`a b`"),
    ],
)
def test_a_value_or_a_name_needs_no_translation(text: str) -> None:
    assert not is_prose(text)


@pytest.mark.parametrize("text", ["removed", "or protect('strict')", "'drak' doesn't compile"])
def test_words_need_a_translation(text: str) -> None:
    assert is_prose(text)


# --- Pages ---------------------------------------------------------------------------------------


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = copy_site(tmp_path)
    (docs / "examples/pour.ts").write_text(SAMPLE, encoding="utf-8")
    (docs / "comments.toml").write_text(TABLE, encoding="utf-8")
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(docs / file, "\n<<< examples/pour.ts#use [pour.ts]\n")
    return docs


def page_of(docs: Path, file: str) -> ParsedPage:
    return next(page for page in load_site(docs).pages if page.source.file == file)


def test_each_page_shows_comments_in_its_language(docs: Path) -> None:
    assert load_site(docs).problems == ()
    original, translated = page_of(docs, "guide/pour.md"), page_of(docs, "zh/guide/pour.md")
    assert "/** Boils water. */" in original.document.html
    for text in (translated.document.html, translated.document.markdown):
        assert "/** 烧水。 */" in text
        assert "Boils" not in text
    (before,), (after,) = original.document.code_blocks, translated.document.code_blocks
    assert before.code == after.code
    assert before.lines == after.lines
    assert after.comments == ("烧水。", "倒水。", "第一行。", "第二行。", "'done'")


def test_a_comment_without_a_translation_is_a_warning(docs: Path) -> None:
    table = TABLE.replace('"Pour it." = "倒水。"\n', "")
    (docs / "comments.toml").write_text(table, encoding="utf-8")
    line = (docs / "zh/guide/pour.md").read_text(encoding="utf-8").count("\n")
    assert load_site(docs).problems == (
        Problem(
            severity="warning",
            file="zh/guide/pour.md",
            line=line,
            message="A comment in examples/pour.ts isn't translated to zh-CN: Pour it.",
            hint="Add its translation to comments.toml, under [zh-CN].",
        ),
    )


def test_a_comment_before_a_name_is_a_warning_with_a_hint(docs: Path) -> None:
    sample = SAMPLE.replace("boil(); // 'done'", "/* Pour it. */ boil();")
    (docs / "examples/pour.ts").write_text(sample, encoding="utf-8")
    (problem,) = load_site(docs).problems
    assert problem.hint == "Move the comment to the end of its line."


def test_an_unused_translation_is_a_warning(docs: Path) -> None:
    append(docs / "comments.toml", '"Hidden." = "隐藏。"\n')
    assert load_site(docs).problems == (
        Problem(
            severity="warning",
            file="comments.toml",
            line=TABLE.count("\n") + 1,
            message="No page shows a sample with this comment: Hidden.",
            hint="Remove it, or write it as in the sample.",
        ),
    )


def test_a_translation_must_follow_the_glossary(docs: Path) -> None:
    term = '[[zh-CN]]\nterm = "water"\ntranslation = "水"\nforbidden = ["烧水"]\n'
    (docs / "glossary.toml").write_text(term, encoding="utf-8")
    problems = load_site(docs).problems
    assert [(problem.file, problem.line) for problem in problems] == [("comments.toml", 2)]


@pytest.mark.parametrize(
    ("original", "translated", "is_right"),
    [
        ("a(); // Pour it.", "a(); // 倒水。", True),
        ("a(); // Pour it.", "a(); // Pour it.", False),
        ("a(); // 'done'", "a(); // 'done'", True),
        ("a('// b')", "a('// c')", False),
        ("a(' // b')", "a(' // c')", False),
    ],
)
def test_inline_code_of_a_translation_differs_only_in_translated_comments(
    docs: Path, original: str, translated: str, is_right: bool
) -> None:
    append(docs / "guide/pour.md", f"\n```ts\n{original}\n```\n")
    append(docs / "zh/guide/pour.md", f"\n```ts\n{translated}\n```\n")
    assert (load_site(docs).problems == ()) == is_right


def test_an_untranslated_comment_of_inline_code_is_a_warning(docs: Path) -> None:
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(docs / file, "\n```ts\na(); // Boil it.\n```\n")
    line = (docs / "zh/guide/pour.md").read_text(encoding="utf-8").count("\n") - 2
    assert load_site(docs).problems == (
        Problem(
            severity="warning",
            file="zh/guide/pour.md",
            line=line,
            message="A comment isn't translated to zh-CN: Boil it.",
            hint="Translate it.",
        ),
    )


def test_a_comment_of_a_file_may_be_in_inline_code_of_a_translation(docs: Path) -> None:
    append(docs / "guide/pour.md", "\n```ts\na();\n```\n")
    append(docs / "zh/guide/pour.md", "\n```ts\na(); // Pour it.\n```\n")
    assert load_site(docs).problems == ()


def test_without_a_table_comments_are_unchanged(docs: Path) -> None:
    (docs / "comments.toml").unlink()
    assert load_site(docs).problems == ()
    assert "Boils water." in page_of(docs, "zh/guide/pour.md").document.html


def test_the_next_build_shows_a_changed_translation(docs: Path) -> None:
    memo = ParseMemo()
    load_site(docs, memo=memo)
    text = (docs / "comments.toml").read_text(encoding="utf-8")
    (docs / "comments.toml").write_text(text.replace("烧水。", "煮水。"), encoding="utf-8")
    pages = load_site(docs, memo=memo).pages
    (page,) = (page for page in pages if page.source.file == "zh/guide/pour.md")
    assert "煮水。" in page.document.html
