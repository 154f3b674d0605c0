"""Pages as standard Markdown."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from docsite.markdown import ParseContext, create_parser, parse
from docsite.records import Document
from generator.tests.support import strings
from generator.tests.test_markdown_hostile import TEXTS

PARSER = create_parser()
COMMONMARK = MarkdownIt("commonmark").enable("table")
EXAMPLES = {
    "examples/tea.ts": "// #region pour\npour();\n// #endregion pour\ndrink();\n",
    "examples/fail.ts": "fail(); // [!code error]\n",
    "examples/fail.message.txt": "TS1: No.\n  Never <T>.\n",
    "examples/change.ts": "keep();\nold(); // [!code --]\nnew(); // [!code ++]\n\nlast();\n",
}


def parse_page(text: str, tag: str = "en-US") -> Document:
    context = ParseContext(
        "guide/page.md",
        strings(tag),
        address="https://tea.example",
        base="/pot/",
        load_example=EXAMPLES.get,
    )
    return parse(text, context, PARSER)


def write(text: str, tag: str = "en-US") -> str:
    return parse_page(text, tag).markdown


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# Tea {#tea}", "# Tea"),
        ("## `pour()` {badge: since 1.2} {#pour}", "## `pour()` (since 1.2)"),
        ("one\ntwo\\\nthree", "one two\\\nthree"),
        ("一\n二", "一二"),
        ("*a* __b__ `` ` `` \\*c\\* snake_case", "*a* __b__ `` ` `` \\*c\\* snake_case"),
        ("1\\. no list\\\n\\# no heading", "1\\. no list\\\n\\# no heading"),
        ("- a\n- b\n  1. c\n\n     d", "- a\n- b\n  1. c\n\n     d"),
        ("3) a\n4) b", "3) a\n4) b"),
        ("::: steps\n1. a\n2. b\n:::", "1. a\n2. b"),
        ("::: file-tree\n- a/\n  - b\n:::", "- a/\n  - b"),
        ("- > a\n  b", "- > a\n\n  b"),
        ("- a\n  ```ts [x]\n  y\n  ```", "- a\n\n  **x**\n\n  ```ts\n  y\n  ```"),
        ("> a\n>\n> b", "> a\n>\n> b"),
        ("| a | b |\n|--:|---|\n| `x \\| y` | |", "| a | b |\n| --: | --- |\n| `x \\| y` |  |"),
        ("a\n\n---\n\nb", "a\n\n___\n\nb"),
        ("    indented", "```\nindented\n```"),
        ("````md\n```ts\n```\n````", "````md\n```ts\n```\n````"),
        ("a\\![x](https://x.example)", "a\\![x](https://x.example)"),
    ],
)
def test_a_page_becomes_standard_markdown(source: str, expected: str) -> None:
    assert write(source) == f"{expected}\n"


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("start.md", "https://tea.example/pot/guide/start.md"),
        ("start.md#water", "https://tea.example/pot/guide/start.md#water"),
        ("index.md", "https://tea.example/pot/guide/index.md"),
        ("../index.md", "https://tea.example/pot/index.md"),
        ("#here", "https://tea.example/pot/guide/page.md#here"),
        ("/leaf.svg", "https://tea.example/pot/leaf.svg"),
        ("https://other.example/a_(b)", "<https://other.example/a_(b)>"),
        ("mailto:tea@tea.example", "mailto:tea@tea.example"),
    ],
)
def test_links_are_absolute_and_lead_to_markdown(href: str, expected: str) -> None:
    assert write(f"[x]({href})") == f"[x]({expected})\n"


def test_an_image_keeps_its_alt_text_and_title() -> None:
    source = '![A *leaf*](/leaf.svg "Its \\"title\\"")'
    expected = '![A leaf](https://tea.example/pot/leaf.svg "Its \\"title\\"")\n'
    assert write(source) == expected


def test_an_included_sample_is_inlined_below_its_name() -> None:
    assert write("<<< examples/tea.ts#pour [tea.ts] {1}") == "**tea.ts**\n\n```ts\npour();\n```\n"


def test_a_block_with_changed_lines_is_a_diff() -> None:
    expected = "```diff\n  keep();\n- old();\n+ new();\n\n  last();\n```\n"
    assert write("<<< examples/change.ts") == expected


def test_other_line_markers_are_removed() -> None:
    assert write("```ts {1}\nfail(); // [!code error]\n```") == "```ts\nfail();\n```\n"


def test_a_code_group_keeps_its_names() -> None:
    source = "::: code-group\n\n```sh [pnpm]\npnpm add\n```\n\n```sh [npm]\nnpm i\n```\n\n:::"
    assert write(source) == "**pnpm**\n\n```sh\npnpm add\n```\n\n**npm**\n\n```sh\nnpm i\n```\n"


def test_compiler_messages_are_below_the_code_unless_the_page_shows_them() -> None:
    code = "```ts\nfail();\n```\n"
    assert write("<<< examples/fail.ts") == f"{code}\n> TS1: No.\\\n> Never \\<T>.\n"
    both = write("<<< examples/fail.ts\n\n<<< examples/fail.message.txt [Compiler]")
    assert both == f"{code}\n**Compiler**\n\n```txt\nTS1: No.\n  Never <T>.\n```\n"


@pytest.mark.parametrize(
    ("tag", "head", "label"),
    [
        ("en-US", "tip", "Tip"),
        ("en-US", "warning Hot water", "Warning: Hot water"),
        ("zh-CN", "danger 小心烫", "危险：小心烫"),
        ("en-US", "details More", "More"),
    ],
)
def test_a_container_is_a_labeled_quote(tag: str, head: str, label: str) -> None:
    assert write(f"::: {head}\na\n\n- b\n:::", tag) == f"> **{label}**\n>\n> a\n>\n> - b\n"


# --- Any input ------------------------------------------------------------------------------------


def shape_of(document: Document) -> list[tuple[object, ...]]:
    """Returns headings by level and text, and code by language and text."""
    headings = [(heading.level, heading.title) for heading in document.headings]
    return [*headings, *((block.language, block.text) for block in document.code_blocks)]


BLOCKS = st.sampled_from(
    [
        *("# a {#a}\n", "## `b` {#b}\n", "text\n", "- c\n- d\n", "1. e\n2. f\n", "> g\n", "***\n"),
        *("```ts\nh\n```\n", "~~~\ni\n~~~\n", "    j\n", "::: tip K\nl\n:::\n"),
        "a | b\n--|--\nc|d\n",
        *("<<< examples/tea.ts\n", "::: code-group\n```ts [x]\ny\n```\n:::\n", "**中**。\n", "\n"),
    ]
)
INDENTS = st.sampled_from(["", "  ", "   ", "> ", "- ", "1. "])
PAGES = st.lists(st.tuples(INDENTS, BLOCKS).map("".join), max_size=14).map("".join)


def without_extensions(text: str) -> str:
    """Removes badges, which add text to headings, and markers, which turn code into a diff."""
    return text.replace("{badge", "").replace("[!code", "")


ANY = st.one_of(PAGES, TEXTS.map(without_extensions))


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(ANY)
@example("{#id} a\nb}\n-\n")
@example("**中**。\n**中**。\n-\n")
def test_the_markdown_has_the_headings_and_code_of_the_page(text: str) -> None:
    document = parse_page(text)
    assert shape_of(parse_page(document.markdown)) == shape_of(document), document.markdown


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(ANY)
def test_a_commonmark_parser_finds_the_same_headings_and_code(text: str) -> None:
    document = parse_page(text)
    tokens = COMMONMARK.parse(document.markdown)
    levels = [int(token.tag[1:]) for token in tokens if token.type == "heading_open"]
    assert levels == [heading.level for heading in document.headings], document.markdown
    code = [token.content.removesuffix("\n") for token in tokens if token.type == "fence"]
    assert code == [block.text for block in document.code_blocks], document.markdown
