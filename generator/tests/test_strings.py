"""UI strings: those of docsite and of a theme, and their replacements in `site.toml`."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from docsite.errors import RenderError
from docsite.node.theme import load_theme_strings
from docsite.pages.navigation import assemble_chromes, assemble_locale
from docsite.records import Json, Locale
from docsite.site.strings import (
    ThemeStrings,
    lazy_strings_file,
    string_names,
    text_strings_of,
    translate,
)
from generator.tests.support import good_config

STRINGS: Mapping[str, Mapping[str, Json]] = {
    "button/en": {"copyFailed": "Couldn’t copy"},
    "button/zh": {"copyFailed": "复制失败"},
    "search/en": {"hint": "Type"},
    "search/zh": {"hint": "输入"},
    "kettle/en": {"entry": {"isHot": "hot"}},
    "kettle/zh": {"entry": {"isHot": "烫"}},
}


def write_theme(folder: Path, files: Mapping[str, Mapping[str, Json]]) -> Path:
    strings = {"document": ["button"], "lazy": ["search", "kettle"]}
    manifest = {"docsite": {"inputs": [], "strings": strings}}
    (folder / "package.json").write_text(json.dumps(manifest), encoding="utf-8")
    for name, content in files.items():
        file = folder / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")
    return folder


@pytest.fixture
def theme(tmp_path: Path) -> ThemeStrings:
    return load_theme_strings(write_theme(tmp_path, STRINGS))


def locale(tag: str, **strings: str) -> Locale:
    return replace(good_config().locales[0], tag=tag, strings=strings)


def test_a_language_has_its_strings_and_others_are_in_english(theme: ThemeStrings) -> None:
    assert translate(theme.document, locale("zh-TW")) == STRINGS["button/zh"]
    assert translate(theme.document, locale("de")) == STRINGS["button/en"]


@pytest.mark.parametrize(
    ("tag", "danger"),
    [
        ("zh-CN", "危险"),
        ("zh-Hant-HK", "危險"),
        ("zh-TW", "危險"),
        ("pt-BR", "Perigo"),
        ("ar-EG", "خطر"),
        ("it", "Danger"),
    ],
)
def test_a_tag_selects_the_nearest_language(tag: str, danger: str) -> None:
    assert text_strings_of(locale(tag)).danger == danger


def test_strings_that_a_theme_has_not_translated_are_in_english(theme: ThemeStrings) -> None:
    partial = ThemeStrings(theme.document, {**theme.lazy, "de": {"hint": "Tippen"}})
    expected = {"hint": "Tippen", "entry": {"isHot": "hot"}}
    assert translate(partial.lazy, locale("de-AT")) == expected


def test_a_site_replaces_strings_by_name(theme: ThemeStrings) -> None:
    chosen = locale("en", copy_failed="No", entry_is_hot="boiling", tip="Hint")
    assert translate(theme.document, chosen) == {"copyFailed": "No"}
    assert translate(theme.lazy, chosen) == {"hint": "Type", "entry": {"isHot": "boiling"}}
    assert text_strings_of(chosen).tip == "Hint"
    assert {"copy_failed", "entry_is_hot", "hint", "tip"} <= string_names(theme)


def test_documents_contain_only_their_strings_and_name_the_file_of_the_others(
    theme: ThemeStrings,
) -> None:
    config = good_config()
    titles = {
        f"{prefix}/guide/{page}.html": page for prefix in ("", "/zh") for page in ("start", "pour")
    }
    records = [assemble_locale(config, locale, titles) for locale in config.locales]
    chrome = assemble_chromes(config, records, theme)["/zh/guide/"]
    assert chrome.strings == STRINGS["button/zh"]
    name, content = lazy_strings_file(theme, config.locales[1])
    assert (chrome.lazy_strings, json.loads(content)) == (
        name,
        {**STRINGS["search/zh"], **STRINGS["kettle/zh"]},
    )


def test_a_theme_without_english_strings_is_reported(tmp_path: Path) -> None:
    files = {name: content for name, content in STRINGS.items() if name != "button/en"}
    with pytest.raises(RenderError, match="no English strings"):
        load_theme_strings(write_theme(tmp_path, files))
