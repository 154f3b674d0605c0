"""The estimated reading time of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.markdown.cjk import (
    count_cjk,
    is_cjk,
    is_full_width_punctuation,
    replace_cjk,
)
from docsite.markdown.reading_time import reading_minutes


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


@given(st.text(st.characters() | st.sampled_from("水，。Ａ（＃가ア・"), max_size=40))
def test_strings_are_counted_by_their_characters(text: str) -> None:
    assert count_cjk(text) == sum(
        is_cjk(char) and not is_full_width_punctuation(char) for char in text
    )
    assert replace_cjk(text, " ") == "".join(" " if is_cjk(char) else char for char in text)
