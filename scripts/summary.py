"""Adds up the tests of all runners: `N passed, N failed, N skipped`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from scripts.results import RESULTS, TestResult, load_results


def render_summary(results: Iterable[TestResult]) -> str:
    count = Counter(result.state for result in results)
    return f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"


def is_success(results: Iterable[TestResult]) -> bool:
    """Something passed and nothing failed: a run without tests is no success."""
    states = {result.state for result in results}
    return "passed" in states and "failed" not in states


def main() -> int:
    root = Path.cwd()
    results = load_results(root / RESULTS, root)
    print(render_summary(results))
    return 0 if is_success(results) else 1


if __name__ == "__main__":
    sys.exit(main())
