"""Names what failed, then adds up the tests of all runners: `N passed, N failed, N skipped`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from scripts.quality.results import RESULTS, TestResult, load_results

_MESSAGE_LENGTH = 1000


def render_troubles(results: Iterable[TestResult]) -> str:
    """Each test that failed with its reason, and each that passed only when it ran alone."""
    lines: list[str] = []
    for result in results:
        if result.state == "failed":
            lines += ["", f"failed: {result.title}", result.message[:_MESSAGE_LENGTH]]
        elif result.repeated:
            lines += ["", f"passed only alone: {result.title}", result.message[:_MESSAGE_LENGTH]]
    return "\n".join(lines)


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
    if troubles := render_troubles(results):
        print(troubles)
    print(render_summary(results))
    return 0 if is_success(results) else 1


if __name__ == "__main__":
    sys.exit(main())
