"""Compiles and runs the documentation samples, and updates their records: `make examples`."""

from __future__ import annotations

import argparse
import sys

from harness.browsers.chromium import launch_chromium
from scripts.docs.examples.check import FOLDER, check_samples


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.docs.examples", description=__doc__)
    parser.add_argument("prefix", nargs="?", default="", help="only samples whose path starts so")
    parser.add_argument("--check", action="store_true", help="only report differences")
    options = parser.parse_args(arguments)
    with launch_chromium() as browser:
        report = check_samples(browser, prefix=options.prefix.removeprefix("docs/examples/"))
    problems = list(report.problems)
    if options.check:
        problems += report.differences()
    else:
        report.write()
    place = FOLDER.relative_to(FOLDER.parents[1])
    print("\n".join(f"{place}/{problem}" for problem in problems))
    print(f"{len(report.samples.samples)} samples, {len(problems)} problems.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
