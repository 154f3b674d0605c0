"""Tracking of translations: recorded hashes, stale sections, and notes on pages."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from docsite.cli import main
from docsite.emit.page_list import list_pages
from docsite.emit.records import write_records
from docsite.load import load_site
from docsite.pages.assemble import assemble_pages
from docsite.pages.content import replace_recorded
from generator.tests.support import THEME_OPTION, copy_site

START = "zh/guide/start.md"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A site that tracks its translations."""
    docs = copy_site(tmp_path)
    config = docs / "site.toml"
    config.write_text(f"track_translations = true\n{config.read_text('utf-8')}", encoding="utf-8")
    assert main(["translated", str(docs)]) == 0
    return docs


def edit(docs: Path, file: str, before: str, after: str) -> None:
    text = (docs / file).read_text(encoding="utf-8")
    assert before in text
    (docs / file).write_text(text.replace(before, after, 1), encoding="utf-8")


def problems(docs: Path) -> list[tuple[str, int | None, str]]:
    return [
        (problem.file, problem.line, problem.message.split("#")[1].split()[0].strip(",."))
        for problem in load_site(docs).problems
    ]


def start_record(docs: Path, language: str = "zh/") -> Any:
    output = docs.parent / "records"
    write_records(load_site(docs), output)
    return json.loads((output / f"pages/{language}guide/start.json").read_text(encoding="utf-8"))


def test_an_up_to_date_translation_has_no_problems(docs: Path) -> None:
    assert load_site(docs).problems == ()
    assert main(["check", "--strict", str(docs), *THEME_OPTION]) == 0


@pytest.mark.parametrize(
    ("before", "after", "section"),
    [
        ("Fill it,", "Fill it well,", "start"),
        ('summary = "A first cup."', 'summary = "The first cup."', "start"),
        ("# Start {#start}", "# Begin {#start}", "start"),
        ("| 1    |       2 |", "| 1    |       3 |", "water"),
        ("# one litre", "# a litre", "how-much"),
        ("The kettle", "A kettle", "how-much"),
    ],
)
def test_a_changed_section_makes_exactly_that_section_stale(
    docs: Path, before: str, after: str, section: str
) -> None:
    edit(docs, "guide/start.md", before, after)
    assert [(file, slug) for file, _, slug in problems(docs)] == [(START, section)]
    assert start_record(docs)["html"].count('class="stale"') == 1


def test_the_page_list_counts_stale_sections(docs: Path) -> None:
    edit(docs, "guide/start.md", "# Start {#start}", "# Begin {#start}")
    edit(docs, "guide/start.md", "# one litre", "# a litre")
    site = load_site(docs)
    config = replace(site.config, base="/tea/")
    pages = assemble_pages(config, site.record, site.pages, site.originals)
    entries = list_pages(config, pages, site.pages, site.originals)
    outdated = {entry.path: entry.outdated for entry in entries if entry.outdated}
    assert outdated == {"/tea/zh/guide/start.html": 2}


def test_line_endings_and_trailing_spaces_are_ignored(docs: Path) -> None:
    path = docs / "guide/start.md"
    text = path.read_text(encoding="utf-8").replace("{#water}\n", "{#water}  \n")
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert load_site(docs).problems == ()


def test_a_changed_date_in_front_matter_is_ignored(docs: Path) -> None:
    edit(docs, "guide/start.md", "2021-03-04", "2022-03-04")
    assert load_site(docs).problems == ()


def test_a_new_section_has_no_recorded_translation(docs: Path) -> None:
    for file in ("guide/start.md", START):
        edit(docs, file, "### ", "## Tea {#tea}\n\n### ")
    assert problems(docs) == [(START, 21, "tea")]


def test_a_stale_section_fails_strict_checks_but_not_builds(docs: Path) -> None:
    edit(docs, "guide/start.md", "Fill it,", "Fill it well,")
    assert not load_site(docs).has_errors
    assert main(["check", str(docs), *THEME_OPTION]) == 0
    assert main(["check", "--strict", str(docs), *THEME_OPTION]) == 1


