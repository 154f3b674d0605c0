"""Removes characters that XML can't contain."""

from __future__ import annotations

import re

_INVALID = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def strip_invalid(text: str) -> str:
    """Removes characters that XML 1.0 can't contain, not even escaped."""
    return _INVALID.sub("", text)
