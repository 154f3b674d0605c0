import json
import subprocess
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.cache import Cache
from docsite.emit.output import Output
from docsite.emit.site_files import write_search
from docsite.markdown import ParseContext, parse
from docsite.pages.content import to_front_matter
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
    Source,
    Term,
    render_compact_json,
)
from docsite.search import Searcher, SearchFiles, Vocabulary, index, postings
from docsite.search.index import Index, build_index, load_index, pack_texts, render_file
from docsite.search.postings import (
    WEIGHTS,
    find_postings,
    index_block,
    split_blocks,
    weigh_words,
)
from docsite.search.sections import FoundSection, split_page
from docsite.search.synonyms import synonyms_for
from docsite.search.words import STOP_WORDS, heading_words, index_words
from generator.tests.support import ROOT, good_config, memory_cache, read_files, strings

CASES = tomllib.loads((ROOT / "contracts/search-tokens.toml").read_text(encoding="utf-8"))["case"]
NOTHING = Vocabulary({}, {})


def make_page(
    text: str, file: str = "kettle.md", locale: str = "en-US", **front: Any
) -> ParsedPage:
    source = Source(file, locale, text, 1, to_front_matter(front), date(2020, 2, 29))
    document = parse(text, ParseContext(file, strings(locale)))
    return ParsedPage(f"/{file.replace('.md', '.html')}", source, document)


TEXT = """\
# Kettle {#kettle}

Boils `water`.

## Use it {#use}

Press the
button.

### Safely {#use-safely}

```js
press();
wait();
```

| Option   | Type   |
| -------- | ------ |
| `litres` | number |

## Clean it {#clean}

- Vinegar & salt
"""
PAGE = make_page(TEXT)
CHINESE = make_page("# 水壶 {#kettle}\n\n水壶保护你的手。", "zh/kettle.md", "zh-CN")


def split(page: ParsedPage) -> list[FoundSection]:
    return list(split_page(page))


def make(*pages: ParsedPage, searcher: Searcher | None = None, store: Cache | None = None) -> Any:
    searcher, store = searcher or Searcher(), store or memory_cache()
    return searcher.make(pages, good_config(), NOTHING, store)


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_words_match_the_contract(case: dict[str, Any]) -> None:
    assert list(heading_words(case["text"])) == case["words"]


def test_stop_words_are_excluded() -> None:
    assert list(index_words("How to boil the water")) == ["boil", "water"]
    assert {"the", "how"} <= STOP_WORDS


_READ = """
import { createInterface } from "node:readline";
const { isUnspaced, namesOf, splitText } = await import(process.argv[1]);
const pairs = (text) => Array.from(text, (_, start) => text.slice(start, start + 2));
for await (const line of createInterface({ input: process.stdin })) {
  const words = splitText(JSON.parse(line)).map(({ text }) => text);
  console.log(JSON.stringify(words.flatMap((word) => (isUnspaced(word) ? pairs : namesOf)(word))));
}
"""


