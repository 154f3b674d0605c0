"""The sections of pages, and their search index."""

import json
from operator import attrgetter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.records import SearchSection, SearchTexts
from docsite.search import index, postings
from docsite.search.index import Index, build_index, pack_texts
from docsite.search.postings import WEIGHTS, find_postings, index_block, split_blocks, weigh_words
from docsite.search.sections import FoundSection
from generator.tests.search_pages import PAGE, make_page, split
from generator.tests.support import memory_cache

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
