from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.quality.registry import (
    PREFIXES,
    REGISTRY,
    Mutant,
    Registry,
    RegistryError,
    Requirement,
    check_registry,
    load_registry,
)
from scripts.quality.requirements import assemble_matrix, check_results, main, render_matrix
from scripts.quality.results import State, TestResult

pytest_plugins = ["pytester"]

KEPT = Requirement("lib-kept", "library", "It is kept.", 4)
OTHER = Requirement("lib-other", "library", "It is another.", 5)
LATER = Requirement("site-later", "site", "It comes later.", 2)
REGISTRY_OF_THREE = Registry(("library",), (KEPT, OTHER, LATER))


def result(state: State, *ids: str) -> TestResult:
    return TestResult("a.test.ts", "does it", state, ids)


def registry_text(*lines: str, finished: str = '["library"]') -> str:
    return f"finished = {finished}\nrequirements = [{','.join(lines)}]"


def line(id_: str = "lib-a", section: str = "1", part: str = "library", text: str = "A.") -> str:
    return f'{{ id = "{id_}", section = {section}, part = "{part}", text = "{text}" }}'


def test_the_registry_of_this_repository_is_valid() -> None:
    registry = load_registry(REGISTRY)
    parts = {requirement.part for requirement in registry.requirements}
    assert parts == {*registry.finished} == {*PREFIXES} - {"mutants"}


def test_a_requirement_without_a_test_is_reported_with_what_to_verify() -> None:
    (problem,) = check_results(REGISTRY_OF_THREE, [result("passed", "lib-kept")])
    assert problem == ("lib-other: no test has this tag. Write one that verifies: It is another.")


def test_a_skipped_test_verifies_nothing() -> None:
    results = [result("passed", "lib-kept"), result("skipped", "lib-other")]
    (problem,) = check_results(REGISTRY_OF_THREE, results)
    assert "lib-other: every test with this tag is skipped" in problem


def test_one_failing_test_overrides_passing_ones() -> None:
    results = [result("passed", "lib-kept", "lib-other"), result("failed", "lib-kept")]
    (problem,) = check_results(REGISTRY_OF_THREE, results)
    assert problem.startswith("lib-kept: a.test.ts > does it failed")


def test_an_unknown_requirement_is_reported_with_the_file_of_the_test() -> None:
    results = [result("passed", "lib-kept", "lib-other"), result("passed", "lib-typo")]
    (problem,) = check_results(REGISTRY_OF_THREE, results)
    assert problem.startswith("a.test.ts > does it names 'lib-typo'")


def test_missing_results_are_reported_once() -> None:
    (problem,) = check_results(REGISTRY_OF_THREE, [])
    assert "make test" in problem


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["passed", "failed", "skipped"]),
            st.lists(st.sampled_from(["lib-kept", "lib-other", "site-later", "lib-typo"])),
        ),
        min_size=1,
    )
)
def test_there_are_no_problems_if_and_only_if_all_finished_parts_are_verified(
    runs: list[tuple[State, list[str]]],
) -> None:
    named = {state: {id_ for s, ids in runs if s == state for id_ in ids} for state, _ in runs}
    is_valid = (
        named.get("passed", set()) >= {"lib-kept", "lib-other"}
        and not named.get("failed")
        and all("lib-typo" not in ids for _, ids in runs)
    )
    problems = check_results(REGISTRY_OF_THREE, [result(state, *ids) for state, ids in runs])
    assert (problems == []) == is_valid


def test_the_matrix_has_one_line_per_requirement_with_the_number_of_passing_tests() -> None:
    old, new = (replace(result("passed", "lib-kept"), project=name) for name in ("old", "new"))
    results = [old, new, replace(old, test="does more"), replace(old, state="skipped")]
    text = render_matrix(assemble_matrix(REGISTRY_OF_THREE, results), ("library",))
    assert text.splitlines() == [
        "library (finished): 1 of 2 requirements verified by tests",
        "  ok      lib-kept  (section 4) It is kept. [2 passing tests]",
        "  missing lib-other  (section 5) It is another. [0 passing tests]",
        "",
        "site (not finished): 0 of 1 requirements verified by tests",
        "  open    site-later  (section 2) It comes later. [0 passing tests]",
    ]


def test_the_matrix_lists_all_tests_with_their_projects_on_request() -> None:
    old, new = (replace(result("passed", "lib-kept"), project=name) for name in ("old", "new"))
    rows = assemble_matrix(REGISTRY_OF_THREE, [old, new, replace(old, state="skipped")])
    lines = render_matrix(rows, ("library",), with_tests=True).splitlines()
    assert lines[1:4] == [
        "  ok      lib-kept  (section 4) It is kept. [1 passing test]",
        "          passed  a.test.ts > does it [old, new]",
        "          skipped a.test.ts > does it [old]",
    ]


