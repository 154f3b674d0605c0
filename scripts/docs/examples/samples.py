"""Finds the samples and their kinds. docs/examples/README.md describes the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

MARK = "[!code error]"
"""Marks the line of a sample that throws, or that doesn't compile."""

RECORDS = ("output", "stored", "shown", "message")
"""The files that `make examples` writes next to a sample: `<name>.output.txt` and so on."""

_COMPANIONS = (".before.ts", ".other-tab.ts", ".steps.txt")
_CONFIGURATION = frozenset({"README.md", "package.json", "tsconfig.json"})
_IGNORED = frozenset({"node_modules", "build", "dist"})


class Kind(Enum):
    """How a file is checked."""

    PAGE = "run as the script of a page"
    REACT = "mounted by React"
    VUE = "mounted by Vue"
    SERVER = "run by Node"
    TEST = "run by Vitest"
    COMPILED = "compiled only"
    REJECTED = "must not compile"
    BUILT = "built and opened by tests/frameworks"
    SHOWN = "shown as it is"


_KINDS = {
    ".config.ts": Kind.COMPILED,
    ".d.ts": Kind.COMPILED,
    ".server.ts": Kind.SERVER,
    ".server.tsx": Kind.SERVER,
    ".test.ts": Kind.TEST,
    ".test.tsx": Kind.TEST,
    ".ts": Kind.PAGE,
    ".js": Kind.PAGE,
    ".cjs": Kind.PAGE,
    ".mjs": Kind.PAGE,
    ".tsx": Kind.REACT,
    ".vue": Kind.VUE,
    ".json": Kind.SHOWN,
    ".diff": Kind.SHOWN,
    ".sh": Kind.SHOWN,
    ".toml": Kind.SHOWN,
    ".txt": Kind.SHOWN,
    ".html": Kind.SHOWN,
    ".css": Kind.SHOWN,
}
"""By suffix; the first match counts."""

IN_BROWSER = (Kind.PAGE, Kind.REACT, Kind.VUE)
RUN = (*IN_BROWSER, Kind.SERVER)


@dataclass(frozen=True)
class Sample:
    """One file that a page may show."""

    folder: Path
    """The folder of all samples."""
    name: str
    """Its path relative to `folder`, with slashes."""
    kind: Kind
    has_mark: bool
    """Whether one of its lines is expected to fail."""

    @property
    def path(self) -> Path:
        return self.folder / self.name

    @property
    def stem(self) -> str:
        """The common beginning of the names of its companions and records."""
        return self.name.rpartition(".")[0]

    def companion(self, suffix: str) -> Path | None:
        """Another file of the same scenario, such as a script of an earlier visit."""
        path = self.folder / f"{self.stem}{suffix}"
        return path if path.is_file() else None

    def record(self, kind: str) -> Path:
        """The path of a record."""
        return self.folder / f"{self.stem}.{kind}.txt"


@dataclass(frozen=True)
class Samples:
    """The content of a folder of samples."""

    folder: Path
    samples: tuple[Sample, ...]
    companions: tuple[Path, ...]
    records: tuple[Path, ...]
    problems: tuple[str, ...]

    def of(self, *kinds: Kind) -> list[Sample]:
        return [sample for sample in self.samples if sample.kind in kinds]


def load_samples(folder: Path, prefix: str = "") -> Samples:
    """The samples whose names start with a prefix, with their companions and records."""
    names = [name for name in _load_names(folder) if name.startswith(prefix)]
    records = [name for name in names if _is_record(name)]
    companions = [name for name in names if name.endswith(_COMPANIONS)]
    samples, problems = [], []
    for name in names:
        if name in records or name in companions:
            continue
        kind = _find_kind(name)
        if kind is None:
            problems.append(f"{name}: unknown kind of sample. docs/examples/README.md lists them.")
        else:
            has_mark = MARK in (folder / name).read_text(encoding="utf-8")
            samples.append(Sample(folder, name, kind, has_mark))
    problems += _check_names(samples, companions)
    return Samples(
        folder,
        tuple(samples),
        tuple(folder / name for name in companions),
        tuple(folder / name for name in records),
        tuple(problems),
    )


def _load_names(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if (
            path.is_file()
            and not _IGNORED.intersection(name.parts)
            and str(name) not in _CONFIGURATION
        ):
            yield name.as_posix()


def _is_record(name: str) -> bool:
    return name.endswith(tuple(f".{kind}.txt" for kind in RECORDS))


def _find_kind(name: str) -> Kind | None:
    if name.startswith("frameworks/"):
        return Kind.BUILT
    kind = next((kind for end, kind in _KINDS.items() if name.endswith(end)), None)
    if name.startswith("rejected/") and kind is not Kind.SHOWN:
        return kind and Kind.REJECTED
    return kind


def _check_names(samples: Iterable[Sample], companions: Iterable[str]) -> Iterator[str]:
    runnable = [sample for sample in samples if sample.kind in RUN or sample.kind is Kind.REJECTED]
    owners: dict[str, Sample] = {}
    for sample in runnable:
        other = owners.setdefault(sample.stem, sample)
        if other is not sample:
            yield (
                f"{sample.name}: its records would overwrite those of {other.name}. "
                "Rename one of them, or move it to another folder."
            )
    for name in companions:
        suffix = next(suffix for suffix in _COMPANIONS if name.endswith(suffix))
        owner = owners.get(name.removesuffix(suffix))
        if owner is None or owner.kind not in IN_BROWSER:
            yield f"{name}: no sample that runs in a browser has this name. Rename or remove it."
