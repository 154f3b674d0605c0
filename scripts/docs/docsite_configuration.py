"""Updates the configuration reference of docsite's documentation: `make contracts`.

Keys, types and defaults come from the types that decode these files, and English descriptions from
the strings below their fields. `docsite_configuration.toml` contains the Chinese ones.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from msgspec import NODEFAULT, Struct
from msgspec.inspect import (
    BoolType,
    DateType,
    DictType,
    Field,
    FloatType,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from docsite.records.config import SiteConfig, Term
from docsite.records.schemas import describe_fields
from harness.paths import ROOT
from harness.tables import render_table

DOCS = ROOT / "generator/docs"
PAGES = {
    "en": DOCS / "guide/configuration.md",
    "zh": DOCS / "zh/guide/configuration.md",
}
TRANSLATIONS = Path(__file__).with_name("docsite_configuration.toml")

_GENERATED = re.compile(r"^## .*", re.DOTALL | re.MULTILINE)
_SELF = "self"
"""The key of the description of a table itself."""
_NO_LABELS = ("attributes", "strings")
"""Tables of strings that don't have a string per language."""
_PLAIN: Mapping[type[Type], str] = {
    BoolType: "boolean",
    DateType: "date",
    FloatType: "number",
    IntType: "number",
    StrType: "string",
}


@dataclass(frozen=True)
class Section:
    """A table of a configuration file."""

    path: str
    """Its keys from the top of the file, such as `search.weights`."""
    heading: str
    """How the file writes it."""
    struct: StructType

    @property
    def slug(self) -> str:
        return self.path.replace(".", "-").replace("_", "-")


def list_sections() -> tuple[Section, ...]:
    """`site.toml` from top to bottom, then the glossary."""
    site, term = (cast(StructType, type_info(one)) for one in (SiteConfig, Term))
    top = Section("top-level", "site.toml", site)
    return (top, *_list_inner(site, ""), Section("glossary", "glossary.toml", term))


def _list_inner(struct: StructType, path: str, seen: tuple[type, ...] = ()) -> Iterator[Section]:
    for field in struct.fields:
        inner, is_list = _find_struct(field.type)
        if inner and inner.cls not in (*seen, struct.cls):
            name = f"{path}{field.name}"
            yield Section(name, f"[[{name}]]" if is_list else f"[{name}]", inner)
            yield from _list_inner(inner, f"{name}.", (*seen, struct.cls))


def _find_struct(type_: Type) -> tuple[StructType | None, bool]:
    """The table that a value contains, and whether it is a list of them."""
    match type_:
        case StructType():
            return type_, False
        case VarTupleType(item_type=item):
            return _find_struct(item)[0], True
        case UnionType(types=types):
            return next((found for one in types if (found := _find_struct(one))[0]), (None, False))
    return None, False


def load_translations() -> Mapping[str, Any]:
    return tomllib.loads(TRANSLATIONS.read_text(encoding="utf-8"))


def describe(struct: StructType, language: str) -> Mapping[str, str]:
    """The description of each key, and of the table itself."""
    if language == "zh":
        found: Mapping[str, str] = load_translations().get(struct.cls.__name__, {})
        return found
    own = {_SELF: inspect.getdoc(struct.cls) or "", **describe_fields(struct.cls)}
    for field in struct.fields:
        inner, _ = _find_struct(field.type)
        if inner and field.name not in own:
            own[field.name] = inspect.getdoc(inner.cls) or ""
    # Cells of tables are a single line.
    return {name: " ".join(text.split()) for name, text in own.items()}


def render_page(text: str, language: str) -> str:
    """The page with everything below its introduction generated."""
    sections = list_sections()
    words = load_translations()["words"] if language == "zh" else {}
    renderer = _Renderer(language, words, {part.struct.cls: part.slug for part in sections})
    head = _GENERATED.sub("", text).rstrip()
    return "\n".join([f"{head}\n", *map(renderer.render_section, sections)])


@dataclass(frozen=True)
class _Renderer:
    language: str
    words: Mapping[str, str]
    """Translations of the words in types and headings of tables."""
    slugs: Mapping[type, str]
    """The sections of types."""

    def render_section(self, section: Section) -> str:
        texts = describe(section.struct, self.language)
        english = describe(section.struct, "en")
        names = [self.say(name) for name in ("Key", "Type", "Default", "Description")]
        rows = [
            (
                f"`{field.name}`",
                self.render_type(field.type, field.name),
                self.render_default(field, english[field.name]),
                texts[field.name],
            )
            for field in section.struct.fields
        ]
        table = render_table(names, rows)
        return f"## `{section.heading}` {{#{section.slug}}}\n\n{texts[_SELF]}\n\n{table}\n"

    def render_type(self, type_: Type, name: str) -> str:
        match type_:
            case Metadata(type=StrType() | TupleType() | DateType(), extra=dict(extra)):
                return self.say(_name_of(extra))
            case Metadata(type=inner):
                return self.render_type(inner, name)
            case UnionType(types=types):
                wanted = next(one for one in types if not isinstance(one, NoneType))
                return self.render_type(wanted, name)
            case LiteralType(values=values):
                return self.say(", ").join(f'`"{value}"`' for value in values)
            case DictType():
                return self.say("table of strings" if name in _NO_LABELS else "string per language")
        return self.render_table_type(type_, name)

    def render_table_type(self, type_: Type, name: str) -> str:
        match type_:
            case StructType(cls=cls):
                return f"[{self.say('table')}](#{self.slugs[cls]})"
            case VarTupleType(item_type=StructType(cls=cls)):
                return f"[{self.say('list of tables')}](#{self.slugs[cls]})"
            case VarTupleType(item_type=item):
                return self.say("list of {}s").format(self.render_type(item, name))
        return self.say(_PLAIN[type(type_)])

    def render_default(self, field: Field, description: str) -> str:
        """Doesn't write "none" if the description says what applies without a value."""
        if field.required:
            return self.say("required")
        is_made = field.default_factory is not NODEFAULT
        value = field.default_factory() if is_made else field.default
        if value is None or isinstance(value, Struct) or value in ((), {}):
            return self.say("described" if "Default" in description else "none")
        return f"`{_render_value(value)}`"

    def say(self, text: str) -> str:
        return self.words.get(text, text)


def _name_of(extra: Mapping[str, str]) -> str:
    """`is not a color` -> `color`: the name of a type in error messages."""
    return re.sub(r"\Ais not an? ", "", extra["problem"])


def _render_value(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join('…' if item is None else json.dumps(item) for item in value)}]"
    return json.dumps(value)


def main() -> None:
    for language, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        page.write_text(render_page(text, language), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
