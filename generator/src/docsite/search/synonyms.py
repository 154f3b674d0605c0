"""Words that find other words: synonyms, and terms of the glossary with their translations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from docsite.records import Glossary, SearchSynonym, Synonyms

_SEPARATOR = ", "


@dataclass(frozen=True)
class Vocabulary:
    glossary: Glossary
    synonyms: Synonyms


def synonyms_for(tag: str, vocabulary: Vocabulary) -> Iterator[SearchSynonym]:
    """Yields the synonyms for pages in a language.

    Names in code are words of the first language on the pages of all languages, so translations
    find the terms of the first language everywhere.
    """
    for typed, meanings in vocabulary.synonyms.get(tag, {}).items():
        yield SearchSynonym(tuple(typed.split(_SEPARATOR)), meanings)
    own = vocabulary.glossary.get(tag)
    for terms in (own,) if own else vocabulary.glossary.values():
        for term in terms:
            words = tuple(term.term.split(_SEPARATOR))
            if term.wording != term.term:
                yield SearchSynonym((term.wording,), words)
                if own:
                    yield SearchSynonym(words, (term.wording,))