def test_a_stale_section_has_a_note_with_a_link_to_the_original(docs: Path) -> None:
    edit(docs, "site.toml", "title", 'base = "/pot/"\ntitle')
    edit(docs, "guide/start.md", "| 1    |       2 |", "| 1    |       3 |")
    html = start_record(docs)["html"]
    assert html.count('class="stale"') == 1
    assert (
        '</h2>\n<p class="stale">本节的原文已更新，译文尚未同步。'
        '<a href="/pot/guide/start.html#water" hreflang="en-US">阅读原文</a></p>\n' in html
    )
    assert 'class="stale"' not in start_record(docs, language="")["html"]


def test_an_up_to_date_page_has_no_note_and_hashes_are_not_published(docs: Path) -> None:
    page = start_record(docs)
    assert "stale" not in page["html"]
    assert "translated" not in page["frontmatter"]


def test_recording_reports_changes_and_keeps_the_rest_of_the_file(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (docs / START).read_text(encoding="utf-8")
    edit(docs, "guide/start.md", "Fill it,", "Fill it well,")
    capsys.readouterr()
    assert main(["translated", str(docs)]) == 0
    assert capsys.readouterr().out == f"{START}: 1 section\n"
    assert load_site(docs).problems == ()
    after = (docs / START).read_text(encoding="utf-8")
    assert [line for line in after.split("\n") if line not in before] == [
        next(line for line in after.split("\n") if line.startswith("start = "))
    ]
    assert main(["translated", str(docs)]) == 0
    assert capsys.readouterr().out == ""


def test_one_file_or_one_section_can_be_recorded(docs: Path) -> None:
    edit(docs, "guide/start.md", "Fill it,", "Fill it well,")
    edit(docs, "guide/start.md", "# one litre", "# a litre")
    edit(docs, "guide/pour.md", "See", "Look at")
    assert main(["translated", str(docs), f"{START}#start"]) == 0
    assert [slug for _, _, slug in problems(docs)] == ["pour", "how-much"]
    assert main(["translated", str(docs), "zh/guide/pour.md"]) == 0
    assert [slug for _, _, slug in problems(docs)] == ["how-much"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("guide/start.md", "translation not found"),
        ("zh/guide/strat.md", "translation not found"),
        (f"{START}#tea", "heading not found"),
    ],
)
def test_an_unknown_name_is_rejected(
    docs: Path, name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["translated", str(docs), name]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("line_ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_recording_keeps_line_endings_and_the_byte_order_mark(
    docs: Path, mark: bytes, line_ending: str
) -> None:
    text = (docs / START).read_text(encoding="utf-8")
    (docs / START).write_bytes(mark + text.replace("\n", line_ending).encode())
    edit(docs, "guide/start.md", "Fill it,", "Fill it well,")
    assert main(["translated", str(docs)]) == 0
    assert load_site(docs).problems == ()
    after = (docs / START).read_bytes()
    assert after.startswith(mark + b"+++")
    assert after.count(line_ending.encode()) == after.count(b"\n") == text.count("\n")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('a = "b"\n', 'a = "b"\n\n[translated]\nx = "1"\n'),
        ('[translated]\ny = "2"\n\n[[c]]\nd = 1\n', '[[c]]\nd = 1\n\n[translated]\nx = "1"\n'),
        ('a = 1\n\n[translated]\ny = "2"\n', 'a = 1\n\n[translated]\nx = "1"\n'),
    ],
)
def test_the_table_is_last_in_front_matter(head: str, expected: str) -> None:
    text = f"+++\n{head}+++\n\n# T {{#t}}\n"
    assert replace_recorded(text, {"x": "1"}) == f"+++\n{expected}+++\n\n# T {{#t}}\n"
