"""Compares the pages of the reference with what the packages declare.

`python -m scripts.docs.reference_pages` says what is wrong, in both languages.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness.paths import ROOT
from scripts.docs.reference import Export, Member, Parameter, load_exports

DOCS = ROOT / "docs"
LANGUAGES = ("", "zh/")
"""The folders of the languages below docs."""

# --- Words that tables and paragraphs begin with, in every language ----------------------------

PARAMETER = {"Parameter", "参数"}
MEMBER = {"Option", "Member", "Property", "选项", "成员", "属性"}
TYPE = {"Type", "类型"}
CODE = {"Code", "错误码"}
USED_BY = ("Used by", "用于")
KINDS = {
    "function": {"function", "函数"},
    "class": {"class", "类"},
    "constant": {"constant", "常量"},
    "interface": {"interface", "接口"},
    "type": {"type", "类型"},
}

UNREACHED = {
    "core:StorageModule": {"unserializable"},
    "core:StorageModule.removeItem": {"unserializable"},
    "core:StorageModule.clear": {"unserializable"},
    "core:StorageModule.getHelper": {"unserializable", "protected-key"},
    "core:ModuleHelper.clearModule": {"unserializable"},
    "core:ModuleHelper.setErrorHandler": {"unserializable"},
    "core:Store.receive": {"unserializable"},
    "hooks:StorageHelper.initialize": {"unserializable"},
    "hooks:StorageItem.reset": {"unserializable"},
}
"""Errors on the way of a call that never happen there: it passes no value, or a stored one."""

UNNAMED = ("[]", "new", "constructor")
"""Members that are described with their owner."""


@dataclass(frozen=True)
class Table:
    """A table of a page, cell by cell."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    line: int

    @property
    def tells_types(self) -> bool:
        """Whether it lists parameters or members with their types."""
        first, second = (*self.header, "", "")[:2]
        return first in PARAMETER | MEMBER and second in TYPE


@dataclass
class Block:
    """A heading with all that belongs to it."""

    file: str
    line: int
    level: int
    id: str
    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def name(self) -> str | None:
        """What the heading is about, if it is one name of the package: it stands there as code."""
        found = re.match(r"`(?:new )?([\w$~]+)", self.title)
        return found[1] if found else None

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines)

    @property
    def includes(self) -> list[tuple[str, str]]:
        """Files and regions."""
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
        """The targets of the links in paragraphs that begin so."""
        paragraphs = [p for p in self.text.split("\n\n") if p.strip().startswith(beginnings)]
        return re.findall(r"\]\(([^)]+)\)", "\n".join(paragraphs))


def _parse_table(rows: Sequence[tuple[int, str]]) -> Table:
    cells = [
        tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")))
        for _, line in rows
    ]
    return Table(cells[0], tuple(cells[2:]), rows[0][0])


