"""How text is split into words."""

import json
import subprocess
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsite.search.words import STOP_WORDS, heading_words, index_words
from generator.tests.support import ROOT

CASES = tomllib.loads((ROOT / "contracts/search-tokens.toml").read_text(encoding="utf-8"))["case"]


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
