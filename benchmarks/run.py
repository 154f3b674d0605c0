"""Compares the speed with raw storage and other libraries, in Chromium: `make bench`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.cases import CASES, Case
from benchmarks.chart import write_charts
from benchmarks.measure import Series, run_case
from benchmarks.page import serve
from benchmarks.report import Machine, Report, assemble_json, render_markdown
from benchmarks.site.outcome import write_results
from benchmarks.targets import check_targets
from harness.browsers.chromium import launch_chromium
from harness.bundles import BundleError
from harness.paths import ROOT

MANIFEST = ROOT / "benchmarks" / "package.json"
ROUNDS = 25


def run_all(browser: Browser, address: str, rounds: int, cases: Sequence[Case]) -> list[Series]:
    """Runs cases with every shape of entry."""
    runs = []
    for case in cases:
        for shape in case.shapes:
            print(f"{case.name}, {shape} …", file=sys.stderr, flush=True)
            runs.append(run_case(browser, address, case, shape, rounds=rounds))
    return runs


def load_versions() -> dict[str, str]:
    """Returns the pinned versions of the other libraries and the frameworks."""
    pinned: dict[str, str] = json.loads(MANIFEST.read_text(encoding="utf-8"))["devDependencies"]
    return {
        name: version
        for name, version in pinned.items()
        if not name.startswith(("@tuffet/", "@types/"))
    }


def make_report(rounds: int, cases: Sequence[Case]) -> Report:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for case in cases:
            case.write_bundle(directory)
        with serve(directory) as address, launch_chromium() as browser:
            machine = Machine(os.cpu_count() or 1, browser.version)
            runs = run_all(browser, address, rounds, cases)
    return Report(machine, load_versions(), rounds, runs, check_targets(runs))


def write_report(report: Report) -> str:
    """Writes all files and returns the Markdown table."""
    results = assemble_json(report)
    write_charts(results)
    return write_results("library", results, [render_markdown(report).strip()])


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all contenders run")
    names = [case.name for case in CASES]
    parser.add_argument("--case", choices=names, help="print the results of one case")
    arguments = parser.parse_args()
    only = [case for case in CASES if case.name == arguments.case]
    try:
        report = make_report(arguments.rounds, only or CASES)
        print(render_markdown(report) if only else write_report(report))
    except BundleError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
