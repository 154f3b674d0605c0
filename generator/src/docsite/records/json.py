"""Records as JSON. This is the only place that converts between snake_case and camelCase."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from functools import cache
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


@cache
def to_camel_case(name: str) -> str:
    """`last_updated` -> `lastUpdated`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def to_snake_case(name: str) -> str:
    """`lastUpdated` -> `last_updated`."""
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


def is_optional(record: object, field: Field[object]) -> bool:
    """Whether JSON has the field only where it isn't the default."""
    return getattr(record, "OMITS_DEFAULTS", False) and field.default is not MISSING


def to_json(value: object) -> Json:
    """A record as JSON. Keys of mappings belong to authors and stay as they are."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value):
        return {
            to_camel_case(field.name): to_json(item)
            for field, item in ((field, getattr(value, field.name)) for field in fields(value))
            if not (is_optional(value, field) and item == field.default)
        }
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def render_compact_json(value: object) -> str:
    """The same on one line, for what readers download."""
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def render_json(value: object) -> str:
    """The bytes are the same for equal records, whatever the machine."""
    return json.dumps(to_json(value), ensure_ascii=False, indent=2) + "\n"
