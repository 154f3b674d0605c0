"""The files in `contracts/` that are made from this package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from docsite.records.assets import CHUNK_GLOBAL, SEARCH_FOLDER, Asset
from docsite.records.json import to_camel_case
from docsite.records.markup import ContentAttribute, ContentClass, TrustedTypesPolicy
from docsite.records.schemas import SCHEMAS, render_schema, render_types

_HEAD = "// Made by `make contracts` from generator/src/docsite/records. Do not edit.\n\n"

_MARKUP_TYPES = """\
export type ContentClass = (typeof CONTENT_CLASSES)[number];
export type ContentAttribute = (typeof CONTENT_ATTRIBUTES)[number];
export type TrustedTypesPolicy = (typeof TRUSTED_TYPES)[keyof typeof TRUSTED_TYPES];

/** A selector of elements in the text of a page. `satisfies ContentSelector` checks its names. */
export type ContentSelector =
  | `${string}.${ContentClass}${'' | `${' ' | ',' | ':'}${string}`}`
  | `${string}[${ContentAttribute}${']' | '='}${string}`;
"""

_LINE_WIDTH = 100
"""The width of lines in TypeScript."""

_PLACEHOLDER = re.compile(r"\{\w+\}")


def render_contracts() -> dict[str, str]:
    """The text of each file, by its name."""
    return {
        **{f"{name}.schema.json": render_schema(record) for name, record in SCHEMAS.items()},
        "records.gen.ts": _HEAD + render_types(),
        "assets.gen.ts": _HEAD + _render_assets(),
        "markup.gen.ts": _HEAD + _render_markup(),
    }


def write_contracts(directory: Path) -> None:
    for name, text in render_contracts().items():
        (directory / name).write_text(text, encoding="utf-8")


def _render_assets() -> str:
    templates = {to_camel_case(asset.name.lower()): asset.value for asset in Asset}
    paths = (_PLACEHOLDER.sub("${string}", asset) for asset in Asset)
    return "\n".join(
        (
            _render_object("ASSETS", templates, "The path of each kind of file, without base."),
            _render_union("AssetPath", paths, "The same as a type."),
            "/** The path of a file on its host: with base. */\n"
            "export type AssetUrl = `${string}${AssetPath}`;\n",
            "/** The folder of all files that a search needs, with base. */\n"
            f"export type SearchFolder = `${{string}}{SEARCH_FOLDER}/`;\n",
            "/** The array that scripts add themselves to. */\n"
            f"export const CHUNK_GLOBAL = '{CHUNK_GLOBAL}';\n",
        )
    )


def _render_markup() -> str:
    dataset = "".join(
        f"  readonly {attribute.removeprefix('data-')}?: string;\n"
        for attribute in ContentAttribute
    )
    policies = {policy.name.lower(): policy.value for policy in TrustedTypesPolicy}
    return "\n".join(
        (
            _render_list("CONTENT_CLASSES", ContentClass, "The classes in the text of a page."),
            _render_list("CONTENT_ATTRIBUTES", ContentAttribute, "The data attributes in it."),
            "/** The same attributes, as `dataset` has them. */\n"
            f"export interface ContentDataset {{\n{dataset}}}\n",
            _render_object("TRUSTED_TYPES", policies, "The names of Trusted Types policies."),
            _MARKUP_TYPES,
        )
    )


def _render_object(name: str, values: Mapping[str, str], comment: str) -> str:
    rows = "".join(f"  {key}: '{value}',\n" for key, value in values.items())
    return f"/** {comment} */\nexport const {name} = {{\n{rows}}} as const;\n"


def _render_list(name: str, members: Iterable[str], comment: str) -> str:
    items = [_quote(member) for member in members]
    line = f"export const {name} = [{', '.join(items)}] as const;"
    if len(line) > _LINE_WIDTH:
        rows = "".join(f"  {item},\n" for item in items)
        line = f"export const {name} = [\n{rows}] as const;"
    return f"/** {comment} */\n{line}\n"


def _render_union(name: str, members: Iterable[str], comment: str) -> str:
    rows = "\n".join(f"  | {_quote(member)}" for member in members)
    return f"/** {comment} */\nexport type {name} =\n{rows};\n"


def _quote(text: str) -> str:
    return f"`{text}`" if "${" in text else f"'{text}'"
