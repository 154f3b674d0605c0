"""How long it takes to read a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil

from docsite.markdown.cjk import is_cjk, is_full_width_punctuation

WORDS_PER_MINUTE = 200
CHARACTERS_PER_MINUTE = 400
"""Of Chinese."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def reading_minutes(paragraphs: Iterable[str]) -> int:
    """In whole minutes, at least one."""
    text = "\n".join(paragraphs)
    characters = sum(is_cjk(char) and not is_full_width_punctuation(char) for char in text)
    others = "".join(" " if is_cjk(char) else char for char in text)
    words = len(_WORD.findall(others))
    return max(1, ceil(words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE))
