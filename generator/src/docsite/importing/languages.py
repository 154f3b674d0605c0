"""The languages of a project, from the configuration of the plugin mkdocs-static-i18n."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from docsite.importing.settings import Project
from docsite.importing.summary import Construct, Summary
from docsite.records.values import LANGUAGE_TAG
from docsite.starter.new import load_known_languages, prefix_of

Source = Literal["folder", "suffix", "none"]
"""`none` is for projects without languages, in which `img/tea.en.png` is an ordinary name."""


@dataclass(frozen=True)
class Language:
    """A language of the site."""

    locale: str
    """The name of the language in MkDocs."""
    tag: str
    label: str
    prefix: str
    """`/`, or the folder of the language."""
    description: str
    source: Source = "suffix"
    """How the language is marked in file names."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Translations of the navigation."""

    @property
    def folder(self) -> str:
        """The folder with a trailing slash; empty for the first language."""
        return self.prefix.removeprefix("/")


def find_languages(project: Project, summary: Summary) -> list[Language]:
    """Returns the languages, the default language first."""
    options = project.plugin("i18n", "static-i18n") or {}
    built = [item for item in _items(options) if item.get("build") is not False]
    listed = [item for item in built if _is_supported(item.get("locale"), project, summary)]
    listed.sort(key=lambda item: item.get("default") is not True)
    source: Source = "folder" if options.get("docs_structure") == "folder" else "suffix"
    if not listed:
        language = project.theme.get("language")
        listed = [{"locale": language if _is_supported(language, project, summary) else "en"}]
        source = "none"
    languages = [_create(item, index, source, project) for index, item in enumerate(listed)]
    counts = Counter(language.tag for language in languages)
    # `en` and `en_US` would both be en-US.
    return [
        replace(language, tag=_to_tag(language.locale)) if counts[language.tag] > 1 else language
        for language in languages
    ]


def _to_tag(locale: str) -> str:
    return locale.replace("_", "-")


def _is_supported(locale: object, project: Project, summary: Summary) -> bool:
    """Returns whether docsite accepts the name of a language. Adds a note if it doesn't."""
    if not isinstance(locale, str) or re.search(LANGUAGE_TAG, _to_tag(locale)):
        return isinstance(locale, str)
    detail = f"{locale} is not a language tag"
    advice = "Write it as in HTML, such as pt-BR, and import the project again with --force."
    summary.skip(Construct.SETTING, project.config.name, detail, advice)
    return False


def _items(options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Version 1 of the plugin is configured with a list, version 0 with a table."""
    languages = options.get("languages")
    if isinstance(languages, list):
        yield from (item for item in languages if isinstance(item, dict))
    elif isinstance(languages, dict) and languages:
        # In version 0, `default` contains settings of the default language.
        first = str(options.get("default_language", next(iter(languages))))
        ordered = {first: languages.get("default"), **languages}
        ordered.pop("default", None)
        for locale, item in ordered.items():
            yield {"locale": str(locale), **(item if isinstance(item, dict) else {})}


def _create(item: Mapping[str, Any], index: int, source: Source, project: Project) -> Language:
    locale = str(item["locale"])
    known = _find_known(locale)
    title = item.get("site_name") or project.text("site_name", "Documentation")
    described = item.get("site_description") or project.text("site_description")
    default = known or load_known_languages()["en"]
    labels = item.get("nav_translations")
    return Language(
        locale=locale,
        tag=known["tag"] if known else _to_tag(locale),
        label=str(item.get("name") or (known["label"] if known else locale)),
        prefix=prefix_of(_to_tag(locale)) if index else "/",
        description=str(described or default["description"].replace("{title}", str(title))),
        source=source,
        labels=labels if isinstance(labels, dict) else {},
    )


def _find_known(locale: str) -> Mapping[str, str] | None:
    wanted = _to_tag(locale).lower()
    for name, labels in load_known_languages().items():
        if wanted in (name.lower(), labels["tag"].lower()):
            return labels
    return None


def translate_label(label: str, languages: Sequence[Language]) -> Mapping[str, str]:
    """Returns a label of the navigation, keyed by language tag."""
    first, *others = languages
    texts = {first.tag: first.labels.get(label, label)}
    return texts | {each.tag: each.labels[label] for each in others if label in each.labels}
