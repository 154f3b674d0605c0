"""The Markdown files are complete, and every link leads to a file."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from docsite.emit.texts import render_texts
from docsite.load import Site
from docsite.pages.assemble import assemble_site
from docsite.pages.content import load_public_files
from docsite.site.strings import text_strings_by_tag

DOCS = Path(__file__).resolve().parents[1]
COMMONMARK = MarkdownIt("commonmark").enable("table")
ADDRESS = "https://tuffet.example"
DEMOS = ("/vue-demo/", "/react-demo/")


@pytest.fixture(scope="module")
def texts(site: Site) -> dict[str, str]:
    record = assemble_site(site.config, site.pages)
    return dict(render_texts(record, site.pages, text_strings_by_tag(site.config)))


@pytest.fixture(scope="module")
def tokens(texts: dict[str, str]) -> dict[str, list[Token]]:
    return {name: COMMONMARK.parse(text) for name, text in texts.items()}


def targets_of(tokens: list[Token]) -> list[str]:
    children = [child for token in tokens for child in token.children or ()]
    return [
        str(token.attrs["href" if token.type == "link_open" else "src"])
        for token in children
        if token.type in ("link_open", "image")
    ]


def test_every_page_has_its_markdown_with_its_title_and_summary(
    site: Site, tokens: dict[str, list[Token]]
) -> None:
    assert len(site.pages) == 46
    for page in site.pages:
        title, summary = tokens[page.source.file][1:6:4]
        assert title.tag == summary.tag == ""
        text = "".join(child.content for child in title.children or ())
        assert text == page.document.title
        assert "".join(child.content for child in summary.children or ()) == (
            page.source.frontmatter.summary
        )


def test_every_page_has_all_headings_and_code(site: Site, tokens: dict[str, list[Token]]) -> None:
    for page in site.pages:
        found = tokens[page.source.file]
        levels = [int(token.tag[1:]) for token in found if token.type == "heading_open"]
        assert levels == [heading.level for heading in page.document.headings]
        code = [token.content.removesuffix("\n") for token in found if token.type == "fence"]
        assert code == [block.text for block in page.document.code_blocks]


def test_every_internal_link_leads_to_a_file(tokens: dict[str, list[Token]]) -> None:
    files = {f"/{name}" for name in tokens} | load_public_files(DOCS) | set(DEMOS)
    links = {name: targets_of(found) for name, found in tokens.items()}
    assert sum(map(len, links.values())) > 1000
    for name, targets in links.items():
        for target in targets:
            assert re.match(r"https://|mailto:", target), (name, target)
            if target.startswith(ADDRESS):
                path = target.removeprefix(ADDRESS).partition("#")[0]
                assert path in files, (name, target)


@pytest.mark.parametrize("prefix", ["", "zh/"])
def test_the_list_of_a_language_has_each_page_once(
    site: Site, tokens: dict[str, list[Token]], prefix: str
) -> None:
    targets = targets_of(tokens[f"{prefix}llms.txt"])[2:]
    locale = "zh-CN" if prefix else "en-US"
    files = [page.source.file for page in site.pages if page.source.locale == locale]
    assert sorted(targets) == sorted(f"{ADDRESS}/{file}" for file in files)
