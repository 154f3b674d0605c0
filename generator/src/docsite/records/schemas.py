"""JSON Schemas and TypeScript types of the records, generated from their Python types by msgspec.

This module adds two things that msgspec doesn't know: fields are only snake_case in Python, and the
strings below the fields are their descriptions.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from typing import Any, cast

import msgspec
from msgspec import Struct

from docsite import records
from docsite.records import (
    AnalyticsSettings,
    BuildRecord,
    Chrome,
    FolderHeadings,
    FolderTable,
    HoverFile,
    LinkedFolder,
    NotFoundRequest,
    Page,
    PrintRequest,
    RenderRequest,
    RouteTable,
    SearchIndex,
    SearchSpellings,
    SearchTexts,
    SearchWords,
    SiteRecord,
    render_json,
    to_camel_case,
)
from docsite.records.json import optional_fields

SCHEMAS = {
    "page": Page,
    "chrome": Chrome,
    "site": SiteRecord,
    "hovers": HoverFile,
    "routes": RouteTable,
    "folder": FolderTable,
    "folder-headings": FolderHeadings,
    "linked-folder": LinkedFolder,
    "build": BuildRecord,
    "analytics": AnalyticsSettings,
    "render": RenderRequest,
    "not-found": NotFoundRequest,
    "print": PrintRequest,
    "search-index": SearchIndex,
    "search-spellings": SearchSpellings,
    "search-texts": SearchTexts,
    "search-words": SearchWords,
}
"""The records that are used outside Python, keyed by the name of their schema file."""


def render_schema(record: type) -> str:
    return render_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": f"#/$defs/{record.__name__}",
            "$defs": _define([record]),
        }
    )


def render_types() -> str:
    """Returns the records that are used outside Python as TypeScript types."""
    definitions = _define(SCHEMAS.values())
    return "\n".join(_render_interface(*item) for item in definitions.items())


def _define(roots: Iterable[type]) -> dict[str, Any]:
    """Returns the schemas of some records and of all records in them, keyed by name."""
    _, found = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    return {name: _object_schema(getattr(records, name), found[name]) for name in sorted(found)}


def _object_schema(record: type, schema: dict[str, Any]) -> dict[str, Any]:
    descriptions = describe_fields(record)
    properties: dict[str, Any] = {}
    for name, field in schema["properties"].items():
        field.pop("default", None)
        properties[to_camel_case(name)] = {**field, "description": descriptions[name]}
    omits_defaults = issubclass(record, Struct) and record.__struct_config__.omit_defaults
    required = schema["required"] if omits_defaults else schema["properties"]
    optional = optional_fields(record)
    return {
        "type": "object",
        "description": inspect.getdoc(record),
        "properties": properties,
        "required": [to_camel_case(name) for name in required if name not in optional],
        "additionalProperties": False,
    }


def describe_fields(record: type) -> dict[str, str]:
    tree = cast(ast.ClassDef, ast.parse(inspect.getsource(record)).body[0])
    found: dict[str, str] = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(description)):
                found[name] = str(description)
    return found


def _render_interface(name: str, schema: dict[str, Any]) -> str:
    rows = [
        f"  /** {field['description']} */\n"
        f"  readonly {key}{'' if key in schema['required'] else '?'}: {_render_type(field)};\n"
        for key, field in schema["properties"].items()
    ]
    return f"/** {schema['description']} */\nexport interface {name} {{\n{''.join(rows)}}}\n"


def _render_type(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"enum": values}:
            return " | ".join(f"'{value}'" for value in values)
        case {"anyOf": options}:
            return " | ".join(map(_render_type, options))
        case {"type": "array", "items": items}:
            return f"readonly {_render_type(items)}[]"
        case {"type": "object", "additionalProperties": values}:
            return f"Readonly<Record<string, {_render_type(values)}>>"
        case {"type": "object"}:
            return "Readonly<Record<string, unknown>>"
    return str(schema["type"]).replace("integer", "number")
