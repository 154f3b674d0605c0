"""Writes the declarations of each package, which pages include: `make reference`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from harness.paths import BIN, ROOT

OUTPUT = ROOT / "docs" / "reference"
COLUMNS = 80
"""The line width that fits next to the sidebar without scrolling."""
FOREIGN = {"Ref": "vue"}
"""The packages of names that are neither our own nor global."""

_QUOTED = re.compile(r"'[^'\n]*'")


class DeclarationError(Exception):
    """The declarations could not be read."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a function, or one member of an interface or class."""

    name: str
    type: str
    is_optional: bool


@dataclass(frozen=True)
class Member(Parameter):
    """One member of an interface or class."""

    text: str
    parameters: tuple[Parameter, ...] | None
    """`None` if it isn't a method."""
    throws: tuple[str, ...]


@dataclass(frozen=True)
class Export:
    """One name that a package exports, from one or several entry points."""

    package: str
    """`core`."""
    paths: tuple[str, ...]
    """The entry points that export it, such as `@tuffet/core`; empty for internal types."""
    origin: str
    """Identifies the declaration in all packages that export it."""
    name: str
    kind: str
    """`function`, `class`, `constant`, `interface` or `type`."""
    text: str
    head: str | None
    members: tuple[Member, ...]
    parameters: tuple[Parameter, ...] | None
    """The parameters of a function or constructor."""
    throws: tuple[str, ...]
    uses: frozenset[str]
    """The origins of the declarations that it mentions."""

    @property
    def id(self) -> str:
        return kebab(self.name)

    @property
    def is_value(self) -> bool:
        return self.kind in ("function", "class", "constant")

    def id_of(self, member: Member) -> str:
        return f"{self.id}-{kebab(member.name)}"


def kebab(name: str) -> str:
    """`StorageModule` -> `storage-module`."""
    return "-".join(re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)).lower()


@cache
def load_exports() -> tuple[Export, ...]:
    """The exports of the built packages, and the internal types that they mention."""
    command = [str(BIN / "node"), str(ROOT / "scripts/docs/declarations.ts")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DeclarationError(done.stderr)
    return tuple(merge_entry_points(json.loads(done.stdout)))


def merge_entry_points(entries: Sequence[Mapping[str, Any]]) -> Iterator[Export]:
    """One export per package and name, with all its entry points."""
    merged: dict[tuple[str, str], Export] = {}
    for entry in entries:
        for paths, raws in (((entry["path"],), entry["exports"]), ((), entry["internals"])):
            for raw in raws:
                export = _parse_export(entry["package"], paths, raw)
                known = merged.get((export.package, export.name), replace(export, paths=()))
                merged[export.package, export.name] = replace(known, paths=known.paths + paths)
    yield from merged.values()


def _parse_export(package: str, paths: tuple[str, ...], raw: Mapping[str, Any]) -> Export:
    return Export(
        package=package,
        paths=paths,
        origin=raw["origin"],
        name=raw["name"],
        kind=raw["kind"],
        text=raw["text"],
        head=raw["head"],
        members=tuple(
            Member(
                *_parameter(member),
                text=member["text"],
                parameters=_parameters(member["parameters"]),
                throws=tuple(member["throws"]),
            )
            for member in raw["members"]
        ),
        parameters=_parameters(raw["parameters"]),
        throws=tuple(raw["throws"]),
        uses=frozenset(raw["uses"]),
    )


def _parameter(raw: Mapping[str, Any]) -> tuple[str, str, bool]:
    return raw["name"], raw["type"], raw["isOptional"]


def _parameters(raw: Sequence[Mapping[str, Any]] | None) -> tuple[Parameter, ...] | None:
    return None if raw is None else tuple(Parameter(*_parameter(item)) for item in raw)


@cache
def render_package(name: str, exports: tuple[Export, ...]) -> str:
    """The declarations of one package, each in a region."""
    own = [export for export in exports if export.package == name]
    taken = {export.id for export in own}
    parts = [
        f"// What @tuffet/{name} declares. `make reference` writes this file.",
        *_render_imports(own, exports),
        *(_render_export(export, taken) for export in own),
    ]
    command = [str(BIN / "biome"), "format", "--stdin-file-path=reference.d.ts"]
    return subprocess.run(
        [*command, f"--line-width={COLUMNS}"],
        cwd=ROOT,
        input="\n\n".join(parts),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def _render_imports(own: Sequence[Export], exports: Sequence[Export]) -> Iterator[str]:
    """The imports that the declarations of a package need to compile."""
    origins = {export.name: export.paths[0] for export in exports if export.paths} | FOREIGN
    texts = (text for export in own for text in _texts_of(export))
    mentioned = {word for text in texts for word in re.findall(r"\w+", _QUOTED.sub("", text))}
    names = mentioned & {*origins} - {export.name for export in own}
    for path in sorted({origins[name] for name in names}):
        wanted = sorted(name for name in names if origins[name] == path)
        yield f"import type {{ {', '.join(wanted)} }} from '{path}';"


def _texts_of(export: Export) -> tuple[str, ...]:
    return (export.head or "", export.text, *(member.text for member in export.members))


def _render_export(export: Export, taken: Set[str]) -> str:
    parts = []
    if export.head is not None:
        members = (_render_member(export.id_of(member), member, taken) for member in export.members)
        parts = [export.head, *members, "}"]
    return _region(export.id, "\n".join([*parts, export.text]))


def _render_member(name: str, member: Member, taken: Set[str]) -> str:
    # `TuffetError.code` and `TuffetErrorCode` would share a name.
    return member.text if name in taken or member.name == "[]" else _region(name, member.text)


def _region(name: str, text: str) -> str:
    return f"// #region {name}\n{text.strip()}\n// #endregion {name}"


def find_stale(*, renew: bool = False) -> list[str]:
    """The files that differ from the declarations of the packages; `renew` updates them."""
    exports = load_exports()
    texts = {
        f"{name}.d.ts": render_package(name, exports)
        for name in dict.fromkeys(export.package for export in exports)
    }
    OUTPUT.mkdir(exist_ok=True)
    existing = {path.name: path.read_text(encoding="utf-8") for path in OUTPUT.iterdir()}
    stale = [name for name in sorted({*texts, *existing}) if texts.get(name) != existing.get(name)]
    for name in stale if renew else ():
        if name in texts:
            (OUTPUT / name).write_text(texts[name], encoding="utf-8")
        else:
            (OUTPUT / name).unlink()
    return stale


def main() -> int:
    try:
        stale = find_stale(renew=True)
    except DeclarationError as error:
        print(f"reference: {error}", file=sys.stderr)
        return 1
    print(f"Updated: {', '.join(stale)}." if stale else "The reference is up to date.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
