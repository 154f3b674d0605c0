"""Publishes a release to local registries, and installs it from there: `make release-rehearsal`.

Prints one line per project: installed, built, ran.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.browsers.chromium import launch_chromium
from scripts.release.artifacts import PYTHON
from scripts.release.publish import publish_npm
from scripts.release.rehearsal.consumers import CONSUMERS, Result, try_consumer
from scripts.release.rehearsal.python_consumers import try_collector, try_docsite
from scripts.release.rehearsal.registries import run_npm_registry, run_python_index

_MARKS = {True: "yes", False: "no", None: "-"}


def main() -> int:
    with TemporaryDirectory(prefix="rehearsal-") as name:
        folder = Path(name)
        results = [*rehearse_npm(folder), *rehearse_python(folder)]
    print(render_table(results))
    failed = [result for result in results if result.problem]
    for result in failed:
        print(f"\n{result.consumer}: {result.problem}", file=sys.stderr)
    return 1 if failed else 0


def rehearse_npm(folder: Path) -> Iterator[Result]:
    with run_npm_registry(folder / "npm") as environment, launch_chromium() as browser:
        # npm can only generate provenance in CI.
        publish_npm(environment, "--provenance=false")
        for consumer in CONSUMERS:
            yield try_consumer(consumer, folder, environment, browser)


def rehearse_python(folder: Path) -> Iterator[Result]:
    with run_python_index(folder / "python", PYTHON) as index:
        yield try_collector(folder, index)
        yield try_docsite(folder, index)


def render_table(results: Sequence[Result]) -> str:
    head = ("project", "installed", "built", "ran")
    rows = [
        (result.consumer, *(_MARKS[step] for step in (result.installed, result.built, result.ran)))
        for result in results
    ]
    return "\n".join(
        f"{name:18}{installed:11}{built:7}{ran}" for name, installed, built, ran in (head, *rows)
    )


if __name__ == "__main__":
    sys.exit(main())
