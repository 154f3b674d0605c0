"""Templates with placeholders such as `%root%`, because configurations contain braces and `$`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def fill(template: str, values: Mapping[str, str]) -> str:
    """Replaces the placeholders. Raises an error if one has no value."""
    return re.sub(r"%([a-z_]+)%", lambda found: values[found[1]], template)


def lines(texts: Iterable[str], indent: str) -> str:
    """Indents and joins lines."""
    return "\n".join(indent + text for text in texts)
