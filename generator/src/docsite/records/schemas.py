"""JSON Schemas and TypeScript types of the records, made from their Python types."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from docsite.records import (
    AnalyticsSettings,
    BuildRecord,
    Chrome,
    FolderTable,
    HoverFile,
    Json,
    NotFoundRequest,
    Page,
    RenderRequest,
    RouteTable,
    SearchGlossary,
    SearchIndex,
    SearchSection,
    SiteRecord,
    render_json,
    to_camel_case,
)
from docsite.records.json import is_optional

SCHEMAS = {
    "page": Page,
    "chrome": Chrome,
    "site": SiteRecord,
    "hovers": HoverFile,
    "routes": RouteTable,
    "folder": FolderTable,
    "build": BuildRecord,
    "analytics": AnalyticsSettings,
    "render": RenderRequest,
    "not-found": NotFoundRequest,
    "search-glossary": SearchGlossary,
    "search-index": SearchIndex,
    "search-section": SearchSection,
}
"""The records that leave Python, by the name of their schema file."""

_SCALARS: dict[object, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


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
    return True if _is_json(hint) else _schema_of(hint, definitions)


def _is_json(hint: Any) -> bool:
    # Resolving its inner references makes Json another object: it is known by its members.
    return {bool, str} <= set(get_args(hint))


def _reference_to(record: type, definitions: dict[str, Json]) -> dict[str, Json]:
    if record.__name__ not in definitions:
        definitions[record.__name__] = None  # holds the place while the record refers to itself
        definitions[record.__name__] = _object_schema(record, definitions)
    return {"$ref": f"#/$defs/{record.__name__}"}


def _object_schema(record: type, definitions: dict[str, Json]) -> dict[str, Json]:
    hints = get_type_hints(record)
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
        "required": [
            to_camel_case(field.name)
            for field in fields(cast(Any, record))
            if not is_optional(record, field)
        ],
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


def render_types() -> str:
    """All records that leave Python as TypeScript."""
    found: dict[str, type] = {}
    for record in SCHEMAS.values():
        _collect_records(record, found)
    return "\n".join(_render_interface(found[name]) for name in sorted(found))


def _collect_records(hint: Any, found: dict[str, type]) -> None:
    if isinstance(hint, type) and is_dataclass(hint):
        if hint.__name__ not in found:
            found[hint.__name__] = hint
            for inner in get_type_hints(hint).values():
                _collect_records(inner, found)
        return
    for inner in get_args(hint):
        _collect_records(inner, found)


def _render_interface(record: type) -> str:
    hints = get_type_hints(record)
    descriptions = _field_descriptions(record)
    rows = [
        f"  /** {descriptions[field.name]} */\n"
        f"  readonly {to_camel_case(field.name)}{'?' if is_optional(record, field) else ''}: "
        f"{_render_type(hints[field.name])};\n"
        for field in fields(cast(Any, record))
    ]
    return (
        f"/** {inspect.getdoc(record)} */\n"
        f"export interface {record.__name__} {{\n{''.join(rows)}}}\n"
    )


def _render_type(hint: Any) -> str:
    if hint in _SCALARS:
        return _SCALARS[hint].replace("integer", "number")
    if hint is type(None):
        return "null"
    if isinstance(hint, type) and is_dataclass(hint):
        return hint.__name__
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return f"readonly {_render_type(arguments[0])}[]"
    if origin is Mapping:
        return f"Readonly<Record<string, {_render_type(arguments[1])}>>"
    if _is_json(hint):
        return "unknown"
    if origin in (Union, types.UnionType):
        return " | ".join(map(_render_type, arguments))
    raise TypeError(f"no TypeScript for {hint}")
