"""`glossary.toml`: the words that each language uses or avoids, and synonyms for search."""

from __future__ import annotations

from pathlib import Path

from docsite.records import Glossary, SiteConfig, Synonyms, SynonymTable, Term
from docsite.site.text_files import load_settings
from docsite.site.toml import TomlFile

GLOSSARY_FILE = "glossary.toml"
_SYNONYMS = "synonyms"


def load_glossary(docs: Path, config: SiteConfig) -> Glossary:
    """Reads `glossary.toml` of a docs folder. Without it, all words are allowed."""
    return parse_glossary(load_settings(docs, GLOSSARY_FILE), config, str(docs / GLOSSARY_FILE))


def load_synonyms(docs: Path, config: SiteConfig) -> Synonyms:
    """Reads the synonyms from the same file."""
    return parse_synonyms(load_settings(docs, GLOSSARY_FILE), config, str(docs / GLOSSARY_FILE))


def parse_synonyms(text: str, config: SiteConfig, file: str = GLOSSARY_FILE) -> Synonyms:
    """Parses one table per language in `synonyms`, keyed by its tag."""
    source = TomlFile(text, file)
    tags = source.values.get(_SYNONYMS, {})
    if tags:
        source.require_known([locale.tag for locale in config.locales], (_SYNONYMS,))
    return {tag: source.decode(SynonymTable, _SYNONYMS, tag) for tag in tags}


def parse_glossary(text: str, config: SiteConfig, file: str = GLOSSARY_FILE) -> Glossary:
    """Parses one list of terms per language, keyed by its tag."""
    source = TomlFile(text, file)
    tags = [locale.tag for locale in config.locales]
    source.require_known([*tags, _SYNONYMS])
    glossary = {
        tag: source.decode(tuple[Term, ...], tag) if tag in source.values else () for tag in tags
    }
    for tag, terms in glossary.items():
        _require_wordings(source, tag, terms)
        _refuse_contradictions(source, tag, terms)
    return glossary


def _require_wordings(source: TomlFile, tag: str, terms: tuple[Term, ...]) -> None:
    for index, term in enumerate(terms):
        if term.do_not_translate == bool(term.translation):
            raise source.wrong(
                (tag, index, "term"),
                f"{term.term} needs either a translation or do_not_translate",
                'Write translation = "…" or do_not_translate = true.',
            )


def _refuse_contradictions(source: TomlFile, tag: str, terms: tuple[Term, ...]) -> None:
    right = [wording for term in terms for wording in (term.wording, *term.unless)]
    for term in terms:
        for word in term.forbidden:
            for wording in right:
                if word in wording and wording not in term.unless:
                    raise source.wrong(
                        (tag,),
                        f"{wording} contains the forbidden word {word}",
                        f"Add {wording} to `unless` of {term.term}, or allow {word}.",
                    )
