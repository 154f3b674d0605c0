"""Search in Japanese and Korean, and for pages without a translation, in Chromium behind nginx."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from docsite.build import Folders, build_site
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import warm_work
from tests.website.search import (
    Answer,
    bundle_engine,
    expect_right_sections,
    search,
    start_engine,
)

CORPUS = tomllib.loads((ROOT / "tests/website/search_languages.toml").read_text(encoding="utf-8"))
LANGUAGES = ("ja", "ko")
UNTRANSLATED = ("deduplication", "identical blocks")
CONFIG = """\
title = "Backup"
address = "https://backup.example"
repository = "https://git.example/backup"
docs_directory = "docs"
last_updated = 2026-11-01

[[locales]]
tag = "en"
prefix = "/"
label = "English"
description = "Backups"

[[locales]]
tag = "ja"
prefix = "/ja/"
label = "日本語"
description = "バックアップ"

[[locales]]
tag = "ko"
prefix = "/ko/"
label = "한국어"
description = "백업"

[[sidebars]]
under = "/guide/"

[[sidebars.groups]]
label = { en = "Guide" }
pages = [
  "/guide/install.html",
  "/guide/backup.html",
  "/guide/restore.html",
  "/guide/errors.html",
  "/guide/glossary.html",
]
"""

each_language = pytest.mark.parametrize("tag", LANGUAGES)
Answers = Mapping[str, Mapping[str, Answer]]
"""Results by language tag and query."""


@pytest.fixture(scope="module")
def answers(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    folder = tmp_path_factory.mktemp("search")
    engine = bundle_engine(folder)
    folders = Folders(write_docs(folder), ROOT / "theme", folder / "site", warm_work(folder))
    assert build_site(folders, is_compressed=False).problems == ()
    with serve_nginx(folders.output) as address, browser.new_context() as context:
        context.add_init_script(path=engine)
        found = {}
        for tag in LANGUAGES:
            page = context.new_page()
            start_engine(page, address, tag)
            queries = (*CORPUS[tag]["found"], *CORPUS[tag]["absent"], *UNTRANSLATED)
            found[tag] = {answer.query: answer for answer in search(page, *queries)}
        yield found


def write_docs(folder: Path) -> Path:
    docs = folder / "docs"
    texts = {"site.toml": CONFIG, "index.md": "# Backup {#backup}\n"}
    for tag, corpus in CORPUS.items():
        prefix = "" if tag == "en" else f"{tag}/"
        texts |= {f"{prefix}guide/{name}.md": text for name, text in corpus["pages"].items()}
    for name, text in texts.items():
        path = docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        front = '+++\nsummary = "About backups."\n+++\n\n' if name.endswith(".md") else ""
        path.write_text(front + text.lstrip(), encoding="utf-8")
    return docs


def position_of(answer: Answer, tag: str) -> int | None:
    page, _, slug = CORPUS[tag]["found"][answer.query].partition("#")
    wanted = f"/{tag}/guide/{page}.html#{slug}"
    return answer.paths.index(wanted) if wanted in answer.paths else None


@each_language
def test_queries_find_the_expected_sections(answers: Answers, tag: str) -> None:
    positions = {query: position_of(answers[tag][query], tag) for query in CORPUS[tag]["found"]}
    assert len(positions) >= 35
    expect_right_sections(positions)


@each_language
def test_absent_terms_have_no_complete_match(answers: Answers, tag: str) -> None:
    absent = [answers[tag][query] for query in CORPUS[tag]["absent"]]
    assert len(absent) >= 15
    assert {answer.query: answer.complete for answer in absent if answer.complete} == {}
    quoted = [answer for answer in absent if answer.query.startswith('"')]
    assert [answer.query for answer in quoted if answer.paths] == []


@each_language
@pytest.mark.parametrize("query", UNTRANSLATED)
def test_a_page_without_a_translation_is_found_once_in_the_language_of_the_visitor(
    answers: Answers, tag: str, query: str
) -> None:
    assert answers[tag][query].complete == [f"/{tag}/guide/glossary.html#deduplication"]
