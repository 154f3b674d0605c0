"""Records as JSON. This is the only place that converts between snake_case and camelCase."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from typing import TypeAlias

from msgspec import NODEFAULT, Struct, structs

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


def to_json(value: object) -> Json:
    """A record as JSON. Keys of mappings stay unchanged.

    msgspec would encode records without renaming their fields.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        names = _names_of(type(value))
        return {json_name: to_json(getattr(value, name)) for name, json_name in names}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    if isinstance(value, Struct):
        fields_ = zip(_fields_of(type(value)), structs.astuple(value), strict=True)
        return {name: to_json(item) for (name, default), item in fields_ if item != default}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


@cache
def _names_of(record: type) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass, and their names in JSON."""
    return tuple((field.name, to_camel_case(field.name)) for field in fields(record))


@cache
def _fields_of(record: type[Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a struct: their names in JSON, and defaults that are omitted."""
    omits = record.__struct_config__.omit_defaults
    return tuple(
        (to_camel_case(field.name), field.default if omits else NODEFAULT)
        for field in structs.fields(record)
    )


def render_compact_json(value: object) -> str:
    """JSON on one line, for files that browsers download."""
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def render_json(value: object) -> str:
    """Indented JSON; the same bytes for equal records on every machine."""
    return json.dumps(to_json(value), ensure_ascii=False, indent=2) + "\n"