def code_in(cell: str) -> str:
    """What stands in a cell as code."""
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
    """What a heading of the reference is about."""

    export: Export
    member: Member | None = None

    @property
    def name(self) -> str:
        return self.member.name if self.member else self.export.name

    @property
    def is_call(self) -> bool:
        """Whether there is nothing to it but to call it."""
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
    """The pages of one language beside what the packages declare."""

    exports: tuple[Export, ...]
    """What is exported, and what that is made of."""
    pages: Mapping[str, Sequence[Block]]
    """By file, from the folder of the language."""
    messages: Sequence[re.Pattern[str]] = ()
    """Every text in the sources that may be a message."""
    language: str = ""
    """The folder of the language: `""` or `"zh/"`."""

    @property
    def public(self) -> Iterator[Export]:
        return (export for export in self.exports if export.paths)

    def subjects(self, package: str) -> Mapping[str, Subject]:
        """By id. A type has precedence before a member of the same id."""
        own = [export for export in self.public if export.package == package]
        members = {e.id_of(m): Subject(e, m) for e in own for m in e.members}
        return members | {e.id: Subject(e) for e in own}

    def entries(self) -> Iterator[tuple[Block, str, Subject | None]]:
        """The blocks that are about a name, with their package and what the name stands for."""
        for file, blocks in self.pages.items():
            package = package_of(file)
            subjects = self.subjects(package)
            for block in blocks:
                if block.name:
                    yield block, package, subjects.get(block.id)

    def known_entries(self) -> Iterator[tuple[Block, Subject]]:
        return ((block, subject) for block, _, subject in self.entries() if subject)

    def unheaded(self, export: Export) -> Sequence[Member]:
        """The members without a heading of their own: a table names them."""
        taken = {other.id for other in self.public}
        headed = {block.id for block in self.pages.get(page_of(export), ()) if block.name} - taken
        return [
            member
            for member in export.members
            if member.name not in UNNAMED and export.id_of(member) not in headed
        ]

    def has_member_table(self, export: Export) -> bool:
        """Whether a table lists its members: its own, or that of a function that takes them."""
        return any(
            table.tells_types and table.header[0] in MEMBER
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
    """The texts in the sources of the packages, with anything where a value is put in."""
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


# --- Checks: each gives one sentence per problem -------------------------------------------------


def check_headings(reference: Reference) -> Iterator[str]:
    """Every export once, on its page, under its id; and nothing that is no export."""
    for export in reference.public:
        file = page_of(export)
        ids = [block.id for block in reference.pages.get(file, ()) if block.name]
        if export.id not in ids:
            heading = f"## `{export.name}` {{#{export.id}}}"
            place = f"{reference.language}{file}"
            yield f"{place}: {export.name} is not documented. Add {heading}."
        elif ids.count(export.id) > 1:
            yield f"{reference.language}{file}: {export.name} is documented twice."
    for block, package, subject in reference.entries():
        place = f"{block.file}:{block.line}"
        if subject is None:
            yield f"{place}: @tuffet/{package} exports nothing with the id {block.id}."
        elif subject.name not in (block.name, "new"):
            yield f"{place}: {block.id} is the id of {subject.name}, not of {block.name}."
        elif not block.file.endswith(page_of(subject.export)):
            yield f"{place}: {block.name} belongs on {page_of(subject.export)}."


def check_signatures(reference: Reference) -> Iterator[str]:
    """Every name shows its declaration, and that of its own package."""
    for block, package, _ in reference.entries():
        place = f"{block.file}:{block.line}"
        file = f"reference/{package}.d.ts"
        regions = {region for path, region in block.includes if path == file}
        if not any(region == block.id or region.startswith(f"{block.id}-") for region in regions):
            yield f"{place}: {block.name} lacks its declaration. Add <<< {file}#{block.id}."
        for path, _ in block.includes:
            if path.startswith("reference/") and path != file:
                yield f"{place}: {block.name} shows a declaration from {path}, not from {file}."


def check_tables(reference: Reference) -> Iterator[str]:
    """Parameters, options and members are those of the declarations."""
    for block, subject in reference.known_entries():
        place = f"{block.file}:{block.line}"
        tables = [table for table in block.tables if table.tells_types]
        for table in tables:
            expected = _expected_rows(reference, table, subject)
            yield from _compare(f"{block.file}:{table.line}", table, expected)
        if subject.parameters and not tables:
            names = ", ".join(parameter.name for parameter in subject.parameters)
            yield f"{place}: {block.name} has no table of its parameters: {names}."
        if not subject.is_call and not reference.has_member_table(subject.export):
            for member in reference.unheaded(subject.export):
                yield f"{place}: {block.name} says nothing of {member.name}."


def _expected_rows(reference: Reference, table: Table, subject: Subject) -> Sequence[Parameter]:
    if table.header[0] in PARAMETER:
        return subject.parameters
    if not subject.is_call:
        return reference.unheaded(subject.export)
    # The options of a function are the members of its parameter.
    return [m for parameter in subject.parameters for m in reference.members_of(parameter.type)]


def _compare(place: str, table: Table, expected: Sequence[Parameter]) -> Iterator[str]:
    rows = [(code_in(row[0]), code_in(row[1])) for row in table.rows]
    wanted = [(item.name + "?" * item.is_optional, item.type) for item in expected]
    for row, want in zip(rows, wanted, strict=False):
        if row != want:
            yield f"{place}: a row says {_cells(row)}, the declaration {_cells(want)}."
            return
    for name, type_ in wanted[len(rows) :]:
        yield f"{place}: the table lacks | `{name}` | `{type_}` |."
    for name, _ in rows[len(wanted) :]:
        yield f"{place}: the table has `{name}`, which is not declared."


def _cells(row: tuple[str, str]) -> str:
    return f"`{row[0]}`: `{row[1]}`"


def check_errors(reference: Reference) -> Iterator[str]:
    """What a call throws is named where it is described; messages are those of the sources."""
    for block, subject in reference.known_entries():
        for code in sorted(_codes_for(reference, subject)):
            if f"`{code}`" not in block.text:
                place = f"{block.file}:{block.line}"
                yield f"{place}: {block.name} may throw `{code}` and does not say so."
        for table in block.tables:
            if table.header[0] in CODE:
                yield from _check_messages(reference, block, table)
                yield from _check_codes(block, table, subject)


def _codes_for(reference: Reference, subject: Subject) -> set[str]:
    """What the call throws, and what the methods throw that are described here."""
    if subject.is_call:
        return set(subject.throws)
    members = reference.unheaded(subject.export)
    return {
        *subject.throws,
        *(code for member in members for code in Subject(subject.export, member).throws),
    }


def _check_codes(block: Block, table: Table, subject: Subject) -> Iterator[str]:
    for row in table.rows if subject.is_call else ():
        if code_in(row[0]) not in subject.throws:
            yield f"{block.file}:{table.line}: {block.name} does not throw {row[0]}."


def _check_messages(reference: Reference, block: Block, table: Table) -> Iterator[str]:
    for row in table.rows:
        for message in re.findall(r"`([^`]+)`", row[1]):
            if not any(pattern.fullmatch(message) for pattern in reference.messages):
                yield f"{block.file}:{table.line}: no source has the message {message}"


def check_users(reference: Reference) -> Iterator[str]:
    """A type names all that uses it in its package, and nothing that does not."""
    for export in reference.public:
        if export.is_value:
            continue
        for block in reference.pages.get(page_of(export), ()):
            if block.id == export.id and block.name:
                yield from _check_users_of(reference, export, block)


def _check_users_of(reference: Reference, export: Export, block: Block) -> Iterator[str]:
    place = f"{block.file}:{block.line}"
    folder = posixpath.dirname(page_of(export))
    named: set[tuple[str, str]] = set()
    for target in block.links_after(USED_BY):
        path, _, anchor = target.partition("#")
        package = package_of(posixpath.normpath(posixpath.join(folder, path))) if path else ""
        user = reference.subjects(package or export.package).get(anchor)
        if user is None or export.origin not in user.export.uses:
            yield f"{place}: {target} does not use {export.name}."
        else:
            named.add((user.export.package, user.export.name))
    for user_export in reference.public:
        key = (user_export.package, user_export.name)
        is_near = user_export.package == export.package and export.origin in user_export.uses
        if is_near and key not in named:
            yield f"{place}: {user_export.name} uses {export.name}; name it after “Used by”."


def check_index(reference: Reference, file: str, text: str) -> Iterator[str]:
    """The index names every export of every entry point, with its kind and its place."""
    expected: dict[str, list[Export]] = {}
    for export in reference.public:
        for path in export.paths:
            expected.setdefault(path, []).append(export)
    found: dict[str, Block] = {}
    for block in parse_blocks(file, text):
        for path in re.findall(r"^`(@[^`]+)`$", block.title):
            found[path] = block
    for path in sorted({*expected, *found}):
        if path not in found:
            yield f"{file}: {path} is missing. Add a heading with `{path}` and a table."
        else:
            yield from _check_entry(found[path], expected.get(path, []))


def _check_entry(block: Block, exports: Sequence[Export]) -> Iterator[str]:
    rows = {code_in(row[0]): row for table in block.tables for row in table.rows}
    for export in exports:
        row = rows.pop(export.name, None)
        target = f"{page_of(export).removeprefix('api/')}#{export.id}"
        link = f"[`{export.name}`]({target})"
        if row is None:
            yield f"{block.file}:{block.line}: the table lacks {link}, {export.kind}."
        elif row[0] != link or row[1] not in KINDS[export.kind]:
            yield f"{block.file}:{block.line}: write {link} and its kind, {export.kind}."
    for name in rows:
        yield f"{block.file}:{block.line}: {name} is not exported there."


CHECKS: Mapping[str, Callable[[Reference], Iterable[str]]] = {
    "headings": check_headings,
    "signatures": check_signatures,
    "tables": check_tables,
    "errors": check_errors,
    "users": check_users,
}


def find_problems(exports: tuple[Export, ...], language: str) -> list[str]:
    """All that is wrong with the pages of one language."""
    reference = load_reference(exports, language)
    file = f"{language}api/index.md"
    index = (DOCS / file).read_text(encoding="utf-8")
    found = [problem for check in CHECKS.values() for problem in check(reference)]
    return [*found, *check_index(reference, file, index)]


def main() -> int:
    problems = [p for language in LANGUAGES for p in find_problems(load_exports(), language)]
    print(
        "\n".join(f"docs/{problem}" for problem in problems)
        or "The pages say what the packages declare."
    )
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
