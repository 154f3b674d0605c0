"""Languages: their prefixes, their counterparts and the words around the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsite.records import Locale

_STRINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "tip": "Tip",
        "warning": "Warning",
        "danger": "Danger",
        "details": "Details",
        "permalink": "Link to this section: {title}",
        "edit": "Edit this page",
    },
    "zh": {
        "tip": "提示",
        "warning": "注意",
        "danger": "危险",
        "details": "详细信息",
        "permalink": "本节链接：{title}",
        "edit": "编辑此页",
    },
}
"""What a language says unless `site.toml` says otherwise; others speak English."""


STRING_NAMES = frozenset(_STRINGS["en"])


def strings_of(locale: Locale) -> dict[str, str]:
    """The words of a language, its own ones first."""
    language = locale.tag.partition("-")[0]
    return {**_STRINGS.get(language, _STRINGS["en"]), **locale.strings}


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
