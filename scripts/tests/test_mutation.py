"""Surviving mutants must be listed as equivalent."""

from __future__ import annotations

from typing import Any

from scripts.quality.mutation import check_survivors, parse_survivors
from scripts.quality.registry import Mutant

REPORT: dict[str, Any] = {
    "files": {
        "packages/core/src/a.ts": {
            "source": "const a = 1;\nconst b = isOn() ? 'x' : 'y';\n",
            "mutants": [
                _mutant := {
                    "status": "Survived",
                    "replacement": "true",
                    "location": {
                        "start": {"line": 2, "column": 11},
                        "end": {"line": 2, "column": 17},
                    },
                },
                {**_mutant, "status": "Killed"},
                {**_mutant, "status": "NoCoverage", "replacement": "false"},
            ],
        }
    }
}
SURVIVORS = list(parse_survivors(REPORT))


def listed(replacement: str) -> Mutant:
    return Mutant(
        "mutant-is-on",
        "mutants",
        "It is always on.",
        file="packages/core/src/a.ts",
        code="isOn()",
        replacement=replacement,
    )


def test_survivors_are_mutants_that_no_test_detected_or_covered() -> None:
    assert [str(survivor) for survivor in SURVIVORS] == [
        "packages/core/src/a.ts:2  isOn()  ->  true",
        "packages/core/src/a.ts:2  isOn()  ->  false",
    ]


def test_a_survivor_must_be_listed_and_a_listed_mutant_must_survive() -> None:
    assert check_survivors(SURVIVORS, [listed("true"), listed("false")]) == []
    (problem,) = check_survivors(SURVIVORS, [listed("true")])
    assert "isOn()  ->  false survives. Write a test" in problem
    (problem,) = check_survivors([], [listed("true")])
    assert problem.startswith("mutant-is-on no longer survives.")
