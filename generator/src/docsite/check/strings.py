"""Checks that the strings in `site.toml` replace existing strings."""

from __future__ import annotations

from collections.abc import Iterator

from docsite.records import Problem, SiteConfig
from docsite.site.config import CONFIG_FILE
from docsite.site.strings import ThemeStrings, string_names
from docsite.site.suggestions import did_you_mean


def check_strings(config: SiteConfig, theme: ThemeStrings) -> Iterator[Problem]:
    names = string_names(theme)
    for locale in config.locales:
        for name in sorted(set(locale.strings) - names):
            message = f"The strings of {locale.tag} have an unknown name, {name}."
            yield Problem("error", CONFIG_FILE, None, message, did_you_mean(name, names))
