"""Compares surviving mutants with `contracts/requirements.toml`: `make mutation`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.quality.registry import REGISTRY, Mutant, load_registry

REPORT = Path("build/mutation/report.json")


@dataclass(frozen=True)
class Survivor:
    """A mutant that no test detected."""

    file: str
    line: int
    code: str
    """The first line of the code that was replaced."""
    replacement: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.code}  ->  {self.replacement}"

    def is_listed_as(self, mutant: Mutant) -> bool:
        return (self.file, self.code, self.replacement) == (
            mutant.file,
            mutant.code,
            mutant.replacement,
        )


def parse_survivors(report: dict[str, Any]) -> Iterator[Survivor]:
    """The mutants of a report that survived or that no test reached."""
    for file, content in sorted(report["files"].items()):
        lines = content["source"].splitlines()
        for mutant in content["mutants"]:
            if mutant["status"] in ("Survived", "NoCoverage"):
                yield _parse_survivor(file, lines, mutant)


def _parse_survivor(file: str, lines: list[str], mutant: dict[str, Any]) -> Survivor:
    start, end = mutant["location"]["start"], mutant["location"]["end"]
    stop = end["column"] - 1 if end["line"] == start["line"] else None
    code = lines[start["line"] - 1][start["column"] - 1 : stop]
    replacement = mutant.get("replacement", "").splitlines() or [""]
    return Survivor(file, start["line"], code, replacement[0])


def check_survivors(survivors: Sequence[Survivor], mutants: Sequence[Mutant]) -> list[str]:
    """Survivors that aren't listed as equivalent, and listed mutants that no longer survive."""
    problems = [
        f"{survivor} survives. Write a test that detects it, or simplify the code. If it "
        f"can't change the behavior, add it to {REGISTRY} with the reason."
        for survivor in survivors
        if not any(map(survivor.is_listed_as, mutants))
    ]
    problems += [
        f"{mutant.id} no longer survives. Remove it from {REGISTRY}."
        for mutant in mutants
        if not any(survivor.is_listed_as(mutant) for survivor in survivors)
    ]
    return problems


def main() -> int:
    if not REPORT.is_file():
        print("There is no mutation report. Run `make mutation`.", file=sys.stderr)
        return 1
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    mutants = load_registry(REGISTRY).mutants
    for mutant in mutants:
        print(f"{mutant.id}: {mutant.code}  ->  {mutant.replacement}  {mutant.text}")
    problems = check_survivors(list(parse_survivors(report)), mutants)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
