"""UI strings in the languages of a site: docsite's own strings, and those of the theme.

A folder of strings contains a JSON file per language. `strings` in `site.toml` replaces individual
strings by their names in snake case: `copyFailed` is `copy_failed`, and `hint` in the group
`search` is `search_hint`.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from docsite.digests import short_hash
from docsite.records import Json, Locale, SiteConfig, render_compact_json, to_snake_case

FALLBACK = "en"
"""The language for sites whose language has no strings."""

MONTHS = 12

_TRADITIONAL = frozenset({"Hant", "HK", "MO", "TW"})
"""Scripts and regions with Traditional Chinese."""

Translations = Mapping[str, Mapping[str, Json]]
"""Strings or groups of strings, keyed by language and name."""


@dataclass(frozen=True)
class TextStrings:
    """The strings that docsite writes into pages and their Markdown copies."""

    tip: str
    warning: str
    danger: str
    details: str
    permalink: str
    """`{title}` is the heading."""
    stale: str
    """Shown where the original of a section is newer than its translation."""
    stale_link: str
    untranslated: str
    """Shown on pages without a translation, in the language of the visitor."""
    code_group: str
    """The label of a code group without a choice."""
    run: str
    """The label of the button that runs a sample."""
    overview: str
    """The heading of the first pages of folders, in lists of pages."""
    other_pages: str
    """The heading of pages that are in no sidebar."""
    contributors: str
    """At the end of a page. `{names}` are the authors of its commits."""
    feed: str
    """The link to a feed, at the end of its page."""
    tags: str
    """The title of the list of tags, and the label of the tags of a page."""
    tags_summary: str
    """The summary of the list of tags."""
    print: str
    """The link to a print version, at the end of its pages."""
    print_contents: str
    """The heading of the list of pages in a print version."""
    print_hint: str
    """At the top of a print version, only on screens."""
    version: str
    """The label of the version menu. `{version}` is the name of the version, here and below."""
    old_version: str
    """Shown on pages of a version that is older than the current one."""
    new_version: str
    """Shown on pages of a version that is newer than the current one."""
    switch_version: str
    """The link to the current version."""
    date: str
    """A day, with `{year}`, `{month}` and `{day}`, or `{iso}`."""
    months: str
    """The names or numbers of the months, separated by spaces."""

    def render_date(self, day: datetime.date) -> str:
        names = self.months.split()
        values = {
            "year": day.year,
            "day": day.day,
            "month": names[day.month - 1] if len(names) == MONTHS else day.month,
            "iso": day.isoformat(),
        }
        text = self.date
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


@dataclass(frozen=True)
class ThemeStrings:
    """The strings of a theme."""

    document: Translations
    """Strings that are part of every document."""
    lazy: Translations
    """Strings that are fetched with the first feature that needs one of them."""


def load_translations(folders: Sequence[Path]) -> Translations:
    """Loads the strings of all folders."""
    found: dict[str, dict[str, Json]] = {}
    for file in (file for folder in folders for file in sorted(folder.glob("*.json"))):
        found.setdefault(file.stem, {}).update(json.loads(file.read_text(encoding="utf-8")))
    return found


@cache
def _load_own() -> Translations:
    return load_translations([Path(__file__).parent])


def text_strings_of(locale: Locale) -> TextStrings:
    return TextStrings(**cast(Mapping[str, str], translate(_load_own(), locale)))


def text_strings_by_tag(config: SiteConfig) -> Mapping[str, TextStrings]:
    return {locale.tag: text_strings_of(locale) for locale in config.locales}


def string_names(theme: ThemeStrings) -> frozenset[str]:
    """Returns the names that `site.toml` may use."""
    known = (_load_own(), theme.document, theme.lazy)
    return frozenset(name for strings in known for name in _names_in(strings[FALLBACK]))


def translate(translations: Translations, locale: Locale) -> Mapping[str, Json]:
    """Returns the strings of a language, with the replacements of the site. Untranslated strings
    are in English."""
    names = (name for name in _names_of_language(locale.tag) if name in translations)
    strings = {**translations[FALLBACK], **translations.get(next(names, FALLBACK), {})}
    return _replace_strings(strings, locale.strings)


def _names_of_language(tag: str) -> Iterator[str]:
    """Yields the possible file names for a tag, in order of preference. For `zh-Hant-HK`, these are
    `zh-Hant-HK`, `zh-TW` and `zh`."""
    language, *subtags = tag.split("-")
    yield tag
    if language == "zh" and not _TRADITIONAL.isdisjoint(subtags):
        yield "zh-TW"
    yield language


def lazy_strings_file(theme: ThemeStrings, locale: Locale) -> tuple[str, str]:
    """Returns the hash in the name of the file with the lazy strings of a language, and its
    content."""
    content = render_compact_json(translate(theme.lazy, locale))
    return short_hash(content), content


def _replace_strings(
    strings: Mapping[str, Json], texts: Mapping[str, str], prefix: str = ""
) -> dict[str, Json]:
    replaced: dict[str, Json] = {}
    for key, value in strings.items():
        name = prefix + to_snake_case(key)
        replaced[key] = (
            _replace_strings(value, texts, f"{name}_")
            if isinstance(value, dict)
            else texts.get(name, value)
        )
    return replaced


def _names_in(strings: Mapping[str, Json], prefix: str = "") -> Iterator[str]:
    for key, value in strings.items():
        name = prefix + to_snake_case(key)
        if isinstance(value, dict):
            yield from _names_in(value, f"{name}_")
        else:
            yield name
