"""`glossary.toml`: the words that each language uses, and those it doesn't."""

from __future__ import annotations

from pathlib import Path

from docsite.records import Glossary, SiteConfig, Term
from docsite.site.toml import TomlFile

GLOSSARY_FILE = "glossary.toml"


def load_glossary(docs: Path, config: SiteConfig) -> Glossary:
    """Reads `glossary.toml` of a docs folder. Without it, all words are allowed."""
    path = docs / GLOSSARY_FILE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return parse_glossary(text, config, str(path))


def parse_glossary(text: str, config: SiteConfig, file: str = GLOSSARY_FILE) -> Glossary:
    """One list of terms per language, under its tag."""
    source = TomlFile(text, file)
    tags = [locale.tag for locale in config.locales]
    source.require_known(tags)
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
                f"{term.term} needs a translation, or must not be translated",
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
                        f"{word} is forbidden, and {wording} holds it",
                        f"Add {wording} to unless of {term.term}, or allow {word}.",
                    )
