"""Malicious and random text."""

import gc
import time
from functools import partial
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsite.markdown import ParseContext, create_parser, parse
from docsite.site.routes import SCHEMES
from generator.tests.support import is_linear, strings

PARSER = create_parser()
MATH_PARSER = create_parser(has_math=True)
STRINGS = strings()
FRAGMENTS = [
    *("# ", "## ", "{#id}", "{#", "}", "- ", "1. ", "> ", "    ", "\t", "\n", "\n\n", "***", "**"),
    *("*", "_", "`", "```", "```ts {1-3} [a]", "~~~", ":::", "::: tip", "::: details x", "::::"),
    *("::: code-group", "::: steps", "<<< a.ts", "<<< a.ts#b [c]", "| a | b |\n|:-|-:|\n", "|"),
    *("[", "]", "("),
    *(")", "![", "](", "[x]: ", "<", ">", "<!--", "-->", "&", "&#106;", "&colon;", "&Tab;", "\\"),
    *("<script>", "</script>", "<img src=x onerror=x>", "<svg/onload=x>", "style=", "onclick='x'"),
    *("javascript:", "JAVASCRIPT:", "java\tscript:", "data:text/html,", "vbscript:", "file:///"),
    *("https://a.example", "//a.example", "mailto:a@b.c", "{badge: ", "{badge danger: x}", '"'),
    *("\n> ", "\n- ", "\n:::\n", "\n> :::", "\nb\n", "\n    "),
    *("'", "中", "：", "。", "（", "[!code ++]", "// ", "\x00", "\u2028", "\ufe0f", "😀", "a"),
]
TEXTS = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join),
    st.text(max_size=200),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=8)), max_size=40).map("".join),
)
TAGS = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "hr", "br", "em"),
    *("strong", "code", "pre", "span", "div", "details", "summary", "a", "img", "label", "input"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    *("id", "class", "href", "src", "alt", "title", "rel", "tabindex", "start"),
    *("aria-label", "data-language", "data-last", "role", "type", "name", "value", "checked"),
}


class Inspector(HTMLParser):
    """Collects HTML that our rules never produce."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "input" and ("type", "radio") not in attrs:
            self.wrong.append("input that is no tab")
        if tag not in TAGS:
            self.wrong.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.wrong.append(f"{tag} {name}")
            if name in ("href", "src") and not is_harmless(value or ""):
                self.wrong.append(f"{tag} {name}={value}")


def is_harmless(address: str) -> bool:
    # Like browsers, ignores control characters and white space around a scheme.
    bare = "".join(char for char in address if char > " ")
    scheme, colon, _ = bare.partition(":")
    has_scheme = bool(colon) and not set("/?#") & set(scheme)
    return scheme.lower() in SCHEMES if has_scheme else not bare.startswith(("//", "/\\", "\\"))


def inspect(text: str) -> list[str]:
    context = ParseContext(
        "guide/a.md", STRINGS, load_example=lambda _: "</code><script>x</script>\n"
    )
    inspector = Inspector()
    inspector.feed(parse(text, context, PARSER).html)
    inspector.close()
    return inspector.wrong


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS)
def test_no_text_produces_scripts_handlers_styles_or_unsafe_schemes(text: str) -> None:
    assert inspect(text) == []


@pytest.mark.parametrize(
    "text",
    ["> :::\n>", "> ::: tip\n> ", "- :::\n-", "> ```\n>", "> |a|\n>|-|\n>", ":::code-group\n```"],
)
def test_truncated_text_is_safe(text: str) -> None:
    assert inspect(text) == []


def test_the_inspector_detects_unsafe_html() -> None:
    inspector = Inspector()
    inspector.feed(
        "<script></script><a onclick=x href='java\nscript:x'></a><p style=x><a href=//x>"
    )
    assert len(inspector.wrong) == 5


HOSTILE = {
    "open brackets": "[",
    "links": "[a](",
    "images": "![",
    "stars": "*a ",
    "runs of stars": "**中：",
    "underscores": "_a ",
    "backticks": "`a``",
    "entities": "&#1;",
    "badges": "{badge: ",
    "ids": "# a {#",
    "containers": "::: tip\n",
    "container ends": ":::\n",
    "deep containers": ":::: tip\n::: a\n",
    "quotes": "> ",
    "quotes that stop": "> # a\nb\n",
    "lists": "- ",
    "includes": "<<< a\n",
    "fences": "```ts {1-9999999} [",
    "marks": "    a // [!code ",
    "tables": "|a",
    "angle brackets": "<a ",
    "lines": "a\n",
    "Chinese lines": "中\n",
    "bold Chinese lines": "**中**\n",
    "spaces": " ",
    "titles": '[a](b "',
    "references": "[a]: b\n",
    "uses of references": "[a][",
    "brackets in brackets": "[[a]",
    "comments": "<!--",
    "escapes": "\\",
    "same headings": "## a {#a}\n\n",
    "ends of emphasis": "a**",
    "code groups": "::: code-group\n```ts\n```\n",
    "tables of one row": "|a|b|\n|-|-|\n",
    "HTML": "<div>\n",
    "closed comments": "<!-- --> ",
    "comments in lines": "a <!--",
    "comments in lists": "- <!--\n",
    "comments of two lines": "<!--\n--> a\n",
    "attributes": '<a b="',
    "ends of attributes": "<a b='' ",
    "attribute lists": "{a=b ",
    "undefined links": "[a][b] ",
    "footnotes": "[^a]: b\n",
    "marks of text": "==a~~b^^c~d^e++f ",
    "deleted text": "~~a~~ ",
    "macros": "{{ {% ",
    "addresses": "http://a.",
    "emoji": ":a",
    "open components": "<A b=",
    "definitions": "a\n: b\n",
    "escaped brackets": "\\(a",
    "tabs": '=== "a"\n',
}
HOSTILE_MATH = {
    "formulas before text": "$$a$$ b\n",
    "open blocks": "$$a\n",
    "open formulas": "$a",
    "escaped ends": "$\\",
}


def seconds_for(pattern: str, length: int, *, has_math: bool = False) -> float:
    """Returns the CPU time for a page that repeats one pattern."""
    text = "# T {#t}\n\n" + pattern * (length // len(pattern))
    gc.disable()  # collecting the garbage of other tests takes longer
    try:
        start = time.process_time()
        context = ParseContext("a.md", STRINGS, math=has_math)
        parse(text, context, MATH_PARSER if has_math else PARSER)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_length(name: str) -> None:
    assert is_linear(lambda length: seconds_for(HOSTILE[name], length), 2_000, floor_s=0.05)


@pytest.mark.parametrize("name", HOSTILE_MATH)
def test_time_is_linear_in_the_length_of_formulas(name: str) -> None:
    pattern = HOSTILE_MATH[name]
    seconds = partial(seconds_for, pattern, has_math=True)
    assert is_linear(seconds, 2_000, floor_s=0.1)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=3).map("".join))
def test_time_is_linear_for_random_patterns(pattern: str) -> None:
    assert is_linear(lambda length: seconds_for(pattern, length), 1_000, floor_s=0.4)
