"""Parses the pages of the API reference, and relates them to the declarations of the packages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from harness.paths import ROOT
from scripts.docs.reference import Export, Member, Parameter

DOCS = ROOT / "docs"
LANGUAGES = ("", "zh/")
"""The folders of the languages below docs."""

# The headers of tables, in every language.
PARAMETER = {"Parameter", "参数"}
MEMBER = {"Option", "Member", "Property", "选项", "成员", "属性"}
TYPE = {"Type", "类型"}
UNREACHED = {
    "core:StorageModule": {"unserializable"},
    "core:StorageModule.removeItem": {"unserializable"},
    "core:StorageModule.clear": {"unserializable"},
    "core:StorageModule.getHelper": {"unserializable", "protected-key"},
    "core:ModuleHelper.clearModule": {"unserializable"},
    "hooks:StorageFamily.clear": {"unserializable"},
    "hooks:StorageFamily.clearAll": {"unserializable"},
    "hooks:StorageFamily.release": {"invalid-options", "protected-key"},
    "hooks:expireAfter": {"unserializable"},
    "hooks:createLocalFamily": {"duplicate-key", "protected-key", "unserializable"},
    "hooks:createSessionFamily": {"duplicate-key", "protected-key", "unserializable"},
    "core:ModuleHelper.setErrorHandler": {"unserializable"},
    "core:Store.receive": {"unserializable"},
    "hooks:StorageHelper.initialize": {"unserializable"},
    "hooks:StorageItem.reset": {"unserializable"},
}
"""Errors that a call can't cause, although it reaches their code."""

UNNAMED = ("call", "[]", "new", "constructor")
"""Members that are documented together with their owner."""


