"""The formats of a report."""

from __future__ import annotations

from datetime import date
from html.parser import HTMLParser
from typing import Any

import pytest

from collector.improvements import (
    FailedSearch,
    Improvements,
    Link,
    MissingPath,
    OutdatedPage,
    QuickExit,
    UnhelpfulPage,
)
from collector.report.content import Report, Site, write_report
from collector.report.render import FORMATS, render_reports
from collector.statistics import Figures, Period

SITE = Site("Docs", "https://docs.example")
WEEK = Period(date(2026, 3, 2), date(2026, 3, 8))
EDIT = "https://code.example/edit/guide.md"
GUIDE: dict[str, Any] = {"path": "/guide/", "title": "The guide", "edit": EDIT}
UNKNOWN: dict[str, Any] = {"path": "/api/", "title": None, "edit": None}
EVIL = '<script>alert(1)</script>](https://evil.example) `@everyone`"'


def write(found: Improvements) -> Report:
    return write_report(SITE, WEEK, Figures(1234, 100), Figures(1000, 0), found, 5)


def find(**lists: object) -> Improvements:
    empty = dict.fromkeys(("unhelpful", "searches", "not_found", "outdated", "quick_exits"), ())
    return Improvements(**{**empty, "has_page_list": True, **lists})  # type: ignore[arg-type]


FULL = find(
    unhelpful=[UnhelpfulPage(**GUIDE, yes=1, no=6, reasons={"missing": 2, "sample": 3})],
    searches=[FailedSearch("IndexedDB", 7)],
    not_found=[MissingPath("/old", 8, [Link(**GUIDE, count=4), Link(**UNKNOWN, count=1)])],
    outdated=[OutdatedPage(**UNKNOWN, views=1, outdated=2)],
    quick_exits=[QuickExit(**GUIDE, views=1500, milliseconds=12_400)],
)


def test_a_report_as_text() -> None:
    expected = """\
Docs: what to improve
=====================
2026-03-02 to 2026-03-08 (UTC)
Views: 1,234 (+23%)
Visitors: 100 (no earlier data)
Percentages compare with the 7 days before. Only rows with a count of at least 5 are listed.

Unhelpful pages
---------------
- The guide: 6 no, 1 yes: sample doesn't work (3), something is missing (2)
  https://docs.example/guide/
  Edit: https://code.example/edit/guide.md

Searches without results
------------------------
- IndexedDB: 7 searches

Pages not found
---------------
- /old: 8 visits
  https://docs.example/old
  linked from The guide: https://code.example/edit/guide.md
  linked from /api/: https://docs.example/api/

Outdated translations
---------------------
- /api/: 1 view, 2 outdated sections
  https://docs.example/api/

Pages left quickly
------------------
- The guide: 12 s on average, 1,500 views
  https://docs.example/guide/
  Edit: https://code.example/edit/guide.md"""
    assert render_reports([write(FULL)], "text") == expected


def test_a_report_as_markdown() -> None:
    text = render_reports([write(FULL)], "markdown")
    assert "# Docs: what to improve\n" in text
    assert "\n- `IndexedDB`: 7 searches\n" in text
    guide = "- [The guide](https://docs.example/guide/): 12 s on average, 1,500 views"
    assert f"{guide} · [Edit]({EDIT})" in text
    assert f"[`/old`](https://docs.example/old): 8 visits · [linked from The guide]({EDIT})" in text


class Elements(HTMLParser):
    """Collects the start tags and the links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name == "href"]


def test_a_report_as_html() -> None:
    found = Elements(render_reports([write(FULL)], "html"))
    assert found.tags.count("h2") == 5
    assert found.links[:2] == ["https://docs.example/guide/", EDIT]
    assert found.tags.count("li") == 5


@pytest.mark.parametrize("format_", FORMATS)
def test_an_empty_list_has_a_message(format_: str) -> None:
    text = render_reports([write(find(has_page_list=False))], format_).replace("\\", "")
    assert text.count("None.") == 4
    assert "Unknown: the site has no page list." in text


def test_visitors_cannot_add_markup_to_a_report() -> None:
    report = write(find(searches=[FailedSearch(EVIL, 9)], not_found=[MissingPath(EVIL, 9, [])]))
    html = Elements(render_reports([report], "html"))
    assert (html.links, html.tags.count("script")) == ([], 0)
    markdown = render_reports([report], "markdown")
    # In a code span whose fence is longer than all backticks in the text.
    assert f"- `` {EVIL} ``: 9 searches" in markdown
    text = render_reports([report], "text")
    assert text.count(EVIL) == 2


@pytest.mark.parametrize("path", ["@evil.example/", ".evil.example/", "evil", ""])
def test_a_path_never_leads_to_another_host(path: str) -> None:
    link = Link(path=path, title=None, edit=None, count=1)
    report = write(find(not_found=[MissingPath(path, 9, [link])]))
    assert Elements(render_reports([report], "html")).links == []


def test_a_link_in_markdown_has_no_brackets() -> None:
    report = write(find(not_found=[MissingPath("/a) [x](b", 9, [])]))
    text = render_reports([report], "markdown")
    assert "(https://docs.example/a%29%20%5Bx%5D%28b): 9 visits" in text


def test_line_breaks_and_invisible_characters_are_dropped() -> None:
    report = write(find(searches=[FailedSearch("a\n# b\u202e", 9)]))
    for format_ in ("text", "markdown"):
        assert "a # b" in render_reports([report], format_)
        assert "\u202e" not in render_reports([report], format_)


def test_several_sites_are_in_one_report() -> None:
    text = render_reports([write(FULL), write(find())], "html")
    assert Elements(text).tags.count("h1") == 2
    assert text.count("</html>") == 1
