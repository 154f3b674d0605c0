"""What counts as a word for those who search.

`theme/src/features/search/words.ts` follows the same rules, and `contracts/search-words.toml` holds
them as cases that both run. Chinese and Japanese have no spaces, so every two neighbouring
characters are a word: whatever stretch of a text somebody looks for, its pairs are in the index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

END = "\u01c3"
"""Ends each word in the index. For a word that it does not know, Pagefind would take one that the
word begins with; with an end, none is. No text has this letter."""

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SPELLINGS = (
    (re.compile(r"(?<=..)is(e|ed|es|ers?|ing|ations?)$"), r"iz\1"),
    (re.compile(r"(?<=..)our(s|ed|ing)?$"), r"or\1"),
)
"""British to American: whoever looks for `initialize` means `initialise` too."""

_STOP_WORDS = """
a an and are as at be been but by can could did do does for from had has have how i if in into is it
its me my no not of on or our should so than that the their then there these they this those to us
was we were what when where which who why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Stand everywhere, so they say nothing about a section."""


def split_text(text: str) -> list[str]:
    """The words of a text as they stand there; a stretch of Chinese is one."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=10_000)
def names_of(word: str) -> tuple[str, ...]:
    """How a word is written in the index: in small letters, and part by part where it has parts."""
    parts = _PART.findall(word)
    names = [word, *parts] if len(parts) > 1 else [word]
    return tuple(dict.fromkeys(map(_spell, names)))


def _spell(word: str) -> str:
    spelt = word.lower()
    for spelling, american in _SPELLINGS:
        spelt = spelling.sub(american, spelt)
    return spelt


def pairs_of(stretch: str) -> list[str]:
    """`存储键` -> `存储`, `储键`, `键`. The last one stands alone, so that each begins a word."""
    return [stretch[start : start + 2] for start in range(len(stretch))]


def index_words(text: str) -> Iterator[str]:
    """Every word by which a text can be found."""
    return (word for word in heading_words(text) if word not in STOP_WORDS)


def heading_words(text: str) -> Iterator[str]:
    """The same for a heading, of which every word counts."""
    for token in split_text(text):
        yield from names_of(token) if not _IS_UNSPACED.match(token) else pairs_of(token)
