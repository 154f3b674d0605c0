"""Compiler messages are shown below the line with the error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

from docsite.markdown import ParseContext, parse
from docsite.records import Document
from generator.tests.support import strings

TWO = """\
let a: 1 = 2; // [!code error]
// #region b
  let b: 1 = 3; // [!code error]
// #endregion b
"""
MESSAGES = "TS2322: Type '2'.\n  Because <1>.\nTS2322: Type '3'.\n"


def read(page: str, files: Mapping[str, str]) -> Document:
    return parse(page, ParseContext("a.md", strings(), load_example=files.get))


def rows(document: Document) -> list[tuple[str, str]]:
    """Returns the classes and the text of each line and message, in order."""
    found = re.findall(r'<span class="((?:line|message)[^"]*)">(.*?)</span>', document.html, re.S)
    return [(names, unescape(text)) for names, text in found]


def test_each_message_is_below_its_line() -> None:
    document = read("<<< x.ts", {"x.ts": TWO, "x.message.txt": MESSAGES})
    assert rows(document) == [
        ("line error", "let a: 1 = 2;"),
        ("message error", "TS2322: Type '2'.\n  Because <1>."),
        ("line error", "  let b: 1 = 3;"),
        ("message error", "TS2322: Type '3'."),
    ]


def test_a_message_is_not_part_of_the_code() -> None:
    (block,) = read("<<< x.ts", {"x.ts": TWO, "x.message.txt": MESSAGES}).code_blocks
    assert block.text == "let a: 1 = 2;\n  let b: 1 = 3;"
    assert block.messages == {0: "TS2322: Type '2'.\n  Because <1>.", 1: "TS2322: Type '3'."}
    assert block.lines == (0, 2)


def test_a_region_has_the_messages_of_its_own_lines() -> None:
    document = read("<<< x.ts#b", {"x.ts": TWO, "x.message.txt": MESSAGES})
    assert rows(document) == [
        ("line error", "let b: 1 = 3;"),
        ("message error", "TS2322: Type '3'."),
    ]


def test_messages_without_a_line_are_below_the_first_marked_line() -> None:
    document = read("<<< x.ts", {"x.ts": TWO, "x.message.txt": MESSAGES + "TS1: More.\n"})
    assert rows(document)[1] == ("message error", MESSAGES + "TS1: More.")
    assert len(rows(document)) == 3


def test_without_a_marker_or_a_record_there_is_no_message() -> None:
    unmarked = TWO.replace(" // [!code error]", "")
    for files in (
        {"x.ts": TWO},
        {"x.ts": unmarked, "x.message.txt": MESSAGES},
        {"x.ts": TWO, "x.message.txt": ""},
    ):
        assert all(names.startswith("line") for names, _ in rows(read("<<< x.ts", files)))
    fenced = read(f"```ts\n{TWO}```", {"x.message.txt": MESSAGES})
    assert all(names.startswith("line") for names, _ in rows(fenced))


def test_records_are_next_to_samples_of_every_type() -> None:
    for name in ("x.ts", "x.tsx", "x.vue"):
        files = {f"a.b/{name}": "x // [!code error]\n", "a.b/x.message.txt": "TS1: no\n"}
        assert ("message error", "TS1: no") in rows(read(f"<<< a.b/{name}", files))
