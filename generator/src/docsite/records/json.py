"""Records as JSON. This is the only place that converts between snake_case and camelCase."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache, partial
from typing import Any, TypeAlias

from msgspec import NODEFAULT, Struct, structs

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


OPTIONAL = {"is_optional": True}
"""The metadata of a dataclass field that is omitted if it is `None`."""


@cache
def to_camel_case(name: str) -> str:
    """Converts `last_updated` to `lastUpdated`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def to_snake_case(name: str) -> str:
    """Converts `lastUpdated` to `last_updated`."""
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


def to_json(value: Any) -> Json:
    """Returns a record as JSON. Keys of mappings stay unchanged.

    msgspec would encode records without renaming their fields.
    """
    kind = value.__class__
    return value if kind is str else _converter_of(kind)(value)


@cache
def _converter_of(kind: type) -> Callable[[Any], Json]:
    """Returns the converter of a type. Cached, because a site has many records of few types."""
    if kind is type(None) or issubclass(kind, bool | int | float | str):
        return lambda value: value
    if is_dataclass(kind):
        return partial(_convert_dataclass, _names_of(kind))
    if issubclass(kind, list | tuple):
        return lambda items: [to_json(item) for item in items]
    if issubclass(kind, Struct):
        return partial(_convert_struct, _fields_of(kind))
    if issubclass(kind, Mapping):
        return lambda values: {str(key): to_json(item) for key, item in values.items()}
    if issubclass(kind, date):
        return lambda day: str(day.isoformat())
    raise TypeError(f"{kind.__name__} has no form in JSON")


def _convert_struct(names: Iterable[tuple[str, object]], record: Struct) -> Json:
    values = zip(names, structs.astuple(record), strict=True)
    return {name: to_json(item) for (name, default), item in values if item != default}


def _convert_dataclass(names: Iterable[tuple[str, str, bool]], record: object) -> Json:
    values = ((key, getattr(record, name), is_optional) for name, key, is_optional in names)
    return {
        key: to_json(item)
        for key, item, is_optional in values
        if item is not None or not is_optional
    }


def _names_of(record: type) -> tuple[tuple[str, str, bool], ...]:
    """Returns the fields of a dataclass, their names in JSON, and whether they are optional."""
    optional = optional_fields(record)
    return tuple(
        (field.name, to_camel_case(field.name), field.name in optional) for field in fields(record)
    )


def optional_fields(record: type) -> frozenset[str]:
    """Returns the fields of a dataclass that are omitted if they are `None`."""
    known = fields(record) if is_dataclass(record) else ()
    return frozenset(field.name for field in known if field.metadata == OPTIONAL)


def _fields_of(record: type[Struct]) -> tuple[tuple[str, object], ...]:
    """Returns the fields of a struct: their names in JSON, and the defaults that are omitted."""
    omits = record.__struct_config__.omit_defaults
    return tuple(
        (to_camel_case(field.name), field.default if omits else NODEFAULT)
        for field in structs.fields(record)
    )


def render_compact_json(value: object) -> str:
    """Returns JSON on a single line, for files that browsers download."""
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def render_json(value: object) -> str:
    """Returns indented JSON, which is identical for equal records on every machine."""
    return json.dumps(to_json(value), ensure_ascii=False, indent=2) + "\n"
