import gzip
import json
import tomllib
from datetime import date
from typing import Any

import cbor2
import pytest

from docsite.errors import RenderError
from docsite.markdown import ParseContext, parse
from docsite.node.cache import Cache
from docsite.pages.content import to_front_matter
from docsite.pages.parse import ParsedPage
from docsite.records import Glossary, Source, Term
from docsite.search import Searcher, files, index, pagefind
from docsite.search.index import build_index, load_index, pack_words, render_document
from docsite.search.sections import FoundSection, split_page
from docsite.search.words import END, STOP_WORDS, heading_words, index_words
from generator.tests.support import ROOT, memory_cache, strings

CASES = tomllib.loads((ROOT / "contracts/search-words.toml").read_text(encoding="utf-8"))["case"]
WORKER = b"onmessage = () => {};"
NO_GLOSSARY: Glossary = {}


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
    return (searcher or Searcher()).make(pages, NO_GLOSSARY, WORKER, store or memory_cache())


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_words_are_those_of_the_contract(case: dict[str, Any]) -> None:
    assert list(heading_words(case["text"])) == case["words"]


def test_words_that_stand_everywhere_are_left_out_of_texts() -> None:
    assert list(index_words("How to boil the water")) == ["boil", "water"]
    assert {"the", "how"} <= STOP_WORDS


# --- sections -------------------------------------------------------------------------------------


def test_each_heading_begins_a_section_with_an_address_of_its_own() -> None:
    assert [found.section.path for found in split(PAGE)] == [
        "/kettle.html#kettle",
        "/kettle.html#use",
        "/kettle.html#use-safely",
        "/kettle.html#clean",
    ]


def test_a_section_knows_its_heading_and_those_above_it() -> None:
    known = [(found.section.heading, found.section.parents) for found in split(PAGE)]
    assert known == [("Kettle", ()), ("Use it", ()), ("Safely", ("Use it",)), ("Clean it", ())]


def test_a_text_has_a_line_per_paragraph_row_and_line_of_code() -> None:
    texts = [found.section.text for found in split(PAGE)]
    assert texts == [
        "Boils water.",
        "Press the button.",
        "press();\nwait();\nOption Type\nlitres number",
        "Vinegar & salt",
    ]


def test_a_text_has_what_readers_see_of_containers_code_and_images() -> None:
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


def test_what_a_table_describes_stands_in_its_first_column() -> None:
    assert [found.names for found in split(PAGE)] == ["", "", "Option litres", ""]


def test_a_home_page_has_no_title_with_an_id_and_shows_its_front_matter() -> None:
    front: dict[str, Any] = {
        "layout": "home",
        "summary": "Tea.",
        "features": [{"title": "Hot", "text": "Very."}],
    }
    (found,) = split(make_page("# Kettle {#kettle}\n\nWater.", **front))
    assert found.section.path == "/kettle.html"
    assert found.section.text == "Tea.\nHot Very.\nWater."


# --- the index ------------------------------------------------------------------------------------


def test_a_document_has_each_word_once_where_it_counts_most() -> None:
    html = render_document(split(make_page("# Kettle {#kettle}\n\nKettle, hot tea"))[0])
    words = html.replace("<", " ").replace(">", " ").split()
    assert words.count(f"kettle{END}") == 1
    assert html.index(f"kettle{END}") < html.index(f"hot{END}")


def test_every_section_has_a_name_that_changes_with_it() -> None:
    first = build_index(split(PAGE))
    # The words are the same, so that only we see the difference.
    changed = make_page(TEXT.replace("button.", "button!"))
    second = build_index(split(changed))
    assert set(first.names) == set(second.names) == {found.section.path for found in split(PAGE)}
    assert {path for path in first.names if first.names[path] != second.names[path]} == {
        "/kettle.html#use"
    }


def test_words_are_packed_in_their_order_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_CHUNK_BYTES", 60)
    words: list[Any] = [
        [f"word{number:02}{END}", [[number, [-25, 7], []]], []] for number in range(20)
    ]
    chunks = list(pack_words([cbor2.dumps([words[10:]]), cbor2.dumps([words[:10]])]))
    assert len(chunks) > 2
    packed: list[Any] = []
    for chunk in chunks:
        (some,) = cbor2.loads(gzip.decompress(chunk.content))
        assert some[0][0] == chunk.first
        packed += some
    assert [word[0] for word in packed] == [word[0] for word in words]
    # A weight stays; the place is another, for nobody asks for it.
    assert packed[3][1] == [[3, [-25, 25], []]]


