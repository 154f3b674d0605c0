"""UI strings: every folder has the same strings in every language, with the glossary's terms."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docsite.node.theme import load_theme_strings
from docsite.site.strings import string_names
from harness.paths import ROOT
from scripts.quality.prose import check_terms
from scripts.quality.vocabulary.sources import (
    LANGUAGES,
    find_string_files,
    load_ui_strings,
    read_prose,
)

FOLDERS = [str(Path(name).parent) for name in find_string_files("en")]

OTHERS = ("ar", "de", "es", "fr", "ja", "ko", "pt", "zh-TW")
"""The languages of docsite besides those of the repository."""
TRANSLATED = (
    "generator/src/docsite/site/strings",
    "theme/src/strings",
    "theme/src/features/strings",
)
PLURALS = ("zero", "one", "two", "few", "many")
"""All forms except `other`, which every language has."""


def load(folder: str, language: str) -> dict[str, str]:
    """The strings by key path."""

    def flatten(strings: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
        for key, value in strings.items():
            if isinstance(value, str):
                yield f"{path}{key}", value
            else:
                yield from flatten(value, f"{path}{key}.")

    file = ROOT / folder / f"{language}.json"
    return dict(flatten(json.loads(file.read_text("utf-8")), ""))


def test_all_parts_with_a_user_interface_have_strings() -> None:
    roots = {folder.split("/")[0] for folder in FOLDERS}
    assert roots == {"collector", "demos", "generator", "live", "packages", "theme"}


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_same_strings_with_the_same_placeholders(
    folder: str, language: str
) -> None:
    assert placeholders(load(folder, language)) == placeholders(load(folder, "en"))


def placeholders(strings: dict[str, str]) -> list[tuple[str, list[str]]]:
    """By key path. The plural forms of languages differ, so only the last one is compared."""
    return [
        (path, sorted(re.findall(r"\{\w+\}", text)))
        for path, text in strings.items()
        if path.rpartition(".")[2] not in PLURALS
    ]


@pytest.mark.parametrize("folder", TRANSLATED)
@pytest.mark.parametrize("language", OTHERS)
def test_docsite_and_its_theme_have_the_same_strings_in_all_their_languages(
    folder: str, language: str
) -> None:
    assert placeholders(load(folder, language)) == placeholders(load(folder, "en"))


def test_no_string_is_empty() -> None:
    strings = [load(folder, language) for folder in FOLDERS for language in LANGUAGES]
    assert all(text.strip() for each in strings for text in each.values())


def test_chinese_strings_follow_the_glossary() -> None:
    assert [*check_terms(read_prose(load_ui_strings("zh")))] == []


def test_no_two_strings_of_the_theme_share_a_name() -> None:
    manifest = json.loads((ROOT / "theme/package.json").read_text("utf-8"))["docsite"]["strings"]
    folders = [f"theme/{name}" for group in manifest.values() for name in group]
    own = "generator/src/docsite/site/strings"
    counted = sum(len(load(folder, "en")) for folder in [own, *folders])
    assert len(string_names(load_theme_strings(ROOT / "theme"))) == counted
