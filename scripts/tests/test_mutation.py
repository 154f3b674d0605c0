"""Survivors of mutation testing are explained one by one."""

from __future__ import annotations

from typing import Any

from scripts.quality.mutation import Reason, load_reasons, parse_survivors, render_list

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


def test_survivors_are_those_that_no_test_noticed_or_reached() -> None:
    found = list(parse_survivors(REPORT))
    assert [(survivor.code, survivor.replacement) for survivor in found] == [
        ("isOn()", "true"),
        ("isOn()", "false"),
    ]
    assert str(found[0]) == "packages/core/src/a.ts:2  isOn()  ->  true"


def test_a_survivor_without_a_reason_is_counted_and_told() -> None:
    survivors = list(parse_survivors(REPORT))
    text, unexplained = render_list(survivors, [Reason("other.ts", "", 9, "elsewhere")])
    assert unexplained == len(survivors)
    assert "write a test that notices it" in text


def test_a_reason_covers_by_file_and_code() -> None:
    survivors = list(parse_survivors(REPORT))
    reason = Reason("a.ts", r"isOn\(\)", 2, "It is always on.")
    text, unexplained = render_list(survivors, [reason])
    assert unexplained == 0
    assert text.startswith("It is always on.\n  packages/core/src/a.ts:2")


def test_a_reason_covers_no_more_survivors_than_it_was_written_for() -> None:
    survivors = list(parse_survivors(REPORT))
    _, unexplained = render_list(survivors, [Reason("a.ts", "", 1, "It is always on.")])
    assert unexplained == 1


def test_every_reason_on_record_can_be_read() -> None:
    assert all(reason.text.endswith(".") for reason in load_reasons())
