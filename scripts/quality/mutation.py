"""Lists the mutants that no fast test noticed, each with the reason: `make mutation`."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.paths import ROOT

REPORT = ROOT / "build" / "mutation" / "report.json"
REASONS = Path(__file__).parent / "mutation_survivors.toml"


@dataclass(frozen=True)
class Survivor:
    """A change to the code that all fast tests let pass."""

    file: str
    line: int
    code: str
    """What was changed."""
    replacement: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.code}  ->  {self.replacement}"


@dataclass(frozen=True)
class Reason:
    """Why some survivors are all right."""

    file: str
    code: str
    most: int
    """How many it was written for: more of them need another look."""
    text: str

    def covers(self, survivor: Survivor) -> bool:
        return survivor.file.endswith(self.file) and bool(re.search(self.code, survivor.code))


def load_reasons(file: Path = REASONS) -> list[Reason]:
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["survivor"]
    return [Reason(row["file"], row.get("code", ""), row["most"], row["reason"]) for row in rows]


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


def render_list(survivors: list[Survivor], reasons: list[Reason]) -> tuple[str, int]:
    """The survivors by reason, and how many have none."""
    left = list(survivors)
    parts = []
    for reason in reasons:
        covered = [survivor for survivor in left if reason.covers(survivor)][: reason.most]
        left = [survivor for survivor in left if survivor not in covered]
        if covered:
            parts.append("\n".join([reason.text, *(f"  {survivor}" for survivor in covered)]))
    if left:
        advice = "No reason yet: write a test that notices it, or a reason into "
        parts.append("\n".join([f"{advice}{REASONS.name}", *(f"  {item}" for item in left)]))
    return "\n\n".join(parts), len(left)


def main() -> int:
    if not REPORT.is_file():
        print("There is no mutation report. Run `make mutation`.", file=sys.stderr)
        return 1
    survivors = list(parse_survivors(json.loads(REPORT.read_text(encoding="utf-8"))))
    text, unexplained = render_list(survivors, load_reasons())
    print(f"{len(survivors)} survivors\n\n{text}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
