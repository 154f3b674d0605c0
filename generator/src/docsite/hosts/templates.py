"""Texts with marks such as `%root%` in them: configurations are full of braces and dollars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def fill(template: str, parts: Mapping[str, str]) -> str:
    """Puts each part in place of its mark; a mark without a part is an error."""
    return re.sub(r"%([a-z_]+)%", lambda found: parts[found[1]], template)


def lines(texts: Iterable[str], indent: str) -> str:
    """One line per text."""
    return "\n".join(indent + text for text in texts)
