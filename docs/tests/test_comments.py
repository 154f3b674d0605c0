"""Samples on Chinese pages have Chinese comments, and otherwise the same code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsite.load import Site
from docsite.pages.parse import ParsedPage
from docsite.site.comments import is_prose, load_comments
from docsite.site.locales import neutral_path
from docsite.site.scanners import has_scanner

DOCS = Path(__file__).resolve().parents[1]
CHINESE = "zh-CN"
_HAN = re.compile(r"[\u4e00-\u9fff]")
_TYPOGRAPHY = re.compile(
    r"[\u4e00-\u9fff][A-Za-z0-9`'{]|[A-Za-z0-9`'}][\u4e00-\u9fff]"
    r"|[\u4e00-\u9fff][,.;:!?]|[,.;:!?][\u4e00-\u9fff]|[（）“”‘’「」]"
    r"|[，。；：！？、] | [，。；：！？、]"
)
"""Han next to Latin letters or code without a space, and punctuation that isn't Chinese."""


@pytest.fixture(scope="module")
def translations(site: Site) -> dict[str, str]:
    return dict(load_comments(DOCS, site.config)[CHINESE])


def pairs(site: Site) -> Iterator[tuple[ParsedPage, ParsedPage]]:
    """Returns each Chinese page with its original."""
    by_path = {page.path: page for page in site.pages}
    for page in site.pages:
        if page.source.locale == CHINESE:
            yield by_path[neutral_path(page.path, site.config.locales)], page


def test_both_languages_have_the_same_code(site: Site) -> None:
    for original, translated in pairs(site):
        blocks = zip(original.document.code_blocks, translated.document.code_blocks, strict=True)
        for ours, theirs in blocks:
            assert ours.language == theirs.language, translated.path
            if has_scanner(ours.language):
                assert ours.code == theirs.code, translated.path
                assert (ours.file, ours.lines) == (theirs.file, theirs.lines), translated.path


def test_comments_on_chinese_pages_are_chinese(site: Site) -> None:
    comments = [
        (translated.path, comment)
        for _, translated in pairs(site)
        for block in translated.document.code_blocks
        if has_scanner(block.language)
        for comment in block.comments
        if is_prose(comment)
    ]
    assert len(comments) >= 40
    assert [found for found in comments if not _HAN.search(found[1])] == []


def test_every_comment_is_translated_and_every_translation_is_shown(site: Site) -> None:
    assert [problem for problem in site.problems if "comment" in problem.message] == []


def test_a_translation_mentions_the_same_code_as_the_original(translations: dict[str, str]) -> None:
    """Code in a comment, such as `'dark'` and `onError`."""
    code = re.compile(r"'[^']+'(?!t\b)|`[^`]+`|\w+(?:\.\w+)*\([^)]*\)|\b[a-z]+[A-Z]\w*|\{.*\}")
    for original, translation in translations.items():
        assert code.findall(original) == code.findall(translation), original


def test_translations_follow_the_typography_rules(translations: dict[str, str]) -> None:
    assert [text for text in translations.values() if _TYPOGRAPHY.search(text)] == []


def test_a_translation_ends_as_its_original_does(translations: dict[str, str]) -> None:
    """Sentences end with a full stop in both languages, notes don't."""
    ends = {".": "。", ":": "："}
    for original, translation in translations.items():
        assert translation[-1] == ends.get(original[-1], translation[-1]), original
        assert (translation[-1] in "。：") == (original[-1] in ".:"), original
