"""Syntax of other tools is reported, and no comment is published."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.markdown import ParseContext, parse
from docsite.markdown.foreign import Mask
from docsite.markdown.foreign_syntax import SYNTAX
from docsite.records import Document, Problem
from generator.tests.support import FIXTURES, strings

TABLE = tomllib.loads((FIXTURES / "foreign-syntax.toml").read_text(encoding="utf-8"))
CASES: Mapping[str, Mapping[str, Any]] = {
    f"{tool}: {case['text'].strip()}": case for tool, cases in TABLE.items() for case in cases
}
TEXTS = [case["text"].strip("\n") for case in CASES.values()]
FIRST = 3
"""The line of the file on which the text of a case starts."""


def read(text: str, *, has_math: bool = False) -> Document:
    context = ParseContext("guide/page.md", strings(), math=has_math)
    return parse(f"# Title {{#title}}\n\n{text}", context)


def problems_of(text: str) -> tuple[Problem, ...]:
    return read(text).problems


def test_the_table_has_constructs_of_all_tools() -> None:
    assert set(TABLE) == {"MkDocs", "GitHub", "Docusaurus", "VitePress", "Sphinx", "other"}
    assert len(CASES) >= 40
    found = {problem.message for text in TEXTS for problem in problems_of(text)}
    missing = [one.name for one in SYNTAX if not any(one.name in message for message in found)]
    assert missing == []


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_foreign_syntax_is_reported_with_its_line_and_what_to_write(
    case: Mapping[str, Any],
) -> None:
    expected = case.get("message") or f"is {case['is']}"
    (found,) = [one for one in problems_of(case["text"].strip("\n")) if expected in one.message]
    assert found.line == case.get("line", 1) + FIRST - 1
    also = [int(line) for line in re.findall(r"\d+", found.message.partition(" Also on ")[2])]
    assert also == [line + FIRST - 1 for line in case.get("also", ())]
    assert case["write"] in found.hint
    is_error = "message" in case and "diagram" not in expected
    assert found.severity == case.get("severity", "error" if is_error else "warning")


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_is_reported_in_code_and_comments(text: str) -> None:
    indented = "\n".join(f"    {line}" for line in text.split("\n"))
    assert problems_of(f"~~~~~text\n{text}\n~~~~~") == ()
    assert problems_of(f"Text.\n\n{indented}") == ()
    if "\n" not in text and "`" not in text:
        assert problems_of(f"The code `{text}` and ``{text}``.") == ()
    if "-->" not in text:
        assert problems_of(f"<!--\n{text}\n-->") == ()


LITERAL = (
    "a == b and c == d, or a != b",
    "C++ and C++, or ++i and i++",
    "It takes 10:20:30, from 8:00 to 9:00. Note: this: that.",
    "the regular expression of a[i][j] and f(x)[0]",
    "docsite new <folder> --title <title> -o <name.ext>",
    "List<String> and Map<K, V>",
    "2 < 3 and 5 > 4, a<b and c>d",
    "It costs $5, or $10 for two; $HOME and $PATH.",
    "100 % sure, 50% of it",
    "Wait... what?!! No!!!",
    "What???",
    "~/kettle and ~/pot, about ~5 minutes",
    "x^2 and 2^10",
    "{a, b} and {1,3}, {name}",
    "{badge: since 1.2} and {badge warning: new}",
    "\\==not== \\~~not~~ \\!!! not \\[^1] \\:smile\\: \\<br> \\{{ not }} \\[not\\]\\[there\\]",
    "[https://kettle.example](https://kettle.example) and <https://kettle.example>",
    '[text](https://kettle.example/a_(b) "a ==title==")',
    "[text][target] and [target][]\n\n[target]: https://kettle.example",
    "[x] is not a list\n\n1. [link](/) first",
    "> A quote with [!] marks",
    "at 3 p.m. :) or :-)",
    "std::vector and a::b::c",
    "- item\n- [link](/)",
    "**bold**: text\n\n- *a*: b",
    "1.. 2",
    "&lt;br&gt; and &copy;",
    "mail <tea@kettle.example>",
    "A — B: “C” — 茶：《水》",
    "|x| and a|b|c, or | alone",
    "/// is a comment, and // too",
    "std::",
    "name@host and [@] and [a@b]",
    "{a.b and c.d}, ${a.b}, /tea/{pot}/{cup}",
    "`#!/bin/sh` and `#!`",
    "\\`` and \\```",
    "> A quote\n> > in a quote\n> > > in a quote",
    "a~ and ~b",
    "::: tip Use {name} and {}\nText.\n:::",
    "See [a:b](/) and x:[y]",
    "`a`_b and `c`__d",
    "+++ is a fence",
    "<std::vector> and <a::b>",
)


@pytest.mark.parametrize("text", LITERAL)
def test_text_that_only_looks_similar_is_not_reported(text: str) -> None:
    assert problems_of(text) == ()


@pytest.mark.parametrize(
    ("code", "mark"),
    [
        ("// highlight-next-line\nboil()", "highlight-next-line"),
        ("# highlight-start\nboil()\n# highlight-end", "highlight-start"),
        ("{/* error-next-line */}\nboil()", "error-next-line"),
        ("boil() // [!code focus:2]", "[!code focus:2]"),
        ("boil() // [!code hl]", "[!code hl]"),
        ("boil() # [!code ++] more", "[!code ++]"),
    ],
)
def test_a_mark_in_code_that_docsite_does_not_know_is_reported(code: str, mark: str) -> None:
    first, *_ = problems_of(f"```js\n{code}\n```")
    assert first.message == f"“{mark}” isn't a mark of docsite, and would be published as code."
    assert (first.line, first.severity) == (FIRST, "warning")
    assert "highlight" in first.hint
    assert problems_of(f"```md\n{code}\n```") == ()


def test_code_that_only_looks_like_a_mark_is_not_reported() -> None:
    code = "print('[!code hl]') // highlighted\nhighlight-start\nx // [!code ++]"
    assert problems_of(f"```js\n{code}\n```") == ()


def test_a_formula_of_github_in_a_code_block_is_reported() -> None:
    (problem,) = problems_of("```math\nx^2\n```")
    assert problem.message == "This formula would be published as code."
    assert "math = true" in problem.hint


@pytest.mark.parametrize("attributes", ["{open}", "{.wide}", "{#more}", 'title="{x}" {a="b"}'])
def test_attributes_of_a_container_are_reported(attributes: str) -> None:
    (problem,) = problems_of(f"::: details More {attributes}\nText.\n:::")
    shown = attributes[attributes.rindex("{") :]
    assert problem.message == f"{shown} would be published as a part of the title."


def test_formulas_are_not_reported_if_the_site_has_formulas() -> None:
    text = "The formula $a ==b== \\sqrt{2}$ and $5.\n\n$$\nx ~~2~~\n$$\n"
    assert read(text, has_math=True).problems == ()


def test_each_syntax_is_reported_once_for_a_page() -> None:
    text = "\n\n".join(["~~a~~ and ~~b~~"] * 15)
    (problem,) = problems_of(text)
    assert problem.line == FIRST
    assert problem.message.endswith("Also on lines 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 4 more.")


# --- Comments -------------------------------------------------------------------------------------

COMMENTS = {
    "a block": ("One.\n\n<!-- internal -->\n\nTwo.", "One. Two."),
    "several lines": (
        "One.\n\n<!--\ninternal\n\n# internal\n\n- internal\n-->\n\nTwo.",
        "One. Two.",
    ),
    "a line between lines": ("One.\n<!-- internal -->\nTwo.", "One. Two."),
    "in a line": ("One <!-- internal --> two.", "One two."),
    "at the start of a line": ("<!-- internal --> One.", "One."),
    "at the end of a line": ("One.  <!-- internal -->\nTwo.", "One. Two."),
    "over two lines": ("One <!-- internal\ninternal --> two.", "One two."),
    "text after several lines": ("<!-- internal\n\ninternal --> One.", "One."),
    "a heading after several lines": ("<!--\n\ninternal --> ## One {#one}", "One"),
    "two comments": ("<!-- internal --> <!-- internal -->\n\nOne.", "One."),
    "no spaces": ("One<!--internal-->two.", "Onetwo."),
    "short comments": ("One<!-->two<!--->.", "Onetwo."),
    "a heading": ("## One <!-- internal --> {#one}", "One"),
    "after an id": ("## One {#one} <!-- internal -->", "One"),
    "a link": ("[One <!-- internal ](x) --> two](/)", "One two"),
    "an image": ("![One <!-- internal --> two](/a.svg)", "One two"),
    "strong": ("**One <!-- internal --> two**", "One two"),
    "a table": ("| One |\n| --- |\n| two <!-- internal --> |", "One two"),
    "a list": ("- One\n\n  <!-- internal\n\n  internal -->\n\n- two", "One two"),
    "a quote": ("> One\n>\n> <!-- internal\n>\n> internal -->", "One"),
    "a container": ("::: tip One\n<!-- internal -->\ntwo\n:::", "One two"),
    "with other syntax": ("One <!-- ~~internal~~ `internal` --> two `-->`", "One two -->"),
}


@pytest.mark.parametrize(("text", "shown"), COMMENTS.values(), ids=COMMENTS)
def test_comments_are_not_published_and_the_text_around_them_is(text: str, shown: str) -> None:
    document = read(text)
    assert document.problems == ()
    published = [
        document.html,
        document.markdown,
        *(line for section in document.sections for line in (*section.lines, *section.names)),
        *(section.title for section in document.sections),
        *(prose.text for prose in document.prose),
    ]
    assert "internal" not in "\n".join(published)
    assert "<!--" not in document.markdown
    lines = (part for section in document.sections for part in (section.title, *section.lines))
    assert " ".join(" ".join(lines).split()) == f"Title {shown}"


def test_comments_in_code_are_published() -> None:
    document = read(
        "`<!-- one -->`\n\n```html\n<!-- two -->\n```\n\n    <!-- three -->\n\n\\<!-- four -->"
    )
    assert document.problems == ()
    assert all(
        f"&lt;!-- {word} --&gt;" in document.html for word in ("one", "two", "three", "four")
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<!-- internal", 1),
        ("One.\n<!-- internal\n\ninternal", 2),
        ("One\ntwo <!-- internal\n\ninternal -->", 2),
        ("- <!-- internal\n\nOne -->", 1),
        ("> <!-- internal\n\nOne -->", 1),
        ("| One |\n| --- |\n| <!-- a | internal --> |", 3),
    ],
)
def test_a_comment_that_is_not_closed_is_an_error(text: str, line: int) -> None:
    (problem,) = problems_of(text)
    assert (problem.severity, problem.line) == ("error", line + FIRST - 1)
    assert problem.message == "This comment is never closed."


@pytest.mark.parametrize(
    "text", ["::: tip One <!-- internal -->\ntwo\n:::", "```sh [one <!-- internal -->]\ntwo\n```"]
)
def test_a_comment_in_a_title_is_an_error(text: str) -> None:
    (problem,) = problems_of(text)
    assert (problem.severity, problem.line) == ("error", FIRST)
    assert problem.message == "A title can't contain a comment."


# --- The search for them --------------------------------------------------------------------------


@given(st.text(alphabet="a`\\<!->$[]() \n:@."), st.booleans())
def test_a_mask_keeps_the_length_and_the_lines(text: str, has_math: bool) -> None:
    masked = Mask(text, has_math=has_math).replace()
    assert len(masked) == len(text)
    assert [at for at, char in enumerate(masked) if char == "\n"] == [
        at for at, char in enumerate(text) if char == "\n"
    ]
