"""The files in `contracts/` that are generated from this package."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from docsite.records.assets import CHUNK_GLOBAL, Asset
from docsite.records.json import to_camel_case
from docsite.records.markup import ContentAttribute, ContentClass, TrustedTypesPolicy
from docsite.records.schemas import SCHEMAS, render_schema, render_types

_HEAD = "// Made by `make contracts` from generator/src/docsite/records. Do not edit.\n\n"

_ASSET_TYPES = """
type Values<T> = T[keyof T];
type Fill<T> = T extends `${infer Start}{${string}}${infer End}` ? `${Start}${string}${End}` : T;
type FolderOf<T> = T extends `${infer Folder}{${string}` ? Folder : never;

/** The path of a file without base. */
export type AssetPath = Fill<Values<typeof ASSETS>>;
/** The path of a file with base. */
export type AssetUrl = `${string}${AssetPath}`;
/** The folder of all files that a search needs, with base. */
export type SearchFolder = `${string}${FolderOf<typeof ASSETS.searchIndex>}`;
"""

_MARKUP_TYPES = """
type Values<T> = T[keyof T];

export type ContentClass = Values<typeof CONTENT_CLASSES>;
export type ContentAttribute = Values<typeof CONTENT_ATTRIBUTES>;
export type TrustedTypesPolicy = Values<typeof TRUSTED_TYPES>;

/** The data attributes, as `dataset` has them. */
export type ContentDataset = { readonly [Name in keyof typeof CONTENT_ATTRIBUTES]?: string };

/** A selector of elements in the text of a page. `satisfies ContentSelector` checks its names. */
export type ContentSelector =
  | `${string}.${ContentClass}${'' | `${' ' | ',' | ':'}${string}`}`
  | `${string}[${ContentAttribute}${']' | '='}${string}`;
"""


def render_contracts() -> dict[str, str]:
    """Returns the content of each file, keyed by its name."""
    return {
        **{f"{name}.schema.json": render_schema(record) for name, record in SCHEMAS.items()},
        "records.gen.ts": _HEAD + render_types(),
        "assets.gen.ts": (
            f"{_HEAD}export const CHUNK_GLOBAL = '{CHUNK_GLOBAL}';\n\n"
            f"{_render_names('ASSETS', Asset)}{_ASSET_TYPES}"
        ),
        "markup.gen.ts": (
            f"{_HEAD}{_render_names('CONTENT_CLASSES', ContentClass)}\n"
            f"{_render_names('CONTENT_ATTRIBUTES', ContentAttribute)}\n"
            f"{_render_names('TRUSTED_TYPES', TrustedTypesPolicy)}{_MARKUP_TYPES}"
        ),
    }


def write_contracts(directory: Path) -> None:
    for name, text in render_contracts().items():
        (directory / name).write_text(text, encoding="utf-8", newline="\n")


def _render_names(name: str, names: type[StrEnum]) -> str:
    rows = "".join(f"  {to_camel_case(key.name.lower())}: '{key}',\n" for key in names)
    return f"export const {name} = {{\n{rows}}} as const;\n"
