"""Detects Chinese, Japanese and Korean characters."""

from __future__ import annotations

import re

_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U0001f200-\U0001f2ff\U00020000-\U0003ffff]"
)
_HANGUL = re.compile(
    "[\u1100-\u11ff\u3130-\u318f\u3200-\u321e\u3260-\u327e\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]"
)
_FULL_WIDTH_PUNCTUATION = re.compile(
    "[\u3000-\u303f\ufe30-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
)


def is_cjk(char: str) -> bool:
    """Matches Han, Kana, Hangul, their punctuation and full-width forms."""
    return _CJK.match(char) is not None


def has_no_space(before: str, after: str) -> bool:
    """Returns whether two CJK characters follow each other without a space. Korean separates words
    with spaces."""
    return is_cjk(before) and is_cjk(after) and not (_HANGUL.match(before) or _HANGUL.match(after))


def count_cjk(text: str) -> int:
    """Returns the number of CJK characters, without punctuation."""
    # All full-width punctuation is CJK.
    return len(_CJK.findall(text)) - len(_FULL_WIDTH_PUNCTUATION.findall(text))


def replace_cjk(text: str, replacement: str) -> str:
    """Replaces each CJK character."""
    return _CJK.sub(replacement, text)


def is_full_width_punctuation(char: str) -> bool:
    """Returns whether a character is full-width punctuation, which includes its own space."""
    return _FULL_WIDTH_PUNCTUATION.match(char) is not None
