"""Splits text into words for the search index.

`theme/src/features/search/words.ts` has the same rules, and `contracts/search-tokens.toml` contains
test cases for both. Chinese and Japanese have no spaces, and Korean words end with particles, so
every pair of adjacent characters is a word: the pairs of any substring are in the index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_UNSPACED = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SPELLINGS = (
    (re.compile(r"(?<=..)is(e|ed|es|ers?|ing|ations?)$"), r"iz\1"),
    (re.compile(r"(?<=..)our(s|ed|ing)?$"), r"or\1"),
)
"""Converts British to American spelling, so that a search for `initialize` also finds
`initialise`."""

_STOP_WORDS = """
a an and are as at be been but by can could did do does for from had has have how i if in into is it
its me my no not of on or our should so than that the their then there these they this those to us
was we were what when where which who why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that are too frequent to distinguish sections."""


def split_text(text: str) -> list[str]:
    """Splits text into unchanged words. A run of Chinese characters is one word."""
    return _TOKEN.findall(text)


def is_unspaced(word: str) -> bool:
    """Returns whether a word belongs to a script without spaces."""
    return bool(_IS_UNSPACED.match(word))


@lru_cache(maxsize=10_000)
def names_of(word: str) -> tuple[str, ...]:
    """Returns the index words of a word: the word in lower case, and the parts of a camelCase
    name."""
    parts = _PART.findall(word)
    names = [word, *parts] if len(parts) > 1 else [word]
    return tuple(dict.fromkeys(map(_spell, names)))


def _spell(word: str) -> str:
    spelled = word.lower()
    for spelling, american in _SPELLINGS:
        spelled = spelling.sub(american, spelled)
    return spelled


def pairs_of(text: str) -> list[str]:
    """Splits a run into pairs: `存储键` -> `存储`, `储键`, `键`. Every character starts a word,
    so the last one is on its own."""
    return [text[start : start + 2] for start in range(len(text))]


def index_words(text: str) -> Iterator[str]:
    """Yields the index words in text, without stop words."""
    return (word for word in heading_words(text) if word not in STOP_WORDS)


def heading_words(text: str) -> Iterator[str]:
    """Yields the index words of a heading, including stop words."""
    for token in split_text(text):
        yield from pairs_of(token) if is_unspaced(token) else names_of(token)
