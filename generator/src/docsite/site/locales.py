"""Languages: their names, their prefixes and the corresponding pages in other languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsite.records import Direction, Locale, SiteConfig, Source

_ENGLISH_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh": "Simplified-Chinese",
    **dict.fromkeys(("zh-Hant", "zh-HK", "zh-MO", "zh-TW"), "Traditional-Chinese"),
}
"""Names without spaces, for analytics."""


_SCRIPT_LENGTH = 4
_RIGHT_TO_LEFT = frozenset(
    ("adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa")
).union(("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "syr", "ug", "ur", "yi"))
"""Scripts, and languages that are written in these scripts."""


def direction_of(tag: str) -> Direction:
    """Returns `rtl` for languages that are written from right to left. A script in the tag takes
    precedence."""
    language, *subtags = tag.lower().split("-")
    script = next((subtag for subtag in subtags if len(subtag) == _SCRIPT_LENGTH), language)
    return "rtl" if script in _RIGHT_TO_LEFT else "ltr"


def english_name_of(locale: Locale) -> str:
    """Returns the name of a language in analytics, or its tag if it is unknown."""
    language = _ENGLISH_NAMES.get(locale.tag.partition("-")[0], locale.tag)
    return _ENGLISH_NAMES.get(locale.tag, language)


def locale_of(path: str, locales: Sequence[Locale]) -> Locale:
    """Returns the language of a path: `/zh` and `/zh/x` are Chinese, `/zhong` isn't."""
    found, path = locales[0], f"{path}/"
    for locale in locales[1:]:
        if len(locale.prefix) > len(found.prefix) and path.startswith(locale.prefix):
            found = locale
    return found


def text_locale_of(source: Source, config: SiteConfig) -> Locale:
    """Returns the language of a page's content: the first language if the page isn't translated."""
    if source.original:
        return config.locales[0]
    return next(locale for locale in config.locales if locale.tag == source.locale)


def neutral_path(path: str, locales: Sequence[Locale]) -> str:
    """Returns the path without its language prefix."""
    return "/" + path.removeprefix(locale_of(path, locales).prefix)


def localized_path(path: str, locale: Locale) -> str:
    """Adds the prefix of a language."""
    return locale.prefix + path.removeprefix("/")


def counterpart_of(path: str, target: Locale, locales: Sequence[Locale]) -> str:
    """Returns the path of the same page in another language."""
    return localized_path(neutral_path(path, locales), target)
