"""Writes TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping


def render_value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Mapping():
            pairs = (f"{render_key(key)} = {render_value(item)}" for key, item in value.items())
            return f"{{ {', '.join(pairs)} }}"
        case list() | tuple():
            items = [render_value(item) for item in value]
            line = f"[{', '.join(items)}]"
            is_long = len(line) > 80
            return "[\n" + "".join(f"  {item},\n" for item in items) + "]" if is_long else line
        case int() | float():
            return str(value)
    # TOML strings have the same escapes as JSON, except that DEL must be escaped, too.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def render_key(key: object) -> str:
    text = str(key)
    is_bare = text.replace("-", "").replace("_", "").isalnum() and text.isascii()
    return text if is_bare else render_value(text)


def render_table(values: Mapping[str, object]) -> Iterator[str]:
    """Yields the lines of a table without its header."""
    for key, value in values.items():
        yield from f"{render_key(key)} = {render_value(value)}".split("\n")
