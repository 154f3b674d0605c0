"""The suite of the framework adapters once more, in Firefox and over WebDriver BiDi."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packages import BIN, ROOT

# The oldest and the newest of each framework: what lies between passes in Chromium.
PROJECTS = ("react-16-8", "react-19", "vue-3-1", "vue-3-5")
TIMEOUT_S = 300


@pytest.mark.requirement("lib-react-minimum", "lib-vue-minimum")
@pytest.mark.parametrize("project", PROJECTS)
def test_the_adapters_do_in_firefox_what_they_do_in_chromium(project: str, tmp_path: Path) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "no Firefox here: install the package firefox-esr"
    report = tmp_path / "report.json"
    run = subprocess.run(
        [BIN / "vitest", "run", "--project", project, "--reporter=json", f"--outputFile={report}"],
        cwd=ROOT,
        env={
            **os.environ,
            "BROWSER": "firefox",
            "FIREFOX": firefox,
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    results = json.loads(report.read_text(encoding="utf-8"))
    assert results["numPassedTests"] == results["numTotalTests"] > 100
