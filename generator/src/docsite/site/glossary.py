"""`glossary.toml`: which words each language uses, and which it does not."""

from __future__ import annotations

from pathlib import Path

from docsite.records import Glossary, SiteConfig, Term
from docsite.site.config import parse_toml
from docsite.site.tables import Table

GLOSSARY_FILE = "glossary.toml"


def load_glossary(docs: Path, config: SiteConfig) -> Glossary:
    """Reads `glossary.toml` of a docs folder; without it no word is refused."""
    path = docs / GLOSSARY_FILE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return parse_glossary(text, config, str(path))


def parse_glossary(text: str, config: SiteConfig, file: str = GLOSSARY_FILE) -> Glossary:
    """One list of terms per language, under its tag."""
    root = Table(parse_toml(text, file), text, file)
    glossary = {
        locale.tag: tuple(map(_parse_term, root.tables(locale.tag, default=())))
        for locale in config.locales
    }
    root.refuse_unknown()
    for tag, terms in glossary.items():
        _refuse_contradictions(root, tag, terms)
    return glossary


def _parse_term(table: Table) -> Term:
    name = table.string("term")
    is_kept = table.flag("do_not_translate")
    if is_kept == table.has("translation"):
        raise table.wrong(
            "term",
            f"{name} needs a translation, or must not be translated",
            'Write translation = "…" or do_not_translate = true.',
        )
    term = Term(
        term=name,
        wording=name if is_kept else table.string("translation"),
        forbidden=table.strings("forbidden", default=[]),
        unless=table.strings("unless", default=[]),
    )
    table.refuse_unknown()
    return term


def _refuse_contradictions(root: Table, tag: str, terms: tuple[Term, ...]) -> None:
    right = [wording for term in terms for wording in (term.wording, *term.unless)]
    for term in terms:
        for word in term.forbidden:
            for wording in right:
                if word in wording and wording not in term.unless:
                    raise root.wrong(
                        tag,
                        f"{word} is forbidden, and {wording} holds it",
                        f"Add {wording} to unless of {term.term}, or allow {word}.",
                    )
