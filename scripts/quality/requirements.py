"""Sets the promises of `contracts/requirements.toml` against the tests that name them."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from scripts.quality.results import RESULTS, State, TestResult, load_results

CONTRACT = Path("contracts/requirements.toml")

PREFIXES = {
    "library": "lib-",
    "site": "site-",
    "analytics": "analytics-",
    "contributing": "contributing-",
}
"""How the ids of each part begin."""

Verdict = Literal["ok", "failed", "missing", "open"]

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SECTIONS = range(1, 10)


class ContractError(Exception):
    """The contract file cannot be used; the message says why."""


@dataclass(frozen=True)
class Requirement:
    """One promise."""

    id: str
    section: int
    part: str
    text: str


@dataclass(frozen=True)
class Contract:
    """All promises, and the parts whose promises must be kept today."""

    finished: tuple[str, ...]
    requirements: tuple[Requirement, ...]

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(requirement.id for requirement in self.requirements)


@dataclass(frozen=True)
class Row:
    """A promise, the tests that name it, and what they say about it."""

    requirement: Requirement
    results: tuple[TestResult, ...]
    verdict: Verdict


def load_contract(path: Path) -> Contract:
    """The contract, complete and sound; anything else raises `ContractError`."""
    try:
        contract = parse_contract(tomllib.loads(path.read_text(encoding="utf-8")))
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise ContractError(
            f"{path}: {error!r}. Each line needs id, section, part and text, and nothing else."
        ) from error
    problems = check_contract(contract)
    if problems:
        raise ContractError("\n".join(f"{path}: {problem}" for problem in problems))
    return contract


def parse_contract(document: Mapping[str, Any]) -> Contract:
    return Contract(
        finished=tuple(document["finished"]),
        requirements=tuple(Requirement(**entry) for entry in document["requirements"]),
    )


def check_contract(contract: Contract) -> list[str]:
    """What is wrong with the contract itself."""
    counts = Counter(requirement.id for requirement in contract.requirements)
    problems = [
        f"{id_} stands there {count} times. Keep one." for id_, count in counts.items() if count > 1
    ]
    problems += [
        f"finished names the unknown part {part!r}. Parts are {', '.join(PREFIXES)}."
        for part in contract.finished
        if part not in PREFIXES
    ]
    for requirement in contract.requirements:
        problems += check_requirement(requirement)
    return problems


def check_requirement(requirement: Requirement) -> list[str]:
    """What is wrong with one line of the contract."""
    name = requirement.id
    if requirement.part not in PREFIXES:
        return [f"{name} has the unknown part {requirement.part!r}. Use {', '.join(PREFIXES)}."]
    problems = []
    if not _SLUG.fullmatch(name):
        problems.append(f"{name!r} is not kebab-case. Use lower case words joined by hyphens.")
    if not name.startswith(PREFIXES[requirement.part]):
        problems.append(f"{name} must begin with {PREFIXES[requirement.part]}, like its part.")
    if requirement.section not in _SECTIONS:
        problems.append(f"{name} has section {requirement.section!r}. Use a number from 1 to 9.")
    if not requirement.text.endswith("."):
        problems.append(f"{name} needs a text that is a sentence and ends in a full stop.")
    return problems


def assemble_matrix(contract: Contract, results: Iterable[TestResult]) -> list[Row]:
    """One row per promise, in the order of the contract."""
    by_id: dict[str, list[TestResult]] = defaultdict(list)
    for result in results:
        for id_ in result.ids:
            by_id[id_].append(result)
    return [
        _assemble_row(requirement, tuple(by_id[requirement.id]), contract.finished)
        for requirement in contract.requirements
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
    """Promises that are broken, or that nothing shows to be kept."""
    problems = []
    for row in rows:
        name = row.requirement.id
        if row.verdict == "failed":
            problems += [
                f"{name}: {_render_result(result)} failed. Mend the code or the test."
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
            f"{name}: every test that names it is skipped, first {row.results[0].title}. "
            "Let one of them run."
        )
    return f"{name}: no test names it. Write one, tagged {name}, that shows: {row.requirement.text}"


def check_ids(contract: Contract, results: Iterable[TestResult]) -> list[str]:
    """Tests that name a promise nobody made."""
    return [
        f"{result.title} names {id_!r}, which {CONTRACT} does not have. "
        "Correct the id in the test, or add the requirement."
        for result in dict.fromkeys(results)
        for id_ in result.ids
        if id_ not in contract.ids
    ]


def check_results(contract: Contract, results: Sequence[TestResult]) -> list[str]:
    """Everything that keeps the finished parts from being shown."""
    if not results:
        return [f"{RESULTS} holds no results. Run `make test` and `make e2e` first."]
    return check_ids(contract, results) + check_matrix(assemble_matrix(contract, results))


def render_matrix(rows: Sequence[Row], finished: Sequence[str]) -> str:
    """The matrix as text: promises by part, the tests of each below it."""
    lines: list[str] = []
    for part in PREFIXES:
        of_part = [row for row in rows if row.requirement.part == part]
        lines += [_render_heading(part, of_part, part in finished)]
        lines += [line for row in of_part for line in _render_row(row)]
        lines += [""]
    return "\n".join(lines)


def _render_heading(part: str, rows: Sequence[Row], is_finished: bool) -> str:
    kept = sum(row.verdict == "ok" for row in rows)
    state = "finished" if is_finished else "not finished"
    return f"{part} ({state}): {kept} of {len(rows)} requirements shown by tests"


def _render_row(row: Row) -> list[str]:
    requirement = row.requirement
    projects: dict[tuple[State, str], list[str]] = defaultdict(list)
    for result in row.results:
        projects[result.state, result.title].append(result.project)
    return [
        f"  {row.verdict:<8}{requirement.id}  (section {requirement.section}) {requirement.text}",
        *(
            f"          {state:<8}{title}{_render_projects(names)}"
            for (state, title), names in projects.items()
        ),
    ]


def _render_result(result: TestResult) -> str:
    return result.title + _render_projects([result.project])


def _render_projects(names: Iterable[str]) -> str:
    """The same test may run in several browsers or framework versions."""
    known = ", ".join(dict.fromkeys(filter(None, names)))
    return f" [{known}]" if known else ""


def main() -> int:
    root = Path.cwd()
    try:
        contract = load_contract(CONTRACT)
    except ContractError as error:
        print(error, file=sys.stderr)
        return 1
    results = load_results(root / RESULTS, root)
    print(render_matrix(assemble_matrix(contract, results), contract.finished))
    problems = check_results(contract, results)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
