"""Tags: links on pages, and a generated list in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docsite.build import Folders, build_site
from docsite.cli import main
from docsite.load import load_site
from docsite.translations import measure_coverage
from generator.tests.support import append, copy_site, edit, folders_in, read_files

CONFIG = """
[[tags]]
id = "water"
label = { en-US = "Water *cold*", zh-CN = "水" }

[[tags]]
id = "2-cups"
"""

SEARCH = """
[search]
suggestions = ["/tags.html#tag-water"]
weights = [{ under = "/tags", weight = 2.0 }]

"""


def add_tags(docs: Path, file: str, tags: str) -> None:
    edit(docs / file, 'summary = "', f'tags = {tags}\nsummary = "')


def tagged_site(folder: Path, config: str = CONFIG) -> Path:
    docs = copy_site(folder)
    append(docs / "site.toml", config)
    add_tags(docs, "guide/pour.md", '["2-cups", "water"]')
    add_tags(docs, "guide/start.md", '["water"]')
    return docs


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    folder = tmp_path_factory.mktemp("tags")
    docs = tagged_site(folder)
    edit(docs / "site.toml", 'docs_directory = "docs"', 'docs_directory = "docs"\nbase = "/a/"')
    append(docs / "index.md", "\n[All tags](tags.md#tag-water)\n")
    append(docs / "zh/index.md", "\n[所有标签](tags.md#tag-water)\n")
    folders = folders_in(folder, docs)
    assert build_site(folders).problems == ()
    return folders


def read(built: Folders, name: str) -> str:
    return (built.output / name).read_text(encoding="utf-8")


def test_a_page_and_its_translation_link_to_their_tags(built: Folders) -> None:
    for name, prefix, labels in (
        ("guide/pour.html", "", ("2-cups", "Water *cold*")),
        ("zh/guide/pour.html", "zh/", ("2-cups", "水")),
    ):
        found = re.search(r'<ul class="tags" role="list"[^>]*>(.*?)</ul>', read(built, name))
        assert found
        links = re.findall(r'<a href="([^"]+)">([^<]+)</a>', found[1])
        targets = [f"/a/{prefix}tags.html#tag-{tag}" for tag in ("2-cups", "water")]
        assert links == [*zip(targets, labels, strict=True)]


def test_every_language_has_a_list_in_the_order_of_the_configuration(built: Folders) -> None:
    document = read(built, "zh/tags.html")
    assert re.findall(r'<h[12] id="([^"]+)"', document) == ["tags", "tag-water", "tag-2-cups"]
    text = document.partition('id="tag-water"')[2].partition("</main>")[0]
    links = re.findall(r'<li><a href="/a/zh/guide/(\w+)\.html">', text)
    assert links == ["start", "pour", "pour"]
    assert "倒水。" in text
    markdown = read(built, "tags.md")
    assert "## Water \\*cold\\*" in markdown


def test_the_list_is_in_the_sitemap_and_in_the_index_but_not_in_search(built: Folders) -> None:
    assert "https://kettle.example/a/tags.html</loc>" in read(built, "sitemap.xml")
    files = read_files(built.output)
    routes = [text for name, text in files.items() if name.startswith("assets/routes/")]
    assert any(b'"/zh/tags.html"' in text for text in routes)
    search = [text for name, text in files.items() if name.startswith("assets/search/")]
    assert search
    assert not any(b"/tags.html" in text for text in search)


def test_the_edit_link_of_the_list_leads_to_the_configuration(built: Folders) -> None:
    assert "https://code.example/kettle/edit/main/docs/site.toml" in read(built, "tags.html")


def test_only_sites_with_tags_contain_their_styles_and_list(built: Folders, tmp_path: Path) -> None:
    assert "ul.tags" in read(built, "guide/start.html")
    folders = folders_in(tmp_path, copy_site(tmp_path))
    build_site(folders)
    assert "ul.tags" not in read(folders, "guide/start.html")
    assert not (folders.output / "tags.html").exists()


def test_without_a_configuration_any_tag_is_allowed_and_they_are_sorted(tmp_path: Path) -> None:
    site = load_site(tagged_site(tmp_path, config=""))
    assert site.problems == ()
    (listed,) = (page for page in site.pages if page.path == "/tags.html")
    assert [heading.title for heading in listed.document.headings] == ["Tags", "2-cups", "water"]


def test_untranslated_pages_link_to_the_list_of_their_language(tmp_path: Path) -> None:
    docs = tagged_site(tmp_path)
    append(docs / "guide/pour.md", "\n[All tags](../tags.md)\n")
    (docs / "zh/guide/pour.md").unlink()
    site = load_site(docs)
    (shown,) = (page for page in site.pages if page.path == "/zh/guide/pour.html")
    html = "".join(section.body for section in shown.document.sections)
    assert '<a href="/zh/tags.html">All tags</a>' in html


@pytest.mark.parametrize("summary", ["# of cups", "- x", "1. Fill it.", "::: x", "+ *x*"])
def test_a_summary_is_text_in_the_list(summary: str, tmp_path: Path) -> None:
    docs = tagged_site(tmp_path)
    text = (docs / "guide/start.md").read_text(encoding="utf-8")
    changed = re.sub('summary = ".*"', f'summary = "{summary}"', text)
    (docs / "guide/start.md").write_text(changed, encoding="utf-8")
    (listed,) = (page for page in load_site(docs).pages if page.path == "/tags.html")
    html = "".join(section.body for section in listed.document.sections)
    assert f"</a>: {summary}</li>" in html


def test_the_list_cannot_be_a_suggestion_of_the_search(tmp_path: Path) -> None:
    docs = tagged_site(tmp_path)
    edit(docs / "site.toml", "[[tags]]", SEARCH + "[[tags]]")
    assert [problem.message for problem in load_site(docs).problems] == [
        "search.suggestions names /tags.html#tag-water, which doesn't exist.",
        "search.weights names /tags, but no path starts with it.",
    ]


def test_a_public_file_with_the_path_of_the_list_is_reported(tmp_path: Path) -> None:
    docs = tagged_site(tmp_path)
    (docs / "public").mkdir(exist_ok=True)
    (docs / "public/tags.html").write_text("Tags", encoding="utf-8")
    found = [(problem.file, problem.message) for problem in load_site(docs).problems]
    assert found == [("public/tags.html", "This file conflicts with the generated list of tags.")]


def test_tags_are_listed_once_and_not_removed_by_a_translation(tmp_path: Path) -> None:
    docs = tagged_site(tmp_path)
    edit(docs / "guide/start.md", '["water"]', '["water", "water"]')
    add_tags(docs, "zh/guide/pour.md", "[]")
    found = [(problem.file, problem.message) for problem in load_site(docs).problems]
    assert found == [
        ("guide/start.md", "The tag water is listed 2 times."),
        ("zh/guide/pour.md", "tags differs from guide/pour.md."),
    ]


def test_the_list_is_not_a_translation(tmp_path: Path) -> None:
    docs = tagged_site(tmp_path)
    before = [*measure_coverage(load_site(copy_site(tmp_path / "other")))]
    assert [*measure_coverage(load_site(docs))] == before
    assert main(["translated", str(docs)]) == 0
    assert not (docs / "zh/tags.md").exists()
