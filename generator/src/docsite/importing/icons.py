"""Icons such as `:material-check:`. Icons with a meaning become a character."""

from __future__ import annotations

import re

_SETS = re.compile(r"(?:material|octicons|fontawesome|simple|logos|custom)-(?P<name>.+)")
_CHARACTERS = (
    (re.compile(r"check|done|thumb-up"), "✓"),
    (re.compile(r"close|cancel|x-\d+|xmark|thumb-down|minus-circle"), "✗"),
    (re.compile(r"alert|warning|triangle-exclamation"), "⚠"),
    (re.compile(r"arrow-right|chevron-right"), "→"),
    (re.compile(r"arrow-left|chevron-left"), "←"),
    (re.compile(r"heart"), "♥"),
    (re.compile(r"star"), "★"),
)


def replace_icon(name: str) -> str | None:
    """Empty for an icon that only decorates; None if this isn't an icon."""
    found = _SETS.fullmatch(name)
    if not found:
        return None
    return next((char for pattern, char in _CHARACTERS if pattern.search(found["name"])), "")
