"""Estimates the reading time of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil

from docsite.markdown.cjk import count_cjk, replace_cjk

WORDS_PER_MINUTE = 200
CHARACTERS_PER_MINUTE = 400
"""The reading speed for Chinese."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def reading_minutes(paragraphs: Iterable[str]) -> int:
    """Returns the reading time in whole minutes, at least one."""
    text = "\n".join(paragraphs)
    words = len(_WORD.findall(replace_cjk(text, " ")))
    return max(1, ceil(words / WORDS_PER_MINUTE + count_cjk(text) / CHARACTERS_PER_MINUTE))
