"""Checks the words of pages against the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.records import Glossary, Problem, Prose, Term

_NOTHING = re.compile(r"(?!)")


def check_glossary(glossary: Glossary, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Reports forbidden words in texts and front matter."""
    patterns = {tag: create_pattern(terms) for tag, terms in glossary.items()}
    for page in pages:
        terms = glossary.get(page.source.locale, ())
        pattern = patterns.get(page.source.locale, _NOTHING)
        front = page.source.frontmatter
        facts = (*(way.note for way in front.ways), *(fact.value for fact in front.facts))
        texts = (*front.texts, *facts)
        for prose in (*(Prose(text, 1) for text in texts), *page.document.prose):
            yield from check_words(page.source.file, prose, terms, pattern)


def create_pattern(terms: Sequence[Term]) -> re.Pattern[str]:
    """Matches forbidden words as group 1. Allowed wordings that contain one match first."""
    right = [_pattern_of(word) for term in terms for word in term.unless]
    wrong = [_pattern_of(word) for term in terms for word in term.forbidden]
    if not wrong:
        return _NOTHING
    longest = sorted(wrong, key=len, reverse=True)
    return re.compile("|".join([*sorted(right, key=len, reverse=True), f"({'|'.join(longest)})"]))


def _pattern_of(word: str) -> str:
    """Allows line breaks within Chinese words, and requires word boundaries around Latin ones."""
    letters = re.sub(r"(?<=[^\x00-\x7f])(?=[^\x00-\x7f])", r"\\n?", re.escape(word))
    start = r"(?<![A-Za-z0-9])" if re.match(r"[A-Za-z0-9]", word) else ""
    end = r"(?![A-Za-z0-9])" if re.search(r"[A-Za-z0-9]\Z", word) else ""
    return f"{start}{letters}{end}"


def check_words(
    file: str, prose: Prose, terms: Sequence[Term], pattern: re.Pattern[str]
) -> Iterator[Problem]:
    """Reports the forbidden words of a text."""
    for found in pattern.finditer(prose.text):
        if found[1]:
            word = found[1].replace("\n", "")
            term = next(term for term in terms if word in term.forbidden)
            line = prose.line + prose.text.count("\n", 0, found.start())
            hint = f"Write {term.wording} for {term.term}."
            yield Problem("error", file, line, f"The glossary doesn't allow {word}.", hint)
