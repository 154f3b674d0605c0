"""Compares `contracts/requirements.toml` with the tests that name its requirements.

Prints one line per requirement with the number of its passing tests. Problems are listed in full,
and `--list` also lists every test.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scripts.quality.registry import (
    PREFIXES,
    REGISTRY,
    Registry,
    RegistryError,
    Requirement,
    load_registry,
)
from scripts.quality.results import RESULTS, State, TestResult, load_results

Verdict = Literal["ok", "failed", "missing", "open"]


@dataclass(frozen=True)
class Row:
    """A requirement, the tests that name it, and their verdict."""

    requirement: Requirement
    results: tuple[TestResult, ...]
    verdict: Verdict


def assemble_matrix(registry: Registry, results: Iterable[TestResult]) -> list[Row]:
    """One row per requirement, in the order of the registry."""
    by_id: dict[str, list[TestResult]] = defaultdict(list)
    for result in results:
        for id_ in result.ids:
            by_id[id_].append(result)
    return [
        _assemble_row(requirement, tuple(by_id[requirement.id]), registry.finished)
        for requirement in registry.requirements
    ]


def _assemble_row(
    requirement: Requirement, results: tuple[TestResult, ...], finished: Sequence[str]
) -> Row:
    states = {result.state for result in results}
    verdict: Verdict
    if "failed" in states:
        verdict = "failed"
    elif "passed" in states:
        verdict = "ok"
    else:
        verdict = "missing" if requirement.part in finished else "open"
    return Row(requirement, results, verdict)


def check_matrix(rows: Iterable[Row]) -> list[str]:
    """Requirements with a failing test, or without a passing one."""
    problems = []
    for row in rows:
        name = row.requirement.id
        if row.verdict == "failed":
            problems += [
                f"{name}: {_render_result(result)} failed. Fix the code or the test."
                for result in dict.fromkeys(row.results)
                if result.state == "failed"
            ]
        if row.verdict == "missing":
            problems.append(_missing(row))
    return problems


def _missing(row: Row) -> str:
    name = row.requirement.id
    if row.results:
        return (
            f"{name}: every test with this tag is skipped, first {row.results[0].title}. "
            "Enable one of them."
        )
    return f"{name}: no test has this tag. Write one that verifies: {row.requirement.text}"


def check_ids(registry: Registry, results: Iterable[TestResult]) -> list[str]:
    """Tests that name an unknown requirement."""
    return [
        f"{result.title} names {id_!r}, which is not in {REGISTRY}. "
        "Correct the id in the test, or add the requirement."
        for result in dict.fromkeys(results)
        for id_ in result.ids
        if id_ not in registry.ids
    ]


def check_results(registry: Registry, results: Sequence[TestResult]) -> list[str]:
    """All problems of the finished parts."""
    if not results:
        return [f"{RESULTS} has no results. Run `make test` and `make e2e` first."]
    return check_ids(registry, results) + check_matrix(assemble_matrix(registry, results))


def render_matrix(rows: Sequence[Row], finished: Sequence[str], *, with_tests: bool = False) -> str:
    """Renders the requirements by part. Without `with_tests`, only lists tests of problems."""
    lines: list[str] = []
    for part in PREFIXES:
        of_part = [row for row in rows if row.requirement.part == part]
        if not of_part:
            continue
        lines += [_render_heading(part, of_part, part in finished)]
        lines += [line for row in of_part for line in _render_row(row, with_tests)]
        lines += [""]
    return "\n".join(lines)


def _render_heading(part: str, rows: Sequence[Row], is_finished: bool) -> str:
    verified = sum(row.verdict == "ok" for row in rows)
    state = "finished" if is_finished else "not finished"
    return f"{part} ({state}): {verified} of {len(rows)} requirements verified by tests"


def _render_row(row: Row, with_tests: bool) -> list[str]:
    requirement = row.requirement
    projects: dict[tuple[State, str], list[str]] = defaultdict(list)
    for result in row.results:
        projects[result.state, result.title].append(result.project)
    is_problem = row.verdict in ("failed", "missing")
    section = f"(section {requirement.section}) " if requirement.section else ""
    line = f"  {row.verdict:<8}{requirement.id}  {section}{requirement.text}"
    return [
        f"{line} {_count_passed(projects)}",
        *(
            f"          {state:<8}{title}{_render_projects(names)}"
            for (state, title), names in projects.items()
            if with_tests or (is_problem and state != "passed")
        ),
    ]


def _count_passed(tests: Iterable[tuple[State, str]]) -> str:
    """A test that runs in several projects counts once."""
    count = sum(state == "passed" for state, _ in tests)
    return f"[{count} passing {'test' if count == 1 else 'tests'}]"


def _render_result(result: TestResult) -> str:
    return result.title + _render_projects([result.project])


def _render_projects(names: Iterable[str]) -> str:
    """The same test may run in several browsers or framework versions."""
    known = ", ".join(dict.fromkeys(filter(None, names)))
    return f" [{known}]" if known else ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.quality.requirements", description=__doc__
    )
    parser.add_argument("--list", action="store_true", help="list all tests of each requirement")
    options = parser.parse_args(arguments)
    root = Path.cwd()
    try:
        registry = load_registry(REGISTRY)
    except RegistryError as error:
        print(error, file=sys.stderr)
        return 1
    results = load_results(root / RESULTS, root)
    rows = assemble_matrix(registry, results)
    print(render_matrix(rows, registry.finished, with_tests=options.list))
    problems = check_results(registry, results)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
