"""Records as JSON. Only here, snake_case becomes camelCase."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
else:
    Json = Any  # msgspec doesn't support recursive types


@cache
def to_camel_case(name: str) -> str:
    """`last_updated` -> `lastUpdated`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def to_json(value: object) -> Json:
    """A record as JSON. Keys of mappings stay unchanged.

    msgspec would encode dataclasses without renaming their fields.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value):
        return {to_camel_case(f.name): to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def render_compact_json(value: object) -> str:
    """JSON on one line, for files that browsers download."""
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def render_json(value: object) -> str:
    """Indented JSON; the same bytes for equal records on every machine."""
    return json.dumps(to_json(value), ensure_ascii=False, indent=2) + "\n"
