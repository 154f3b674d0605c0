"""Prints failed tests, then the totals of all runners: `N passed, N failed, N skipped`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from scripts.quality.results import RESULTS, TestResult, load_results

_MESSAGE_LENGTH = 1000


def render_failures(results: Iterable[TestResult]) -> str:
    """Each test that failed, with its reason."""
    return "\n".join(
        f"\nfailed: {result.title}\n{result.message[:_MESSAGE_LENGTH]}"
        for result in results
        if result.state == "failed"
    )


def render_summary(results: Iterable[TestResult]) -> str:
    count = Counter(result.state for result in results)
    return f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"


def is_success(results: Iterable[TestResult]) -> bool:
    """Whether tests passed and none failed. A run without tests isn't a success."""
    states = {result.state for result in results}
    return "passed" in states and "failed" not in states


def main() -> int:
    root = Path.cwd()
    results = load_results(root / RESULTS, root)
    if failures := render_failures(results):
        print(failures)
    print(render_summary(results))
    return 0 if is_success(results) else 1


if __name__ == "__main__":
    sys.exit(main())
