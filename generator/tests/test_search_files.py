"""The files of the search index, and which of them an edit rewrites."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.emit.output import Output
from docsite.emit.site_files import write_search
from docsite.pages.parse import ParsedPage
from docsite.records import (
    Glossary,
    PageWeight,
    SearchConfig,
    SearchSection,
    SearchSpellings,
    SearchTexts,
    SearchWords,
    SiteConfig,
    Term,
    render_compact_json,
)
from docsite.search import Searcher, SearchFiles, Vocabulary, index, postings
from docsite.search.index import load_index, render_file
from docsite.search.postings import weigh_words
from docsite.search.sections import FoundSection
from docsite.search.synonyms import synonyms_for
from generator.tests.search_pages import CHINESE, NOTHING, PAGE, TEXT, make, make_page, split
from generator.tests.support import good_config, memory_cache, read_files

# --- caching --------------------------------------------------------------------------------------


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of sections of each index that was created."""
    seen: list[int] = []
    build = index.build_index

    def count(blocks: Any, store: Any) -> Any:
        seen.append(sum(map(len, blocks.values())))
        return build(blocks, store)

    monkeypatch.setattr(index, "build_index", count)
    return seen


def test_unchanged_content_is_not_reindexed(runs: list[int]) -> None:
    store = memory_cache()
    first = make(PAGE, CHINESE, store=store)
    assert make(PAGE, CHINESE, store=store) == first
    assert runs == [4, 1]


def test_a_change_in_one_language_leaves_the_other_alone(runs: list[int]) -> None:
    store = memory_cache()
    make(PAGE, CHINESE, store=store)
    make(PAGE, make_page("# 壶 {#kettle}", "zh/kettle.md", "zh-CN"), store=store)
    assert runs == [4, 1, 1]


def test_sites_with_different_bases_have_their_own_cached_index(runs: list[int]) -> None:
    store = memory_cache()
    old = replace(good_config(), base="/v1/")

    def make_both() -> None:
        make(PAGE, CHINESE, store=store)
        Searcher().make([make_page("# Pot {#pot}"), CHINESE], old, NOTHING, store)

    make_both()
    before = [*runs]
    make_both()
    assert runs == before