def test_pagefind_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagefind, "get_executable", lambda: "false")
    with pytest.raises(RenderError, match="made no index"):
        build_index(split(PAGE))
    monkeypatch.setattr(pagefind, "get_executable", lambda: None)
    with pytest.raises(RenderError, match="not installed"):
        build_index(split(PAGE))


# --- again ----------------------------------------------------------------------------------------


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sections each run of Pagefind was given."""
    seen: list[int] = []
    run = pagefind.run_pagefind

    def count(documents: Any) -> Any:
        seen.append(len(documents))
        return run(documents)

    monkeypatch.setattr(index, "run_pagefind", count)
    return seen


def test_an_unchanged_text_is_not_indexed_again(runs: list[int]) -> None:
    store = memory_cache()
    first = make(PAGE, CHINESE, store=store)
    assert make(PAGE, CHINESE, store=store) == first
    assert runs == [4, 1]


def test_a_change_in_one_language_leaves_the_other_alone(runs: list[int]) -> None:
    store = memory_cache()
    make(PAGE, CHINESE, store=store)
    make(PAGE, make_page("# 壶 {#kettle}", "zh/kettle.md", "zh-CN"), store=store)
    assert runs == [4, 1, 1]


def test_a_damaged_or_older_index_is_made_again(runs: list[int]) -> None:
    store = memory_cache()
    store.put("search", "en-US", json.dumps({"key": "of other sections"}).encode())
    load_index("en-US", split(PAGE), store)
    assert runs == [4]


def test_a_writer_does_not_wait_for_the_index(runs: list[int]) -> None:
    searcher, store = Searcher(), memory_cache()
    first = searcher.make([PAGE], NO_GLOSSARY, WORKER, store, is_fresh=False)
    assert runs == [4]  # the first time there is nothing else to show
    changed = make_page("# Pot {#kettle}")
    assert searcher.make([changed], NO_GLOSSARY, WORKER, store, is_fresh=False) is first
    assert runs == [4]
    searcher.index_waiting(store)
    fresh = searcher.make([changed], NO_GLOSSARY, WORKER, store, is_fresh=False)
    assert runs == [4, 1]
    assert fresh.record.indexes != first.record.indexes


# --- files ----------------------------------------------------------------------------------------


def test_the_record_leads_to_every_file() -> None:
    search = make(PAGE, CHINESE)
    contents = dict(search.contents)
    assert contents.pop(f"assets/workers/search.{search.record.worker}.js") == WORKER
    assert contents.pop(f"assets/search/{search.record.engine}.wasm").startswith(b"\0asm")
    for tag, name in search.record.indexes.items():
        record = json.loads(contents.pop(f"assets/search/{name}.json"))
        assert len(record["files"]) == len(record["firstWords"]) > 0
        for chunk in record["files"]:
            contents.pop(f"assets/search/{chunk}.bin", None)
        assert tag in ("en-US", "zh-CN")
    sections = [json.loads(content) for content in contents.values()]
    assert sorted(section["path"] for section in sections) == [
        "/kettle.html#clean",
        "/kettle.html#kettle",
        "/kettle.html#use",
        "/kettle.html#use-safely",
        "/zh/kettle.html#kettle",
    ]


def test_readers_get_terms_that_have_another_word_and_no_others() -> None:
    glossary: Glossary = {
        "en-US": (),
        "zh-CN": (
            Term("protect, protection", "保护", forbidden=("防护",)),
            Term("npm", do_not_translate=True),
        ),
    }
    ((tag, found),) = files.translations_in(glossary)
    assert tag == "zh-CN"
    assert [(term.words, term.wording) for term in found.terms] == [
        (("protect", "protection"), "保护")
    ]
    search = Searcher().make([CHINESE], glossary, WORKER, memory_cache())
    assert list(search.record.glossaries) == ["zh-CN"]
    assert make(CHINESE).record.glossaries == {}
