"""Prints which sections and samples cover each export, option and error: `make coverage`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from docsite.markdown.includes import extract_region
from scripts.docs.examples.samples import RECORDS
from scripts.docs.reference import DeclarationError, Export, load_exports
from scripts.docs.reference_pages import DOCS, Block, code_in, page_of, parse_blocks

UNREAD = ("zh", "examples", "public", "reference", "tests")
"""Folders below docs without English pages."""

OPTIONS = {
    "CreateStorageOptions": re.compile(r"create(?:Local|Session)Storage\b"),
    "StoreOptions": re.compile(r"\bconfigure\("),
}
"""The types of options, and the calls that take them."""

_IMPORT = re.compile(r"import (?:type )?\{([^}]*)\} from '(@tuffet/[\w/-]+)'")


@dataclass(frozen=True)
class Row:
    """An export, option or error."""

    kind: str
    """`export`, `option` or `error`."""
    name: str
    sections: tuple[str, ...]
    """`api/core.md#storage-module`."""
    samples: tuple[str, ...]

    @property
    def is_gap(self) -> bool:
        return not (self.sections and self.samples)


@dataclass(frozen=True)
class Sample:
    """A sample that a section shows."""

    name: str
    text: str
    """The region that the section shows."""
    whole: str
    """The whole file, including code outside the region."""
    record: str
    """Its recorded output, stored entries and so on."""

    def imports(self, name: str, paths: Iterable[str]) -> bool:
        return any(
            path in paths and name in re.findall(r"\w+", names)
            for names, path in _IMPORT.findall(self.whole)
        )


@dataclass(frozen=True)
class Section:
    """A section of an English page with the samples on it."""

    place: str
    block: Block
    samples: tuple[Sample, ...]

    def names(self, code: str) -> bool:
        return f"`{code}`" in self.block.text


def load_sections(docs: Path = DOCS) -> list[Section]:
    """Every section of every English page."""
    files = sorted(docs.rglob("*.md"))
    names = [path.relative_to(docs) for path in files]
    return [
        Section(f"{name.as_posix()}#{block.id}", block, tuple(_samples(docs, block)))
        for name in names
        if name.parts[0] not in UNREAD
        for block in parse_blocks(name.as_posix(), (docs / name).read_text(encoding="utf-8"))
    ]


def _samples(docs: Path, block: Block) -> Iterator[Sample]:
    for file, region in block.includes:
        path = docs / file
        if file.startswith("examples/") and path.is_file() and path.suffix != ".txt":
            whole = path.read_text(encoding="utf-8")
            text = extract_region(whole, region or None) or ""
            records = [path.with_suffix(f".{record}.txt") for record in RECORDS]
            record = "\n".join(p.read_text(encoding="utf-8") for p in records if p.is_file())
            yield Sample(file, text, whole, record)


def find_rows(exports: Sequence[Export], sections: Sequence[Section]) -> Iterator[Row]:
    """The rows of the table: exports, then options, then errors."""
    public = [export for export in exports if export.paths]
    for export in public:
        yield _row_of_export(export, public, sections)
    for owner in OPTIONS:
        export = next(export for export in public if export.name == owner)
        for member in export.members:
            yield _row_of_option(owner, member.name, sections)
    codes = next(export for export in public if export.name == "TuffetErrorCode")
    for code in re.findall(r"'([\w-]+)'", codes.text):
        yield _row_of_code(code, sections)


def _row_of_export(export: Export, public: Sequence[Export], sections: Sequence[Section]) -> Row:
    """A value must be imported from its own package, a type from any package that exports it."""
    same = [other for other in public if other.origin == export.origin]
    paths = {path for other in ([export] if export.is_value else same) for path in other.paths}
    ids = (export.id, *map(export.id_of, export.members))
    own = [f"{page_of(export)}#{id_}" for id_ in ids]
    found: dict[str, None] = {}
    places: dict[str, None] = {}
    for section in sorted(sections, key=lambda section: section.place != own[0]):
        is_own = section.place in own
        shown = [s.name for s in section.samples if is_own or s.imports(export.name, paths)]
        found |= dict.fromkeys(shown)
        if is_own or shown:
            places[section.place] = None
    return _row("export", f"@tuffet/{export.package} {export.name}", places, found)


def _row_of_option(owner: str, option: str, sections: Sequence[Section]) -> Row:
    use = re.compile(rf"\b{option}(?:: |,|\()")
    found: dict[str, None] = {}
    places: dict[str, None] = {}
    for section in sections:
        samples = [s for s in section.samples if OPTIONS[owner].search(s.whole)]
        shown = [sample.name for sample in samples if use.search(sample.text)]
        found |= dict.fromkeys(shown)
        rows = [row[0] for t in section.block.tables if t.lists_types for row in t.rows]
        if shown or option in (code_in(cell).rstrip("?") for cell in rows):
            places[section.place] = None
    return _row("option", f"{owner}.{option}", places, found)


def _row_of_code(code: str, sections: Sequence[Section]) -> Row:
    found: dict[str, None] = {}
    places: dict[str, None] = {}
    for section in sections:
        shown = [s.name for s in section.samples if f"[tuffet] {code} " in s.record]
        found |= dict.fromkeys(shown)
        if shown or section.names(code) or section.place.endswith(f"#error-{code}"):
            places[section.place] = None
    return _row("error", code, places, found)


def _row(kind: str, name: str, places: Mapping[str, None], samples: Mapping[str, None]) -> Row:
    return Row(kind, name, tuple(places), tuple(samples))


def render_table(rows: Sequence[Row]) -> str:
    """One line per row: the first section and sample, and the number of further ones."""
    lines = [f"{'':8}{'':42}{'sections':58}samples"]
    for row in rows:
        sections, samples = (_summary(items) for items in (row.sections, row.samples))
        lines.append(f"{row.kind:8}{row.name:42}{sections:58}{samples}")
    gaps = [row.name for row in rows if row.is_gap]
    verdict = f"Gaps: {', '.join(gaps)}." if gaps else "no gaps."
    return "\n".join([*lines, "", f"{len(rows)} rows, {verdict}"])


def _summary(items: Sequence[str]) -> str:
    more = f" +{len(items) - 1}" if len(items) > 1 else ""
    return (items[0].removeprefix("examples/") + more) if items else "NONE"


def main() -> int:
    try:
        rows = list(find_rows(load_exports(), load_sections()))
    except DeclarationError as error:
        print(f"coverage: {error}", file=sys.stderr)
        return 1
    print(render_table(rows))
    return 1 if any(row.is_gap for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
