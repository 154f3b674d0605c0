"""Languages: their names, their prefixes and the counterparts of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsite.records import Locale

_ENGLISH_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh": "Simplified-Chinese",
    **dict.fromkeys(("zh-Hant", "zh-HK", "zh-MO", "zh-TW"), "Traditional-Chinese"),
}
"""What the languages that docsite speaks are called where names have no spaces."""


def english_name_of(locale: Locale) -> str:
    """What programs and people who count languages call this one; its tag, if we do not know."""
    language = _ENGLISH_NAMES.get(locale.tag.partition("-")[0], locale.tag)
    return _ENGLISH_NAMES.get(locale.tag, language)


def locale_of(path: str, locales: Sequence[Locale]) -> Locale:
    """The language a path belongs to: `/zh` and `/zh/x` are Chinese, `/zhong` is not."""
    fitting = [locale for locale in locales if f"{path}/".startswith(locale.prefix)]
    return max(fitting, key=lambda locale: len(locale.prefix))


def neutral_path(path: str, locales: Sequence[Locale]) -> str:
    """The path without its language prefix: what all languages have in common."""
    return "/" + path.removeprefix(locale_of(path, locales).prefix)


def localized_path(path: str, locale: Locale) -> str:
    """A path without prefix, in a language."""
    return locale.prefix + path.removeprefix("/")


def counterpart_of(path: str, target: Locale, locales: Sequence[Locale]) -> str:
    """The same page in another language."""
    return localized_path(neutral_path(path, locales), target)
