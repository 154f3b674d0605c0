"""Characters without a glyph that terminals and browsers act on: controls, bidirectional overrides,
zero-width and private-use characters, line separators, lone surrogates."""

from __future__ import annotations

import json
from unicodedata import category

_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))


def drop_invisible(text: str) -> str:
    found = _find(text)
    return "".join(character for character in text if character not in found) if found else text


def escape_invisible(line: str) -> str:
    r"""Escapes each of these characters in a line of JSON, for example as `\u202e`."""
    for character in _find(line):
        line = line.replace(character, json.dumps(character)[1:-1])
    return line


def _find(text: str) -> frozenset[str]:
    if text.isprintable():  # the common case, and much faster than the loop
        return frozenset()
    return frozenset(character for character in {*text} if category(character) in _CATEGORIES)