@dataclass(frozen=True)
class Table:
    """A table of a page."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    line: int

    @property
    def lists_types(self) -> bool:
        """Whether it lists parameters or members with their types."""
        first, second = (*self.header, "", "")[:2]
        return first in PARAMETER | MEMBER and second in TYPE


@dataclass
class Block:
    """A heading with the content below it."""

    file: str
    line: int
    level: int
    id: str
    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def name(self) -> str | None:
        """The name that the heading documents, if any: it is formatted as code."""
        found = re.match(r"`(?:new )?([\w$~]+)", self.title)
        return found[1] if found else None

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines)

    @property
    def includes(self) -> list[tuple[str, str]]:
        """The included files, with their regions."""
        return re.findall(r"^<<< ([^\s#]+)(?:#([\w-]+))?", self.text, re.MULTILINE)

    @property
    def tables(self) -> list[Table]:
        tables: list[list[tuple[int, str]]] = []
        last = -1
        for number, line in self.lines:
            if line.startswith("|"):
                if number != last + 1:
                    tables.append([])
                tables[-1].append((number, line))
                last = number
        return [_parse_table(rows) for rows in tables if len(rows) > 1]

    def links_after(self, beginnings: tuple[str, ...]) -> list[str]:
        """The targets of the links in paragraphs that start with one of the strings."""
        paragraphs = [p for p in self.text.split("\n\n") if p.strip().startswith(beginnings)]
        return re.findall(r"\]\(([^)]+)\)", "\n".join(paragraphs))


def _parse_table(rows: Sequence[tuple[int, str]]) -> Table:
    cells = [
        tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")))
        for _, line in rows
    ]
    return Table(cells[0], tuple(cells[2:]), rows[0][0])


def code_in(cell: str) -> str:
    """The text in a cell that is formatted as code."""
    return "".join(re.findall(r"`([^`]+)`", cell)).replace("\\|", "|")


def parse_blocks(file: str, text: str) -> list[Block]:
    """The blocks of a page. A heading without a name belongs to the name above it."""
    blocks: list[Block] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(r"(#{1,6}) (.*?) \{#([\w-]+)\}$", line)
        if found:
            block = Block(file, number, len(found[1]), found[3], found[2])
            is_part = bool(blocks and blocks[-1].name and blocks[-1].level < block.level)
            if block.name or not is_part:
                blocks.append(block)
                continue
        if blocks:
            blocks[-1].lines.append((number, line))
    return blocks


@dataclass(frozen=True)
class Subject:
    """An export or member that a heading of the reference documents."""

    export: Export
    member: Member | None = None

    @property
    def name(self) -> str:
        return self.member.name if self.member else self.export.name

    @property
    def is_call(self) -> bool:
        """Whether it is a function or a member, and not a type with members."""
        return self.member is not None or self.export.kind == "function"

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        made = [m.parameters or () for m in self.export.members if m.name == "new"]
        return (self.member or self.export).parameters or next(iter(made), ())

    def takes(self, export: Export) -> bool:
        return export.name in {p.type.partition("<")[0] for p in self.parameters}

    @property
    def throws(self) -> frozenset[str]:
        own = self.export.kind in ("function", "class")
        codes = self.member.throws if self.member else self.export.throws if own else ()
        key = self.export.origin + (f".{self.member.name}" if self.member else "")
        return frozenset(codes) - UNREACHED.get(key, set())


@dataclass(frozen=True)
class Reference:
    """The pages of one language, with the declarations of the packages."""

    exports: tuple[Export, ...]
    """The exports, and the internal types that they mention."""
    pages: Mapping[str, Sequence[Block]]
    """By file, relative to the folder of the language."""
    messages: Sequence[re.Pattern[str]] = ()
    """Every string in the source code that may be a message."""
    language: str = ""
    """The folder of the language: `""` or `"zh/"`."""

    @property
    def public(self) -> Iterator[Export]:
        return (export for export in self.exports if export.paths)

    def subjects(self, package: str) -> Mapping[str, Subject]:
        """By id. A type takes precedence over a member with the same id."""
        own = [export for export in self.public if export.package == package]
        members = {e.id_of(m): Subject(e, m) for e in own for m in e.members}
        return members | {e.id: Subject(e) for e in own}

    def entries(self) -> Iterator[tuple[Block, str, Subject | None]]:
        """The blocks that document a name, with their package and subject."""
        for file, blocks in self.pages.items():
            package = package_of(file)
            subjects = self.subjects(package)
            for block in blocks:
                if block.name:
                    yield block, package, subjects.get(block.id)

    def known_entries(self) -> Iterator[tuple[Block, Subject]]:
        return ((block, subject) for block, _, subject in self.entries() if subject)

    def members_without_heading(self, export: Export) -> Sequence[Member]:
        """The members without their own heading, which a table lists."""
        taken = {other.id for other in self.public}
        headed = {block.id for block in self.pages.get(page_of(export), ()) if block.name} - taken
        return [
            member
            for member in export.members
            if member.name not in UNNAMED and export.id_of(member) not in headed
        ]

    def has_member_table(self, export: Export) -> bool:
        """Whether a table lists its members, its own or that of a function that takes them."""
        return any(
            table.lists_types and table.header[0] in MEMBER
            for block, subject in self.known_entries()
            if subject.export.package == export.package
            and (subject.export == export or (subject.is_call and subject.takes(export)))
            for table in block.tables
        )

    def members_of(self, type_name: str) -> tuple[Member, ...]:
        """The members of an interface, by its name or by a type like `Name<T>`."""
        name = type_name.partition("<")[0]
        found = next((export for export in self.exports if export.name == name), None)
        return found.members if found else ()


@cache
def load_reference(exports: tuple[Export, ...], language: str = "") -> Reference:
    """The pages in one language: `""` or `"zh/"`."""
    folder = DOCS / language
    files = sorted((folder / "api").rglob("*.md"))
    pages = {
        path.relative_to(folder).as_posix(): parse_blocks(
            path.relative_to(DOCS).as_posix(), path.read_text(encoding="utf-8")
        )
        for path in files
        if path.name != "index.md"
    }
    return Reference(exports, pages, load_messages(), language)


def load_messages() -> list[re.Pattern[str]]:
    """Patterns for the strings in the source code; a placeholder matches any characters."""
    sources = [path.read_text("utf-8") for path in sorted(ROOT.glob("packages/*/src/**/*.ts"))]
    code = re.sub(r"/\*[\s\S]*?\*/|(?<!:)//.*", "", "\n".join(sources))
    texts = [plain or template for plain, template in re.findall(r"'([^'\n]*)'|`([^`]*)`", code)]
    parts = [re.split(r"\$\{[^}]*\}", text) for text in texts if " " in text]
    return [re.compile(".+".join(map(re.escape, part))) for part in parts]


def package_of(file: str) -> str:
    return Path(file).stem


def page_of(export: Export) -> str:
    """The page on which an export must be documented."""
    folder = "api" if export.is_value else "api/type-definition"
    return f"{folder}/{export.package}.md"
