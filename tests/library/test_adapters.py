"""The tests of the adapters in Firefox and WebKit. `make vitest` runs them in Chromium."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from harness.browsers.engines import ENGINES
from harness.paths import BIN, ROOT

# The other versions are tested in Chromium.
NEWEST = ("react-19", "vue-3-5")
OLDEST = ("react-16-8", "vue-3-1")
TIMEOUT_S = 600


@pytest.fixture(
    scope="module",
    params=[pytest.param(NEWEST, id="newest"), pytest.param(OLDEST, id="oldest")],
)
def versions(request: pytest.FixtureRequest) -> tuple[str, str]:
    found: tuple[str, str] = request.param
    return found


@pytest.fixture(scope="module", params=[name for name in ENGINES if name != "chromium"])
def report(
    request: pytest.FixtureRequest,
    versions: tuple[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Any]:
    """The JSON report. One run for both projects: starting takes longer than testing."""
    file = tmp_path_factory.mktemp("adapters") / "report.json"
    projects = [option for project in versions for option in ("--project", project)]
    run = subprocess.run(
        [BIN / "vitest", "run", *projects, "--reporter=json", f"--outputFile={file}"],
        cwd=ROOT,
        env={
            **os.environ,
            "ENGINE": request.param,
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "PYTHON": sys.executable,
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@pytest.mark.engines
@pytest.mark.requirement("lib-react-minimum", "lib-vue-minimum")
def test_the_adapters_behave_the_same_in_other_engines(
    report: dict[str, Any], versions: tuple[str, str]
) -> None:
    assert report["numPassedTests"] == report["numTotalTests"] > 100 * len(versions)
    # Only tests that name a requirement report their project.
    tests = [test for file in report["testResults"] for test in file["assertionResults"]]
    for project in versions:
        assert len([test for test in tests if test["meta"].get("project") == project]) > 90
