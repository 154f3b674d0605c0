"""Print versions: all pages of a section in one document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docsite.build import Folders, build_site
from docsite.digests import policy_hash
from docsite.load import load_site
from docsite.pages.rewrite import rewrite_attributes
from generator.tests.support import append, copy_site, edit, folders_in, read_files

GROUP = """
::: code-group stove

```sh [Gas]
boil --gas <a href="#water">
```

```sh [induction]
boil
```

:::

[How much](start.md#how-much), [water](#cups) and [home](../index.md).

## Cups {#cups}
"""
START = "guide/start"
MOUNT = """
[[mounts]]
path = "/guide/print/"
folder = "../app"
made_by = "make app"
"""
HEAD = """
[[head]]
tag = "script"
text = "console.log('boiling')"
"""


def printed_site(folder: Path) -> Path:
    docs = copy_site(folder)
    edit(docs / "site.toml", 'under = "/guide/"', 'under = "/guide/"\nprint = true')
    edit(docs / "site.toml", 'docs_directory = "docs"', 'docs_directory = "docs"\nbase = "/a/"')
    append(docs / "site.toml", HEAD)
    append(docs / "guide/pour.md", GROUP)
    append(docs / "guide/start.md", "\n" + GROUP.replace("start.md#how-much", "pour.md"))
    append(docs / "index.md", "\n[Print it](/guide/print/)\n")
    for file in ("guide/pour.md", "guide/start.md", "index.md"):
        (docs / "zh" / file).unlink()
    return docs


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    folder = tmp_path_factory.mktemp("printing")
    folders = folders_in(folder, printed_site(folder))
    assert build_site(folders).problems == ()
    return folders


@pytest.fixture(scope="module")
def copy(built: Folders) -> str:
    return (built.output / "guide/print/index.html").read_text(encoding="utf-8")


def test_a_copy_has_all_pages_in_reading_order_with_unique_ids(copy: str) -> None:
    articles = re.findall(r'<article class="prose" id="([^"]+)"', copy)
    assert articles == ["guide/index", START, "guide/pour"]
    ids = re.findall(r' id="([^"]+)"', copy)
    assert len(ids) == len(set(ids))
    assert {f"{START}.cups", "guide/pour.cups", f"{START}.how-much"} <= {*ids}
    names = re.findall(r'<input type="radio" name="([^"]+)" value="gas" checked', copy)
    assert names == [f"{START}.stove:1", "guide/pour.stove:1"]


def test_links_lead_to_the_copy_or_to_full_addresses(copy: str) -> None:
    pour = copy.partition('id="guide/pour"')[2]
    assert f'<a href="#{START}.how-much">How much</a>' in pour
    assert '<a href="#guide/pour.cups">water</a>' in pour
    assert '<a href="https://kettle.example/a/">home</a>' in pour
    assert "#water" in pour
    assert "guide/pour.water" not in pour, "code is unchanged"
    ids = {*re.findall(r' id="([^"]+)"', copy)}
    anchors = re.findall(r'<a [^>]*href="#([^"]+)"', copy)
    assert len(anchors) > len(ids) / 2
    assert {*anchors} <= ids


def test_a_copy_needs_no_scripts_and_is_not_indexed(built: Folders, copy: str) -> None:
    assert "<script" not in copy
    assert '<meta name="robots" content="noindex"/>' in copy
    styles = re.search(r"<style>(.*?)</style>", copy, re.DOTALL)
    assert styles
    assert policy_hash(styles[1]) in copy
    assert policy_hash(styles[1]) in (built.output / "_headers").read_text(encoding="utf-8")
    others = {
        name: content
        for name, content in read_files(built.output).items()
        if name == "sitemap.xml" or name.startswith(("assets/search/", "assets/routes/"))
    }
    assert others
    assert [name for name, content in others.items() if b"/print/" in content] == []


def test_a_copy_has_neither_a_link_to_itself_nor_the_endings_of_its_pages(
    built: Folders, copy: str
) -> None:
    link = "Print version of this section"
    assert link in (built.output / "guide/pour.html").read_text(encoding="utf-8")
    assert link not in copy
    assert "<small>" not in copy


def test_a_copy_changes_with_its_pages(tmp_path: Path) -> None:
    folders = folders_in(tmp_path, printed_site(tmp_path))
    copy = folders.output / "guide/print/index.html"
    build_site(folders)
    before = copy.read_text(encoding="utf-8")
    append(folders.docs / "guide/pour.md", "\nHalf a cup.\n")
    build_site(folders)
    after = copy.read_text(encoding="utf-8")
    assert after != before
    assert after.replace("<p>Half a cup.</p>\n", "") == before


def test_a_copy_of_the_root_folder_has_the_title_of_the_site(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    edit(docs / "site.toml", 'under = "/guide/"', 'under = "/"\nprint = true')
    edit(docs / "site.toml", '"/guide/start.html", ', '"/guide/", "/guide/start.html", ')
    folders = folders_in(tmp_path, docs)
    assert build_site(folders).problems == ()
    copy = (folders.output / "print/index.html").read_text(encoding="utf-8")
    assert "<title>Kettle</title>" in copy
    assert "<h1>Kettle</h1>" in copy


def test_untranslated_pages_in_a_copy_have_their_own_language(built: Folders) -> None:
    copy = (built.output / "zh/guide/print/index.html").read_text(encoding="utf-8")
    assert '<html lang="zh-CN">' in copy
    assert '<article class="prose" id="zh/guide/index">' in copy
    assert f'<article class="prose" id="zh/{START}" lang="en-US" dir="ltr">' in copy
    assert "目录</h2>" in copy


def test_the_pages_of_a_section_link_to_its_copy(built: Folders) -> None:
    document = (built.output / "guide/pour.html").read_text(encoding="utf-8")
    assert '<a href="/a/guide/print/" rel="external">Print version of this section</a>' in document
    home = (built.output / "index.html").read_text(encoding="utf-8")
    assert "Print version of this section" not in home


@pytest.mark.parametrize("file", ["guide/print.md", "guide/print/index.md"])
def test_a_page_with_the_path_of_a_copy_is_reported(file: str, tmp_path: Path) -> None:
    docs = printed_site(tmp_path)
    (docs / file).parent.mkdir(exist_ok=True)
    (docs / file).write_text('+++\nsummary = "Ink."\n+++\n\n# Ink {#ink}\n', encoding="utf-8")
    append(docs / "index.md", f"\n[Ink]({file})\n")
    found = [(problem.file, problem.message) for problem in load_site(docs).problems]
    assert found == [(file, "This page conflicts with the print version at /guide/print/.")]


@pytest.mark.parametrize("file", ["guide/print/index.html", "guide/print.html"])
def test_a_public_file_with_the_path_of_a_copy_is_reported(file: str, tmp_path: Path) -> None:
    docs = printed_site(tmp_path)
    public = docs / "public" / file
    public.parent.mkdir(parents=True)
    public.write_text("Ink", encoding="utf-8")
    found = [(problem.file, problem.message) for problem in load_site(docs).problems]
    message = "This file conflicts with the print version at /guide/print/."
    assert found == [(f"public/{file}", message)]


def test_a_redirect_or_mount_at_the_path_of_a_copy_is_reported(tmp_path: Path) -> None:
    docs = printed_site(tmp_path)
    edit(docs / "guide/pour.md", 'summary = "', 'redirect_from = ["/guide/print/"]\nsummary = "')
    append(docs / "site.toml", MOUNT)
    found = [(problem.file, problem.message) for problem in load_site(docs).problems]
    name = "the print version at /guide/print/."
    assert found == [
        ("guide/pour.md", f"redirect_from names /guide/print/, which is the path of {name}"),
        ("site.toml", f"The folder mounted at /guide/print/ hides {name}"),
    ]


def test_only_attributes_of_elements_are_rewritten() -> None:
    html = '<p id="a&amp;b" title="x"> id="c" <b id="d">&lt;i id="e"&gt;</b></p>'
    assert rewrite_attributes(html, lambda name, value: value + "!" if name == "id" else value) == (
        '<p id="a&amp;b!" title="x"> id="c" <b id="d!">&lt;i id="e"&gt;</b></p>'
    )
