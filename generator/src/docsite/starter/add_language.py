"""Adds a language to a site: `docsite add-language`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from docsite.errors import ConfigError, OutputError
from docsite.records import SiteConfig
from docsite.records.values import LANGUAGE_TAG
from docsite.site.config import CONFIG_FILE, load_config
from docsite.site.text_files import edit_text
from docsite.site.toml import parse_toml
from docsite.starter.new import Language, load_known_languages, prefix_of, render_locale

_LOCALES = re.compile(r"^[ \t]*\[\[[ \t]*locales[ \t]*\]\]", re.MULTILINE)
_NEXT_TABLE = re.compile(r"^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*\[", re.MULTILINE)


def add_language(docs: Path, tag: str, label: str | None = None) -> Language:
    """Adds a table to `site.toml` after those of the other languages."""
    config = load_config(docs)
    language = find_language(tag, label)
    _check_language(config, language, docs)
    path = docs / CONFIG_FILE
    # Replaced strings of the first language can contain facts, such as the license.
    table = render_locale(language, config.title, config.locales[0].strings)
    edit_text(path, partial(insert_locale, table=table, file=str(path)))
    return language


def find_language(tag: str, label: str | None = None) -> Language:
    """Finds a known language by id or tag. Any other language requires a label."""
    if not re.search(LANGUAGE_TAG, tag):
        hint = "Write it as in HTML: ja, pt-BR, sr-Latn."
        raise ConfigError(f"{tag!r} is not a language tag", hint=hint)
    known = load_known_languages()
    for name, labels in known.items():
        if tag.lower() in (name.lower(), labels["tag"].lower()):
            return Language(name, prefix_of(name), {**labels, "label": label or labels["label"]})
    if label is None:
        raise ConfigError(
            f"docsite has no name for the language {tag!r}",
            hint=f"Specify it: --label NAME. Without that, choose from {', '.join(known)}.",
        )
    labels = {"tag": tag, "label": label, "description": known["en"]["description"]}
    return Language(tag, prefix_of(tag), labels)


def _check_language(config: SiteConfig, language: Language, docs: Path) -> None:
    file = str(docs / CONFIG_FILE)
    tag = language.labels["tag"]
    for locale in config.locales:
        if locale.tag.lower() == tag.lower() or locale.prefix == language.prefix:
            hint = f"Its pages are below {locale.prefix}."
            raise ConfigError(f"the site already has {locale.tag}", hint=hint, file=file)
    if config.require_translations:
        hint = "Remove require_translations until all pages are translated."
        raise ConfigError("the site requires all translations", hint=hint, file=file)
    folder = docs / language.prefix.strip("/")
    if folder.exists():
        hint = f"Rename it: the pages in {tag} will be in this folder."
        raise OutputError("the folder already exists", hint=hint, file=str(folder))


def insert_locale(text: str, table: str, file: str) -> str:
    """Adds a table to `locales`. Everything else in the file stays unchanged."""
    before = parse_toml(text)
    added = tomllib.loads(table)["locales"]
    expected = {**before, "locales": [*before["locales"], *added]}
    for position in _find_positions(text):
        rest = text[position:]
        gap = "\n" if rest else ""
        result = f"{text[:position].rstrip()}\n\n{table}\n{gap}{rest.lstrip(chr(10))}"
        if _parse(result) == expected:
            return result
    hint = f"Add it yourself:\n{table}"
    raise ConfigError("the languages aren't [[locales]] tables", hint=hint, file=file)


def _find_positions(text: str) -> Iterator[int]:
    """Yields the positions after the last language at which a table may start. Lines in a
    multi-line value can look like one, so all of them are tried."""
    last = max((found.end() for found in _LOCALES.finditer(text)), default=len(text))
    yield from (found.start() for found in _NEXT_TABLE.finditer(text, last))
    yield len(text)


def _parse(text: str) -> Mapping[str, Any] | None:
    try:
        return parse_toml(text)
    except tomllib.TOMLDecodeError:
        return None
