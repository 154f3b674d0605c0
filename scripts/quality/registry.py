"""Loads `contracts/requirements.toml`: requirements, known defects and equivalent mutants."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REGISTRY = Path("contracts/requirements.toml")

PREFIXES = {
    "library": "lib-",
    "site": "site-",
    "analytics": "analytics-",
    "contributing": "contributing-",
    "defects": "defect-",
    "mutants": "mutant-",
}
"""The prefix of the ids of each part."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SECTIONS = range(1, 10)
_WITHOUT_SECTION = ("defects", "mutants")
"""Parts that don't come from the product specification."""


class RegistryError(Exception):
    """The file is invalid."""


@dataclass(frozen=True)
class Requirement:
    """One requirement, or one defect of earlier libraries that must not recur."""

    id: str
    part: str
    text: str
    section: int | None = None


@dataclass(frozen=True)
class Mutant(Requirement):
    """A mutant that no test can detect; `text` explains why the behavior is the same."""

    file: str = ""
    code: str = ""
    """The first line of the code that is replaced."""
    replacement: str = ""


@dataclass(frozen=True)
class Registry:
    finished: tuple[str, ...]
    """The parts of which every requirement needs a passing test."""
    requirements: tuple[Requirement, ...]
    mutants: tuple[Mutant, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(requirement.id for requirement in self.requirements)


def load_registry(path: Path) -> Registry:
    """Loads and validates the registry; raises `RegistryError`."""
    try:
        registry = parse_registry(tomllib.loads(path.read_text(encoding="utf-8")))
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise RegistryError(
            f"{path}: {error!r}. Each line needs id, part and text, a requirement of the "
            "specification also section, a mutant also file, code and replacement."
        ) from error
    problems = check_registry(registry)
    if problems:
        raise RegistryError("\n".join(f"{path}: {problem}" for problem in problems))
    return registry


def parse_registry(document: Mapping[str, Any]) -> Registry:
    return Registry(
        finished=tuple(document["finished"]),
        requirements=tuple(Requirement(**entry) for entry in document["requirements"]),
        mutants=tuple(Mutant(**entry) for entry in document.get("mutants", [])),
    )


def check_registry(registry: Registry) -> list[str]:
    """The problems of the file itself."""
    entries = [*registry.requirements, *registry.mutants]
    counts = Counter(entry.id for entry in entries)
    problems = [
        f"{id_} is listed {count} times. Keep one." for id_, count in counts.items() if count > 1
    ]
    problems += [
        f"finished names the unknown part {part!r}. Parts are {', '.join(PREFIXES)}."
        for part in registry.finished
        if part not in PREFIXES
    ]
    for entry in entries:
        problems += _check_entry(entry)
    return problems


def _check_entry(entry: Requirement) -> Iterable[str]:
    name = entry.id
    if entry.part not in PREFIXES:
        yield f"{name} has the unknown part {entry.part!r}. Use {', '.join(PREFIXES)}."
        return
    if not _SLUG.fullmatch(name):
        yield f"{name!r} is not kebab-case. Use lower case words joined by hyphens."
    if not name.startswith(PREFIXES[entry.part]):
        yield f"{name} must begin with {PREFIXES[entry.part]}, like its part."
    if entry.part not in _WITHOUT_SECTION and entry.section not in _SECTIONS:
        yield f"{name} has section {entry.section!r}. Use a number from 1 to 9."
    if isinstance(entry, Mutant) != (entry.part == "mutants"):
        yield f"{name} is in the wrong list: mutants are in `mutants`, all others not."
    if not entry.text.endswith("."):
        yield f"{name} needs a text that is a sentence and ends in a full stop."
