"""Checks the wording of pages against the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.records import Glossary, Problem, Prose, Term

_NOTHING = re.compile(r"(?!)")
_SEPARATOR = "\0"
"""Separates passages. Words don't contain it, so none matches across two passages."""


def check_glossary(glossary: Glossary, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Reports forbidden words in the content and the front matter of pages."""
    patterns = {tag: create_pattern(terms) for tag, terms in glossary.items()}
    forbidden = {tag: _forbidden_in(terms) for tag, terms in glossary.items()}
    for page in pages:
        locale = page.source.locale
        terms = glossary.get(locale, ())
        front = page.source.frontmatter
        facts = (*(way.note for way in front.ways), *(fact.value for fact in front.facts))
        texts = (*(Prose(text, 1) for text in (*front.texts, *facts)), *page.document.prose)
        # Searched once per page, because most pages contain none of the words.
        if forbidden.get(locale, _NOTHING).search(_SEPARATOR.join(prose.text for prose in texts)):
            for prose in texts:
                yield from check_words(page.source.file, prose, terms, patterns[locale])


def create_pattern(terms: Sequence[Term]) -> re.Pattern[str]:
    """Returns a pattern that matches forbidden words as group 1. Allowed wordings that contain a
    forbidden word match first."""
    right = [_pattern_of(word) for term in terms for word in term.unless]
    wrong = [_pattern_of(word) for term in terms for word in term.forbidden]
    if not wrong:
        return _NOTHING
    longest = sorted(wrong, key=len, reverse=True)
    return re.compile("|".join([*sorted(right, key=len, reverse=True), f"({'|'.join(longest)})"]))


def _forbidden_in(terms: Sequence[Term]) -> re.Pattern[str]:
    """Returns a pattern that matches forbidden words, including those in allowed wordings."""
    words = [_pattern_of(word) for term in terms for word in term.forbidden]
    return re.compile("|".join(words)) if words else _NOTHING


def _pattern_of(word: str) -> str:
    """Returns a pattern that allows line breaks within Chinese words and requires word boundaries
    around Latin words.

    It starts with a letter: only then does `re` search for the first letters of all alternatives at
    the same time.
    """
    letters = re.sub(r"(?<=[^\x00-\x7f])(?=[^\x00-\x7f])", r"\\n?", re.escape(word))
    if re.match(r"[A-Za-z0-9]", word):
        letters = f"{word[0]}(?<![A-Za-z0-9]{word[0]}){letters[1:]}"
    end = r"(?![A-Za-z0-9])" if re.search(r"[A-Za-z0-9]\Z", word) else ""
    return f"{letters}{end}"


def check_words(
    file: str, prose: Prose, terms: Sequence[Term], pattern: re.Pattern[str]
) -> Iterator[Problem]:
    """Reports the forbidden words of a passage."""
    for found in pattern.finditer(prose.text):
        if found[1]:
            word = found[1].replace("\n", "")
            term = next(term for term in terms if word in term.forbidden)
            line = prose.line + prose.text.count("\n", 0, found.start())
            hint = f"Write {term.wording} for {term.term}."
            yield Problem("error", file, line, f"The glossary doesn't allow {word}.", hint)