def test_the_matrix_always_lists_failing_tests_and_skipped_ones_of_missing_requirements() -> None:
    passed, failed = (
        result("passed", "lib-kept"),
        replace(result("failed", "lib-kept"), test="fails"),
    )
    skipped = result("skipped", "lib-other")
    rows = assemble_matrix(REGISTRY_OF_THREE, [passed, failed, skipped])
    lines = render_matrix(rows, ("library",)).splitlines()
    assert lines[1:5] == [
        "  failed  lib-kept  (section 4) It is kept. [1 passing test]",
        "          failed  a.test.ts > fails",
        "  missing lib-other  (section 5) It is another. [0 passing tests]",
        "          skipped a.test.ts > does it",
    ]


def test_a_failure_is_reported_with_its_framework_version() -> None:
    failure = replace(result("failed", "lib-kept"), project="react-16-8")
    problems = check_results(REGISTRY_OF_THREE, [result("passed", "lib-kept"), failure])
    assert "does it [react-16-8] failed" in problems[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (registry_text(line(), line()), "lib-a is listed 2 times"),
        (registry_text(line(id_="lib-A")), "is not kebab-case"),
        (registry_text(line(id_="site-a")), "must begin with lib-"),
        (registry_text(line(part="libary")), "unknown part 'libary'"),
        (registry_text(line(section="12")), "section 12"),
        (registry_text('{ id = "lib-a", part = "library", text = "A." }'), "section None"),
        (registry_text('{ id = "mutant-a", part = "mutants", text = "A." }'), "wrong list"),
        (registry_text(line(text="no stop")), "ends in a full stop"),
        (registry_text(line(), finished='["libary"]'), "finished names the unknown part"),
        (registry_text('{ id = "lib-a" }'), "Each line needs id, part and text"),
        (registry_text(line()).replace("finished", "done"), "Each line needs"),
        ("finished = [", "Each line needs"),
    ],
)
def test_an_invalid_registry_is_rejected_with_file_and_reason(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "requirements.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RegistryError, match=r"requirements\.toml") as caught:
        load_registry(path)
    assert message in str(caught.value)


def _check_alone(entry: Requirement) -> list[str]:
    if isinstance(entry, Mutant):
        return check_registry(Registry((), (), (entry,)))
    return check_registry(Registry((), (entry,)))


@given(st.sampled_from(list(PREFIXES)), st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True))
def test_any_slug_with_the_prefix_of_its_part_is_a_valid_id(part: str, slug: str) -> None:
    kind = Mutant if part == "mutants" else Requirement
    requirement = kind(PREFIXES[part] + slug, part, "Good.", 1)
    assert _check_alone(requirement) == []


def test_the_command_fails_without_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "contracts").mkdir()
    (tmp_path / REGISTRY).write_text(registry_text(line()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main([]) == 1
    assert "has no results" in capsys.readouterr().err


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with one requirement, `lib-a`, and our plugin."""
    pytester.mkdir("contracts").joinpath("requirements.toml").write_text(registry_text(line()))
    pytester.makeini("[pytest]\nmarkers = requirement(*ids)\njunit_family = xunit1")
    return pytester


def run_pytest(project: pytest.Pytester, test: str) -> pytest.RunResult:
    project.makepyfile(f"import pytest\n{test}\ndef test_it(): pass")
    # The Playwright plugin can't run in a nested pytest.
    plugins = ["-p", "no:playwright", "-p", "scripts.quality.pytest_requirements"]
    return project.runpytest_inprocess(*plugins, "--junitxml=build/results/pytest.xml")


def test_the_requirement_of_a_marker_is_in_the_results(
    project: pytest.Pytester, capsys: pytest.CaptureFixture[str]
) -> None:
    run = run_pytest(project, '@pytest.mark.requirement("lib-a")')
    run.assert_outcomes(passed=1)
    capsys.readouterr()
    assert main([]) == 0
    assert "test_it" not in capsys.readouterr().out
    assert main(["--list"]) == 0
    assert "test_it" in capsys.readouterr().out


def test_a_marker_with_an_unknown_requirement_stops_pytest(project: pytest.Pytester) -> None:
    run = run_pytest(project, '@pytest.mark.requirement("lib-typo")')
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    run.stderr.fnmatch_lines(["*::test_it names the requirement 'lib-typo'*"])
