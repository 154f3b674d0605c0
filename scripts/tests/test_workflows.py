"""The workflows run the same commands as locally, with few permissions and pinned actions."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
ACTIONS = sorted((ROOT / ".github/actions").glob("*/action.yml"))
NAMES = [path.name for path in WORKFLOWS]

MAKE = re.compile(r"(?:\w+=\S+ )?make (?P<target>[a-z0-9]+|\"\$COMMAND\")( [A-Z]+=\S+)*")
COMMANDS = {
    # Windows has no Make; `make library` runs the same commands.
    "pnpm install --frozen-lockfile",
    "node node_modules/vitest/vitest.mjs run --project fast --project own-jsdom --project server",
    # The same for `make first-page`.
    "python benchmarks/first_page.py wheel/*.whl",
    # These only make sense on GitHub.
    'cat build/report.md >> "$GITHUB_STEP_SUMMARY"',
    'gh pr comment "$NUMBER" --repo "$GITHUB_REPOSITORY" --edit-last --create-if-none'
    " --body-file report.md",
    "exit 1",
}
PINNED = re.compile(r"uses: (\./\S+|[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)")
RELEASE = "release.yml"
"""Its commands only make sense in that workflow."""


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def jobs_of(path: Path) -> dict[str, dict[str, Any]]:
    jobs: dict[str, dict[str, Any]] = read(path)["jobs"]
    return jobs


def steps_of(path: Path) -> list[dict[str, Any]]:
    if path in ACTIONS:
        steps: list[dict[str, Any]] = read(path)["runs"]["steps"]
        return steps
    return [step for job in jobs_of(path).values() for step in job["steps"]]


def make_targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9-]+):", text, re.M))


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.parent.name + path.name
)
def test_a_step_runs_one_make_target_or_a_known_command(path: Path) -> None:
    if path.name == RELEASE:
        return
    commands = [step["run"].strip() for step in steps_of(path) if "run" in step]
    matches = {command: MAKE.fullmatch(command) for command in commands if command not in COMMANDS}
    assert [command for command, match in matches.items() if not match] == []
    targets = {match["target"] for match in matches.values() if match}
    assert targets - make_targets() - {'"$COMMAND"'} == set()


def test_every_known_command_is_used() -> None:
    used = {step["run"].strip() for path in WORKFLOWS for step in steps_of(path) if "run" in step}
    assert COMMANDS - used == set()


def test_make_library_runs_the_same_command_as_the_windows_job() -> None:
    recipe = re.search(r"^library:\n\t\S+\s\S+ (.*)$", (ROOT / "Makefile").read_text(), re.M)
    assert recipe
    assert f"node {recipe[1]}" in COMMANDS


def test_every_nightly_command_is_a_make_target() -> None:
    commands = jobs_of(ROOT / ".github/workflows/nightly.yml")["run"]["strategy"]["matrix"][
        "command"
    ]
    assert set(commands) - make_targets() == set()
    assert {"audit", "bench", "durability", "fuzz", "mutation", "mutation-docsite"} <= set(commands)


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.parent.name + path.name
)
def test_actions_are_pinned_by_hash_with_their_version(path: Path) -> None:
    lines = [line.strip(" -") for line in path.read_text(encoding="utf-8").splitlines()]
    uses = [line for line in lines if line.startswith("uses:")]
    assert uses
    assert [line for line in uses if not PINNED.fullmatch(line)] == []


def test_an_action_has_the_same_version_in_all_workflows() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in [*WORKFLOWS, *ACTIONS])
    pins = set(re.findall(r"uses: ([\w.-]+/[\w.-]+)\S*@([0-9a-f]{40})", text))
    names = [name for name, _ in pins]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", WORKFLOWS, ids=NAMES)
def test_every_job_has_permissions_and_a_timeout(path: Path) -> None:
    assert read(path)["permissions"] == {}
    assert "concurrency" in read(path)
    for name, job in jobs_of(path).items():
        assert "permissions" in job, name
        assert "timeout-minutes" in job, name


@pytest.mark.parametrize("path", WORKFLOWS, ids=NAMES)
def test_no_checkout_persists_credentials(path: Path) -> None:
    checkouts = [step for step in steps_of(path) if "actions/checkout@" in step.get("uses", "")]
    assert [step for step in checkouts if step["with"]["persist-credentials"] is not False] == []


def ci() -> dict[str, dict[str, Any]]:
    return jobs_of(ROOT / ".github/workflows/ci.yml")


def test_the_e2e_matrix_contains_all_folders_with_tests() -> None:
    parts = {
        folder for part in ci()["e2e"]["strategy"]["matrix"]["part"] for folder in part.split()
    }
    folders = {str(path.parent.relative_to(ROOT)) for path in ROOT.glob("tests/*/test_*.py")}
    others = {"tests/collector", "tests/frameworks"}
    assert parts | others == folders | {"benchmarks/budgets"}


def test_docsite_is_tried_on_all_systems_with_the_oldest_and_the_newest_python() -> None:
    matrix = ci()["docsite"]["strategy"]["matrix"]
    systems = {name.partition("-")[0] for name in matrix["system"]}
    assert systems == {"ubuntu", "macos", "windows"}
    tested = ci()["pytest"]["strategy"]["matrix"]["python"]
    assert matrix["python"] == [tested[0], tested[-1]]


def test_one_job_depends_on_all_others() -> None:
    jobs = ci()
    assert set(jobs.pop("passed")["needs"]) == set(jobs)


def test_ci_runs_every_step_of_the_local_run() -> None:
    line = re.search(r"^for name in (.*); do$", (ROOT / ".ci/run").read_text(), re.M)
    assert line
    commands = " ".join(step.get("run", "") for job in ci().values() for step in job["steps"])
    missing = {name for name in line[1].split() if f"make {name}" not in commands}
    assert missing == {"test"}, "`make test` runs vitest and pytest, which are separate jobs"
    assert "make vitest" in commands
    assert "make pytest" in commands


def test_pnpm_is_the_pinned_one() -> None:
    (step,) = [
        step for step in ci()["library"]["steps"] if "pnpm/action-setup" in step.get("uses", "")
    ]
    boot = json.loads((ROOT / "scripts/setup/boot/package.json").read_text(encoding="utf-8"))
    assert set(boot["optionalDependencies"].values()) == {step["with"]["version"]}
