"""Icons such as `:material-check:`. Those with a meaning become characters, and linked icons become
their names."""

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
_ONLY_ICONS = re.compile(r"\s*(?::[a-z0-9-]+:\s*)+")
_DECORATION = re.compile(
    r"(?:^(?:brands|regular|solid|mark)-|-(?:outline|box|circle|in|logo|\d+)$)"
)
"""The parts of names that only describe the appearance."""
_PROPER = """
GitHub GitLab LinkedIn npm PayPal PyPI RSS StackOverflow WhatsApp YouTube
"""
_NAMES = {name.lower(): name for name in _PROPER.split()}


def replace_icon(name: str) -> str | None:
    """Returns a character for an icon, an empty string if it is decorative, or `None` if it isn't
    an icon."""
    found = _SETS.fullmatch(name)
    if not found:
        return None
    return next((char for pattern, char in _CHARACTERS if pattern.search(found["name"])), "")


def name_icons(text: str) -> str:
    """Returns the names of the icons if the text only contains icons without a character."""
    if not _ONLY_ICONS.fullmatch(text):
        return ""
    names = text.replace(":", " ").split()
    if any(replace_icon(name) != "" for name in names):
        return ""
    return " ".join(map(_name_icon, names))


def _name_icon(name: str) -> str:
    found = _SETS.fullmatch(name)
    short = found["name"] if found else name
    while (shorter := _DECORATION.sub("", short)) != short and shorter:
        short = shorter
    return _NAMES.get(short.replace("-", ""), short.replace("-", " ").capitalize())