def test_an_edited_page_is_indexed_with_few_others(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [make_page(f"# Page {number} {{#page}}", f"{number}.md") for number in range(200)]
    seen: list[str] = []

    def count(found: FoundSection) -> Mapping[str, int]:
        seen.append(found.page)
        return weigh_words(found)

    monkeypatch.setattr(postings, "weigh_words", count)
    store = memory_cache()
    make(*pages, CHINESE, store=store)
    assert len(seen) == 201
    seen.clear()
    pages[100] = make_page("# Edited {#page}", "100.md")
    after_edit = make(*pages, CHINESE, store=store)
    assert "/100.html" in seen
    assert len(seen) < 60
    assert after_edit == make(*pages, CHINESE, store=memory_cache())
    seen.clear()
    make(*pages[:50], make_page("# New {#page}", "new.md"), *pages[50:], CHINESE, store=store)
    assert len(seen) < 60


def test_an_outdated_index_is_rebuilt(runs: list[int]) -> None:
    store = memory_cache()
    store.put("search", "en-US", json.dumps({"key": "of other sections"}).encode())
    load_index("en-US", split(PAGE), store)
    assert runs == [4]


def test_an_incomplete_build_uses_the_previous_index(runs: list[int]) -> None:
    searcher, store = Searcher(), memory_cache()

    def make_again(page: ParsedPage) -> Any:
        return searcher.make([page, CHINESE], good_config(), NOTHING, store, is_fresh=False)

    first = make_again(PAGE)
    assert runs == [4, 1]  # the first build has no previous index
    changed = make_page("# Pot {#kettle}")
    assert make_again(changed) is first
    assert runs == [4, 1]
    searcher.index_waiting(store)
    fresh = make_again(changed)
    assert runs == [4, 1, 1]
    assert fresh.record.indexes != first.record.indexes


# --- files ----------------------------------------------------------------------------------------


def test_the_record_references_every_file() -> None:
    search = make(PAGE, CHINESE)
    contents = {name: json.loads(content) for name, content in search.contents.items()}
    paths: list[str] = []
    for tag, name in search.record.indexes.items():
        assert tag in ("en-US", "zh-CN")
        record = contents.pop(f"assets/search/{name}.json")
        folder = f"assets/search/{record['files']}"
        for number, first in enumerate(record["firstWords"]):
            assert next(iter(contents.pop(f"{folder}/words-{number}.json")["words"])) == first
        for number, count in enumerate(record["textCounts"]):
            texts = contents.pop(f"{folder}/texts-{number}.json")
            assert len(texts["sections"]) == count
            paths += [f"{texts['page']}#{section['id']}" for section in texts["sections"]]
        assert len(record["textWeights"]) == len(record["textCounts"])
        assert sum(record["pageFiles"]) == len(record["textCounts"])
        for number, letter in enumerate(record["letters"]):
            words = contents.pop(f"{folder}/spellings-{number}.json")["words"]
            assert {word[0] for word in words} == {letter}
    assert contents == {}
    assert paths == [
        "/kettle.html#kettle",
        "/kettle.html#use",
        "/kettle.html#use-safely",
        "/kettle.html#clean",
        "/zh/kettle.html#kettle",
    ]


_LINES = st.text(st.characters(codec="utf-8"), max_size=20)


@given(_LINES, _LINES, st.dictionaries(_LINES, st.lists(st.integers(0, 10**6)).map(tuple)))
def test_index_files_are_the_json_of_their_records(
    heading: str, text: str, words: dict[str, tuple[int, ...]]
) -> None:
    section = SearchSection("tea", heading, (heading,), text)
    texts = SearchTexts("/tea.html", heading, (section,))
    for record in (SearchWords(words), texts, SearchSpellings((heading, text))):
        assert render_file(record) == render_compact_json(record).encode()


def test_the_folder_name_depends_on_its_files() -> None:
    changed = make_page(TEXT.replace("button.", "button!"))  # the words are the same
    names = [set(make(page, CHINESE).contents) for page in (PAGE, changed)]
    assert {name for name in names[0] & names[1] if "words-0" in name}  # those in Chinese
    assert len([name for name in names[0] - names[1] if "words-0" in name]) == 1


def test_the_record_says_which_files_belong_to_a_page() -> None:
    sections = "\n\n".join(f"## Cup {n} {{#cup-{n}}}\n\n{'tea ' * 500}" for n in range(9))
    long = make_page(f"# Cups {{#cups}}\n\n{sections}", "cups.md")
    search = make(PAGE, long, CHINESE)
    record = json.loads(search.contents[f"assets/search/{search.record.indexes['en-US']}.json"])
    folder = f"assets/search/{record['files']}"
    pages = [
        json.loads(search.contents[f"{folder}/texts-{number}.json"])["page"]
        for number in range(len(record["textCounts"]))
    ]
    expected = Counter(pages)
    assert max(expected.values()) > 1
    assert record["pageFiles"] == [*expected.values()]


def write(search: SearchFiles, folder: Path) -> dict[str, int]:
    """Writes a build that has only a search; returns when each file was written."""
    with Output(folder) as output:
        write_search(search, output)
        output.write("build.json", render_compact_json({"search": search.record}))
        output.commit()
    files = folder.glob("assets/search/*/*.json")
    return {f"{path.parent.name}/{path.name}": path.stat().st_mtime_ns for path in files}


def test_an_edited_page_rewrites_few_search_files(tmp_path: Path) -> None:
    texts = [f"# Page {number} {{#page}}\n\nTea {number}." for number in range(200)]
    pages = [make_page(text, f"{number}.md") for number, text in enumerate(texts)]
    before = write(make(*pages, CHINESE), tmp_path / "edited")
    pages[100] = make_page(f"{texts[100]} More.", "100.md")
    edited = make(*pages, CHINESE)
    after = write(edited, tmp_path / "edited")
    assert len(after) == len(before) > 200
    assert set(after) != set(before), "the folder has another name"
    assert 0 < len(set(after.values()) - set(before.values())) < 10
    write(edited, tmp_path / "fresh")
    assert read_files(tmp_path / "edited") == read_files(tmp_path / "fresh")


@pytest.mark.parametrize("content", ["", "{}", '{"search": {"indexes": {"en-US": "../../x"}}}'])
def test_a_damaged_record_of_the_previous_build_is_ignored(tmp_path: Path, content: str) -> None:
    (tmp_path / "build.json").write_text(content)
    search = make(PAGE, CHINESE)
    with Output(tmp_path) as output:
        write_search(search, output)
        output.commit()
    files = {name: text for name, text in read_files(tmp_path).items() if "/" in name}
    assert files == search.contents


def indexes_of(config: SiteConfig, vocabulary: Vocabulary = NOTHING) -> dict[str, Any]:
    search = Searcher().make([PAGE, CHINESE], config, vocabulary, memory_cache())
    return {
        tag: json.loads(search.contents[f"assets/search/{name}.json"])
        for tag, name in search.record.indexes.items()
    }


def test_weights_apply_to_the_longest_matching_path_in_every_language() -> None:
    weights = (PageWeight("/", 0.5), PageWeight("/kettle", 2), PageWeight("/kettle.html/x", 3))
    config = replace_search(SearchConfig(weights=weights))
    for record in indexes_of(config).values():
        assert set(record["textWeights"]) == {2}


def test_suggestions_are_pages_and_sections_in_each_language() -> None:
    config = replace_search(SearchConfig(suggestions=("/kettle.html", "/kettle.html#kettle")))
    indexes = indexes_of(config)
    assert [link["text"] for link in indexes["en-US"]["suggestions"]] == ["Kettle", "Kettle"]
    assert indexes["zh-CN"]["suggestions"] == [
        {"text": "水壶", "path": "/zh/kettle.html"},
        {"text": "水壶", "path": "/zh/kettle.html#kettle"},
    ]


def replace_search(search: SearchConfig) -> SiteConfig:
    return msgspec.structs.replace(good_config(), search=search)


GLOSSARY: Glossary = {
    "en-US": (),
    "zh-CN": (
        Term("protect, protection", "保护", forbidden=("防护",)),
        Term("npm", do_not_translate=True),
    ),
}


def test_translated_terms_and_synonyms_find_each_other() -> None:
    vocabulary = Vocabulary(GLOSSARY, {"en-US": {"guard, shield": ("protect",)}})
    found = {
        tag: [(synonym.words, synonym.meanings) for synonym in synonyms_for(tag, vocabulary)]
        for tag in GLOSSARY
    }
    assert found == {
        "en-US": [(("guard", "shield"), ("protect",)), (("保护",), ("protect", "protection"))],
        "zh-CN": [(("保护",), ("protect", "protection")), (("protect", "protection"), ("保护",))],
    }
    assert len(indexes_of(good_config(), vocabulary)["en-US"]["synonyms"]) == 2
