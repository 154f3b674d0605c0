"""JSON Schema of the records, made from their Python types."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from docsite import records
from docsite.records import Json, Page, RouteTable, SiteRecord, render_json, to_camel_case

SCHEMAS = {"page": Page, "site": SiteRecord, "routes": RouteTable}
"""The records that leave Python, by the name of their schema file."""

_SCALARS: dict[object, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def write_schemas(directory: Path) -> None:
    for name, record in SCHEMAS.items():
        (directory / f"{name}.schema.json").write_text(render_schema(record), encoding="utf-8")


def render_schema(record: type) -> str:
    definitions: dict[str, Json] = {}
    schema = _schema_of(record, definitions)
    head: dict[str, Json] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    tail: dict[str, Json] = {"$defs": dict(sorted(definitions.items()))}
    return render_json(head | schema | tail)


def _schema_of(hint: Any, definitions: dict[str, Json]) -> dict[str, Json]:
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if isinstance(hint, type) and is_dataclass(hint):
        return _reference_to(hint, definitions)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return {"type": "array", "items": _schema_of(arguments[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _value_schema(arguments[1], definitions)}
    if origin in (Union, types.UnionType):
        known = [_schema_of(part, definitions) for part in arguments if part is not type(None)]
        return {"anyOf": [*known, {"type": "null"}]}
    raise TypeError(f"no JSON Schema for {hint}")


def _value_schema(hint: Any, definitions: dict[str, Json]) -> Json:
    # Resolving its inner references makes Json another object: it is known by its members.
    is_anything = {bool, str} <= set(get_args(hint))
    return True if is_anything else _schema_of(hint, definitions)


def _reference_to(record: type, definitions: dict[str, Json]) -> dict[str, Json]:
    if record.__name__ not in definitions:
        definitions[record.__name__] = None  # holds the place while the record refers to itself
        definitions[record.__name__] = _object_schema(record, definitions)
    return {"$ref": f"#/$defs/{record.__name__}"}


def _object_schema(record: type, definitions: dict[str, Json]) -> dict[str, Json]:
    hints = get_type_hints(record, vars(records))
    descriptions = _field_descriptions(record)
    properties: dict[str, Json] = {
        to_camel_case(field.name): {
            **_schema_of(hints[field.name], definitions),
            "description": descriptions[field.name],
        }
        for field in fields(cast(Any, record))
    }
    return {
        "type": "object",
        "description": inspect.getdoc(record),
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _field_descriptions(record: type) -> dict[str, str]:
    """The strings below the fields: Python drops them, the source has them."""
    tree = cast(ast.ClassDef, ast.parse(inspect.getsource(record)).body[0])
    found: dict[str, str] = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
        ):
            found[field.target.id] = str(text.value.value)
    return found
