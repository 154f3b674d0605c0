"""Compares the pages of the API reference with the declarations of the packages.

Each check yields one sentence per problem.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scripts.docs.reference import Export, Parameter
from scripts.docs.reference_pages import (
    PARAMETER,
    Block,
    Reference,
    Subject,
    Table,
    code_in,
    package_of,
    page_of,
    parse_blocks,
)

CODE = {"Code", "错误码"}
USED_BY = ("Used by", "用于")
KINDS = {
    "function": {"function", "函数"},
    "class": {"class", "类"},
    "constant": {"constant", "常量"},
    "interface": {"interface", "接口"},
    "type": {"type", "类型"},
}


def check_headings(reference: Reference) -> Iterator[str]:
    """Every export is documented once, on its page, with its id; nothing else is."""
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
    """Every name shows its declaration, from its own package."""
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
    """Parameters, options and members match the declarations."""
    for block, subject in reference.known_entries():
        place = f"{block.file}:{block.line}"
        tables = [table for table in block.tables if table.lists_types]
        for table in tables:
            expected = _expected_rows(reference, table, subject)
            yield from _compare(f"{block.file}:{table.line}", table, expected)
        if subject.parameters and not tables:
            names = ", ".join(parameter.name for parameter in subject.parameters)
            yield f"{place}: {block.name} has no table of its parameters: {names}."
        if not subject.is_call and not reference.has_member_table(subject.export):
            for member in reference.members_without_heading(subject.export):
                yield f"{place}: {block.name} says nothing of {member.name}."


def _expected_rows(reference: Reference, table: Table, subject: Subject) -> Sequence[Parameter]:
    if table.header[0] in PARAMETER:
        return subject.parameters
    if not subject.is_call:
        return reference.members_without_heading(subject.export)
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
    """The errors of a call are documented, with the messages of the source code."""
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
    """The codes that the call throws, or the methods that are documented here."""
    if subject.is_call:
        return set(subject.throws)
    members = reference.members_without_heading(subject.export)
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
    """A type lists everything in its package that uses it, and nothing else."""
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
    """The index lists every export of every entry point, with its kind and link."""
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
