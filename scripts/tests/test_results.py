from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.quality.results import TestResult, load_results, parse_junit, parse_vitest
from scripts.quality.summary import is_success, render_failures, render_summary

ROOT = Path("/", "srv", "tuffet")


def vitest_report(status: str, *tests: dict[str, Any]) -> dict[str, Any]:
    name = str(ROOT / "packages/core/tests/a.test.ts")
    return {"testResults": [{"name": name, "status": status, "assertionResults": list(tests)}]}


def vitest_test(status: str, *tags: str) -> dict[str, Any]:
    return {
        "ancestorTitles": ["store"],
        "title": "keeps",
        "status": status,
        "tags": list(tags),
        "meta": {"project": "vue-3-1"} if tags else {},
    }


def junit_report(inner: str) -> str:
    return (
        "<testsuites><testsuite>"
        '<testcase classname="scripts.tests" file="scripts/tests/test_a.py" name="test_a">'
        f"{inner}</testcase></testsuite></testsuites>"
    )


def test_a_vitest_result_has_a_relative_file_a_full_title_tags_and_a_project() -> None:
    report = vitest_report("passed", vitest_test("passed", "lib-a", "lib-b"))
    file = "packages/core/tests/a.test.ts"
    assert parse_vitest(report, ROOT) == [
        TestResult(file, "store > keeps", "passed", ("lib-a", "lib-b"), "vue-3-1")
    ]


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("passed", "passed"),
        ("failed", "failed"),
        ("skipped", "skipped"),
        ("pending", "skipped"),
        ("todo", "skipped"),
    ],
)
def test_only_passed_counts_as_passed_in_vitest(status: str, state: str) -> None:
    (result,) = parse_vitest(vitest_report(status, vitest_test(status)), ROOT)
    assert result.state == state


def test_a_vitest_file_that_cannot_be_loaded_is_a_failure() -> None:
    (result,) = parse_vitest(vitest_report("failed"), ROOT)
    assert result.state == "failed"


@pytest.mark.parametrize(
    ("inner", "state"),
    [
        ("", "passed"),
        ('<failure message="no"/>', "failed"),
        ('<error message="no"/>', "failed"),
        ('<skipped message="no"/>', "skipped"),
    ],
)
def test_a_pytest_result_has_its_file_and_state(inner: str, state: str) -> None:
    (result,) = parse_junit(junit_report(inner))
    assert (result.file, result.test, result.state) == ("scripts/tests/test_a.py", "test_a", state)


def test_a_pytest_result_has_its_requirements_and_no_other_properties() -> None:
    inner = (
        '<properties><property name="requirement" value="lib-a"/>'
        '<property name="speed" value="fast"/>'
        '<property name="requirement" value="lib-b"/></properties>'
    )
    (result,) = parse_junit(junit_report(inner))
    assert result.ids == ("lib-a", "lib-b")


def test_results_of_all_runners_are_combined(tmp_path: Path) -> None:
    (tmp_path / "pytest.xml").write_text(junit_report(""), encoding="utf-8")
    (tmp_path / "vitest.json").write_text('{"testResults": []}', encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a result", encoding="utf-8")
    assert [result.test for result in load_results(tmp_path, tmp_path)] == ["test_a"]


FAILURE = '<failure message="assert 1 == 2"/>'


def test_the_summary_lists_failed_tests() -> None:
    (failed,) = parse_junit(junit_report(FAILURE))
    text = render_failures([failed, TestResult("c.py", "test_c", "passed")])
    assert "failed: scripts/tests/test_a.py > test_a\nassert 1 == 2" in text
    assert "c.py" not in text


states = st.lists(st.sampled_from(["passed", "failed", "skipped"]))


@given(states)
def test_the_summary_counts_every_result(names: list[str]) -> None:
    results = [TestResult("a", "b", name) for name in names]  # type: ignore[arg-type]
    expected = ", ".join(f"{names.count(name)} {name}" for name in ("passed", "failed", "skipped"))
    assert render_summary(results) == expected


@given(states)
def test_success_needs_a_passing_test_and_no_failing_one(names: list[str]) -> None:
    results = [TestResult("a", "b", name) for name in names]  # type: ignore[arg-type]
    assert is_success(results) == (names.count("passed") > 0 and names.count("failed") == 0)
