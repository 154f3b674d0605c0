"""Markdown files next to the documents, and the lists that reference them."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from docsite.emit.texts import render_texts
from docsite.load import load_site
from docsite.pages.assemble import assemble_site
from docsite.site.config import load_config
from docsite.site.strings import text_strings_by_tag
from generator.tests.support import copy_site

ADDRESS = "https://kettle.example"


def texts_of(docs: Path, base: str = "/") -> dict[str, str]:
    site = load_site(docs)
    assert site.problems == ()
    config = replace(load_config(docs), base=base)
    return dict(
        render_texts(assemble_site(config, site.pages), site.pages, text_strings_by_tag(config))
    )


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return copy_site(tmp_path)


def add_page(docs: Path, name: str, text: str = "") -> None:
    for prefix in ("", "zh/"):
        path = docs / f"{prefix}{name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        head = '+++\nsummary = "About *stars* & <tags>."\n+++\n\n# Stars {#stars}\n'
        path.write_text(head + text, encoding="utf-8")


def test_every_page_has_its_markdown_and_every_language_its_lists(docs: Path) -> None:
    names = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    lists = {"llms.txt", "llms-full.txt", "zh/llms.txt", "zh/llms-full.txt"}
    assert set(texts_of(docs)) == names | lists


def test_a_page_starts_with_its_title_and_summary_and_has_no_front_matter(docs: Path) -> None:
    text = texts_of(docs)["guide/start.md"]
    assert text.startswith("# Start\n\n> ")
    assert "+++" not in text
    assert "{#" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_a_page_without_content_is_its_title_and_summary(docs: Path) -> None:
    add_page(docs, "guide/stars.md")
    for page in (docs / "guide/index.md", docs / "zh/guide/index.md"):
        page.write_text(page.read_text("utf-8") + "\n[s](stars.md)\n", encoding="utf-8")
    text = texts_of(docs)["guide/stars.md"]
    assert text == "# Stars\n\n> About \\*stars\\* & \\<tags>.\n"


def test_a_home_page_has_the_content_of_its_front_matter(docs: Path) -> None:
    home = docs / "zh/index.md"
    found = re.match(r"\+\+\+\n.*?\+\+\+\n", home.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    head = """\
+++
summary = "烧水。"
layout = "home"
action = { text = "开始", link = "/zh/guide/start.html" }

[[features]]
title = "快"
text = "三分钟。"

[[ways]]
title = "Gas"
text = "On a flame."
note = "2 kW"
link = "/zh/guide/"
+++
"""
    home.write_text(home.read_text(encoding="utf-8").replace(found[0], head), encoding="utf-8")
    text = texts_of(docs)["zh/index.md"]
    assert text.endswith(
        f"- **快**：三分钟。\n\n[开始]({ADDRESS}/zh/guide/start.md)\n\n"
        f"- [Gas]({ADDRESS}/zh/guide/index.md): On a flame.\\\n  2 kW\n"
    )


def test_a_list_has_the_pages_in_the_groups_of_the_sidebars(docs: Path) -> None:
    text = texts_of(docs)["zh/llms.txt"]
    assert text.startswith("# Kettle\n\n> 烧开水\n\n")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["概览", "入门"]
    assert re.findall(rf"\]\({ADDRESS}(.*?)\)", text) == [
        *("/zh/llms-full.txt", "/llms.txt"),
        *("/zh/index.md", "/zh/guide/index.md", "/zh/guide/start.md", "/zh/guide/pour.md"),
    ]
    assert re.search(r"^- \[开始\]\(\S+\): \S", text, re.MULTILINE)


def test_pages_outside_the_sidebars_have_their_own_heading(docs: Path) -> None:
    add_page(docs, "stars.md")
    for page in (docs / "guide/index.md", docs / "zh/guide/index.md"):
        page.write_text(page.read_text("utf-8") + "\n[s](../stars.md)\n", encoding="utf-8")
    texts = texts_of(docs)
    assert texts["llms.txt"].endswith(
        f"## Other pages\n\n- [Stars]({ADDRESS}/stars.md): About \\*stars\\* & \\<tags>.\n"
    )
    assert "## 其他页面" in texts["zh/llms.txt"]


def test_the_full_text_has_every_page_of_its_language_once_in_order(docs: Path) -> None:
    texts = texts_of(docs)
    order = ["index.md", "guide/index.md", "guide/start.md", "guide/pour.md"]
    full = texts["llms-full.txt"]
    places = [full.index(f"<{ADDRESS}/{name}>\n\n{texts[name]}") for name in order]
    assert places == sorted(places)
    assert full.count("\n---\n\n<") == len(order)
    assert "/zh/" not in full


def test_urls_include_the_base_path(docs: Path) -> None:
    addresses = re.findall(rf"{ADDRESS}[^)>]*", texts_of(docs, "/pot/")["llms.txt"])
    assert addresses
    assert all(address.startswith(f"{ADDRESS}/pot/") for address in addresses)


def test_a_site_without_sidebars_has_lists(docs: Path) -> None:
    config = docs / "site.toml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text[: text.index("[[sidebars]]")], encoding="utf-8")
    for prefix in ("", "zh/"):
        page = docs / f"{prefix}guide/index.md"
        page.write_text(page.read_text("utf-8") + "\n[a](start.md) [b](pour.md)\n", "utf-8")
    text = texts_of(docs)["llms.txt"]
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Overview", "Other pages"]
