"""Examples of each Markdown rule."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.utils import read_fixture_file

from docsite.errors import RenderError
from docsite.markdown import ParseContext, Snippet, create_parser, parse
from docsite.markdown.code import parse_line_numbers
from docsite.markdown.includes import extract_region, find_excerpt
from docsite.records import Document
from docsite.site.routes import is_allowed
from generator.tests.support import FIXTURES, strings

STRINGS = replace(strings(), permalink="Link to {title}", code_group="Samples")
EXAMPLES = {
    "examples/a.ts": "// #region one\n  const a = 1;\n// #endregion one\nconst b = 2;\n",
    "examples/tea.stored.txt": 'local   <tea pot>   {"cups":[2]}\nsession  b  not JSON\n',
    "examples/odd.stored.txt": "one line without columns\n",
}
EMPHASIS = tomllib.loads((FIXTURES / "chinese-emphasis.toml").read_text(encoding="utf-8"))["cases"]


def read(text: str, base: str = "/") -> Document:
    context = ParseContext("guide/page.md", STRINGS, base=base, load_example=EXAMPLES.get)
    return parse(text, context)


def fixtures() -> Iterator[tuple[str, str, str]]:
    for path in sorted(Path(FIXTURES).glob("*.md")):
        for line, title, source, html in read_fixture_file(path):
            yield f"{path.stem}:{line} {title}", source, html


CASES = list(fixtures())


@pytest.mark.parametrize(
    ("source", "html"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_examples_are_rendered_as_expected(source: str, html: str) -> None:
    assert read(source).html == html


INLINE = [case for case in CASES if case[0].startswith("inline:")]


@pytest.mark.parametrize(
    ("source", "html"), [case[1:] for case in INLINE], ids=[c[0] for c in INLINE]
)
def test_search_and_the_markdown_copy_contain_the_text_of_an_inline_rule(
    source: str, html: str
) -> None:
    document = read(source)
    shown = words_of(unescape(re.sub(r"<[^>]*>", " ", html)))
    assert shown <= words_of(" ".join(line for part in document.sections for line in part.lines))
    assert shown <= words_of(document.markdown)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


@pytest.mark.parametrize("case", EMPHASIS, ids=[case["text"] for case in EMPHASIS])
def test_emphasis_works_next_to_chinese_text(case: dict[str, str]) -> None:
    document = read(case["text"])
    assert document.html == f"<p>{case['html']}</p>\n"
    assert "The text contains literal asterisks (**)." not in [p.message for p in document.problems]


def test_emphasis_has_at_least_forty_cases() -> None:
    assert len(EMPHASIS) >= 40


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("存储\n模块", "存储模块"),
        ("模块。\n`get` 读取", "模块。<code>get</code> 读取"),
        ("`get`\n（读取）", "<code>get</code>（读取）"),
        ("使用\n`get`", "使用\n<code>get</code>"),
        ("使用\nVue", "使用\nVue"),
        ("**注意**\n存储", "<strong>注意</strong>存储"),
        ("one\ntwo", "one\ntwo"),
        ("안녕\n세상", "안녕\n세상"),  # Korean separates words with spaces
        ("\uffa1\n\uffa2", "\uffa1\n\uffa2"),  # halfwidth Hangul
        ("㈀\n㉠", "㈀\n㉠"),
    ],
)
def test_a_line_break_between_chinese_characters_is_removed(text: str, html: str) -> None:
    assert read(text).html == f"<p>{html}</p>\n"


def test_removed_line_breaks_do_not_change_line_numbers() -> None:
    assert [link.line for link in read("存储\n模块\n[甲](a.md)").links] == [3]


@pytest.mark.parametrize(
    "text", ["a * b * c", "2 ** 3 ** 4", "a**b**c", "foo*(bar)*baz", "**foo bar **", "*a **b* c**"]
)
def test_emphasis_without_chinese_follows_commonmark(text: str) -> None:
    assert read(text).html == MarkdownIt("commonmark").render(text)


@given(st.text("ab*.!(é ", max_size=30))
def test_emphasis_in_any_text_without_chinese_follows_commonmark(text: str) -> None:
    # Starts with a letter, so that it isn't a list or indented code.
    assert read(f"a{text}").html == MarkdownIt("commonmark").render(f"a{text}")


def test_a_link_to_a_source_becomes_the_path_of_its_page() -> None:
    document = read("[a](../api/core.md#get) [b](index.md) [c](#here) [d](/x.svg)", base="/docs/")
    assert 'href="/docs/api/core.html#get"' in document.html
    assert 'href="/docs/guide/"' in document.html
    assert 'href="#here"' in document.html
    assert 'href="/docs/x.svg"' in document.html
    assert [link.target for link in document.links] == [
        "/api/core.html#get",
        "/guide/",
        "/guide/page.html#here",
        "/x.svg",
    ]


@pytest.mark.parametrize(
    "address",
    [
        *("javascript:x", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "file:///x"),
        *("//x.y", " //x"),
    ],
)
def test_a_url_with_an_executable_scheme_is_rejected(address: str) -> None:
    assert not is_allowed(address)
    assert "<a" not in read(f"[x](<{address}>)").html


@pytest.mark.parametrize("address", ["/\\x.y", "\\\\x.y", "java\tscript:x", "/\n/x.y"])
def test_a_url_that_browsers_parse_differently_is_rejected(address: str) -> None:
    assert not is_allowed(address)


@pytest.mark.parametrize("address", ["https://x.y", "mailto:a@b.c", "a.md", "/x", "#x", "?x:y"])
def test_an_ordinary_url_is_allowed(address: str) -> None:
    assert is_allowed(address)


def test_problems_and_links_have_line_numbers_of_the_file() -> None:
    context = ParseContext("a.md", STRINGS, first_line=5)
    document = parse("# A {#a}\n\none\n[two](b.md)\n**three\n", context)
    assert document.links[0].line == 8
    assert [problem.line for problem in document.problems] == [9]


def test_the_title_is_plain_text_without_badges() -> None:
    assert read("# The `get` **method** {badge: 1.2} {#get}").title == "The get method"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("1", {1}), ("1,3-4", {1, 3, 4}), ("4-3", set()), ("", set()), (" 2 , 5 ", {2, 5})],
)
def test_line_ranges_are_parsed(text: str, numbers: set[int]) -> None:
    assert parse_line_numbers(text) == numbers


def test_a_huge_line_range_is_limited() -> None:
    assert len(parse_line_numbers("1-999999999999")) == 100_000


def test_a_region_excludes_its_markers_and_indentation() -> None:
    text = "<!-- #region a -->\n  x\n  # region b\n  y\n  # endregion b\n<!-- #endregion a -->\nz\n"
    assert extract_region(text, "a") == "x\ny\n"
    assert extract_region(text, "b") == "y\n"
    assert extract_region(text, None) == "  x\n  y\nz\n"
    assert extract_region(text, "c") is None


@pytest.mark.parametrize(
    "line",
    [
        *("region: eu-west-1", 'region = "eu"', "endregion()", "regions"),
        *("# region: eu", '# region = "eu"', "// region: 'eu',"),
    ],
)
def test_code_about_regions_is_not_a_marker(line: str) -> None:
    assert extract_region(f"{line}\n", None) == f"{line}\n"


@pytest.mark.parametrize("start", ["//", "// #", "//#", "#", "# ", "--", "<!-- #", "/* #"])
def test_a_marker_of_a_region_is_a_comment_or_a_directive(start: str) -> None:
    assert extract_region(f"{start}region a\nx\n{start}endregion a\n", "a") == "x\n"


def test_a_directive_with_a_colon_is_a_marker_without_a_name() -> None:
    assert extract_region("// #region: setup\nx\n// #endregion\n", None) == "x\n"


def test_the_choice_of_a_code_group_is_not_prose() -> None:
    text = "::: code-group framework\n```js [Vue]\n1\n```\n```js [React]\n2\n```\n:::\n\nTea."
    assert [prose.text for prose in read(text).prose] == ["Tea."]


@pytest.mark.parametrize(
    ("region", "lines", "indent"), [("a", (2, 4), 2), ("b", (4,), 4), (None, (0, 2, 4, 7), 0)]
)
def test_an_excerpt_has_the_line_numbers_of_its_file(
    region: str | None, lines: tuple[int, ...], indent: int
) -> None:
    text = "x\n// #region a\n  y\n  // #region b\n    z\n  // #endregion b\n// #endregion a\nw\n"
    excerpt = find_excerpt(text, region)
    assert excerpt
    assert (excerpt.lines, excerpt.indent) == (lines, indent)


def test_empty_lines_around_a_region_are_not_counted() -> None:
    excerpt = find_excerpt("// #region a\n\n\n  x\n\n  y\n\n// #endregion a\n", "a")
    assert excerpt
    assert (excerpt.code, excerpt.lines, excerpt.indent) == ("x\n\ny\n", (3, 4, 5), 2)


def test_the_highlighter_gets_code_without_markers() -> None:
    def shout(snippets: Sequence[Snippet]) -> list[list[str]]:
        return [
            [f'<span class="{language}">{line}</span>' for line in code.upper().split("\n")]
            for code, language in snippets
        ]

    document = parse(
        "```ts\na // [!code ++]\nb\n```", ParseContext("a.md", STRINGS, highlight=shout)
    )
    assert '<span class="line added"><span class="ts">A</span></span>' in document.html
    assert document.code_blocks[0].text == "a\nb"


def test_a_highlighter_that_drops_lines_is_an_error() -> None:
    context = ParseContext(
        "a.md", STRINGS, highlight=lambda snippets: [[snippet.code] for snippet in snippets]
    )
    with pytest.raises(RenderError, match="1 lines instead of 2"):
        parse("```ts\na\nb\n```", context)


def test_a_parser_keeps_no_state_between_pages() -> None:
    parser = create_parser()
    first, second = ParseContext("a.md", STRINGS), ParseContext("b.md", STRINGS)
    parse("# A", first, parser)
    assert parse("# B {#b}", second, parser).problems == ()
    assert len(first.problems) == 1


def test_creating_a_parser_fills_the_tables_that_are_not_thread_safe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tables of mdurl aren't safe to fill in two threads."""
    tables: list[dict[str, list[str]]] = [{}, {}]
    monkeypatch.setattr("mdurl._encode.encode_cache", tables[0])
    monkeypatch.setattr("mdurl._decode.decode_cache", tables[1])
    create_parser()
    before = [{name: [*rows] for name, rows in table.items()} for table in tables]
    read("[a](<https://x.example/%20 b>) <https://x.example/%41>")
    assert all(before)
    assert tables == before
