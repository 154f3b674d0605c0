"""Languages: their names, their prefixes and the counterparts of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsite.records import Locale

_ENGLISH_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh": "Simplified-Chinese",
    **dict.fromkeys(("zh-Hant", "zh-HK", "zh-MO", "zh-TW"), "Traditional-Chinese"),
}
"""Names without spaces, for analytics."""


def english_name_of(locale: Locale) -> str:
    """The name of a language in analytics; its tag if it is unknown."""
    language = _ENGLISH_NAMES.get(locale.tag.partition("-")[0], locale.tag)
    return _ENGLISH_NAMES.get(locale.tag, language)


def locale_of(path: str, locales: Sequence[Locale]) -> Locale:
    """The language of a path: `/zh` and `/zh/x` are Chinese, `/zhong` isn't."""
    matching = [locale for locale in locales if f"{path}/".startswith(locale.prefix)]
    return max(matching, key=lambda locale: len(locale.prefix))


def neutral_path(path: str, locales: Sequence[Locale]) -> str:
    """The path without its language prefix."""
    return "/" + path.removeprefix(locale_of(path, locales).prefix)


def localized_path(path: str, locale: Locale) -> str:
    """Adds the prefix of a language."""
    return locale.prefix + path.removeprefix("/")


def counterpart_of(path: str, target: Locale, locales: Sequence[Locale]) -> str:
    """The same page in another language."""
    return localized_path(neutral_path(path, locales), target)
