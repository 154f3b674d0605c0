"""The tests of the framework adapters in Firefox, over WebDriver BiDi."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

from harness.browsers.firefox import find_firefox
from harness.paths import BIN, ROOT

# The oldest and the newest version of each framework; the others pass in Chromium.
PROJECTS = ("react-16-8", "react-19", "vue-3-1", "vue-3-5")
TIMEOUT_S = 600


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The JSON report. One run for all projects: starting takes longer than testing."""
    file = tmp_path_factory.mktemp("firefox") / "report.json"
    projects = [option for project in PROJECTS for option in ("--project", project)]
    run = subprocess.run(
        [BIN / "vitest", "run", *projects, "--reporter=json", f"--outputFile={file}"],
        cwd=ROOT,
        env={
            **os.environ,
            "BROWSER": "firefox",
            "FIREFOX": find_firefox(),
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@pytest.mark.requirement("lib-react-minimum", "lib-vue-minimum")
@pytest.mark.parametrize("project", PROJECTS)
def test_the_adapters_pass_their_tests_in_firefox(report: dict[str, Any], project: str) -> None:
    assert report["numPassedTests"] == report["numTotalTests"] > 100 * len(PROJECTS)
    # Only tests that name a requirement report their project.
    tests = [test for file in report["testResults"] for test in file["assertionResults"]]
    assert len([test for test in tests if test["meta"].get("project") == project]) > 90
