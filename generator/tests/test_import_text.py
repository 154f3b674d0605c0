"""An import loses no words of a page, and docsite can parse the result, whatever it contains."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from docsite.importing.blocks import convert_page
from docsite.importing.context import Page
from docsite.importing.files import Files, PageFile
from docsite.importing.headings import convert_headings
from docsite.importing.includes import Includer
from docsite.importing.languages import Language
from docsite.importing.lines import split_lines
from docsite.importing.links import Links
from docsite.importing.paragraphs import convert_paragraphs
from docsite.importing.settings import Project, parse_yaml
from docsite.importing.summary import Summary
from docsite.markdown import ParseContext, parse
from generator.tests.mkdocs_project import CONFIG
from generator.tests.support import strings

ENGLISH = Language("en", "en-US", "English", "/", "Tea")
FILE = PageFile("page.md", "page.md", ENGLISH, "/page/")
PROJECT = Project(Path("/nowhere"), Path("/nowhere/mkdocs.yml"), parse_yaml(CONFIG))


def convert(text: str) -> str:
    summary = Summary()
    page = Page(FILE, {}, split_lines(text, FILE.source))
    convert_page(page, PROJECT, summary, Includer(PROJECT, summary))
    convert_headings(page, "Title", summary, None)
    links = Links(Files({FILE.source: FILE}, {}), {FILE.source: page}, "/nowhere/docs")
    convert_paragraphs(page, links, PROJECT, summary)
    return "\n".join(line.text for line in page.lines)


def nest(text: str, width: int = 4) -> str:
    return textwrap.indent(text, " " * width)


def number_words(template: str) -> str:
    """Replaces each W by a word that occurs nowhere else."""
    numbers = count()
    return re.sub(r"\bW\b", lambda _: f"word{next(numbers)}x", template)


inline = st.sampled_from(
    [
        "W",
        "*W*",
        "**W**",
        "`W`",
        "[W](page.md)",
        "[W](gone.md)",
        "[W][gone]",
        "==W==",
        "~~W~~",
        "++W++",
        "W[^1]",
        "<b>W</b>",
        "<kbd>W</kbd>",
        '<span class="x">W</span>',
        "W :tea:",
        "W{ .red }",
        "![W](gone.png)",
        "![W](https://x.example/a.png)",
        "https://x.example/W",
        "W (a) [b] *c",
    ]
)
text = st.lists(inline, min_size=1, max_size=4).map(" ".join)


def join(blocks: Sequence[str]) -> str:
    return "\n\n".join(blocks)


def extend(blocks: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(blocks, min_size=1, max_size=3).map(join)
    kinds = st.sampled_from(["tip", "note", "bug", "custom"])
    marks = st.sampled_from(["!!!", "???", "???+"])
    return st.one_of(
        st.builds(lambda mark, kind, b: f'{mark} {kind} "W"\n\n{nest(b)}', marks, kinds, body),
        st.builds(lambda b: f"!!! note\n{nest(b)}", body),
        st.builds(lambda a, b: f'=== "W"\n\n{nest(a)}\n\n=== "W"\n\n{nest(b)}', body, body),
        st.builds(lambda b: f"- W\n\n{nest(b)}", body),
        st.builds(lambda b: f"1. W\n\n{nest(b)}", body),
        st.builds(lambda b: f"W\n:   W\n\n{nest(b)}", body),
        st.builds(lambda b: textwrap.indent(b, "> ", lambda _: True), body),
        st.builds(lambda b: f"<div markdown>\n\n{b}\n\n</div>", body),
        st.builds(lambda b: f"<details>\n<summary>W</summary>\n\n{b}\n\n</details>", body),
    )


leaves = st.one_of(
    text,
    text,
    st.sampled_from(
        [
            '```py title="W" hl_lines="1"\nW\n```',
            "~~~\nW\n~~~",
            "| W | W |\n| - | - |\n| W | `W` |",
            "<p align=center>\n  <b>W</b> W\n</p>",
            "<ul><li>W</li><li>W</li></ul>",
            "<table><tr><td>W</td></tr></table>",
            "- [x] W\n- [ ] W",
            "::: W",
        ]
    ),
)
blocks = st.recursive(leaves, extend, max_leaves=8)
sections = st.builds("{} W\n\n{}".format, st.sampled_from(["#", "##", "###", "####"]), blocks)
pages = st.lists(st.one_of(blocks, sections), min_size=1, max_size=4).map(
    lambda found: number_words(join([*found, "[^1]: W"]))
)


@settings(max_examples=25, deadline=None)
@given(pages)
def test_no_word_is_lost_and_the_result_is_valid(source: str) -> None:
    result = convert(source)
    words = re.findall(r"word\d+x", source)
    found = result.lower()
    assert [word for word in words if word not in found] == []
    document = parse(result, ParseContext("page.md", strings()))
    # Foreign syntax that can't be converted causes warnings.
    messages = [problem.message for problem in document.problems if problem.severity == "error"]
    assert [message for message in messages if "literal asterisks" not in message] == []


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.text("W *_`~^=+:<>[](){}#|!-./\\\n\t\"'", max_size=40), text)))
def test_any_text_can_be_converted(parts: list[str]) -> None:
    convert("\n".join(parts))
