"""`docsite import mkdocs`: navigation, tags and languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from docsite.importing.mkdocs import NOTES_FILE
from docsite.load import load_site
from generator.tests.mkdocs_project import CONFIG, SVG, import_pages, read_page


def test_sections_become_groups_and_other_pages_are_added(tmp_path: Path) -> None:
    nav = """
nav:
  - index.md
  - Guide:
      - guide/Brew_Tea.md
      - Deep: [deep/a.md, Forum: https://forum.example/]
      - Chat: https://chat.example/
  - missing.md
not_in_nav: /hidden.md
"""
    pages = {"docs/deep/a.md": "# A\n", "docs/unlisted.md": "Text only.\n", "docs/hidden.md": ""}
    imported, site = import_pages(tmp_path, pages, CONFIG + nav)
    assert [(group.label["en-US"], group.pages) for group in site.sidebars[0].groups] == [
        ("Guide", ("/guide/brew-tea.html",)),
        ("Deep", ("/deep/a.html",)),
        ("More", ("/unlisted.html",)),
    ]
    assert [entry.link for entry in site.nav] == ["https://chat.example/"]
    assert "# Unlisted {#unlisted}\n\nText only." in read_page(imported, "unlisted.md")
    noted = [note for note in imported.summary.notes if note.construct.name == "NAVIGATION"]
    assert [note.detail for note in noted] == [
        "missing.md wasn't imported",
        "https://forum.example/ isn't in the new navigation",
    ]


def test_pages_after_a_subsection_stay_after_it(tmp_path: Path) -> None:
    nav = """
nav:
  - a.md
  - Guide:
      - b.md
      - Deep: [c.md]
      - d.md
      - e.md
  - f.md
"""
    pages = {f"docs/{name}.md": f"# {name}\n" for name in "abcdefg"}
    _, site = import_pages(tmp_path, pages, CONFIG + nav)
    assert [(group.label["en-US"], group.pages) for group in site.sidebars[0].groups] == [
        ("Kettle", ("/a.html",)),
        ("Guide", ("/b.html",)),
        ("Deep", ("/c.html",)),
        ("Guide", ("/d.html", "/e.html")),
        ("More", ("/f.html", "/g.html", "/guide/brew-tea.html")),
    ]


def test_without_nav_files_are_in_alphabetical_order(tmp_path: Path) -> None:
    pages = {f"docs/{name}.md": f"# {name}\n" for name in ("b", "a", "tea/z", "tea/index")}
    _, site = import_pages(tmp_path, pages)
    groups = [(group.label["en-US"], group.pages) for group in site.sidebars[0].groups]
    assert groups == [
        ("Kettle", ("/a.html", "/b.html")),
        ("Guide", ("/guide/brew-tea.html",)),
        ("Tea", ("/tea/", "/tea/z.html")),
    ]


def test_tabs_of_the_navigation_become_the_top_navigation(tmp_path: Path) -> None:
    config = CONFIG.replace("  name: material", "  name: material\n  features: [navigation.tabs]")
    nav = "nav:\n  - index.md\n  - Guide: [guide/Brew_Tea.md]\n"
    _, site = import_pages(tmp_path, {}, config + nav)
    assert [(entry.label["en-US"], entry.page) for entry in site.nav] == [
        ("Guide", "/guide/brew-tea.html")
    ]
    assert [sidebar.under for sidebar in site.sidebars] == ["/guide/"]


def test_drafts_are_imported_and_not_in_the_navigation(tmp_path: Path) -> None:
    nav = "nav: [index.md, {Guide: [tea.md, soon.md]}, {Soon: [soon.md]}]\n"
    pages = {"index.md": "# Kettle\n", "tea.md": "# Tea\n", "soon.md": "---\ndraft: true\n---\n"}
    files = {f"docs/{name}": text for name, text in pages.items()}
    result, site = import_pages(tmp_path, files, CONFIG + nav)
    assert result.errors == []
    assert "draft = true" in read_page(result, "soon.md")
    listed = {page for bar in site.sidebars for group in bar.groups for page in group.pages}
    assert "/tea.html" in listed
    assert "/soon.html" not in listed


def test_tags_are_in_kebab_case_and_others_are_listed(tmp_path: Path) -> None:
    text = "---\ntags: [first-steps, Hot Water, C#, First steps]\n---\n\n# Pour\n\nPour it.\n"
    result, _ = import_pages(tmp_path, {"docs/pour.md": text})
    front = tomllib.loads(read_page(result, "pour.md").split("+++")[1])
    assert front["tags"] == ["first-steps", "hot-water"]
    assert "tags: C#\n" in read_page(result, NOTES_FILE)


@pytest.mark.parametrize("mark", ["[TAGS]", "All of them:\n\n<!-- material/tags -->"])
def test_a_page_that_only_lists_tags_is_left_out_and_its_links_lead_to_the_generated_one(
    mark: str, tmp_path: Path
) -> None:
    pages = {
        "docs/index.md": "---\ntags: [hot]\n---\n\n# Kettle\n\nSee [all tags](topics.md).\n",
        "docs/topics.md": f"# Topics\n\n{mark}\n",
    }
    config = CONFIG.replace("  - search", "  - search\n  - tags") + "nav: [index.md, topics.md]\n"
    result, site = import_pages(tmp_path, pages, config)
    assert load_site(result.target).problems == ()
    assert "[all tags](tags.md)" in read_page(result, "index.md")
    assert site.sidebars[0].groups[0].pages == ("/tags.html",)
    assert not (result.target / "topics.md").exists()
    notes = read_page(result, NOTES_FILE)
    assert "- list of tags: its page was left out" in notes
    assert "redirect: /topics/ to /tags.html\n" in notes


@pytest.mark.parametrize(
    ("name", "front", "advice"),
    [
        ("topics.md", "", "Remove it."),
        ("topics.md", "---\ntags: [hot]\n---\n\n", "Replace it with a link to tags.md"),
        ("tags.md", "---\ntags: [hot]\n---\n\n", "Rename this page"),
    ],
)
def test_a_page_with_other_content_than_tags_is_kept_with_advice_that_works(
    name: str, front: str, advice: str, tmp_path: Path
) -> None:
    pages = {f"docs/{name}": f"{front}# Topics\n\nTags are good.\n\n[TAGS]\n"}
    config = CONFIG.replace("  - search", "  - search\n  - tags")
    result, _ = import_pages(tmp_path, pages, config)
    assert "Tags are good." in read_page(result, name)
    line = 5 + front.count("\n")
    expected = f"docs/{name}:{line}: list of tags: [TAGS]\n  {advice}"
    assert expected in read_page(result, NOTES_FILE)


TAGGED = "---\ntags: [hot]\n---\n\n"


@pytest.mark.parametrize(
    ("pages", "has_page"),
    [
        ({"tea.md": f"{TAGGED}# Tea\n", "tags.md": "# Tags\n\nAll tags:\n"}, False),
        ({"tea.md": f"{TAGGED}# Tea\n", "tags.md": "# 标签\n\n所有标签：\n\n[TAGS]\n"}, False),
        ({"tea.md": "---\ndraft: true\ntags: [hot]\n---\n\n# Tea\n", "tags.md": "# Tags\n"}, True),
    ],
)
def test_the_file_that_the_plugin_names_is_left_out_if_published_pages_have_tags(
    pages: Mapping[str, str], has_page: bool, tmp_path: Path
) -> None:
    config = CONFIG.replace("  - search", "  - search\n  - tags: { tags_file: tags.md }")
    result, _ = import_pages(tmp_path, {f"docs/{name}": pages[name] for name in pages}, config)
    assert result.errors == []
    assert (result.target / "tags.md").exists() is has_page


@pytest.mark.parametrize(
    ("name", "text", "is_noted"),
    [
        ("index.md", "# Kettle\n\n[TAGS]\n", True),
        ("topics.md", "# Topics\n\n<!-- material/tags { include: [hot] } -->\n", True),
        ("topics.md", "# Topics\n\n```md\n[TAGS]\n```\n", False),
    ],
)
def test_a_home_page_and_a_list_of_some_tags_are_kept(
    name: str, text: str, is_noted: bool, tmp_path: Path
) -> None:
    config = CONFIG.replace("  - search", "  - search\n  - tags")
    pages = {"docs/tea.md": f"{TAGGED}# Tea\n", f"docs/{name}": text}
    result, _ = import_pages(tmp_path, pages, config)
    assert (result.target / name).exists()
    assert (": list of tags: " in read_page(result, NOTES_FILE)) is is_noted


LANGUAGES = """
  - i18n:
      docs_structure: {structure}
      languages:
        - {{ locale: en, name: English, default: true }}
        - {{ locale: zh, name: 中文, nav_translations: {{ Guide: 指南 }} }}
nav:
  - index.md
  - Guide: [tea.md]
"""


ORIGINAL = (
    "---\ntags: [hot]\n---\n\n# Tea\n\n## Hot water\n\n[Home](index.md#kettle)\n\n"
    "![A cup](img/cup.svg) ![A pot](img/pot.svg)\n"
)


@pytest.mark.parametrize(
    ("structure", "names"),
    [
        ("suffix", ("docs/tea.md", "docs/tea.zh.md", "docs/img/pot.zh.svg")),
        ("folder", ("docs/en/tea.md", "docs/zh/tea.md", "docs/zh/img/pot.svg")),
    ],
)
def test_languages_get_a_folder_each(
    structure: str, names: tuple[str, str, str], tmp_path: Path
) -> None:
    config = CONFIG.replace(
        "  - search", "  - search" + LANGUAGES.format(structure=structure).split("nav:")[0]
    )
    config += "nav:" + LANGUAGES.split("nav:")[1]
    translation = (
        "---\ntags: [热, hot, cold]\n---\n\n# 茶\n\n## 热水\n\n[首页](index.md#kettle)\n\n"
        "![杯子](img/cup.svg) ![茶壶](img/pot.svg)\n"
    )
    pages = {names[0]: ORIGINAL, names[1]: translation, names[2]: SVG}
    first = "docs/en" if structure == "folder" else "docs"
    pages |= {f"{first}/img/{name}.svg": SVG for name in ("cup", "pot")}
    if structure == "folder":
        pages |= {"docs/en/index.md": "# Kettle\n", "docs/en/img/sign.svg": SVG}
        config = config.replace("img/logo.svg", "img/sign.svg")
    imported, site = import_pages(tmp_path, pages, config)
    assert imported.errors == []
    assert [(locale.tag, locale.prefix) for locale in site.locales] == [
        ("en-US", "/"),
        ("zh-CN", "/zh/"),
    ]
    labels = [group.label for group in site.sidebars[0].groups]
    assert {"en-US": "Guide", "zh-CN": "指南"} in labels
    assert site.logo == ("/img/sign.svg" if structure == "folder" else "/img/logo.svg")
    translated = read_page(imported, "zh/tea.md")
    assert "# 茶 {#tea}\n\n## 热水 {#hot-water}" in translated
    assert "![杯子](/img/cup.svg) ![茶壶](/zh/img/pot.svg)" in translated
    assert "tags" not in translated
    assert (
        "tags: cold\n  Translations use the tags of their original. Add them to tea.md."
        in read_page(imported, NOTES_FILE)
    )


def test_without_languages_the_name_of_a_language_in_a_file_has_no_meaning(tmp_path: Path) -> None:
    pages = {"docs/tea.md": "# Tea\n\n![Cup](img/cup.svg)\n", "docs/tea.en.md": "# Old tea\n"}
    pages |= {f"docs/img/{name}.svg": SVG for name in ("cup", "cup.en")}
    imported, _ = import_pages(tmp_path, pages)
    assert "![Cup](/img/cup.svg)" in read_page(imported, "tea.md")
    assert "# Old tea" in read_page(imported, "tea-en.md")


def test_a_translation_that_skips_the_same_levels_has_the_ids_of_its_original(
    tmp_path: Path,
) -> None:
    config = CONFIG.replace(
        "  - search", "  - search" + LANGUAGES.format(structure="suffix").split("nav:")[0]
    )
    pages = {"docs/tea.md": "# Tea\n\n### Hot water\n", "docs/tea.zh.md": "# 茶\n\n### 热水\n"}
    imported, _ = import_pages(tmp_path, pages, config)
    assert "## 热水 {#hot-water}" in read_page(imported, "zh/tea.md")


def test_a_translation_that_differs_is_kept_for_later(tmp_path: Path) -> None:
    config = CONFIG.replace(
        "  - search", "  - search" + LANGUAGES.format(structure="suffix").split("nav:")[0]
    )
    pages = {f"docs/img/{name}.svg": SVG for name in ("cup", "pot")}
    pages |= {"docs/tea.md": ORIGINAL, "docs/tea.zh.md": "# 茶\n\n还没有翻译。\n"}
    imported, _ = import_pages(tmp_path, pages, config)
    assert imported.errors == []
    assert "还没有翻译" in read_page(imported, "zh/tea.md.todo")
    expected = """
zh/tea.md.todo
  A heading differs from tea.md:8: this page lacks ## {#hot-water}.
  A link target differs from tea.md:10: this page lacks index.md#kettle.
  A link target differs from tea.md:12: this page lacks /img/cup.svg.
  A link target differs from tea.md:12: this page lacks /img/pot.svg.
  Make it match its original, then rename this file to zh/tea.md.
"""
    assert expected in read_page(imported, NOTES_FILE)
