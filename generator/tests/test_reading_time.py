"""The estimated reading time of a page."""

from __future__ import annotations

import pytest

from docsite.pages.reading_time import reading_minutes


@pytest.mark.parametrize(
    ("paragraphs", "minutes"),
    [
        ([], 1),
        (["A kettle boils."], 1),
        (["tea " * 200], 1),
        (["tea " * 200, "More."], 2),
        (["it’s well-known " * 100], 1),
        (["水" * 400], 1),
        (["水，" * 400], 1),
        (["水" * 401], 2),
        (["把 water 烧开" * 150], 2),
    ],
)
def test_words_and_chinese_characters_are_counted_without_punctuation(
    paragraphs: list[str], minutes: int
) -> None:
    assert reading_minutes(paragraphs) == minutes