@pytest.fixture(scope="module")
def theme_words() -> Iterator[Callable[[str], list[str]]]:
    """Returns a function that tokenizes strings with the code of the theme."""
    command = [str(ROOT / "node_modules/.bin/node"), "--input-type=module", "-e", _READ]
    words = ROOT / "theme/src/features/search/words.ts"
    with subprocess.Popen(
        [*command, str(words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        assert node.stdin
        assert node.stdout
        pipes = node.stdin, node.stdout

        def split(text: str) -> list[str]:
            print(json.dumps(text), file=pipes[0], flush=True)
            found: list[str] = json.loads(pipes[1].readline())
            return found

        yield split
        node.stdin.close()


# Letters that exist in all Unicode versions in use.
_KNOWN = st.characters(codec="utf-8").filter(lambda char: unicodedata.name(char, "") != "")
_PIECES = st.sampled_from(["存储键", "useStorage", "XMLHttp2", "colour", "initialise", " ", "-"])


@given(st.lists(_PIECES | st.text(_KNOWN, max_size=5), max_size=8).map("".join))
@settings(max_examples=300)
def test_the_theme_tokenizes_text_in_the_same_way(
    theme_words: Callable[[str], list[str]], text: str
) -> None:
    assert list(heading_words(text)) == theme_words(text)


# --- sections -------------------------------------------------------------------------------------


def test_each_heading_starts_a_section_with_its_own_url() -> None:
    assert [found.path for found in split(PAGE)] == [
        "/kettle.html#kettle",
        "/kettle.html#use",
        "/kettle.html#use-safely",
        "/kettle.html#clean",
    ]


def test_a_section_has_its_heading_and_its_ancestors() -> None:
    known = [(found.section.heading, found.section.parents) for found in split(PAGE)]
    assert known == [("Kettle", ()), ("Use it", ()), ("Safely", ("Use it",)), ("Clean it", ())]


def test_section_text_has_a_line_per_paragraph_row_and_line_of_code() -> None:
    texts = [found.section.text for found in split(PAGE)]
    assert texts == [
        "Boils water.",
        "Press the button.",
        "press();\nwait();\nOption Type\nlitres number",
        "Vinegar & salt",
    ]


def test_section_text_includes_containers_code_and_images() -> None:
    text = """\
# Kettle {#kettle}
## Boil {badge: hot} {#boil}
::: tip Mind
Steam\\
and ![fire](/fire.svg)
:::
::: code-group
```js [one]
a
```
```js [two]
b
```
:::
> [quote](/z/)

- x
  - y {badge: new}
"""
    _, found = split(make_page(text))
    assert found.section.heading == "Boil hot"
    lines = ["Mind", "Steam", "and fire", "one", "a", "two", "b", "quote", "x", "y new"]
    assert found.section.text.split("\n") == lines


def test_names_are_in_the_first_column_of_a_table() -> None:
    assert [found.names for found in split(PAGE)] == ["", "", "Option litres", ""]


def test_a_home_page_has_no_title_with_an_id_and_shows_its_front_matter() -> None:
    front: dict[str, Any] = {
        "layout": "home",
        "summary": "Tea.",
        "features": [{"title": "Hot", "text": "Very."}],
    }
    (found,) = split(make_page("# Kettle {#kettle}\n\nWater.", **front))
    assert found.path == "/kettle.html"
    assert found.section.text == "Tea.\nHot Very.\nWater."


# --- the index ------------------------------------------------------------------------------------

HEADING, NAME, TOPIC, OTHER, CONTEXT = range(len(WEIGHTS))


def test_a_word_has_its_highest_weight() -> None:
    first, _, safely, _ = (weigh_words(found) for found in split(PAGE))
    assert first == {"kettle": HEADING, "boils": OTHER, "water": OTHER}
    assert safely["safely"] == HEADING
    assert safely["litres"] == NAME
    assert safely["use"] == NAME  # of the id
    assert safely["press"] == OTHER
    assert safely["kettle"] == CONTEXT


def test_frequent_words_are_topics() -> None:
    (found,) = split(make_page("# Kettle {#kettle}\n\nTea, tea, tea and milk."))
    assert weigh_words(found) == {"kettle": HEADING, "tea": TOPIC, "milk": OTHER}


def decode(made: Index) -> dict[str, list[tuple[int, int]]]:
    """Decodes the sections and weights of each word, like the browser."""
    places: dict[str, list[tuple[int, int]]] = {}
    for _, content in made.words:
        for word, numbers in json.loads(content)["words"].items():
            section = 0
            for number in numbers:
                section += number // len(WEIGHTS)
                places.setdefault(word, []).append((section, number % len(WEIGHTS)))
    return places


def test_the_index_has_every_word_of_every_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_WORD_BYTES", 60)
    monkeypatch.setattr(index, "_TEXT_BYTES", 20)
    sections = [*split(PAGE), *split(make_page("# Pot {#pot}\n\nWater \U0001d538 ﬀ", "pot.md"))]
    made = build_index(split_blocks(sections), memory_cache())
    places = decode(made)
    for number, found in enumerate(sections):
        expected = weigh_words(found)
        assert {word: dict(at)[number] for word, at in places.items() if number in dict(at)} == (
            expected
        )
    assert len(made.words) > 2
    # Browsers compare UTF-16 code units, in which U+1D538 is before U+FB00.
    words = [word for _, content in made.words for word in json.loads(content)["words"]]
    assert words == sorted(words, key=lambda word: word.encode("utf-16-be"))
    assert words[-2:] == ["\U0001d538", "ﬀ"]
    texts = [msgspec.json.decode(content, type=SearchTexts) for _, _, content in made.texts]
    assert [section for one in texts for section in one.sections] == [
        found.section for found in sections
    ]
    assert [one.page for one in texts].count("/pot.html") == 1


WORDS = st.sampled_from(["tea", "water", "kettle", "茶壶", "milk"])


@given(
    texts=st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=12),
    pages_per_block=st.integers(1, 5),
)
def test_the_index_does_not_depend_on_the_blocks(texts: list[str], pages_per_block: int) -> None:
    sections = [
        FoundSection(f"/{number // 2}.html", "", SearchSection("", "", (), text), "")
        for number, text in enumerate(texts)
    ]
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(postings, "_BLOCK_PAGES", pages_per_block)
        found = find_postings(split_blocks(sections), memory_cache())
    # The first number of a block with all sections is the one that the blocks are joined with.
    assert {word: [*numbers] for word, numbers in found.items()} == {
        word: numbers[1:] for word, numbers in index_block(sections).items()
    }


def test_spellings_are_long_words_the_most_frequent_first() -> None:
    text = "# Tea {#a}\n\nWaste water5\n\n## Water {#b}\n\n茶壶茶壶茶\n\n## Pot {#c}\n\nWater"
    made = build_index(split_blocks(split(make_page(text))), memory_cache())
    assert {letter: json.loads(content) for letter, content in made.spellings.items()} == {
        "w": {"words": ["water", "waste"]}
    }


def test_large_sites_have_fewer_files_per_page() -> None:
    def count_files(pages: int) -> float:
        section = SearchSection("use", "Use", (), "x" * 1_000)
        found = [FoundSection(f"/{page}.html", "Page", section, "") for page in range(pages)] * 15
        return len([*pack_texts(sorted(found, key=attrgetter("page")))]) / pages

    assert count_files(100) == 5
    assert count_files(200) == 3


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


def test_a_corrupted_or_outdated_index_is_rebuilt(runs: list[int]) -> None:
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


def write(search: SearchFiles, folder: Path) -> dict[str, int]:
    """Writes a build that has only a search; returns when each file was written."""
    output = Output(folder)
    write_search(search, output)
    output.write("build.json", render_compact_json({"search": search.record}))
    output.remove_stale()
    files = (path for path in folder.rglob("*.json") if path.parent.name != "search")
    return {
        f"{path.parent.name}/{path.name}": path.stat().st_mtime_ns
        for path in files
        if path.name != "build.json"
    }


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
    write_search(search, Output(tmp_path))
    (tmp_path / "build.json").unlink()
    assert read_files(tmp_path) == search.contents


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
        "en-US": [
            (("guard", "shield"), ("protect",)),
            (("保护",), ("protect", "protection")),
        ],
        "zh-CN": [
            (("保护",), ("protect", "protection")),
            (("protect", "protection"), ("保护",)),
        ],
    }
    assert len(indexes_of(good_config(), vocabulary)["en-US"]["synonyms"]) == 2
