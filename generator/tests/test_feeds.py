"""Feeds of changelogs, read by a feed parser."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from docsite.build import Folders, build_site
from generator.tests.support import append, copy_site, edit, folders_in, read_files

FEED = "changelog.xml"
PAGE = """\
+++
summary = "All releases & fixes."
feed = true
+++

# Changelog {#changelog}

## Unreleased {#unreleased}

Not an entry.

## 1.2.0 (2026-11-02) {#v1-2-0}

Boils <faster>, see [Pour](guide/pour.md#pour), [below](#fixes) and the ![kettle](/kettle.svg).

### Fixes {#fixes}

```html
<a href="/a">b</a>
```

## 2026-10-01: the first release {#first}

It boils.
"""
TRANSLATION = PAGE.replace("feed = true\n", "").replace("# Changelog", "# 更新日志")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    folder = tmp_path_factory.mktemp("feeds")
    docs = copy_site(folder)
    (docs / "changelog.md").write_text(PAGE, encoding="utf-8")
    (docs / "zh/changelog.md").write_text(TRANSLATION, encoding="utf-8")
    edit(docs / "site.toml", 'docs_directory = "docs"', 'docs_directory = "docs"\nbase = "/a/"')
    for home, text in (("index.md", "News"), ("zh/index.md", "更新")):
        append(docs / home, f"\n[{text}](changelog.md) and [feed](/{FEED})\n")
    folders = folders_in(folder, docs)
    assert build_site(folders).problems == ()
    return folders


def parse(built: Folders, name: str) -> Any:
    feed = feedparser.parse((built.output / name).read_bytes(), sanitize_html=False)
    assert not feed.bozo, feed.get("bozo_exception")
    assert feed.version == "atom10"
    return feed


def test_dated_headings_are_entries_with_stable_ids_and_absolute_addresses(
    built: Folders,
) -> None:
    found = parse(built, FEED)
    page = "https://kettle.example/a/changelog.html"
    assert (found.feed.id, found.feed.title) == (page, "Changelog · Kettle")
    assert (found.feed.subtitle, found.feed.language) == ("All releases & fixes.", "en-US")
    assert {link.rel: link.href for link in found.feed.links} == {
        "self": "https://kettle.example/a/changelog.xml",
        "alternate": page,
    }
    assert found.feed.updated == "2026-11-02T00:00:00Z"
    assert [(entry.id, entry.link, entry.title, entry.updated) for entry in found.entries] == [
        (f"{page}#v1-2-0",) * 2 + ("1.2.0 (2026-11-02)", "2026-11-02T00:00:00Z"),
        (f"{page}#first",) * 2 + ("2026-10-01: the first release", "2026-10-01T00:00:00Z"),
    ]


def test_entries_contain_their_content_with_absolute_urls(built: Folders) -> None:
    newest, oldest = parse(built, FEED).entries
    text = newest.content[0].value
    assert newest.content[0].type == "text/html"
    assert "Boils &lt;faster&gt;" in text
    assert 'href="https://kettle.example/a/guide/pour.html#pour"' in text
    assert 'href="https://kettle.example/a/changelog.html#fixes"' in text
    assert 'src="https://kettle.example/a/kettle.svg"' in text
    assert "Fixes</h3>" in text
    assert "permalink" not in text
    assert "https://kettle.example/a" not in text.partition("<pre")[2], "code is unchanged"
    assert oldest.content[0].value == "<p>It boils.</p>"


def test_a_feed_has_all_required_elements_in_every_language(built: Folders) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    for name in (FEED, f"zh/{FEED}"):
        root = ElementTree.fromstring((built.output / name).read_bytes())  # noqa: S314
        for element in (root, *root.iter(f"{atom}entry")):
            for required in ("id", "title", "updated"):
                assert len(element.findall(atom + required)) == 1, (name, required)
        assert root.findtext(f"{atom}author/{atom}name") == "Kettle"
    assert parse(built, f"zh/{FEED}").feed.title == "更新日志 · Kettle"
    assert parse(built, f"zh/{FEED}").feed.language == "zh-CN"


def test_every_document_announces_the_feed_of_its_language(built: Folders) -> None:
    for name, content in read_files(built.output).items():
        if name.endswith(".html"):
            prefix = "zh/" if name.startswith("zh/") else ""
            title = "更新日志" if prefix else "Changelog"
            link = (
                f'<link rel="alternate" type="application/atom+xml" title="{title} · Kettle" '
                f'href="https://kettle.example/a/{prefix}{FEED}">'
            )
            assert content.decode().count("application/atom+xml") == 1, name
            assert link in content.decode(), name


def test_a_page_links_to_its_feed_as_a_file(built: Folders) -> None:
    document = (built.output / "zh/changelog.html").read_text(encoding="utf-8")
    assert '<a href="/a/zh/changelog.xml" rel="external">Atom 订阅源</a>' in document


def test_feeds_contain_no_dates_except_those_of_headings(built: Folders) -> None:
    text = (built.output / FEED).read_text(encoding="utf-8")
    assert {*re.findall(r"\d{4}-\d{2}-\d{2}", text)} == {"2026-11-02", "2026-10-01"}
    assert {*re.findall(r"T(\d{2}:\d{2}:\d{2})", text)} == {"00:00:00"}
