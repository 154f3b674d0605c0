"""Test results of all runners in one format, read from `build/results/`."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

State = Literal["passed", "failed", "skipped"]

RESULTS = Path("build/results")


@dataclass(frozen=True)
class TestResult:
    """One run of one test."""

    __test__ = False  # pytest must not collect this class

    file: str
    test: str
    state: State
    ids: tuple[str, ...] = ()
    """The requirements that the test names."""
    project: str = ""
    """The Vitest project: a browser, or a framework and its version."""
    message: str = ""
    """The reason of a failure."""

    @property
    def title(self) -> str:
        return f"{self.file} > {self.test}"


def load_results(directory: Path, root: Path) -> list[TestResult]:
    """All results in `directory`; file names become relative to `root`."""
    results: list[TestResult] = []
    for path in sorted(directory.glob("*.json")):
        results += parse_vitest(json.loads(path.read_text(encoding="utf-8")), root)
    for path in sorted(directory.glob("*.xml")):
        results += parse_junit(path.read_text(encoding="utf-8"))
    return results


def parse_vitest(report: Mapping[str, Any], root: Path) -> list[TestResult]:
    """Parses the output of Vitest's JSON reporter."""
    return [
        result
        for file_report in report["testResults"]
        for result in _parse_vitest_file(file_report, root)
    ]


def _parse_vitest_file(file_report: Mapping[str, Any], root: Path) -> list[TestResult]:
    file = _relative(file_report["name"], root)
    results = [
        TestResult(
            file=file,
            test=" > ".join([*test["ancestorTitles"], test["title"]]).removeprefix(f"{file} > "),
            state=_vitest_state(test["status"]),
            ids=tuple(test["tags"]),
            project=test["meta"].get("project", ""),
            message="\n".join(test.get("failureMessages", [])),
        )
        for test in file_report["assertionResults"]
    ]
    # A file that can't be loaded fails without results of its tests.
    if file_report["status"] == "failed" and all(result.state != "failed" for result in results):
        results.append(TestResult(file=file, test="(the file itself)", state="failed"))
    return results


def _vitest_state(status: str) -> State:
    if status == "passed":
        return "passed"
    return "failed" if status == "failed" else "skipped"


def parse_junit(text: str) -> list[TestResult]:
    """Parses the output of `pytest --junitxml`, with the ids that our plugin adds."""
    cases = ET.fromstring(text).iter("testcase")  # noqa: S314 - our own file
    return [
        TestResult(
            file=case.get("file", case.get("classname", "")),
            test=case.get("name", ""),
            state=_junit_state(case),
            ids=tuple(_junit_ids(case)),
            message=_junit_message(case),
        )
        for case in cases
    ]


def _junit_state(case: ET.Element) -> State:
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    return "passed" if case.find("skipped") is None else "skipped"


def _junit_message(case: ET.Element) -> str:
    return "\n".join(part.get("message", "") for part in case if part.tag in ("failure", "error"))


def _junit_ids(case: ET.Element) -> Iterable[str]:
    for entry in case.iterfind("properties/property[@name='requirement']"):
        yield entry.get("value", "")


def _relative(path: str, root: Path) -> str:
    return path.removeprefix(f"{root.as_posix()}/")
